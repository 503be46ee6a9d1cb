"""What begins an entry by the words around it: explained sentences, tables of facts, lists, counted headings."""

from collections.abc import Sequence

import pytest

from judge.core.diagnostics import Report
from judge.reading.document_reader import read_manuscript
from judge.reading.opening import manuscript
from judge.reading.text.drafts import Draft
from judge.reading.text.source import read_source

EXPLAINED = (
    ("Lanterns never burn underwater without permission.", "Without permission no lantern may burn underwater."),
    ("Drifting barrels always belong to their finder.", "Whoever finds a drifting barrel: to the finder it belongs."),
    ("Sleeping pilots cannot answer harbour signals.", "A harbour signal that sleeping pilots hear has no answer."),
    ("Broken rudders count towards repair limits.", "The repair limits count each broken rudder, old or new."),
)
OTHER = "Nobody at the quay had thought much about this before the long winter of the great regatta came."
NAMES = ("Ash", "Bay", "Cove", "Dune", "Ebb", "Fen", "Gulf", "Hill", "Isle", "Jetty")
HEAD = "# Harbour book\n\n## Families\n\n| Family | Boats |\n| --- | --- |\n"


def drafts(text: str) -> Sequence[Draft]:
    """Read a text with the grammar."""
    source = manuscript(read_source(text.encode(), Report()))
    return read_manuscript(source, Report()).sheet.drafts


def titles(text: str) -> list[str | None]:
    """Return the titles of the entries of a text."""
    return [draft.title for draft in drafts(text)]


def stated(explain: bool) -> str:
    """Write sentences alone in their lines, above texts that explain them or above others."""
    pairs = [(title, text if explain else OTHER) for title, text in EXPLAINED]
    return "".join(f"{title}\n\n{text} {OTHER}\n\n" for title, text in pairs)


def test_a_sentence_alone_is_a_title_where_the_text_below_says_its_words_again() -> None:
    assert {title for title, _ in EXPLAINED} <= set(titles(stated(True)))
    assert not {title for title, _ in EXPLAINED} & set(titles(stated(False)))


def test_a_row_of_a_table_is_a_term_only_if_it_says_something_in_a_sentence() -> None:
    facts = "".join(f"| {name} | Ferry (LS); Buoy (N2) |\n" for name in NAMES)
    meanings = "".join(f"| {name} | It floats on water. |\n" for name in NAMES)
    assert not set(NAMES) & set(titles(HEAD + facts))
    assert set(NAMES) <= set(titles(HEAD + meanings))


def test_numbers_filled_up_with_zeros_count_rules_wherever_they_are_left_out() -> None:
    ranges = (range(3), range(50, 54), range(100, 104))
    rules = [f"{number:03}. Boats wait at the quay.\n" for some in ranges for number in some]
    rules[:2] = ["000. Golden and silver rules\n", "001. Golden rule\n"]
    rules[7:7] = [f"053.{number}. Ships wait longer.\n" for number in (1, 2, 3)]
    numbers = [draft.number for draft in drafts("Harbour rules\n\n" + "".join(rules)) if draft.number]
    assert numbers == [rule.split(". ")[0] for rule in rules]


def test_counted_headings_go_on_behind_a_heading_of_their_level_and_keep_their_printed_numbers() -> None:
    phases = ("## 1. Dawn", "## 2. Work", "## Summary of work", "## 3. Dusk", "## 4. Night")
    chapters = ("# 1. Setting up", "# 2. The turn", *phases, "# 3. The end", "# 4. Scores")
    text = "".join(f"{heading}\n\nThe boats wait here for a while.\n\n" for heading in chapters)
    found = [(draft.number, draft.title, draft.parent and draft.parent.title) for draft in drafts(text)]
    assert ("3", "Dusk", "The turn") in found
    assert ("4", "Night", "The turn") in found
    assert ("3", "The end", None) in found
    assert ("4", "Scores", None) in found


def test_struck_wordings_in_a_list_are_errata_of_the_card_before_the_colon() -> None:
    text = (
        "# Corrections\n\nThese cards are printed wrong.\n\n"
        "* Night Gull: ~~At dawn~~ **At dusk**, move a boat.\n* Weir: Take a toll from ~~each~~ **one** player.\n"
    )
    assert {"Night Gull", "Weir"} <= set(titles(text))


