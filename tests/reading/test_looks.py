"""Rules documents in every way in which publishers write are read; what writes and measures them is sound."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import cast

from judge.build.collection import SourceFile
from judge.build.parsing import ParsedDocument, parse_document
from judge.core.model import Block, Entry, EntryKind, Errata, Furniture
from tests.looks.choices import CHOICES, HELD_VALUES, Look
from tests.looks.comparing import MEASURES, Comparison, context
from tests.looks.documents import Generated, write
from tests.looks.measure import mean, measure
from tests.looks.pen import Unit
from tests.looks.sampling import HELD, OPEN, held, looks

LEAST = {
    "entries": 0.98,
    "titles": 0.98,
    "kinds": 0.97,
    "parents": 0.97,
    "exact": 0.98,
    "kept": 0.99,
    "furniture": 0.9,
    "rulings": 0.8,
    "errata": 0.8,
}
"""Means that the reading must reach over any sample of the looks; raise them when it gets better."""
MOST = {"surplus": 0.03, "glued": 0.02}
"""Means that it must not exceed."""


def chosen(all_: tuple[Look, ...], count: int) -> list[Look]:
    """Draw some of the looks, the same each time."""
    return random.Random(16).sample(all_, count)


def assert_read(found: list[Look]) -> None:
    """Assert that looks are read as well as the limits above say."""
    measured = measure(found)
    means = {name: mean(measured, name) or 0.0 for name in MEASURES}
    assert {name: value for name, value in means.items() if value < LEAST.get(name, 0.0)} == {}
    assert {name: value for name, value in means.items() if value > MOST.get(name, 1.0)} == {}


def test_documents_of_all_looks_are_read(seeds: Callable[[int], range]) -> None:
    assert_read(chosen(looks(), len(seeds(OPEN))))


def test_documents_of_the_looks_held_back_are_read(seeds: Callable[[int], range]) -> None:
    assert_read(chosen(held(), min(HELD, 2 * len(seeds(HELD)))))


def test_every_pair_of_values_comes_together() -> None:
    """All pairs of open values are in the open looks, and no held value is."""
    found = looks()
    assert len(found) >= OPEN
    assert len(held()) >= HELD
    names = list(CHOICES)
    values = {name: set(CHOICES[name]) - set(HELD_VALUES.get(name, ())) for name in names}
    for one, other in combinations(names, 2):
        pairs = {(getattr(look, one), getattr(look, other)) for look in found}
        assert pairs == {(x, y) for x in values[one] for y in values[other]}


def test_held_looks_have_what_no_open_look_has() -> None:
    for name, values in HELD_VALUES.items():
        assert set(values) <= {getattr(look, name) for look in held()}
        assert not set(values) & {getattr(look, name) for look in looks()}


def test_documents_are_the_same_each_time() -> None:
    look = looks()[3]
    assert write(look, 1) == write(look, 1)
    assert write(look, 1).text != write(look, 2).text


def rightly_read(document: Generated) -> ParsedDocument:
    """Return what a program that reads everything rightly makes of a document."""
    entries = [_entry(index, unit) for index, unit in enumerate(document.units)]
    parsed = parse_document(SourceFile(Path("a.md"), "doc", {}), b"# Tides", context())
    furniture = tuple(Furniture("doc", ((line, line),), "furniture") for line in sorted(document.furniture))
    return replace(parsed, entries=tuple(entries), furniture=furniture)


def _entry(index: int, unit: Unit) -> Entry:
    text = unit.text
    if unit.rulings or unit.erratum is not None:
        text = ""
    return Entry(
        id=f"doc:{index}",
        document="doc",
        kind=cast(EntryKind, "section" if unit.kind == "part" else unit.kind),
        number=unit.number,
        title=unit.title,
        lines=((unit.line, unit.line),),
        parent=None if unit.parent is None else f"doc:{unit.parent}",
        blocks=(
            *((Block("text", text, ((unit.line, unit.line),)),) if text else ()),
            *(Block("ruling", ruling.text, ((unit.line, unit.line),), date=ruling.date) for ruling in unit.rulings),
        ),
        errata=None if unit.erratum is None else Errata(unit.erratum, {}),
    )


def test_what_is_read_wrongly_measures_as_wrong() -> None:
    """Each measure sees what it is there for."""
    look = Look(glossary="colon", cards="heading", errata="lines", dates="iso-end", furniture="page-of")
    document = write(look, 2)
    right = rightly_read(document)
    last = right.entries[-1]
    term = next(index for index, unit in enumerate(document.units) if unit.kind == "term")
    card = next(index for index, unit in enumerate(document.units) if unit.rulings)
    more = Block("text", "this text belongs to another entry", ((1, 1),))

    def worse(index: int, **changes: object) -> dict[str, float | None]:
        entries = list(right.entries)
        entries[index] = replace(entries[index], **changes)  # type: ignore[arg-type]
        return Comparison(document, replace(right, entries=tuple(entries))).scores().shares

    def below(shares: dict[str, float | None], *names: str) -> bool:
        return all((share := shares[name]) is not None and share < 1 for name in names)

    assert below(worse(0, number="77"), "entries")
    assert (worse(0, number="77")["surplus"] or 0) > 0
    assert below(worse(0, title="Another"), "titles")
    assert below(worse(term, kind="section"), "kinds")
    assert below(worse(term, parent=None), "parents")
    assert below(worse(term, blocks=()), "exact", "kept")
    assert (worse(term, blocks=(*right.entries[term].blocks, more))["glued"] or 0) > 0
    assert below(worse(card, blocks=tuple(replace(b, date=None) for b in right.entries[card].blocks)), "rulings")
    assert below(worse(len(right.entries) - 1, errata=replace(last.errata or Errata("", {}), text="")), "errata")
    assert below(Comparison(document, replace(right, furniture=())).scores().shares, "furniture")
