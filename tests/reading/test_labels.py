"""Labels of shapes that only the document tells, and what it names itself: both witnesses of a reading."""

from __future__ import annotations

from pathlib import Path

import pytest

import judge
from judge.core.model import NamedAddresses
from tests.support import parse, write_collection

SHAPES = {
    "1a1b": ("{0})", "{0}a)", "{0}b)", "{0}b1)", "{0}b2)", "{0}b2a)", "{0}b2b)"),
    "signs": ("[{0}]", "[{0}_1]", "[{0}_2]", "[{0}_2/a]", "[{0}_2/b]", "[{0}_2/b.1]", "[{0}_2/b.2]"),
    "prefix": ("EV{0}.", "EV{0}-1.", "EV{0}-2.", "EV{0}-2_1.", "EV{0}-2_2.", "EV{0}-2_2a.", "EV{0}-2_2b."),
    "roman": ("§{1}:", "§{1}→i:", "§{1}→ii:", "§{1}→ii~I:", "§{1}→ii~II:", "§{1}→ii~II•a:", "§{1}→ii~II•b:"),
    "letters": ("({1})", "({1}:a)", "({1}:b)", "({1}:b-a)", "({1}:b-b)", "({1}:b-b.a)", "({1}:b-b.b)"),
}
"""What is printed before a chapter and its rules, for its number and its letter: two rules on each level."""


def rules(marks: tuple[str, ...], mark: str = "- ") -> str:
    """Print three chapters with such marks."""
    lines = ["# Tide"]
    for chapter, *below in ([one.format(number, letter) for one in marks] for number, letter in enumerate("ABC", 1)):
        lines += ["", f"## {chapter} Anchors", "", *(f"{mark}{one} The tide turns the boat." for one in below)]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("mark", ["- ", "", "### "])
@pytest.mark.parametrize("shape", SHAPES)
def test_labels_of_any_shape_are_numbers_below_each_other(shape: str, mark: str) -> None:
    entries = parse(rules(SHAPES[shape], mark), "tide.md").entries
    numbers = {entry.id: entry.number for entry in entries if entry.number}
    printed = [one.format(n, letter).strip("()[].§:") for n, letter in enumerate("ABC", 1) for one in SHAPES[shape]]
    assert list(numbers.values()) == printed
    parents = {entry.number: numbers.get(entry.parent or "") for entry in entries if entry.number}
    assert [parents[one] for one in printed[:7]] == [None, *(printed[place] for place in (0, 0, 2, 2, 4, 4))]


@pytest.mark.parametrize("mark", ["[{0}({1})]", "{0}|{1}.", "#{0}[{1}]:"])
def test_labels_that_follow_each_other_need_no_shorter_ones(mark: str) -> None:
    marks = [mark.format(letter, number) for letter in "ABC" for number in (1, 2, 3)]
    entries = parse("Tide\n\n" + "\n\n".join(f"{one} It turns the boat." for one in marks) + "\n", "tide.txt").entries
    known = [one.number for one in entries if one.number]
    assert known == [one.strip(".#:").removeprefix("[").removesuffix("]" * (one[0] == "[")) for one in marks]


def test_a_short_line_is_a_label_above_those_that_go_on_from_it() -> None:
    parts = (f"{one} Anchors\n\n{one}(i)/A It turns.\n\n{one}(i)/B It rests." for one in ("GP", "EV", "TR"))
    entries = parse("Tide\n\n" + "\n\n".join(parts) + "\n", "tide.txt").entries
    assert [one.number for one in entries if one.title == "Anchors"] == ["GP", "EV", "TR"]


@pytest.mark.parametrize(
    "lines",
    [
        ["2021-03-04: It turns.", "2021-03-05: It sails.", "2021-04-01: It rests."],
        ["1-2 boats sail.", "3-4 boats rest.", "5-6 boats turn."],
        ["4x4 boats sail.", "3x3 boats rest.", "9x9 boats turn."],
        ["1² is one.", "2² is four.", "3² is nine, as 3² is."],
        ["## 1v1 Mode", "## 2v2 Mode", "3v3 or 4v4 is short.", "## 3v3 Mode", "## 4v4 Mode"],
    ],
)
def test_what_only_looks_like_labels_is_text(lines: list[str]) -> None:
    entries = parse("# Tide\n\n## Anchors\n\n" + "\n\n".join(lines) + "\n", "tide.md").entries
    assert not any(entry.number for entry in entries)


