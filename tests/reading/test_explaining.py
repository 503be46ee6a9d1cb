"""The document is the test of its own reading: what it cites, lists and counts must be there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from judge.build.collection import SourceFile
from judge.build.parsing import parse_document
from judge.core.diagnostics import Report
from judge.reading.drafts import Draft, Sheet
from judge.reading.parts import reading
from judge.reading.parts.explaining import explain, explains_more, numbers_cited
from judge.reading.readers.manuscript import manuscript
from judge.reading.rich_text import plain
from judge.reading.source import read_source
from tests.looks.comparing import compare, context
from tests.looks.documents import write
from tests.looks.sampling import looks

TEXT = "1.1 Tides\nSee 1.2 first.\n1.2 Locks\nA lock (1.1, 1.2) is shut; 7.4 is of another book.\n1.3 Boats\n1.9.1 too."
TAKEN_FOR_QUESTIONS = "format=markdown script=cyrillic labels=own rules=numbered scheme=brackets titles=all"


def sheet(*numbers: str, length: int = 10) -> Sheet:
    """Return a reading with entries of these numbers, each with a text."""
    drafts = [Draft("section", f"Rule {number}", [line], number) for line, number in enumerate(numbers, 1)]
    for draft in drafts:
        draft.add("text", plain("a" * length, draft.heading[0]))
    return Sheet(Report(), drafts)


def ways_read(monkeypatch: pytest.MonkeyPatch) -> list[reading.Way]:
    """Return a list that receives each way in which a document is read."""
    ways: list[reading.Way] = []
    once = reading._read

    def noted(way: reading.Way, *rest: Any) -> Any:
        ways.append(way)
        return once(way, *rest)

    monkeypatch.setattr(reading, "_read", noted)
    return ways


def test_only_numbers_that_this_text_may_have_are_asked_for() -> None:
    assert numbers_cited(manuscript(read_source(TEXT.encode(), Report()))) == ("1.2", "1.1", "1.2")


def test_a_reading_is_doubtful_where_what_is_cited_is_missing() -> None:
    text = manuscript(read_source(TEXT.encode(), Report()))
    assert explain(sheet("1.1", "1.2", "1.3"), text).cited == 1
    assert not explain(sheet("1.1", "1.2", "1.3"), text).is_doubtful
    assert explain(sheet("1.3", "1.4", "1.5"), text).is_doubtful


def test_letters_before_every_number_need_not_be_cited() -> None:
    text = manuscript(read_source(TEXT.encode(), Report()))
    found = explain(sheet("R1.1", "R1.2", "R1.3"), text)
    assert (found.cited, found.counted) == (1, 2)


@pytest.mark.parametrize(
    ("one", "other", "better"),
    [
        (("1.1", "1.2", "1.3"), ("1.1",), True),
        (("1.1",), ("1.1", "1.2", "1.3"), False),
        (("1.1", "1.2"), ("1.1", "1.2"), False),
    ],
    ids=["more", "less", "the survey's at even odds"],
)
def test_the_reading_that_explains_more_is_kept(one: Sequence[str], other: Sequence[str], better: bool) -> None:
    text = manuscript(read_source(TEXT.encode(), Report()))
    assert explains_more(sheet(*one), sheet(*other), text) is better


def test_numbered_rules_beside_many_questions_are_rules() -> None:
    look = next(look for look in looks() if str(look).startswith(TAKEN_FOR_QUESTIONS))
    found = compare(write(look, 1), look).shares["entries"]
    assert (found or 0.0) > 0.9


def test_a_document_that_leaves_no_doubt_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = ways_read(monkeypatch)
    rules = "\n\n".join(f"{n}.{m} The pilot counts boats in lock {n} (1.{m})." for n in (1, 2, 3) for m in (1, 2, 3))
    parse_document(SourceFile(Path("a.txt"), "a", {}), rules.encode(), context())
    assert [way.dialect for way in ways] == ["outline"]


def test_no_document_is_read_in_more_than_three_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = ways_read(monkeypatch)
    monkeypatch.setattr(reading, "_is_undecided", lambda _: True)
    parse_document(SourceFile(Path("a.txt"), "a", {}), TEXT.encode(), context())
    assert len(ways) == reading.MOST_WAYS


RULEBOOK = "# Harbour Feud\n\n" + "\n\n".join(f"## {n}. Rule\n\n{n}.1 Each boat waits in lock {n}." for n in (1, 2, 3))
GLOSSARY = "\n\n## Glossary\n\n**Anchor**: It holds.\n\n**Bell**: It rings.\n\n**Crane**: It lifts.\n"


def test_a_part_whose_heading_tells_its_kind_stays_one_in_a_named_dialect() -> None:
    source = SourceFile(Path("a.md"), "a", {"dialect": "outline"})
    parsed = parse_document(source, (RULEBOOK + GLOSSARY).encode(), context())
    assert parsed.document.dialect == "outline"
    assert ("dialect", "corpus.toml says so") in parsed.document.why
    assert [entry.title for entry in parsed.entries if entry.kind == "term"] == ["Anchor", "Bell", "Crane"]
    assert [part.dialect for part in parsed.reading.parts] == ["outline", "glossary"]


def test_a_text_is_read_as_a_person_says_whatever_it_looks_like() -> None:
    parsed = parse_document(SourceFile(Path("a.md"), "a", {"dialect": "plain"}), RULEBOOK.encode(), context())
    assert {entry.number for entry in parsed.entries} == {None}


def test_numbered_rules_are_read_though_a_series_of_short_lines_explains_all_of_them() -> None:
    """Few paragraphs have a number, and the many short lines without one would be the titles of sections."""
    rules = {"1.1": ("Gate", "Bell"), "1.2": ("Quay", "Crane"), "2.1": ("Rope", "Anchor"), "2.2": ("Mast", "Keel")}
    cited = "Rule {} says how the {} is kept. All of us look after it.\n\nA pilot helps.\n\nA guest waits outside."
    texts = (
        f"{number} Lock {number}\n\n" + "\n\n".join(f"{title}\n\n{cited.format(number, title)}" for title in titles)
        for number, titles in rules.items()
    )
    text = "Harbour Rules\n\n" + "\n\n".join(texts)
    parsed = parse_document(SourceFile(Path("a.txt"), "a", {}), text.encode(), context())
    assert [entry.number for entry in parsed.entries if entry.number] == list(rules)
