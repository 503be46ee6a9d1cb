"""What the rows of a compiled library hold: entries, names, terms, what may be typed for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

RULING = "ruling"
"""The kind of an entry that is one ruling, and of a block of an entry that has several."""
RULES = frozenset(("section", "term", "topic", "appendix", "step"))
"""Kinds of entries that are rules, so that every text that has their title means them."""

SCHEMA = """
CREATE TABLE document (position INTEGER PRIMARY KEY, key TEXT UNIQUE, record TEXT);
CREATE TABLE entry (position INTEGER PRIMARY KEY, id TEXT UNIQUE, document TEXT, kind TEXT, number TEXT, title TEXT,
                    parent TEXT, name TEXT, rulings INTEGER, record TEXT);
CREATE TABLE name (key TEXT, kind TEXT, text TEXT, entry INTEGER);
CREATE TABLE alias (old TEXT PRIMARY KEY, new TEXT) WITHOUT ROWID;
CREATE TABLE reference (position INTEGER PRIMARY KEY, source TEXT, target TEXT, record TEXT);
CREATE TABLE furniture (position INTEGER PRIMARY KEY, document TEXT, record TEXT);
CREATE TABLE terms (position INTEGER PRIMARY KEY, titles TEXT, headings TEXT, blocks TEXT);
CREATE TABLE vocabulary (term TEXT, root TEXT, game TEXT, entries INTEGER);
CREATE TABLE synonym (typed TEXT, meant TEXT, game TEXT, source TEXT);
CREATE TABLE theme (game TEXT, key TEXT, title TEXT, card INTEGER);
CREATE TABLE finding (position INTEGER PRIMARY KEY, document TEXT, record TEXT);
CREATE TABLE fact (position INTEGER PRIMARY KEY, id TEXT, block INTEGER, field TEXT, other TEXT, record TEXT);
CREATE TABLE alignment (older TEXT, newer TEXT, record TEXT, PRIMARY KEY (older, newer)) WITHOUT ROWID;
"""
SOURCES = "CREATE INDEX reference_source ON reference (source, target);"
"""Made before texts are compared, for which the references of each document are looked up."""
INDEXES = """
CREATE INDEX name_key ON name (key);
CREATE INDEX vocabulary_root ON vocabulary (root);
CREATE INDEX vocabulary_term ON vocabulary (term);
CREATE INDEX synonym_typed ON synonym (typed);
CREATE INDEX theme_key ON theme (key, game);
CREATE INDEX theme_card ON theme (card);
CREATE INDEX entry_parent ON entry (parent);
CREATE INDEX reference_target ON reference (target, source);
CREATE INDEX furniture_document ON furniture (document);
CREATE INDEX finding_document ON finding (document);
CREATE INDEX fact_id ON fact (id);
CREATE INDEX fact_other ON fact (other, id);
"""


class Row(NamedTuple):
    """An entry as it is found: enough to list it, not yet its text."""

    position: int
    id: str
    document: str
    kind: str
    number: str | None
    title: str | None
    parent: str | None
    name: str
    """As it is shown (judge/core/names.py)."""
    rulings: int
    """How many of its blocks are rulings."""

    def is_of(self, kinds: Sequence[str]) -> bool:
        """Say whether it is of one of some kinds, if any are named; what holds rulings is found with the rulings."""
        return not kinds or self.kind in kinds or (RULING in kinds and self.rulings > 0)


COLUMNS = ", ".join(Row._fields)
"""Of the table of entries."""


class Terms(NamedTuple):
    """The terms of an entry, as ranking reads them; within a line parted by blanks."""

    position: int
    titles: str
    """A line a title or alias."""
    headings: str
    """Of the titles above it."""
    blocks: str
    """A line a block, in their order, names marked (judge/references/names_in_texts.py)."""


class Count(NamedTuple):
    """How often a term is found in the documents of a game."""

    term: str
    root: str
    game: str
    """Empty where the documents are of no game."""
    entries: int


class Synonym(NamedTuple):
    """What a person may type, and what documents say for it."""

    typed: str
    """As roots."""
    meant: str
    """As terms; where the source is "name", the game that is called so."""
    game: str | None
    """None where it is so in every game."""
    source: str
    """document (it says so itself), game or any (the files of corpus/games), or name."""


class Theme(NamedTuple):
    """The title of a rule that the texts of few cards of a game hold, and one of these cards."""

    game: str
    """Empty where the documents are of no game."""
    key: str
    """Its roots, in the order of the alphabet."""
    title: str
    card: int
    """Position of the card."""


class Name(NamedTuple):
    """A name under which an entry is found."""

    key: str
    kind: str
    """number, title, alias; variant, form or initials: a title's variations, its roots, its initials
    (judge/core/tokens.py); or mentioned: a card without an entry, under those that mention it."""
    text: str
    position: int
