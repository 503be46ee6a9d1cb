"""Dates, sources and authors are taken from beside a ruling, and no word of the ruling itself."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.model import Link, Mark, Place
from judge.reading.rulings.attribution import NO_CONVENTIONS, Attributed, Conventions, attributed, conventions_of
from judge.reading.text.rich_text import Text, line_at, lines_of, plain
from tests.support import CASES, Case, read_cases

TEXTS = list(read_cases(CASES / "attribution.md"))
PARTS = (
    *(
        "The copy keeps its name",
        ".",
        " ",
        "\n",
        "(",
        ")",
        "[",
        "]",
        " — ",
        "-",
        ":",
        ",",
        "2007-07-02",
        "[RTR 20070827]",
    ),
    *("Source: ", "per ", "J. Doe", "Jane Doe", "rules forum", "3 May 2021", "24.8.1", "https://example.org", "“", "”"),
)


def text_of(lines: Sequence[str], first: int = 1) -> Text:
    """Return lines as one text with hard breaks."""
    value, places = "", []
    for number, line in enumerate(lines, first):
        value += "\n" if value else ""
        places.append(Place(len(value), number))
        value += line
    return Text(value, tuple(places))


def shown(found: Attributed) -> str:
    """Return what is left of a text, and what was found."""
    named = (f"{name}={value}" for name, value in found._asdict().items() if name != "text" and value)
    told = " ".join(named)
    return f"{found.text.value}{' | ' if told else ''}{told}".strip()


@pytest.mark.parametrize("case", TEXTS, ids=[case.title for case in TEXTS])
def test_a_ruling_is_parted_from_what_stands_beside_it(case: Case) -> None:
    assert shown(attributed(text_of(case.source.split("\n")))) == case.expected, case.where


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_no_word_is_changed_and_no_line_is_lost(value: str) -> None:
    """What is left is made of parts of the text in their order, and it names every source line."""
    text = text_of(value.split("\n"), first=7)
    found = attributed(text)
    rest = iter(value)
    assert all(char in rest for char in found.text.value)
    assert set(lines_of(found.text.lines)) == set(lines_of(text.lines))
    again = attributed(found.text)
    assert again.text.value == found.text.value or len(found.text.value) < len(value)


def test_marks_and_places_follow_what_is_left() -> None:
    value = "2007-08-10: The copy\nkeeps its name. [RTR]"
    text = Text(
        value,
        (Place(0, 3), Place(21, 4)),
        (Mark(0, 10, "strong"), Mark(16, 20, "em"), Mark(37, 42, "em")),
        (Link(27, 36, "#name"),),
    )
    found = attributed(text, Conventions(sources=frozenset({"rtr"})))
    assert found == Attributed(found.text, "2007-08-10", "RTR", None)
    assert found.text.value == "The copy\nkeeps its name."
    assert [found.text.value[start:end] for start, end, _ in found.text.marks] == ["copy"]
    assert [found.text.value[start:end] for start, end, _ in found.text.links] == ["its name."]
    assert line_at(found.text.places, 0) == 3
    assert line_at(found.text.places, 9) == 4


def test_the_lines_of_an_attribution_stay_with_the_ruling() -> None:
    found = attributed(text_of(["3 May 2021", "The copy keeps its name.", "— Jane Doe, rules forum"], first=5))
    assert found.text.lines == ((5, 7),)
    assert line_at(found.text.places, 0) == 6
    assert (found.date, found.source, found.author) == ("2021-05-03", "rules forum", "Jane Doe")


@pytest.mark.parametrize(
    ("words", "source"),
    [
        ("source", "https://example.org/3"),
        ("Harbour FAQ 3 May 2021", "Harbour FAQ 3 May 2021"),
    ],
)
def test_a_link_behind_a_ruling_is_its_source(words: str, source: str) -> None:
    """Words that say nothing give way to the address."""
    value = f"The copy keeps its name. {words}"
    text = Text(value, (Place(0, 1),), (), (Link(25, len(value), "https://example.org/3"),))
    found = attributed(text)
    assert (found.text.value, found.source) == ("The copy keeps its name.", source)


def test_a_link_within_a_ruling_stays() -> None:
    value = "The copy keeps its name as the source"
    text = Text(value, (Place(0, 1),), (), (Link(31, 37, "https://example.org/3"),))
    assert attributed(text) == Attributed(text)


@pytest.mark.parametrize(
    ("ruling", "source"),
    [
        ("The copy keeps its name. [TOM 5.2]", "TOM 5.2"),
        ("The copy keeps its name (TOM).", "TOM"),
        ("[tom] The copy keeps its name.", "tom"),
        ("The copy keeps its name. [XYZ]", "XYZ"),
        ("The copy keeps its name. [Tide]", None),
        ("The copy needs [XYZ].", None),
    ],
)
def test_the_list_of_sources_tells_which_brackets_are_sources(ruling: str, source: str | None) -> None:
    """Without the list none of them is; with it, what looks like its abbreviations is one, too."""
    assert attributed(plain(ruling, 1)).source is None
    assert attributed(plain(ruling, 1), conventions_of([], ["TOM", "RTR"])).source == source


def test_the_dates_of_a_document_tell_their_order() -> None:
    rulings = ["The copy keeps its name. (8/10/2007)", "It flies. (12/25/2006)"]
    known = conventions_of(rulings)
    assert attributed(plain(rulings[0], 1), known).date == "2007-08-10"
    assert attributed(plain(rulings[0], 1), NO_CONVENTIONS).date == "2007"
