"""Texts to findings: which citations of rules in them lead nowhere, to another rule, or say what the rule does not.

    found = cites(library, "As rule 12.2 says, ...", game="Tide")
    found.findings          records, as `judge cites --json` prints them

Reads: texts and an opened library. Writes: findings. What a citation looks like is learnt from all texts together, so
that those of one project are given in one call.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.citations.cited import Cited, find_cited
from judge.citations.judging import Judge, Judged
from judge.citations.rulebooks import ANYTHING, Meant, rulebooks
from judge.citations.scopes import Scopes
from judge.citations.texts.kinds import passages_of
from judge.core.jsonl import Record
from judge.library import Library
from judge.reading.source import LINE_END

ACCEPTED = re.compile(r"\bjudge:\s?ignore\b", re.IGNORECASE)
"""What a person writes behind a citation that is to be left alone, in the same line."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text in which rules may be cited."""

    name: str
    """Its path, as findings are to have it; its ending says how it is read."""
    text: str


@dataclass(frozen=True, slots=True)
class CitesReport:
    """What became of the citations in texts."""

    findings: tuple[Record, ...]
    """As the contract has them, in the order of the texts and their lines; `suggestion` is what is to stand in the
    place of the number, and None where that is not sure."""
    citations: int
    """How many were found."""


def cites(
    library: Library,
    text: str,
    *,
    name: str = "",
    document: str | None = None,
    game: str | None = None,
    edition: str | None = None,
) -> CitesReport:
    """Check the citations of rules in a text.

    Args:
        library: the opened library.
        text: prose, Markdown, HTML, a program, CSV or JSON.
        name: of its file: its ending says what it is; without one, its content does.
        document: key of the document that is cited; without it, the words and numbers tell.
        game: the game whose rules are cited.
        edition: the edition whose numbers are cited; without it, the newest.

    Raises:
        CollectionError: there is no such document, game or edition.
    """
    return check(library, [Source(name, text)], Meant(document, game, edition))


def check(library: Library, sources: Iterable[Source], meant: Meant = ANYTHING) -> CitesReport:
    """Check the citations of rules in texts that belong together.

    Args:
        library: the opened library.
        sources: the texts.
        meant: what is said of what they cite.

    Raises:
        CollectionError: there is no such document, game or edition.
    """
    books = rulebooks(library, meant)
    texts = [(source, cited_in(source, place)) for place, source in enumerate(sources)]
    judging = Judge(books, Scopes(books, [cited for _, cited in texts]))
    findings: list[Record] = []
    count = 0
    for source, cited in texts:
        judged = judging.judge(cited)
        count += judged.citations
        findings += _records(source, judged.findings)
    return CitesReport(tuple(findings), count)


def cited_in(source: Source, place: int) -> list[Cited]:
    """Return the numbers of a text that may cite rules."""
    found: list[Cited] = []
    block = 0
    for passage in passages_of(source.name, source.text):
        before = len(found)
        found += find_cited(f"\x00{place}", block, passage)
        block += len(found) > before
    return found


def _records(source: Source, judged: Sequence[Judged]) -> list[Record]:
    """Return findings with their places in the file."""
    if not judged:
        return []
    starts = [0, *(match.end() for match in LINE_END.finditer(source.text))]
    records: list[Record] = []
    for one in judged:
        start = one.cited.passage.origin(one.cited.reference.start)
        line = bisect_right(starts, start)
        if ACCEPTED.search(source.text, start, starts[line] if line < len(starts) else len(source.text)):
            continue
        column = start - starts[line - 1] + 1
        records.append(
            {
                "code": one.code.value,
                "level": one.code.levels[0],
                "document": one.document,
                "file": source.name,
                "line": line,
                "column": column,
                "message": one.message,
                "suggestion": one.suggestion,
                "end_line": line,
                "end_column": column + one.cited.end - one.cited.reference.start,
            }
        )
    return sorted(records, key=lambda record: (record["line"], record["column"]))
