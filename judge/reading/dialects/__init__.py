"""How documents are written: one module a dialect, one row in the table below.

A dialect module has two functions:

    evidence(manuscript) -> float       how much a text looks like it, from 0 to 1
    read(manuscript, report) -> Sheet   its entries, in source order

Another package adds a dialect through the entry point group `judge.dialects`: the name of the entry point is the
dialect's, its value the module (docs/adding-a-dialect.md).
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from judge.core.diagnostics import Report
from judge.reading.drafts import Sheet, keep_all
from judge.reading.readers.manuscript import Manuscript

DIALECTS = {
    "questions": "judge.reading.dialects.questions.dialect",
    "outline": "judge.reading.dialects.outline.dialect",
    "glossary": "judge.reading.dialects.glossary.dialect",
    "rulings": "judge.reading.dialects.rulings.dialect",
    "plain": "judge.reading.dialects.plain.dialect",
}
"""Name and module of each dialect of our own; the first wins where two look equally likely."""


class Dialect(Protocol):
    """What a dialect module has."""

    def evidence(self, manuscript: Manuscript) -> float:
        """Return how much a text looks like this dialect, from 0 to 1."""

    def read(self, manuscript: Manuscript, report: Report) -> Sheet:
        """Read a text into drafts."""


def read_in_dialect(dialect: Dialect, manuscript: Manuscript, report: Report) -> Sheet:
    """Read a text in a dialect and account for what the dialect left out."""
    sheet = dialect.read(manuscript, report)
    keep_all(sheet, manuscript.source)
    return sheet


def dialects() -> dict[str, Dialect]:
    """Return every dialect by name, those of other packages behind our own."""
    from importlib.metadata import entry_points

    found = {name: cast(Dialect, import_module(module)) for name, module in DIALECTS.items()}
    for point in sorted(entry_points(group="judge.dialects"), key=lambda point: point.name):
        found.setdefault(point.name, cast(Dialect, point.load()))
    return found
