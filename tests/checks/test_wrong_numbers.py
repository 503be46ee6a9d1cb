"""References whose number and words disagree are found, with the section that is meant; sound ones are left alone."""

from __future__ import annotations

from collections.abc import Callable

from judge.checks.wrong_numbers import WrongNumberCheck
from judge.core.model import Resolution
from judge.references.extraction import extract
from judge.references.resolution import resolve
from judge.references.targets import Targets
from tests.renumbering import document
from tests.support import parse_text

DOCUMENTS = 100


def judged(text: str) -> tuple[list[Resolution], dict[str, str]]:
    """Return the judged references of a text, and the number of each section's id."""
    parsed, _ = parse_text(text, "outline")
    targets = Targets(parsed.entries, {"doc": "Harbour"})
    numbers = {entry.id: entry.number or "" for entry in parsed.entries}
    return WrongNumberCheck(parsed.entries).judge(resolve(extract(parsed.entries), targets)), numbers


def test_renumbered_documents_are_seen_through(seeds: Callable[[int], range]) -> None:
    """Nine of ten stale references are told, and of those told hardly one is sound."""
    stale = told = right = suggested = 0
    for seed in seeds(DOCUMENTS):
        text, meant, chapters = document(seed)
        still = {section for chapter in chapters for section in chapter}
        resolutions, numbers = judged(text)
        for one in resolutions:
            section = meant.get((one.reference.line, one.reference.number or ""))
            if one.reference.kind != "number" or section is None:
                continue
            is_stale = section.number != one.reference.number or section not in still
            is_told = one.status in ("mislabelled", "dangling") and one.suggestion != one.target
            stale += is_stale
            told += is_told
            right += is_stale and is_told
            suggested += is_stale and is_told and numbers.get(one.suggestion or "") == section.number
    assert right / stale >= 0.90, f"{right} of {stale} stale references told"
    assert right / told >= 0.97, f"{right} of {told} told references are stale"
    assert suggested / right >= 0.90, f"{suggested} of {right} with the right suggestion"


TWICE = """1.0 Timing of Storms

They come (see 1.1).

1.1 Storm Warnings

A bell is rung before a storm.

1.2 Harbour Places

A captain chooses berths for the ships.

2.0 Ships

Before it sails, obey the storm warnings (1.1) and choose berths (1.1), then {}.
"""


def test_a_number_that_a_sentence_cites_twice_may_mean_its_neighbour() -> None:
    """Only where the first words are those of its title, and the second are at home in the neighbour alone."""
    for words, expected in (
        ("hoist the sail", [("ok", None), ("mislabelled", "1.2")]),
        ("ring the bell (1.1)", [("ok", None), ("mislabelled", "1.2"), ("ok", None)]),
    ):
        resolutions, numbers = judged(TWICE.format(words))
        last = [one for one in resolutions if numbers[one.reference.source] == "2.0"]
        assert [(one.status, numbers.get(one.suggestion or "")) for one in last] == expected
