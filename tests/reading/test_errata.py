"""Errata are read into fields by the labels of their game, and known by an errata list where the marker is lost."""

import pytest

from judge.opened_library import Library
from judge.reading.rulings.errata import Labels, split_errata
from tests.support import CASES, Case, parse_text, read_cases

LABELS = Labels(
    fields={"Cost": "cost", "Holds": "power", "Body": "body", "Speed": "speed", "Provides": "provides"},
    icons={"cost": "resources"},
    lists=("provides",),
    types=("Event", "Site", "Deep Site"),
    default_type="Ship",
)
TEXTS = list(read_cases(CASES / "errata.md"))


@pytest.mark.parametrize("case", TEXTS, ids=[case.title for case in TEXTS])
def test_an_errata_text_is_read_into_fields(case: Case) -> None:
    errata = split_errata(case.source, LABELS)
    fields = " ".join(f"{name}={value}" for name, value in sorted(errata.fields.items()))
    assert f"{fields} | {errata.text}".strip() == case.expected, case.where


def test_a_game_that_nothing_is_known_of_has_its_own_labels() -> None:
    errata = split_errata("Hero Mana: [Fire] 3 Attack: 2 Burns.", Labels())
    assert errata.fields == {"type": None, "subtitle": "Hero", "mana": 3, "mana icons": ["Fire"], "attack": 2}
    assert errata.text == "Burns."


LIST = """## Harbour Rulings

### Errata List

{listed}

### Cards:

**Ferry Site Cost: 1 Body: 2 It floats.**

No rulings

**Gull ERRATA Event Cost: 0 It flies.**

No rulings
"""


def test_a_cited_list_has_entries() -> None:
    listed = "".join(f"{n}. Gull: the cost is {n}. Item {4 - n} is older.\n\n" for n in (1, 2, 3))
    entries = parse_text(f"HARBOUR - LIST\nFor all ships.\n\n{listed}", None)[0].entries
    assert [(one.number, one.title) for one in entries if one.number] == [(n, None) for n in "123"]


def test_a_lost_marker_is_known_by_the_errata_list() -> None:
    """The heading of a listed card is cut behind its title; what the list says is kept as facts."""
    names = [f"Boat {number} (Sea) - HB" for number in range(8)]
    listed = "  \n".join(["Ferry (Sea) - HB TD", "Gull (Air) - HB", *names])
    parsed, _ = parse_text(LIST.format(listed=listed), "rulings")
    ferry = next(entry for entry in parsed.entries if entry.title == "Ferry")
    assert ferry.errata
    assert ferry.errata.text == "Site Cost: 1 Body: 2 It floats."
    assert " · ".join(map(str, ferry.facts)) == "Sea · HB TD · errata"


def test_a_card_of_the_errata_list_shows_its_facts(real: Library) -> None:
    assert " · ".join(map(str, real.find("Ho Chen").facts)) == "Masters · RW 7M · errata"
    assert real.find("Police Station").errata
