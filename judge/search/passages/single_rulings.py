"""The rulings of cards and topics one by one, where rulings are asked for (`--kind ruling`).

Reads: the entries that a step of the search found. Writes: in their place each of their rulings that may answer, judged
as if it were an entry of its own under the card's title. An entry that is itself one ruling stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.build.rows import RULING, Row, Terms
from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.core.numbering import part_at, part_in_words
from judge.references.names_in_texts import MARK
from judge.search.stages import BY_TEXT, RANKED, Found, Question
from judge.search.weights import DIGITS


def single_rulings(question: Question, found: Sequence[Found], wanted: frozenset[str], why: str) -> list[Found]:
    """Return the rulings of entries, best first; where the entries were found by name, in the order of the entries.

    Args:
        question: the query.
        found: the entries that a step found, in order.
        wanted: the terms of which a ruling must hold one where the texts of entries were searched.
        why: what the step says of its answers (`judge.search.stages.STEPS`).
    """
    store = question.compiled.store
    positions = [one.position for one in found]
    rows = {row.position: row for row in store.rows(positions)}
    terms = {one.position: one for one in store.terms(positions)}
    telling = wanted if why in RANKED else frozenset()
    rulings: list[Found] = []
    for one in found:
        row = rows[one.position]
        own = [one] if row.kind == RULING else _rulings(question, row, terms[one.position], telling)
        rulings += own if why == BY_TEXT else (ruling._replace(score=one.score) for ruling in own)
    return sorted(rulings, key=lambda one: -round(one.score, DIGITS)) if why == BY_TEXT else rulings


def _rulings(question: Question, row: Row, terms: Terms, wanted: frozenset[str]) -> Iterator[Found]:
    """Yield the rulings of an entry that are of the days asked for and hold one of the terms, if any are given."""
    record = question.compiled.store.record(row.id)
    lines = terms.blocks.split("\n")
    for place, block in enumerate(record["blocks"]):
        held = wanted.intersection(lines[place].replace(MARK, "").split())
        if (
            block["kind"] != RULING
            or not block["text"]
            or (wanted and not held)
            or not _is_of_the_days(question, row, block)
        ):
            continue
        judged = question.judgement.judge(row, terms._replace(blocks=lines[place]))
        if judged:
            yield Found(row.position, judged.score, judged, place, bool(block["date"]))


def _is_of_the_days(question: Question, row: Row, block: Record) -> bool:
    """Say whether a ruling, or its document where it has no date, is of the day or later that is asked for."""
    date = block["date"] or question.about.documents[row.document]["date"]
    return not question.query.since or last_day(date) >= question.query.since


def row_of_part(row: Row, record: Record, place: int) -> Row:
    """Return the row of a part of an entry: that of the entry, with the part's id and name, and the kind of a ruling.

    Args:
        row: the entry's row.
        record: the entry's record.
        place: which of its blocks the part is, from 0.
    """
    part = part_at(place, [block["kind"] for block in record["blocks"]])
    kind = RULING if part.isdecimal() else row.kind
    return row._replace(id=f"{row.id}#{part}", kind=kind, name=f"{row.name}, {part_in_words(part)}")
