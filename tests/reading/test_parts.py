"""Parts of a document are told by their series, in any language."""

import pytest

from judge.library.parsing import ParsedDocument
from judge.references.targets import Targets
from judge.references.weighing import resolve
from tests.support import CASES, parse

RULES = "\n\n".join(f"{number}. The pilot counts all boats in lock {number} and moves one." for number in range(1, 7))


def read(text: str) -> ParsedDocument:
    """Read a text in whatever dialects it looks like."""
    return parse(text, "doc.md" if "# " in text else "doc.txt")


def kinds(text: str) -> list[tuple[str, str | None]]:
    """Return the kind and the title of every entry that has one, but for the rules."""
    return [(entry.kind, entry.title) for entry in read(text).entries if entry.title]


def test_a_title_that_nothing_marks_begins_a_part() -> None:
    terms = "\n\n".join(
        f"{name}\nWhat is said of this word takes a whole line of text." for name in "Bow Keel Mast Oar".split()
    )
    found = kinds(f"{RULES}\n\nWörter\n\n{terms}\n")
    assert found == [("part", "Wörter"), *(("term", name) for name in ("Bow", "Keel", "Mast", "Oar"))]


def test_questions_with_counts_keep_them_as_numbers() -> None:
    asked = "1) Darf ich segeln?\nJa.\n\n2) Darf ich warten?\nNein.\n\n3) Wer beginnt?\nAlle.\n"
    found = read(f"# Spiel\n\n## Fragen\n\n{asked}")
    assert [(one.kind, one.number, one.title) for one in found.entries if one.kind == "qa"] == [
        ("qa", "1", "Darf ich segeln?"),
        ("qa", "2", "Darf ich warten?"),
        ("qa", "3", "Wer beginnt?"),
    ]


def test_new_wordings_in_a_table_are_errata_in_any_language() -> None:
    rows = "\n".join(
        f"| {name} | Mueve dos cargas a otro muelle. | Mueve una carga a otro muelle. |"
        for name in ("Bote", "Ancla", "Vela")
    )
    text = f"# Cambios\n\n| Carta | Dice | Debe decir |\n| --- | --- | --- |\n{rows}"
    cards = [entry for entry in read(text).entries if entry.kind == "card"]
    assert [(one.title, one.errata and one.errata.text) for one in cards] == [
        (name, "Mueve una carga a otro muelle.") for name in ("Bote", "Ancla", "Vela")
    ]


def test_a_running_head_beside_bare_numbers_frames_pages() -> None:
    """The same rule under each chapter is not a frame, although its first number counts on."""
    chapters = "".join(
        f"{n}. Tides\n\n" + "".join(f"{n}-1-{m}. A ship sails with the tide.\n" for m in range(1, 9)) + f"\n{n}\n\n"
        "Tide Harbour Rules\n\n"
        for n in range(1, 8)
    )
    found = read(f"Tide Rules\n\n{chapters}8. Winds\n\n8-1. A wind blows.\n")
    assert len([entry for entry in found.entries if entry.number]) == 7 * 9 + 2
    assert {furniture.reason: len(furniture.lines) for furniture in found.furniture} == {
        "page number": 7,
        "running head": 7,
    }
    assert not any("Harbour" in block.text for entry in found.entries for block in entry.blocks)


def test_lines_of_japanese_are_joined_without_a_blank() -> None:
    found = read("規則\n\n船は港を\n出る。\n")
    assert found.entries[-1].blocks[-1].text == "船は港を出る。"


def numbers(text: str) -> list[str | None]:
    """Return the numbers of the entries that have one."""
    return [entry.number for entry in read(text).entries if entry.number]


