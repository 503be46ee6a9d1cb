"""The same text is read alike in every format: what its lists count is a number, and the trees agree."""

import itertools
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from judge.core.diagnostics import Report
from judge.core.model import Entry
from judge.library.manifest import SourceFile
from judge.library.parsing import ParsedDocument
from judge.pipeline import parse_alone
from judge.reading.opening import Hints, read_document_file
from judge.reading.text.manuscript import Piece
from tests.printing import FORMATS

EQUIPMENT = """\
# Harbour Duels

### I. Place

1. The place is level, and as wide as two boats are long.
2. The umpire marks its corners with lanterns that are lit.
3. Nobody but the duellists and the umpire may enter the place.

### II. Equipment

1. Each duellist wears a mask at all times, and shows it to the umpire.
2. The umpire turns away whoever wears none.
3. A duellist may borrow a mask from a friend.

#### Mask

1. The mask is whole and has no hole that a finger could enter.
2. The mask covers the neck as well, however warm the day is.
3. The mask is of wire, and the wire is painted black.

#### Gloves

1. The gloves cover the wrist.
2. The gloves are of one colour, which both duellists agree upon.
3. The gloves are dry when the duel begins.
"""
MARKED = ("md", "html", "docx", "pdf")
"""Formats that show what is a heading."""
COUNTING = ("md", "html", "docx")
"""Formats that count the items of lists themselves."""


def parsed(text: str, form: str) -> ParsedDocument:
    """Read a Markdown text as a file of a format."""
    ending, printed = FORMATS[form]
    return parse_alone(SourceFile(Path(f"duels{ending}"), "duels"), printed(text), ())


def numbers(entries: Sequence[Entry]) -> list[str]:
    """Return the numbers of entries that have one."""
    return [entry.number for entry in entries if entry.number]


@pytest.mark.parametrize("form", MARKED)
def test_what_a_list_counts_has_the_number_or_the_title_of_its_heading_before_it(form: str) -> None:
    entries = parsed(EQUIPMENT, form).entries
    lists = ("I", "II", "mask", "gloves")
    assert [number for number in numbers(entries) if "." in number] == [
        f"{one}.{n}" for one in lists for n in (1, 2, 3)
    ]
    first = next(entry for entry in entries if entry.number == "mask.1")
    assert [block.text for block in first.blocks] == ["The mask is whole and has no hole that a finger could enter."]


@pytest.mark.parametrize("form", MARKED)
def test_the_record_says_where_the_format_counts_the_number(form: str) -> None:
    entries = {entry.number: entry for entry in parsed(EQUIPMENT, form).entries}
    assert entries["mask.2"].counted is (form in COUNTING)


def test_former_ids_lead_to_what_they_named() -> None:
    former = dict(parsed(EQUIPMENT, "md").former)
    assert former["duels:1"] == "duels:mask.1"
    assert former["duels:1-2"] == "duels:gloves.1"


RULES = """\
# Harbour Rules

## 1. Rounds

A round has these parts, in this order.

1. Dawn, in which nothing is done.
2. Noon, in which ships sail to an island.
3. Dusk, in which they sail home again.
4. Night, in which all sleep.

## 2. Ships

A ship is in one of these states.

1. It sails, and whoever meets it fights it.
2. It rests in a harbour, and nobody fights it.
3. It is lost, and nobody sees it again.

## 3. Islands

An island has a harbour, and a harbour has a light.
"""


COUNTS = itertools.count(1)
GOING_ON = re.sub(r"^\d(?=\.)", lambda _: str(next(COUNTS)), EQUIPMENT, flags=re.MULTILINE)
NUMBERED = {
    "a list below a numbered rule counts rules": (RULES, "1 1.1 1.2 1.3 1.4 2 2.1 2.2 2.3 3"),
    "a list where the document prints numbers of its own is text": (
        RULES.replace("## 2. Ships", "### 1.1 Dawn\n\nNobody sails.\n\n### 1.2 Noon\n\nAll sail.\n\n## 2. Ships"),
        "1 1.1 1.2 2 2.1 2.2 2.3 3",
    ),
    "a list that points at rules elsewhere is text": (
        RULES.replace("is done.", "is done (2).").replace("an island.\n3", "an island (3).\n3"),
        "1 2 2.1 2.2 2.3 3",
    ),
    "numbers that go on from heading to heading": (
        GOING_ON.replace("I. Place", "Place").replace("II. Equipment", "Equipment"),
        " ".join(map(str, range(1, 13))),
    ),
    "an item that looks like a title": (
        EQUIPMENT.replace("1. The gloves cover the wrist.", "1. The gloves cover the wrist, or"),
        "I I.1 I.2 I.3 II II.1 II.2 II.3 mask.1 mask.2 mask.3 gloves.1 gloves.2 gloves.3",
    ),
}
"""Texts, and the numbers of their entries in every format that shows headings."""


@pytest.mark.parametrize("form", MARKED)
@pytest.mark.parametrize("name", NUMBERED)
def test_lists_count_rules_where_the_document_means_it(name: str, form: str) -> None:
    text, found = NUMBERED[name]
    assert numbers(parsed(text, form).entries) == found.split()


