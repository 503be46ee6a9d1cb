"""What is new since a day: documents, entries that a new edition changed, and texts that print a date.

Reads: records of documents and of entries with dated blocks, and editions compared. Writes: `NewRecord`s of
docs/json.md: what is new of one entry stands together, its newest first, and the entry with the newest stands first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.core.names import citation, name_of
from judge.editions.comparison.changes import Comparison
from judge.editions.comparison.reports import told, worth_telling


def news(
    date: str, documents: Sequence[Record], dated: Iterable[Record], diff: Callable[[str, str], Comparison]
) -> list[Record]:
    """Return what is of a day or later, grouped by entry, newest first.

    Args:
        date: 2006-08-05, 2006-08 or 2006; the shorter counts as its first day.
        documents: records of all documents.
        dated: records of the entries that hold a dated block.
        diff: compares two editions, given their keys.
    """
    before = {document["superseded_by"]: document["key"] for document in documents if document["superseded_by"]}
    found: list[Record] = []
    for document in documents:
        if last_day(document["date"]) >= date:
            found.append(_document(document))
            if document["key"] in before:
                found += _changed(diff(before[document["key"]], document["key"]), document["date"])
    found += (record for entry in dated for record in _texts(entry, date))
    by_entry = [list(group) for _, group in groupby(sorted(found, key=_entry), key=_entry)]
    for group in by_entry:
        group.sort(key=lambda record: last_day(record["date"]), reverse=True)
    place = {record["entry"]: number for number, record in reversed(list(enumerate(found)))}
    by_entry.sort(key=lambda group: place[group[0]["entry"]])
    by_entry.sort(key=lambda group: last_day(group[0]["date"]), reverse=True)
    return [record for group in by_entry for record in group]


def _entry(record: Record) -> str:
    return str(record["entry"])


def _document(document: Record) -> Record:
    key = document["key"]
    about = {"what": "document", "id": key, "entry": key, "document": key, "title": document["title"]}
    return about | {"name": citation(document), "date": document["date"], "said": None, "text": ""}


def _changed(comparison: Comparison, date: str) -> Iterator[Record]:
    """Yield what a new edition changed: entries that are new, say something else, or are gone."""
    for change in worth_telling(comparison):
        section = change.new or change.old
        assert section, "a change has an entry of one edition at least"
        text = "\n".join(block["text"] for block in section.record["blocks"])
        yield _about(section.record, change.kind, section.id) | {"date": date, "said": told(change), "text": text}


def _texts(entry: Record, date: str) -> Iterator[Record]:
    """Yield the texts of an entry that are dated of a day or later."""
    ruling = 0
    for block in entry["blocks"]:
        ruling += block["kind"] == "ruling"
        if block["date"] and last_day(block["date"]) >= date:
            id = f"{entry['id']}#{ruling}" if block["kind"] == "ruling" else entry["id"]
            yield _about(entry, "text", id) | {"date": block["date"], "said": None, "text": block["text"]}


def _about(entry: Record, what: str, id: str) -> Record:
    known = {"what": what, "id": id, "entry": entry["id"], "document": entry["document"]}
    return known | {"title": entry["title"], "name": name_of(entry)}
