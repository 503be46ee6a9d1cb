"""The answers of the tools, as types; the protocol publishes them as schemas. The only importer of pydantic."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Reply(BaseModel):
    """What all answers have in common: each field is described by the text below it."""

    model_config = ConfigDict(use_attribute_docstrings=True, frozen=True)


class Passage(Reply):
    """A text of a document, with all that is needed to cite and to check it."""

    id: str
    """Its address; give it when you cite the text. show(id) has all of it."""
    name: str
    """Number and title."""
    document: str
    """Title of its document."""
    edition: str | None
    """The document's edition."""
    date: str | None
    """The day of the ruling, else of the document."""
    in_force: bool
    """False where something took its place; see superseded_by."""
    superseded_by: list[str]
    """Ids of what holds instead, or the key of the newer edition."""
    status: list[str]
    """What is to be known of it before you rely on it, in sentences; empty where nobody says anything of it."""
    newer: list[str]
    """Ids of texts on the same subject that are newer; read them before you answer."""
    see_also: list[str]
    """Ids of texts that only resemble it and may be about something else; they say nothing of whether it holds."""
    summary: str
    """Where it is only a summary: of which rule. Tell the person so, and do not quote it as the rule. Else empty."""
    why: str
    """Why it is in the answer."""
    text: str
    """The text; its beginning where whole is false."""
    whole: bool
    """Whether text is all of it."""
    doubts: list[str]
    """Parts of the text that may belong to another entry, each with both entries; say so when you cite them."""
    hash: str
    """SHA-256 of the whole text."""


class Near(Reply):
    """An entry that is close to what was asked for, and is something else."""

    id: str
    """Its address."""
    name: str
    """Number and title."""


class Searched(Reply):
    """A document that was searched."""

    key: str
    """Its key."""
    title: str
    """What it is called."""
    edition: str | None
    """Its edition."""


class Answer(Reply):
    """Texts that answer, or that nothing is known."""

    known: bool
    """False: these documents do not say it. Tell the person so; do not answer from memory."""
    said: str
    """The answer in one sentence."""
    passages: list[Passage]
    """The texts, best first."""
    total: int
    """How many there are; passages has the first of them."""
    near: list[Near]
    """Where nothing is known: what is close."""
    searched: list[Searched]
    """Where nothing is known: the documents that were searched."""


class Difference(Reply):
    """Words of two texts."""

    sign: Literal["=", "-", "+"]
    """= both have them, - only the rule or the older edition, + only the quotation or the newer edition."""
    words: str
    """The words."""


class Verdict(Reply):
    """Whether a rule exists and says what is quoted."""

    verdict: Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
    """Cite the rule only if it is true."""
    said: str
    """The verdict in one sentence."""
    passage: Passage | None
    """The rule."""
    differences: list[Difference]
    """Of a misquotation: what the rule says, with what it lacks and what it puts in."""
    found_in: list[Near]
    """Other rules that do say so."""
    near: list[Near]
    """What is close to a rule that is not there, or that it is unclear which is meant."""
    understood: str
    """What was understood, where the verdict is unclear or absent."""
    superseded_by: str | None
    """Id of what holds instead, or the key of the newer edition."""
    searched: list[Searched]
    """Where the rule is absent or unclear: the documents that were searched."""


class Change(Reply):
    """What became of an entry between two editions."""

    kind: Literal["changed", "added", "removed"]
    """What became of it."""
    said: str
    """The same in words, with its former number and title."""
    old: str | None
    """Its id in the older edition."""
    new: str | None
    """Its id in the newer edition."""
    name: str
    """Its number and title in the newer edition, else in the older."""
    differences: list[Difference]
    """The words of a changed text; empty elsewhere."""


class Changes(Reply):
    """What changed between two editions."""

    said: str
    """The answer in one sentence."""
    changes: list[Change]
    """The changes, in the order of the newer edition."""
    total: int
    """How many there are; offset asks for those after these."""


class Finding(Reply):
    """A citation that is not sound."""

    code: str
    """cite-absent, cite-stale (meant another edition), cite-wrong (names another rule), cite-misquoted."""
    line: int
    """The line of the text."""
    column: int
    """The column, from 1."""
    message: str
    """What is wrong."""
    suggestion: str | None
    """What to write instead, where that is sure."""


class Checked(Reply):
    """What became of the citations in a text."""

    said: str
    """The answer in one sentence."""
    findings: list[Finding]
    """Citations that are not sound."""
    total: int
    """How many findings there are."""


class Listed(Reply):
    """A document of the library."""

    key: str
    """Its key, for the parameter document, and for diff."""
    title: str
    """What it is called."""
    game: str | None
    """Its game."""
    edition: str | None
    """Its edition."""
    date: str | None
    """Its date."""
    in_force: bool
    """False where a newer edition is in the library."""
    superseded_by: str | None
    """Key of the next edition."""
    entries: int
    """How many entries it has."""


class Documents(Reply):
    """The documents of the library."""

    edition: str
    """Which state of the library answers."""
    documents: list[Listed]
    """The documents."""
