"""Lists of rulings are recognised in anybody's form, and nothing else is taken for one."""

import pytest

from tests.reading.test_parts import read
from tests.support import parse_text

NAMES = ("Anchor", "Berth", "Crane", "Deck", "Eel", "Ferry", "Gull", "Hull")
RULED = {
    "lists with dates in front": "## {name}\n\n- (2021-03-04) It counts once.\n- 5 May 2021: It counts twice.\n",
    "paragraphs with dates behind": "**{name}**\n\nIt counts once a turn. (2021-03-04)\n\nSee Anchor\n",
    "attributed paragraphs": "### {name}\n\nIt counts once a turn. [RTR 20070827]\n\nIt stays there.\n",
    "words that there is nothing": "### {name}\n\nThere are no rulings.\n",
    "errata": "**{name} ERRATA Cost: 3 It counts once.**\n\nNo rulings\n",
}
OTHER = {
    "an alphabetical reference": "## {name}\n\nWhat holds a ship is called so.\n\nSee also Deck\n",
    "questions with dated answers": "## Does the {name} count?\n\nYes, it counts once. (2021-03-04)\n",
    "headed text": "## {name}\n\nIn 2021 it was the first of its kind.\n\nThe rest is said elsewhere.\n",
    "numbered rules with dates": "## 1.{number} {name}\n\nIt counts once a turn. (2021-03-04)\n",
    "a diary": "## {name}\n\n3 May 2021\n\nWe sailed on.\n\nIt rained.\n\nThe sea was rough.\n\nNobody slept.\n",
}


def kinds(form: str, above: str = "", below: str = "") -> list[str]:
    """Return the kinds of the entries of a document whose entries are all of one form."""
    entries = (form.format(name=name, number=number) for number, name in enumerate(NAMES, 1))
    return [entry.kind for entry in read(above + "\n".join(entries) + below).entries]


@pytest.mark.parametrize("form", RULED.values(), ids=RULED)
def test_a_list_of_rulings_is_recognised(form: str) -> None:
    assert kinds(form, "# Harbour: all cards\n\n") == ["part", *["card"] * len(NAMES)]


@pytest.mark.parametrize("form", OTHER.values(), ids=OTHER)
def test_nothing_else_is_taken_for_rulings(form: str) -> None:
    assert "card" not in kinds(form, "# Harbour\n\n")


def test_rulings_at_the_end_of_another_text_do_not_make_it_a_list() -> None:
    chapters = "".join(f"## Chapter on {name}\n\n" + "Ships are moved here.\n\n" * 4 for name in NAMES)
    found = kinds(RULED["lists with dates in front"], f"# Harbour\n\n{chapters}")
    assert "card" not in found[: 1 + len(NAMES)]


@pytest.mark.parametrize(
    ("text", "printed", "should_read"),
    [
        ("Printed: It lifts.\n\nNow reads: It lifts one card.", "It lifts.", "It lifts one card."),
        ("“It lifts.” should read “It lifts one card.”", None, None),
        ("Crane should read: “It lifts one card.”", None, "It lifts one card."),
        ("[Erratum] It lifts one card.", None, "It lifts one card."),
    ],
)
def test_what_a_card_printed_stands_beside_what_it_should_read(
    text: str, printed: str | None, should_read: str | None
) -> None:
    """A correction of some words is a ruling: what the whole card reads is not known from it."""
    parsed, _ = parse_text(f"# Rulings on cards\n\n## Crane\n\n{text}\n\n## Deck\n\nIt is dry. (2021)\n", "rulings")
    crane = next(entry for entry in parsed.entries if entry.title == "Crane")
    if should_read is None:
        assert crane.errata is None
        assert [block.kind for block in crane.blocks] == ["ruling"]
    else:
        assert crane.errata
        assert (crane.errata.printed, crane.errata.text) == (printed, should_read)
        assert not crane.blocks


def test_what_is_in_brackets_after_each_card_is_an_alias() -> None:
    cards = read("".join(f"{name} [B.{number}]\n- It counts once.\n\n" for number, name in enumerate(NAMES))).entries
    assert [(card.title, card.aliases) for card in cards] == [(n, (f"{n} [B.{i}]",)) for i, n in enumerate(NAMES)]


def test_a_table_says_what_was_printed() -> None:
    table = "| Card | Printed | Should read |\n| --- | --- | --- |\n| Deck | It is dry. | It is wet. |\n"
    table += "| Crane | It lifts. | It lifts one card. |\n"
    parsed, _ = parse_text(f"# Cards:\n\n{table}", "rulings")
    errata = parsed.entries[-1].errata
    assert errata
    assert (errata.printed, errata.text) == ("It lifts.", "It lifts one card.")


@pytest.mark.parametrize(
    ("dialect", "text"),
    [("rulings", "By the office.\n\n## Crane\n\nIt lifts.\n"), ("questions", "By us.\n\nQ. Why?\nA. So.\n")],
)
def test_front_matter_has_an_address_that_says_what_it_is(dialect: str, text: str) -> None:
    parsed, _ = parse_text(text, dialect)
    assert parsed.entries[0].id.endswith(":about-this-document")
    assert parsed.entries[0].kind == "part"