LISTING = "".join(
    f"## {n}.0 Boats\n\n{n}.1 A boat floats.\n\n{n}.1.1 It turns.\n\n{n}.2 A boat has:\n\n" for n in (1, 2)
)
COUNTED = {
    "marks alone before an appendix": (
        (
            "I. Haven\n\nA. The pilot waits.\n\n1. It rains.\n\n2. It snows.\n\nB. The pilot sails.\n\n1. It blows.\n\n"
            "2. It calms.\n\nII. Sea\n\nA. The mate waits.\n\nAnhang A: Wind\n\nEr weht.\n\nAnhang B: Wasser\n\n"
            "Es steigt.\n\nAnhang C: Ebbe\n\nSie kommt.\n"
        ),
        "I I.A I.A.1 I.A.2 I.B I.B.1 I.B.2 II II.A Anhang_A Anhang_B Anhang_C",
    ),
    "rules in lower case, several in a row and the last": (
        "1 Boats\n\n1.1 a boat floats.\n\n1.2 boats turn.\n\n2 Locks\n\n2.1 A lock opens.\n\n2.2 locks close.\n",
        "1 1.1 1.2 2 2.1 2.2",
    ),
    "marks in brackets below a rule": (
        f"{LISTING}1) a bow.\n2) a keel.\n3) a mast.\n\n",
        "1.0 1.1 1.1.1 1.2 2.0 2.1 2.1.1 2.2 2.2.1 2.2.2 2.2.3",
    ),
    "marks after the sign of a list": (
        f"{LISTING}- 1) a bow.\n- 2) a keel.\n- 3) a mast.\n\n",
        "1.0 1.1 1.1.1 1.2 2.0 2.1 2.1.1 2.2",
    ),
    **{
        f"a sign before numbers: {sign}": (
            "".join(f"{sign}{n} Boats\n\n{sign}{n}.1 a boat floats.\n\n{sign}{n}.2 It turns.\n\n" for n in (1, 2, 3)),
            "1 1.1 1.2 2 2.1 2.2 3 3.1 3.2",
        )
        for sign in "§#№※"
    },
    "a letter with a stop": (
        "".join(f"{letter}. Boats\n\n{letter}.1 A boat floats.\n\n{letter}.2 It turns.\n\n" for letter in "ABC"),
        "A A.1 A.2 B B.1 B.2 C C.1 C.2",
    ),
    "a letter before numbers": ("# Regeln\n\nA1 Ein Boot.\n\nA2 Es fährt.\n\nB1 Ein Tau.\n", "A1 A2 B1"),
}
"""Texts, and the numbers of their entries."""


@pytest.mark.parametrize("name", COUNTED)
def test_entries_have_the_numbers_that_are_printed(name: str) -> None:
    text, found = COUNTED[name]
    assert numbers(text) == [number.replace("_", " ") for number in found.split()]


def test_chapters_may_count_through_the_parts_of_a_book() -> None:
    """In Markdown, their numbers look like those of lists, and the parts have numbers of their own."""
    parts = [("One", (1, 2)), ("Two", (3, 4)), ("Three", (5, 6))]
    book = "\n\n".join(
        f"# Part {word}: {word} Boats\n\n"
        + "\n\n".join(f"{n}. A boat moves {n} times.\n\n{n}.1 It stops.\n\n{n}.2 It turns." for n in chapters)
        for word, chapters in parts
    )
    assert numbers(book)[:7] == ["Part One", "1", "1.1", "1.2", "2", "2.1", "2.2"]
    found = {entry.number: entry for entry in read(book).entries}
    assert [found[number].parent for number in ("3", "5")] == ["doc:Part Two", "doc:Part Three"]


def test_an_introduction_holds_no_chapters() -> None:
    text = "About Boats\n===========\n\nBoats are old. Everyone likes them.\n\n1. Boats\n\n1.1 A boat floats.\n\n"
    text += "2. Locks\n\n2.1 A lock opens.\n"
    found = {entry.number or entry.title: entry.parent for entry in read(text).entries}
    assert (found["1"], found["2"]) == (None, None)


def test_numbers_that_begin_again_below_each_name_are_of_its_list() -> None:
    """A document without numbered rules has cards, and no sections `1`."""
    cards = "\n\n".join(
        f"{name}\n1. (2020-01-0{n}) It moves {n} times.\n2. (2020-02-0{n}) It stops."
        for n, name in enumerate(("Bow", "Keel", "Mast", "Oar"), 1)
    )
    found = read(f"Boats\n\nCard Rulings\n\n{cards}\n")
    shown = [(one.title, [block.date for block in one.blocks]) for one in found.entries if one.kind == "card"]
    assert shown[:2] == [("Bow", ["2020-01-01", "2020-02-01"]), ("Keel", ["2020-01-02", "2020-02-02"])]
    assert not [entry for entry in found.entries if entry.number]


