"""What is said of a text beside it: one kind of row for all of it, and the fields of records that are made of them.

newer           the next edition, a text that says that it replaces this one, a text headed by the same subject
see_also        a text that only resembles this one
superseded_by   why a text is not in force any more, and what is instead
relations       what another text states of this one explicitly: it amends it, it makes an exception
since           the edition in which it changed, or since which it has been the same
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

from judge.core.jsonl import Record

FactField = Literal["newer", "see_also", "superseded_by", "relations", "since"]
FIELDS: tuple[FactField, ...] = get_args(FactField)
"""The fields of a record in which facts are."""
OfBlocks = Mapping[int | None, Record]
"""The fields of an entry as a whole (None), and of those of its blocks of which something is said."""


class Fact(NamedTuple):
    """What is said of an entry, or of one of its blocks."""

    id: str
    block: int | None
    """Index of the block; None for the entry as a whole."""
    field: FactField
    other: str | None
    """Id of the other text's entry; None where that is not in the library."""
    record: Record
    """The contract's JSON."""

    @property
    def is_edition(self) -> bool:
        """Whether a later edition took the place of the text."""
        return self.field == "superseded_by" and self.record["reason"] == "edition"


def fields(facts: Iterable[Fact]) -> Record:
    """Return the fields of a record that facts fill, best first, and `superseded`."""
    found: Record = {field: [] for field in FIELDS}
    for fact in facts:
        found[fact.field].append(fact.record)
    return found | {"superseded": bool(found["superseded_by"])}


NOTHING: Record = fields(())
"""The fields of a text of which nothing is said."""


def by_block(facts: Iterable[Fact]) -> OfBlocks:
    """Return the fields of an entry and of its blocks, out of the facts about it."""
    found: dict[int | None, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.block].append(fact)
    return {block: fields(some) for block, some in found.items()}


def by_entry(facts: Iterable[Fact]) -> dict[str, OfBlocks]:
    """Return the fields of entries and their blocks, by the ids of the entries."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.id].append(fact)
    return {id: by_block(some) for id, some in found.items()}


def fields_of(record: Record) -> OfBlocks:
    """Return the fields of an entry's record and of its blocks, as `with_facts` put them in."""
    told = [(None, record), *enumerate(record["blocks"])]
    return {block: {name: one[name] for name in NOTHING} for block, one in told if any(one[name] for name in FIELDS)}


def with_facts(record: Record, said: OfBlocks) -> Record:
    """Return an entry's record with the fields of itself and of its blocks."""
    blocks = [block | said.get(index, NOTHING) for index, block in enumerate(record["blocks"])]
    return record | {"blocks": blocks} | said.get(None, NOTHING)


def beside(said: OfBlocks, block: int | None = None) -> Record:
    """Return the fields of an entry, or of one of its blocks: what is said of the block itself, else of its entry.

    A block is not in force where its entry is not.
    """
    whole = said.get(None, NOTHING)
    if block is None:
        return whole
    own = said.get(block, NOTHING)
    gone = [*whole["superseded_by"], *own["superseded_by"]]
    stands = {field: own[field] or whole[field] for field in FIELDS}
    return stands | {"superseded_by": gone, "superseded": bool(gone)}
