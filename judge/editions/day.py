"""What of a library is of a day: the editions of that day, texts that are dated later, and what nothing tells of.

Reads: records of documents, entries, references and marks. Writes: the same as they stand on a day.

    a document of that day or earlier     counts, but for those of its texts that are dated later
    a later document                      only its texts that are dated of that day or earlier count
    a document without a date             counts, and is named, because nothing tells whether it was there
    one of the same month or year         is left out as a later one, and is named, if it prints no day

A text that does not count keeps its place, without words, so that the numbers of rulings and blocks stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.core.dates import last_day
from judge.core.jsonl import Record

LATER = "not in the editions of that day"
"""Why a reference of an earlier text leads nowhere."""
WORDLESS: Record = {"text": "", "marks": [], "date": None, "source": None, "author": None, "doubt": None}
"""What is put in place of a text that does not count."""


class Day(NamedTuple):
    """A day, and the documents as they stand on it, by their keys in the order of the library."""

    date: str
    """As it was asked for; a month or a year is its last day."""
    current: tuple[str, ...]
    """Those of the day; of several editions the newest."""
    earlier: tuple[str, ...]
    """Editions that another had followed by then."""
    undated: tuple[str, ...]
    """Those of unknown date, which are counted."""
    unsure: tuple[str, ...]
    """Those dated by a month or a year in which the day is, which are not counted."""
    later: tuple[str, ...]
    """Those of a later day, which are not counted but for their texts of an earlier date."""
    followed_by: Mapping[str, str]
    """The next edition of that day, by the key of the earlier one."""
    documents: Sequence[Record]
    """The records of all documents, as they are today."""

    @property
    def counted(self) -> frozenset[str]:
        """The documents that count as a whole."""
        return frozenset((*self.current, *self.earlier, *self.undated))

    def record(self) -> Record:
        """Return the contract's JSON."""
        parts = ("current", "earlier", "undated", "unsure", "later")
        return {"date": self.date} | {part: list(getattr(self, part)) for part in parts}

    def is_later(self, document: str, block: Record) -> bool:
        """Tell whether a text does not count: dated later, or undated in a document that is later."""
        if block["date"]:
            return last_day(block["date"]) > last_day(self.date)
        return document not in self.counted


def day_of(documents: Sequence[Record], date: str) -> Day:
    """Return how documents stand on a day.

    Args:
        documents: their records.
        date: 2024-05-01, 2024-05 or 2024; the shorter is its last day.
    """
    by_key = {one["key"]: one for one in documents}
    standings = {key: _standing(one, _editions_before(one, documents), last_day(date)) for key, one in by_key.items()}
    counted = [key for key, standing in standings.items() if standing in ("current", "undated")]
    followed_by = {key: after for key in counted if (after := _next_counted(key, by_key, counted))}
    undated, unsure, later = (
        tuple(key for key in by_key if standings[key] == part) for part in ("undated", "unsure", "later")
    )
    return Day(
        date,
        tuple(key for key in by_key if standings[key] == "current" and key not in followed_by),
        tuple(key for key in by_key if standings[key] == "current" and key in followed_by),
        undated,
        unsure,
        later,
        followed_by,
        documents,
    )


def _standing(document: Record, before: Iterable[Record], day: str) -> str:
    """Return how one document stands on a day; an edition without a date is later where one before it is."""
    if document["date"]:
        if last_day(document["date"]) <= day:
            return "current"
        return "unsure" if day.startswith(document["date"]) else "later"
    return "later" if any(last_day(one["date"]) > day for one in before) else "undated"


def _editions_before(document: Record, documents: Sequence[Record]) -> Iterator[Record]:
    """Yield the editions that a document follows, the next before it first."""
    by_follower = {one["superseded_by"]: one for one in documents if one["superseded_by"]}
    seen = {document["key"]}
    while (document := by_follower.get(document["key"], document)) and document["key"] not in seen:
        seen.add(document["key"])
        yield document


def _next_counted(key: str, by_key: Mapping[str, Record], counted: Collection[str]) -> str | None:
    """Return the key of the next edition that counts, or None."""
    seen = {key}
    follower = by_key[key]["superseded_by"]
    while follower in by_key and follower not in seen:
        if follower in counted:
            return str(follower)
        seen.add(follower)
        follower = by_key[follower]["superseded_by"]
    return None


def document_of_day(day: Day, document: Record, last: int) -> Record:
    """Return a document's record as it stands on a day.

    Of one that is later there are only earlier texts: it has no date, and counts less than all others.
    """
    is_later = document["key"] not in day.counted
    standing = {"authority": last, "date": None} if is_later else {}
    return document | {"superseded_by": day.followed_by.get(document["key"])} | standing


def left_out(day: Day, entry: Record) -> frozenset[int]:
    """Return the indexes of an entry's blocks that do not count on a day; the one behind the last is its errata."""
    blocks = {index for index, block in enumerate(entry["blocks"]) if day.is_later(entry["document"], block)}
    whole = entry["document"] in day.counted
    return frozenset(blocks if whole else {*blocks, len(entry["blocks"])})


def entry_of_day(entry: Record, gone: Collection[int]) -> Record:
    """Return an entry's record in which some texts have no words."""
    blocks = [block | WORDLESS if index in gone else block for index, block in enumerate(entry["blocks"])]
    is_later = len(blocks) in gone
    return entry | {"blocks": blocks} | ({"errata": None, "facts": []} if is_later else {})


def terms_of_day(blocks: str, gone: Collection[int]) -> str:
    """Return the terms of an entry's blocks, a line each, without those of some."""
    return "\n".join("" if index in gone else line for index, line in enumerate(blocks.split("\n")))


def reference_of_day(
    reference: Record, stands: Callable[[str], str | None], formerly: Callable[[str], str | None]
) -> Record | None:
    """Return a reference as it leads on a day, or None where it is none then.

    Args:
        reference: its record.
        stands: returns the id of what an id means on that day: itself, the same in the edition of that day, or None.
        formerly: returns the id of what an entry was in the edition of that day, or None.
    """
    printed, _, part = (reference["target"] or "").partition("#")
    written_as = reference["written_as"]
    stood = (formerly if written_as else stands)(printed) if printed else None
    target = f"{stood}#{part}" if stood and part else stood
    if reference["kind"] == "counterpart":
        return reference if target == reference["target"] else None
    candidates = [id for id in reference["candidates"] if stands(id) == id]
    suggestion = stands(reference["suggestion"]) if reference["suggestion"] else None
    if stood and written_as and stood.rpartition(":")[2] == written_as:
        written_as = None
    known = {"target": target, "suggestion": suggestion, "candidates": candidates, "written_as": written_as}
    if reference["target"] and not target:
        return reference | known | {"status": "dangling", "reason": LATER}
    return reference | known


def superseded_of_day(
    day: Day, document: str, mark: Record, documents: Mapping[str, Record], by: str | None
) -> Record | None:
    """Return what superseded a text, or None where nothing had by a day.

    Args:
        day: the day.
        document: key of the document that the text stands in.
        mark: what superseded the text by now.
        documents: their records, by their keys.
        by: id of what had superseded it on the day; None where that was not there.
    """
    if mark["reason"] == "edition":
        follower = day.followed_by.get(document)
        return mark | {"id": by, "date": documents[follower]["date"]} if follower else None
    is_later = last_day(mark["date"]) > last_day(day.date)
    return None if is_later or (mark["id"] and not by) else mark