def test_words_that_recur_and_name_what_the_heading_names_are_furniture() -> None:
    """`Sin aclaraciones.` below Aclaraciones says that there are none, in any language."""
    cards = "\n\n".join(
        f"## {name}\n\n{text}" for name, text in zip(("Ancla", "Bote", "Faro", "Remo"), TEXTS, strict=True)
    )
    found = read(f"# Barcos\n\n{RULES.replace('. The', '.1 The')}\n\n# Aclaraciones\n\n{cards}\n")
    assert [(one.kind, one.title) for one in found.entries][-4:] == [
        *(("card", name) for name in ("Ancla", "Bote", "Faro", "Remo"))
    ]
    assert [one.reason for one in found.furniture] == ["no rulings"] * 2


TEXTS = ("Mueve una vez.\n\nNo gira.", "Sin aclaraciones.", "Brilla de noche.\n\nNo de día.", "Sin aclaraciones.")


def test_pages_do_not_cut_what_is_told_by_its_form() -> None:
    """A question is whole, a ruling has its date, and a word its end."""
    filler = "\n".join(f"This is line {n} of what the pages have to say of boats." for n in range(20))
    cut = "Q: May a boat with two masts and a keel of iron turn\n\n- 1 -\n\nbefore it stops?\nA: Yes.\n\n"
    broken = "Q: May it wait?\nA: It may wait for the next tide, unless it car-\n\n- 3 -\n\nries iron.\n\n"
    pages = f"{cut}{filler}\n\n- 2 -\n\n{broken}{filler}\n\n- 4 -\n\nQ: Does it sink?\nA: No.\n"
    found = read(f"Questions\n\n{pages}")
    asked = [entry.title for entry in found.entries if entry.kind == "qa"]
    assert asked[0] == "May a boat with two masts and a keel of iron turn before it stops?"
    assert len(asked) == 3
    assert "unless it carries iron." in found.entries[-2].blocks[0].text


def test_a_long_title_of_japanese_is_none() -> None:
    """The first line of a wrapped rule has no blanks, and so looks like one word."""
    line = "船は水に浮き手番ごとに一度だけ進むことができるがその向きを変えることはできないものとし"
    rules = "\n\n".join(f"{n}.{m} {line}\n次の手番まで待つ。" for n in (1, 2) for m in (1, 2))
    assert [entry.title for entry in read(rules).entries] == [None] * 4


def test_a_contents_list_of_few_titles_is_one_below_its_heading() -> None:
    qa = "".join(f"**Does {n} move?**\n\nYes.\n\n" for n in ("it", "she", "he", "everyone"))
    terms = "".join(f"**{n}**\n\nA part of a boat.\n\n" for n in ("Bow", "Keel", "Mast", "Oar"))
    found = read(f"# Boats\n\n## Contents\n\nTerms\nQuestions\n\n## Terms\n\n{terms}## Questions\n\n{qa}")
    assert "table of contents" in {one.reason for one in found.furniture}
    assert [one.title for one in found.entries if one.kind in ("section", "part")] == ["Boats", "Terms", "Questions"]


def test_terms_stand_below_the_numbered_title_before_them() -> None:
    names = "Bass Cod Eel Pike Ray Salmon Tench Whiting".split()
    boats = "\n\n".join(
        f"## {number}.0 Boats of kind {number}\n\n{number}.1 Moves\n\nThe pilot moves a boat." for number in range(1, 4)
    )
    fish = "\n\n".join(f"{name}: It swims below a boat and counts for two." for name in names)
    found = read(f"# Boats\n\n{boats}\n\n## 4.0 Animals\n\nThey live.\n\n4.1 Fish\n\nThese are fish:\n\n{fish}\n")
    above = {entry.title: entry.parent for entry in found.entries if entry.kind == "term"}
    assert above == dict.fromkeys(names, "doc:4.1")


STEPS = (CASES / "parts" / "steps.md").read_text(encoding="utf-8")


