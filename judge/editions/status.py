"""The status of a text: what is to be known of it before it is relied on, in the one wording of all screens.

    superseded   a later edition, words of a text, a later ruling or a person says that it is not in force any more
    changed      another text states that it amends it
    narrowed     another text states an exception to it, or that it holds in fewer cases
    later        a later text is headed by the same subject
    in force     the first edition with this text is known
    (nothing)    nobody says anything of it

Reads: the fields that facts fill. Writes: a `Status`, whose sentences come in parts: words, the other text, its date,
its sentence. A terminal, a page, its script and an assistant only put these together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from judge.core.jsonl import Record

State = Literal["superseded", "changed", "narrowed", "later", "in force", ""]
SHOWN = 2
"""Newer texts that are named; the JSON has the rest."""
SUPERSEDED = {
    "edition": "Superseded by a later edition",
    "words": "Superseded by another text",
    "ruling": "Superseded by a later ruling",
    "relation": "Superseded, as a person stated",
}
REMOVED = "Removed in a later edition"
RELATIONS: dict[str, tuple[State, str]] = {
    "replaces": ("superseded", "Replaced by"),
    "deletes": ("superseded", "Deleted by"),
    "overrides": ("superseded", "Overridden by"),
    "amends": ("changed", "Changed by"),
    "narrows": ("narrowed", "Narrowed by"),
    "excepts": ("narrowed", "Exception in"),
}
"""What each kind of relation makes of the text that it is about, and how it is said."""
NEWER = "Newer"
SINCE = {"changed": "Changed in", "added": "New in", "renumbered": "Renumbered in", "same": "In force since"}
LABELS: dict[State, str] = {"superseded": "superseded", "changed": "changed", "narrowed": "narrowed", "later": "older"}
"""The one word that a line of a list has room for."""


class Sentence(NamedTuple):
    """One thing that is said of a text."""

    state: State
    """What it makes of the text."""
    words: str
    id: str | None = None
    """Of the other text's entry."""
    date: str | None = None
    quote: str = ""
    """The sentence of the other text that tells."""
    edition: str | None = None
    """Key of the edition in which it changed, or since which it has been in force."""
    was: str = ""
    """What it was before that edition: "was 2.3"."""

    def text(self, where: str) -> str:
        """Return it in one line, given what the other text, or the edition, is called."""
        date = f" ({self.date})" if self.date and f"({self.date})" not in where else ""
        quote = f": “{self.quote}”" if self.quote else ""
        if self.is_open:
            return f"{self.words} {where}{date}" + (f": {self.was}" if self.was else quote)
        return f"{self.words}{date}" + (f": {where}" if self.id else "") + quote

    @property
    def is_open(self) -> bool:
        """Whether the words lead into the name of what they speak of: "Replaced by", "Changed in"."""
        return bool(self.edition) or self.words.endswith((" by", " in"))

    @property
    def is_edition(self) -> bool:
        """Whether a later edition took the place of the text, or left it out."""
        return self.words in (REMOVED, SUPERSEDED["edition"])


class Status(NamedTuple):
    """What is to be known of a text."""

    state: State
    sentences: tuple[Sentence, ...]
    """About other texts, what weighs most first."""
    since: tuple[Sentence, ...]
    """When it became what it is."""

    @property
    def label(self) -> str:
        """The one word that a line of a list has room for; empty where there is nothing to be careful about."""
        is_removed = any(sentence.words == REMOVED for sentence in self.sentences)
        return "removed" if is_removed else LABELS.get(self.state, "")


def status_of(said: Record) -> Status:
    """Return the status of a text.

    Args:
        said: the fields that facts fill, of an entry, a block or a result.
    """
    told = [*_superseded(said), *_related(said)]
    named = {sentence.id for sentence in told}
    told += [one for one in _newer(said) if one.id not in named]
    since = tuple(_since(said))
    states = [sentence.state for sentence in told]
    state = next((state for state in LABELS if state in states), "in force" if since else "")
    return Status(state, tuple(told), since)


def _superseded(said: Record) -> Iterator[Sentence]:
    """Yield why a text is not in force, but for what a relation tells with its own words."""
    related = {(one["id"], one["block"]) for one in said["relations"] if RELATIONS[one["kind"]][0] == "superseded"}
    for one in said["superseded_by"]:
        if one["reason"] != "words" or (one["id"], one["block"]) not in related:
            words = REMOVED if one["reason"] == "edition" and not one["id"] else SUPERSEDED[one["reason"]]
            yield Sentence("superseded", words, one["id"], one["date"])


def _related(said: Record) -> Iterator[Sentence]:
    """Yield what other texts state; what overrides a text without superseding it, being of its own book, narrows it."""
    gone = {(one["id"], one["block"]): one["reason"] for one in said["superseded_by"]}
    for one in said["relations"]:
        state, words = RELATIONS[one["kind"]]
        reason = gone.get((one["id"], one["block"]))
        if state == "superseded" and reason != "words":
            if reason == "relation":
                continue
            state = "narrowed"
        yield Sentence(state, words, one["id"], one["date"], one["quote"])


def _newer(said: Record) -> Iterator[Sentence]:
    for one in said["newer"][:SHOWN]:
        yield Sentence("later", NEWER, one["id"], None, one["quote"])


def _since(said: Record) -> Iterator[Sentence]:
    for one in said["since"]:
        was = ", ".join(one["was"])
        yield Sentence("in force", SINCE[one["change"]], None, one["date"], "", one["document"], was)