def pieces(text: str, form: str) -> Sequence[Piece]:
    """Return the pieces of a Markdown text as a file of a format."""
    ending, printed = FORMATS[form]
    return read_document_file(printed(text), Report(), Hints(f"duels{ending}", {}, {}, {})).pieces


@pytest.mark.parametrize("form", COUNTING)
def test_the_places_of_lists_are_told_as_the_format_counts_them(form: str) -> None:
    found = pieces("# List\n\n5. Five\n6. Six\n    1. Below six\n7. Seven\n\n- None\n", form)
    assert [(one.ordinal, one.level, one.is_counted) for one in found[1:]] == [
        (5, 0, True),
        (6, 0, True),
        (1, 1, True),
        (7, 0, True),
        (0, 0, False),
    ]


@pytest.mark.parametrize("form", MARKED)
def test_titles_in_the_order_of_the_alphabet_above_rules_are_no_terms(form: str) -> None:
    text = EQUIPMENT.replace("#### Mask", "**Arms**").replace("#### Gloves", "**Gloves**")
    more = "".join(
        f"\n**{title}**\n\n1. The {title} is clean when the duel begins.\n2. It is clean when the duel ends.\n"
        for title in ("Shirt", "Trousers", "Veil")
    )
    kinds = {entry.title: entry.kind for entry in parsed(text + more, form).entries}
    assert {kinds[title] for title in ("Arms", "Gloves", "Shirt", "Trousers", "Veil")} == {"section"}


def test_lists_in_letters_inside_of_counted_lists_are_read() -> None:
    inner = "<ol type=a><li>Shuffle as 2.1.b says.</li><li>Draw, see 1.1.a and 1.2.a.</li></ol>"
    page = f"<h1>Rules</h1><ol><li>Setup{inner}</li><li>Turn{inner}</li><li>End{inner}</li></ol>".encode()
    found = parse_alone(SourceFile(Path("rules.html"), "rules"), page, ()).entries
    assert {"1.a", "2.b", "3.a"} <= set(numbers(found))


MARKED_BY_LETTERS = """\
# Harbour Court

## I. The Court

### A. Who sits

#### 1. Judges

Three judges sit on the first day of each month, and hear whoever comes.

#### 2. Clerks

A clerk writes down what the judges say, and reads it to them.

### B. Who speaks

#### 1. Captains

A captain speaks for the whole crew, and nobody else does.

#### 2. Guests

A guest may speak if a captain asks for it, and may not speak twice.

## II. The Fees

### A. What is paid

#### 1. Fines

A fine is paid on the same day, in silver.
"""


@pytest.mark.parametrize("form", [*MARKED, "text", "wrapped"])
def test_a_number_below_a_mark_has_the_marks_above_it_before_it(form: str) -> None:
    found = numbers(parsed(MARKED_BY_LETTERS, form).entries)
    assert found == ["I", "I.A", "I.A.1", "I.A.2", "I.B", "I.B.1", "I.B.2", "II", "II.A", "II.A.1"]


ROMAN = " ".join(f"1.{n} 1.{n}.i 1.{n}.ii 1.{n}.iii" for n in (1, 2, 3))
MARKS = "i. The first of its rules.\n\nii. The second of its rules.\n\niii. The third.\n\n"
LETTERED = """\
# Rules

**1.1 Gusts.** A gust moves all ships.

**1.2 Calm.** Nothing moves while a calm lasts.

a. A calm ends at dawn.
b. It ends at dusk as well.
c. It ends with a gust.
d. No calm ends at noon.
"""
WRAPPED = """\
1.1 A captain who comes into the harbour does all of the following before
the first of the crew sets foot on the quay, in this order.
1) The captain hoists the flag of the port, and waits until the harbour
   master has answered it.
2) The captain names the ship, and says what it carries.
3) The captain pays.

1.2 A captain who leaves does nothing of this.
"""
CHAPTERS = """\
1. The yard is square.

1.1 A rule of chapter 1.

1.2 Another rule of it.

2. The sea is wide.

2.1 A rule of it.

2.2 One more.

3. The quay is long.

4. The dock is deep.
"""


@pytest.mark.parametrize(
    ("text", "forms", "found"),
    [
        ("".join(f"1.{n} A rule about the harbour and its walls.\n\n{MARKS}" for n in (1, 2, 3)), ["text"], ROMAN),
        (WRAPPED, ["text"], "1.1 1.1.1 1.1.2 1.1.3 1.2"),
        (CHAPTERS, ["md"], "1 1.1 1.2 2 2.1 2.2 3 4"),
        (LETTERED, FORMATS, "1.1 1.2 1.2a 1.2b 1.2c 1.2d"),
    ],
    ids=[
        "Roman marks below a number",
        "a list below a wrapped sentence",
        "chapters without rules at the end",
        "marks after line breaks of one paragraph",
    ],
)
def test_marks_below_a_number_have_it_before_them(text: str, forms: Iterable[str], found: str) -> None:
    assert {form: numbers(parsed(text, form).entries) for form in forms} == dict.fromkeys(forms, found.split())
