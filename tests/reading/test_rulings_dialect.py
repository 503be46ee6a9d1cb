"""Lists of rulings are recognised in anybody's form, and nothing else is taken for one."""

from __future__ import annotations

import pytest

from judge.core.diagnostics import Report
from judge.reading.grammar.dialects import dialects
from judge.reading.readers.manuscript import Manuscript, manuscript
from judge.reading.source import read_source
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
    "terms with lists": "## {name}\n\n- What holds a ship.\n- It is made of iron.\n",
    "questions with dated answers": "## Does the {name} count?\n\nYes, it counts once. (2021-03-04)\n",
    "headed text": "## {name}\n\nIn 2021 it was the first of its kind.\n\nThe rest is said elsewhere.\n",
    "numbered rules with dates": "## 1.{number} {name}\n\nIt counts once a turn. (2021-03-04)\n",
    "a diary": "## {name}\n\n3 May 2021\n\nWe sailed on.\n\nIt rained.\n\nThe sea was rough.\n\nNobody slept.\n",
}


def looks(form: str, above: str = "", below: str = "") -> dict[str, float]:
    """Return how much a document of one form looks like each dialect."""
    entries = (form.format(name=name, number=number) for number, name in enumerate(NAMES, 1))
    text = read(above + "\n".join(entries) + below)
    return {name: dialect.evidence(text) for name, dialect in dialects().items()}


def read(text: str) -> Manuscript:
    """Cut a text into pieces."""
    return manuscript(read_source(text.encode(), Report()))


@pytest.mark.parametrize("form", RULED.values(), ids=RULED)
def test_a_list_of_rulings_is_recognised(form: str) -> None:
    found = looks(form, "# Harbour: all cards\n\n")
    assert max(found, key=found.__getitem__) == "rulings", found
    assert found["rulings"] >= 0.5


@pytest.mark.parametrize("form", OTHER.values(), ids=OTHER)
def test_nothing_else_is_taken_for_rulings(form: str) -> None:
    assert looks(form, "# Harbour\n\n")["rulings"] == 0.0


def test_rulings_at_the_end_of_another_text_do_not_make_it_a_list() -> None:
    chapters = "".join(f"## Chapter on {name}\n\n" + "Ships are moved here.\n\n" * 4 for name in NAMES)
    assert looks(RULED["lists with dates in front"], chapters)["rulings"] == 0.0


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


def test_a_table_says_what_was_printed() -> None:
    table = "| Card | Printed | Should read |\n| --- | --- | --- |\n| Crane | It lifts. | It lifts one card. |\n"
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