def test_labels_are_cited_found_and_missed(tmp_path: Path) -> None:
    told = "See rule EV1-2_2a, [rule EV2-1](rules:rule:EV2-1), EV3-1–EV3-2 and rule EV2-9, not 3x3 boats."
    library = judge.open(write_collection(tmp_path, **{"tide.md": f"{rules(SHAPES['prefix'])}- EV3-3. {told}\n"}))
    cited = {one.text: one.target for one in library.references("tide:EV3-3") if one.source == "tide:EV3-3"}
    assert cited == {one: f"tide:{one}" for one in ("EV1-2_2a", "EV3-1", "EV3-2")} | {
        "rule EV2-1": "tide:EV2-1",
        "EV2-9": None,
    }
    assert library.find("ev1-2_2A").id == library.search("rule EV1-2_2a")[0].row.id == "tide:EV1-2_2a"


def test_parts_and_records_are_addresses() -> None:
    """`2.1(b)` in a sentence, beside the whole; two labels such as `1(a)`, if one is cited; numbers of records."""
    rules = parse("# Tide\n\n## 1 Sea\n\n- 1(a) It turns.\n- 1(b) It rests, as 1(a) and 2.1(b)(ii) say.\n", "tide.md")
    assert [one.number for one in rules.entries[1:]] + [one.name for one in rules.addresses] == [
        *("1", "1(a)", "1(b)", "2.1", "2.1(b)(ii)")
    ]
    numbered = parse('[{"number": "801", "text": "It turns."}, {"number": "802", "text": "It rests."}]', "tide.json")
    assert [one.name for one in numbered.addresses] == ["801", "802"]


def test_names_in_angle_brackets_are_addresses_of_their_headings() -> None:
    text = "# <tide-rules>Tide\n\n" + "".join(
        f"## <part-{one}><reef> {word} {one}: Reefs\n\n- {one}a) It turns.\n- {one}b) It rests.\n\n"
        for one, word in (("1", "Kapitel"), ("2", "Kapitel"), ("A", "Zusatz"))
    )
    titled = [(one.number, one.title, one.anchors[:1]) for one in parse(text, "tide.md").entries[1:] if one.title]
    assert titled == [(n, "Reefs", (f"part-{n}",)) for n in "12A"]
    assert parse("# Tide\n\n## <Half-Elf> Boats\n\nThey turn.\n", "tide.md").entries[1].title == "<Half-Elf> Boats"


@pytest.mark.parametrize(
    ("dialect", "addresses", "lost"),
    [
        ("plain", NamedAddresses(6, 0, ("1.2", "1.3", "2.2", "2.3", "3.2", "3.3")), []),
        ("outline", NamedAddresses(3, 3), ["1.3", "2.3", "3.3"]),
    ],
)
def test_a_document_whose_addresses_are_not_read_is_in_doubt_and_none_dangles(
    tmp_path: Path, dialect: str, addresses: NamedAddresses, lost: list[str]
) -> None:
    text = "# Tide\n\n" + "\n\n".join(f"{n}.{m} It rests, as rule {n}.{m + 1} says." for n in (1, 2, 3) for m in (1, 2))
    manifest = f'[[document]]\nfile = "tide.md"\ndialect = "{dialect}"\n'
    library = judge.open(write_collection(tmp_path, **{"tide.md": text, "corpus.toml": manifest}))
    (reading,) = [document.reading for document in library.documents()]
    assert (reading.addresses, bool(reading.doubts)) == (addresses, not lost)
    references = (one for one in library.everything() if isinstance(one, judge.Reference))
    assert [one.text for one in references if one.status == "dangling"] == lost
