"""What an answer on several cards or terms is made of: its parts, and their lines ready to be shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from judge.build.rows import Row
from judge.build.store import Store
from judge.core.jsonl import Record
from judge.editions.facts import NOTHING, said_of
from judge.references.digests import NOT_A_SUMMARY, summed_up
from judge.search.interactions.subjects import Subject, block_of
from judge.search.query_parsing import Scopes


class Bearing(NamedTuple):
    """One text that bears on the subjects."""

    row: Row
    block: int | None
    """Index of the block; one behind the last for errata; None for a whole entry."""
    reason: str
    closeness: int = 0
    """Among texts of one date, the smaller stands first."""


class InteractionLine(NamedTuple):
    """A text that bears on the subjects, ready to be shown."""

    id: str
    position: int
    document: Record
    name: str
    block: int | None
    kind: str
    date: str | None
    reason: str
    text: str
    doubt: Record | None = None
    """Where the place of the text among woven columns is not sure."""
    said: Record = NOTHING
    """What is said of it: the fields that facts fill."""
    layer: Record = NOT_A_SUMMARY
    """What it sums up."""

    def record(self) -> Record:
        """Return the contract's JSON for one line."""
        about = {"id": self.id, "document": self.document["key"], "title": self.name}
        about["edition"] = self.document["edition"]
        about |= {name: getattr(self, name) for name in ("block", "kind", "date", "reason", "text", "doubt")}
        return about | self.said | self.layer


class InteractionPart(NamedTuple):
    """What bears on the subjects for one kind of reason."""

    key: str
    heading: str
    lines: tuple[InteractionLine, ...]


class Interactions(NamedTuple):
    """The answer for several subjects."""

    subjects: tuple[Subject, ...]
    parts: tuple[InteractionPart, ...]

    def record(self) -> Record:
        """Return the contract's JSON for the whole answer."""
        return {
            "names": [{"name": one.name, "entries": [row.id for row in one.rows]} for one in self.subjects],
            "parts": [
                {"part": part.key, "heading": part.heading, "found": [line.record() for line in part.lines]}
                for part in self.parts
            ],
        }


def line_of(store: Store, about: Scopes, bearing: Bearing) -> InteractionLine:
    """Make a line of what bears: its text, its date, its address."""
    row = bearing.row
    record = store.record(row.id)
    document = about.documents[row.document]
    block: dict[str, Any] = {"kind": row.kind, "text": "", "date": None}
    id = row.id
    if bearing.block is None:
        first = record["blocks"][0] if record["blocks"] else {"text": "", "doubt": None}
        block |= {"text": first["text"], "doubt": first["doubt"]}
    else:
        block = block_of(record, bearing.block)
        rulings = sum(one["kind"] == "ruling" for one in record["blocks"][: bearing.block + 1])
        id = f"{row.id}#{rulings}" if block["kind"] == "ruling" else row.id
    reason = bearing.reason.replace("{kind}", block["kind"])
    date = block["date"] or document["date"]
    return InteractionLine(
        id,
        row.position,
        document,
        row.name,
        bearing.block,
        block["kind"],
        date,
        reason,
        block["text"],
        block.get("doubt"),
        said_of(store, row.id, bearing.block),
        summed_up(store, row),
    )