RULINGS = "# Harbour Rulings\n\n### Card-by-Card Rulings:\n\n"


def test_a_sentence_with_a_date_behind_it_is_a_ruling_and_no_title() -> None:
    days = [f"20{year:02}/08/10" for year in range(1, 9)]
    said = "".join(f"It sails. ({day})\n\n{day}: It rests.\n\n" for day in days)
    found = drafts(RULINGS + "".join(f"**{name}**\n\n{said}" for name in NAMES[:2]))
    assert [draft.title for draft in found[2:]] == list(NAMES[:2])


def test_paragraphs_with_one_label_are_not_joined() -> None:
    said = "".join(f"They say: see {number}.1 for the\n\n" for number in (1, 2, 3))
    rules = "".join(f"{number}.1 Rule\n\nIt is one.\n\n" for number in (1, 2, 3))
    last = drafts(f"Harbour rules\n\n{rules}4.1 Ways\n\n{said}")[-1]
    assert [block.text[:8] for block in last.blocks] == ["They say"] * 3


def test_the_foot_of_a_page_between_dashes_is_no_item_of_a_list() -> None:
    found = drafts("Harbour rules\n\n1.1 Rule\n\nIt is one.\n\n- 2 -\n\n1.2 Rule\n\nIt is one.\n")
    assert [block.text for draft in found for block in draft.blocks] == ["It is one."] * 2


def test_an_appendix_is_no_term_of_the_glossary_above_it() -> None:
    terms = "".join(f"{name}\n\nIt floats on water.\n\n" for name in NAMES[:1])
    source = manuscript(read_source(f"{terms}Appendix II: Parts of a Card\n\nThere are parts.\n".encode(), Report()))
    found = read_manuscript(source, Report(), "glossary").sheet.drafts
    assert found[-1].kind == "appendix"


GLOSSARY = "3. Glossary\n\n" + "".join(f"\t{name}: A thing that ships have on board at sea.\n" for name in NAMES)
STATED = "".join(f"{title}\n\n{text} {OTHER}\n\n" for title, text in (EXPLAINED[0], *EXPLAINED[2:]))
NEW_RULINGS = (
    "4. New Rulings\n\nCove: A drifting buoy is nobody's, and a finder may keep it.\n\n"
    "Cove: A moored buoy is the harbour's, and stays where it is.\n\nMore is said of it here.\n\n"
    "Exceptions to the harbour rules: A light ship is no buoy.\n\n"
    "Special cases of the harbour rules: A wreck of a light ship is a buoy again.\n\n" + STATED
)
GERMAN = (
    "# Hafenbuch\n\n## Begriffe\n\n**Ebbe**: Was vom Meer geht.\n\n**Fahrt**: Was ein Schiff macht.\n\n"
    "## Klarstellungen\n\n**Ebbe**: Wer die Ebbe abwartet, zahlt nichts.\n\nDas gilt auch bei Nacht.\n\n"
    "**Ebbe**: Sie zählt nicht als Ankunft.\n\n**Fahrt**: Wer keine Fahrt macht, setzt eine Runde aus.\n"
)
ENGLISH_NAMES = ["Cove", "Cove", "Exceptions to the harbour rules", "Special cases of the harbour rules"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"{GLOSSARY}\n{NEW_RULINGS}", ENGLISH_NAMES),
        (f"{NEW_RULINGS.replace('4.', '1.')}{GLOSSARY.replace('3.', '2.')}", ENGLISH_NAMES),
        (GERMAN, ["Ebbe", "Ebbe", "Fahrt"]),
    ],
)
def test_a_name_below_the_title_that_announces_it_is_no_label_although_other_texts_begin_with_it(
    text: str, names: list[str]
) -> None:
    found = [
        draft for draft in drafts(text) if draft.parent and draft.parent.title in ("New Rulings", "Klarstellungen")
    ]
    assert [draft.title for draft in found[: len(names)]] == names
    assert {draft.kind for draft in found} == ({"card"} if text is GERMAN else {"ruling"})


def test_words_before_a_colon_below_several_names_are_labels_and_no_names() -> None:
    cards = "".join(f"**{name}**\n\nKosten: Drei Taler am Kai.\n\n{OTHER}\n\n" for name in NAMES[:4])
    assert "Kosten" not in titles(f"## Klarstellungen\n\n{cards}")
