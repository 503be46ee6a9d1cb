"""How well citations and quotations are judged, on texts whose truth is known, over the real documents."""

from collections import Counter
from pathlib import Path

import pytest

import judge
from judge.citations.check import Source, check
from judge.citations.rulebooks import Meant
from judge.citations.verify import verify
from judge.core.jsonl import Record
from judge.library import Library
from tests.cited_editions import write_editions
from tests.cited_texts import Text, Truth, texts
from tests.quotations import quotations

DOCUMENTS = ("shadowfist-rulebook", "ufs-rules", "l5r-rules")
SEED, SIZE = 31, 25
"""The seed, and the sentences of each text."""
FOUND = {"absent": "cite-absent", "wrong": "cite-wrong", "misquoted": "cite-misquoted", "stale": "cite-stale"}


def found_of(text: Text, findings: list[Record]) -> list[tuple[Truth, Record | None]]:
    """Return each citation of a text with the finding about it; of what is none, that in its sentence."""
    lines = [0]
    for line in text.text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    places = {lines[one["line"] - 1] + one["column"] - 1: one for one in findings if one["file"] == text.name}
    ends = [*(truth.start for truth in text.truths[1:]), len(text.text)]
    cited = {truth.start for truth in text.truths if truth.kind != "other"}
    pairs = []
    for truth, end in zip(text.truths, ends, strict=True):
        inside = (at for at in places if truth.start <= at < end and at not in cited)
        at = next(inside, None) if truth.kind == "other" else truth.start
        pairs.append((truth, places.get(at) if at is not None else None))
    return pairs


def test_citations_in_texts_of_many_kinds(real: Library) -> None:
    """Absent: precision 0.98; wrong: 0.95, recall 0.75; alarms on 0.5 % of the sound ones; no wrong correction."""
    counts: Counter[tuple[str, str]] = Counter()
    wrong_fixes = []
    for document in DOCUMENTS:
        made = texts(real.editions.records(document)[0], SEED, SIZE)
        findings = list(check(real, [Source(text.name, text.text) for text in made]).findings)
        for truth, finding in (pair for text in made for pair in found_of(text, findings)):
            counts[truth.kind, finding["code"] if finding else ""] += 1
            if finding and finding["suggestion"] not in (None, truth.meant):
                wrong_fixes.append((truth, finding["message"], finding["suggestion"]))
    assert not wrong_fixes
    precision, recall = measured(counts, "absent")
    assert (precision >= 0.98, recall >= 0.95) == (True, True), counts
    precision, recall = measured(counts, "wrong")
    assert (precision >= 0.95, recall >= 0.75) == (True, True), counts
    sound = sum(count for (kind, _), count in counts.items() if kind == "sound")
    assert sound - counts["sound", ""] <= 0.005 * sound + 1, counts


def measured(counts: Counter[tuple[str, str]], kind: str) -> tuple[float, float]:
    """Return precision and recall of a kind of finding."""
    right = counts[kind, FOUND[kind]]
    said = sum(count for (_, code), count in counts.items() if code == FOUND[kind])
    there = sum(count for (one, _), count in counts.items() if one == kind)
    return right / max(said, 1), right / max(there, 1)


def test_numbers_of_an_older_edition_that_is_named_are_given_the_new_ones(
    real: Library, tmp_path: Path, own_cache: Path
) -> None:
    """All citations of the texts are of the older edition; 0.95 of those that have changed get the right number."""
    made = write_editions(tmp_path / "editions", real.editions.records("shadowfist-rulebook")[0], SEED)
    right = changed = 0
    with judge.open(corpus=[made.folder]) as library:
        written = texts(library.editions.records("old")[0], SEED, SIZE, {"sound": 0.9, "other": 0.1})
        sources = [Source(text.name, text.text) for text in written]
        findings = list(check(library, sources, Meant(edition="1.0")).findings)
    for truth, finding in (pair for text in written for pair in found_of(text, findings)):
        if truth.kind != "sound" or truth.number not in made.became:
            continue
        new = made.became[truth.number]
        said = finding["suggestion"] if finding else None
        assert said in (None, new), (truth, finding)
        if new != truth.number:
            changed += 1
            right += finding is not None and finding["code"] == "cite-stale" and finding["suggestion"] == new
    assert changed > 50
    assert right + 1 >= 0.95 * changed, (right, changed)


@pytest.mark.thorough
@pytest.mark.parametrize("document", DOCUMENTS)
def test_true_and_false_quotations(real: Library, document: str) -> None:
    """Of 300 false ones 295, and of 100 true ones 99, have the right verdict; here a fifth of them a document."""
    drawn = quotations(real.editions.records(document)[0], SEED, true=20, false=60)
    missed = [one for one in drawn if verify(real, one.locator, one.quote).verdict not in one.verdicts]
    assert len(missed) <= 1, missed
    assert all(one.verdicts != ("true",) for one in missed)
