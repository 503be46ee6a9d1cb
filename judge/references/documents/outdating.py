"""Which documents of a game may outdate which, and which only sum others up.

Reads: records of documents. Writes: yes or no, for links to newer texts, for what an entry is as of, for verdicts.

A document outdates another of its game only between two known dates. A digest outdates nothing, and nothing outdates
it. Documents on different subjects, as their titles tell, hold side by side: a rulebook and tournament rules, a penalty
guide or a list of cards. But what explains or corrects rules may be on a part of their subject.
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.references.documents.names import DIGEST, RULES, subject_of


def is_later(one: Record, other: Record) -> bool:
    """Tell whether a document is known to be of a later day than another; 2025 may be before 2025-06 or after it."""
    day, other_day = one["date"] or "", other["date"] or ""
    if day.startswith(other_day) or other_day.startswith(day):  # also where one is empty
        return False
    return last_day(day) > last_day(other_day)


def outdates(one: Record, other: Record) -> bool:
    """Tell whether what a document says on a subject is newer than what another of its game says on it."""
    if DIGEST in (one["kind"], other["kind"]) or not is_later(one, other):
        return False
    own, others = (set(subject_of(document["title"], document["game"])) for document in (one, other))
    return own == others or (other["kind"] != RULES and own < others)


def is_summary(document: Record, documents: Iterable[Record]) -> bool:
    """Tell whether a document is a digest of one that is among others."""
    return bool(sources_of(document, documents))


def sources_of(document: Record, documents: Iterable[Record]) -> list[Record]:
    """Return those of some documents that a digest sums up; one that names none is of the rules of its game."""
    if document["kind"] != DIGEST:
        return []
    if named := document["summarises"]:
        return [one for one in documents if one["key"] in named]
    return [one for one in documents if one["kind"] == RULES and one["game"] and one["game"] == document["game"]]
