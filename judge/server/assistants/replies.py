"""The answers of the tools, as types; the protocol publishes them as schemas. The only importer of pydantic.

No field has words of documents but `quoted`. The schemas leave the meanings of fields to the instructions and to
docs/assistants.md, since an assistant reads all of them before its first question.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


def plain(schema: dict[str, Any]) -> None:
    """Take from a schema what repeats the names of its fields, and say "or null" in short."""
    schema.pop("title", None)
    schema.pop("description", None)
    for field in schema.get("properties", {}).values():
        field.pop("title", None)
        types = [one.get("type") for one in field.get("anyOf", ())]
        if len(types) == 2 and all(types) and types[1] == "null":
            first = field.pop("anyOf")[0]
            field |= first | {"type": types}


def plain_answer(schema: dict[str, Any]) -> None:
    """Make the schema of an answer plain: every field is always there, and a list that says no more has texts."""
    plain(schema)
    schema.pop("required", None)
    for field in schema.get("properties", {}).values():
        if field.get("items") == {"type": "string"}:
            del field["items"]


class Part(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(json_schema_extra=plain_answer, frozen=True)


class Reply(Part):
    """What all answers have in common."""

    quoted: str
    """All words of documents in this answer: JSON by id, between two lines that no document can know. Else empty."""
    doubts: list[str]
    """What is doubtful about a quotation, after its id: what was taken out, what may belong to another entry."""


class Passage(Part):
    """A text of a document, with what is needed to cite and to check it; its words are in `quoted` under its id."""

    id: str
    """Its address; give it when you cite the text. show(id) has all of it."""
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
    summary_of: str | None
    """Where it is only a summary: the id of the rule, or the key of its document. Do not quote it as the rule."""
    why: str
    """Why it is in the answer."""
    whole: bool
    """Whether the quotation is all of it, or only its beginning."""
    hash: str
    """SHA-256 of the whole text."""
    source_hash: str
    """SHA-256 of its file."""


class Answer(Reply):
    """Texts that answer, or that nothing is known."""

    known: bool
    """False: these documents do not say it. Tell the person so; do not answer from memory."""
    said: str
    """The answer in one sentence."""
    passages: list[Passage]
    """The texts, best first."""
    total: int
    """How many there are; passages has some of them."""
    near: list[str]
    """Ids of what is close, where nothing is known, or of what begins so."""
    searched: list[str]
    """Where nothing is known: keys of documents that were searched."""


class Verdict(Reply):
    """Whether a rule exists and says what is quoted; differences are in its quotation."""

    verdict: Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
    """Cite the rule only if it is true."""
    said: str
    """The verdict in one sentence."""
    passage: Passage | None
    """The rule."""
    found_in: list[str]
    """Ids of other rules that do say so."""
    near: list[str]
    """Ids of what is close to a rule that is not there, or that it is unclear which is meant."""
    understood: str
    """What was understood, where the verdict is unclear or absent."""
    superseded_by: str | None
    """Id of what holds instead, or the key of the newer edition."""
    searched: list[str]
    """Where the rule is absent or unclear: keys of documents that were searched."""


class Change(Part):
    """What became of an entry between two editions; its quotation is under its newer id, else the older."""

    kind: Literal["changed", "added", "removed"]
    """What became of it."""
    old: str | None
    """Its id in the older edition."""
    new: str | None
    """Its id in the newer edition."""


class Changes(Reply):
    """What changed between two editions."""

    said: str
    """The answer in one sentence."""
    changes: list[Change]
    """The changes, in the order of the newer edition."""
    total: int
    """How many there are; offset asks for those after these."""


class Finding(Part):
    """A citation that is not sound; its quotation, under LINE:COLUMN, says what is wrong and what to write."""

    code: str
    """cite-absent, cite-stale (meant another edition), cite-wrong (names another rule), cite-misquoted."""
    line: int
    """The line of the text."""
    column: int
    """The column, from 1."""
    source_hash: str
    """SHA-256 of the file of the rules that it cites."""


class Checked(Reply):
    """What became of the citations in a text."""

    said: str
    """The answer in one sentence."""
    findings: list[Finding]
    """Citations that are not sound."""
    total: int
    """How many findings there are."""


class Listed(Part):
    """A document of the library; its title, game and edition are in `quoted` under its key."""

    key: str
    """Its key, for the parameter document, and for diff."""
    date: str | None
    """Its date."""
    superseded_by: str | None
    """Key of the next edition; null where it is in force."""
    entries: int
    """How many entries it has."""
    source_hash: str
    """SHA-256 of its file."""


class Documents(Reply):
    """The documents of the library."""

    edition: str
    """The state of the library that answers."""
    documents: list[Listed]
    """The documents."""
    total: int
    """How many there are; offset asks for those after these."""