def test_steps_are_known_by_their_numbers() -> None:
    """Each keeps its number and its title, and texts refer to them."""
    found = read(STEPS)
    numbers = {entry.id: entry.number for entry in found.entries}
    steps = [(one.number, one.title, numbers.get(one.parent or "")) for one in found.entries if one.kind == "step"]
    assert steps == [
        ("S1", "Choose a harbour", None),
        ("S2", "Fill the harbour", None),
        ("S3", "Draw", None),
        ("1", "Dawn", None),
        ("2", "Noon", None),
        ("2a", "Cast off", None),
        ("2b", "Arrive", None),
        ("3", "Dusk", None),
    ]
    assert [one.text for one in found.references] == ["Step 2b", "S2", "Step 1", "Step 9"]


def test_fields_before_the_text_say_what_the_document_is_and_are_no_part_of_it() -> None:
    found = read(STEPS)
    assert (found.document.title, found.document.edition) == ("Tidewater: Full Rules", "3")
    assert found.entries[0].lines[0][0] == 7
    assert [(one.lines, one.reason) for one in found.furniture] == [(((1, 5),), "mark-up")]


def test_a_title_between_two_rules_is_no_field() -> None:
    found = read("---\nTidewater: Rules\n---\n\n# The Tide\n\nIt turns.\n")
    assert "Tidewater: Rules" in {entry.title for entry in found.entries}


def test_a_step_of_several_lists_is_that_of_the_own_list_or_none() -> None:
    """Each list has a second step: rules inside of a list mean their own, and elsewhere none is chosen."""
    lists = "\n\n".join(
        f"## {name}\n\n**Step 1 — Begin.** The {name} begins.\n\n**Step 2 — Look.** See Step 1.\n\n"
        f"**Step 3 — End.** The {name} ends."
        for name in ("Tide", "Storm")
    )
    parsed = read(f"{lists}\n\n## Notes\n\nRepeat Step 1.\n")
    targets = Targets(parsed.entries, {"doc": None})
    found = [(one.reference.line, one.status, one.target) for one in resolve(parsed.references, targets)]
    entries = [entry.id for entry in parsed.entries if entry.title == "Begin"]
    assert [(status, target) for _, status, target in found] == [("ok", entries[0]), ("ok", entries[1])]


def test_letters_that_take_turns_before_numbers_are_of_questions() -> None:
    asked = "\n\n".join(f"F{n}: Darf Boot {n} warten?\n\nA{n}: Ja, bis es Abend wird." for n in range(1, 8))
    assert [entry.kind for entry in read(f"# Fragen\n\n{asked}\n").entries] == ["part", *["qa"] * 7]


def test_lists_below_cards_are_no_levels_of_rules_with_marks_alone() -> None:
    rules = "# Hafen\n\n## I. Boot\n\nA. Es fährt.\n\nB. Es hält.\n\n## II. See\n\nA. Er wartet.\n\nB. Er ruht.\n\n"
    cards = "".join(
        f"{name}\n\n1. Es gilt. (7.5.2022)\n\n2. Er ruht. (8.5.2022)\n\n" for name in ("Anker", "Boje", "Seil")
    )
    found = kinds(f"{rules}## III. Klarstellungen\n\n{cards}")
    assert [title for kind, title in found if kind == "card"] == ["Anker", "Boje", "Seil"]


def test_a_bold_line_before_another_form_begins_a_part() -> None:
    """Its items may look like such titles themselves."""
    rules = "\n\n".join(f"**{n}.1** Ein Boot fährt {n} Mal." for n in range(1, 9))
    cards = "".join(
        f"{name}\n\n- Es gilt nur hier. (7.5.2022)\n- Er ruht. (8.5.2022)\n\n" for name in ("Anker", "Boje", "Seil")
    )
    found = read(f"# Hafen\n\n{rules}\n\n**Klarstellungen**\n\n{cards}").entries
    part = next(entry for entry in found if entry.title == "Klarstellungen")
    assert [(one.kind, one.title) for one in found if one.parent == part.id] == [
        ("card", "Anker"),
        ("card", "Boje"),
        ("card", "Seil"),
    ]


def test_the_date_of_a_new_wording_is_no_part_of_it() -> None:
    cards = "\n\n".join(f"{name}\n[Erratum] Move one. (2020-01-02)" for name in ("Bow", "Keel", "Mast"))
    found = [one for one in read(f"{RULES}\n\nErrata\n\n{cards}\n").entries if one.errata]
    assert [(one.errata.text, [block.text for block in one.blocks]) for one in found if one.errata] == [
        ("Move one.", ["2020-01-02"])
    ] * 3
