"""Superseded is what somebody states; likeness never is enough, and a person may decide."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.editions.currency import REVERSES
from judge.editions.errata_history import differences
from judge.opened_library import Library
from tests.editions.harbour import FILES, MANIFEST
from tests.support import history_of, opened, write_collection


@pytest.fixture
def harbour(tmp_path: Path, own_cache: Path) -> Path:
    """A folder with the documents of the harbour."""
    return write_collection(tmp_path / "harbour", **FILES)


def superseded(corpus: Path) -> dict[tuple[str, int | None], tuple[str | None, str]]:
    """Return what is superseded: entry and block, by what, and why."""
    found: dict[tuple[str, int | None], tuple[str | None, str]] = {}
    with Library([corpus]) as library:
        for record in map(json.loads, library.export()):
            if record["record"] == "entry":
                said = [(None, record), *enumerate(record["blocks"])]
                found |= {
                    (record["id"], place): (one["id"], one["reason"])
                    for place, part in said
                    for one in part["superseded_by"]
                }
    return found


def add_errata(harbour: Path, text: str) -> None:
    """Put errata of one rule, newer than all others, beside the documents of the harbour."""
    (harbour / "errata.md").write_text(f"# Tide Errata\n\n## 1.0 Fees\n\n{text}\n")
    row = '\n[[document]]\nfile = "errata.md"\nkey = "errata"\ngame = "Tide"\ndate = "2026"\ndialect = "outline"\n'
    (harbour / "corpus.toml").write_text(MANIFEST + row)


def test_words_of_a_text_supersede_the_entry_that_they_name(harbour: Path) -> None:
    add_errata(harbour, "Section 3.0 of the rulebook should read: Each harbour takes two coins.")
    assert superseded(harbour)["rules:3.0", None] == ("errata:1.0", "words")


def test_what_a_text_states_of_a_rule_in_part_leaves_it_in_force(harbour: Path) -> None:
    add_errata(harbour, "Despite section 3.0 of the rulebook, a ferry is free.")
    with Library([harbour]) as library:
        rule = next(one for one in map(json.loads, library.export()) if one.get("id") == "rules:3.0")
    assert not rule["superseded"]
    assert rule["relations"] == [
        {
            "kind": "excepts",
            "id": "errata:1.0",
            "block": 0,
            "quote": "Despite section 3.0 of the rulebook, a ferry is free.",
            "source": "errata:1.0",
            "date": "2026",
        }
    ]


def test_a_relation_supersedes_and_stands_beside(harbour: Path) -> None:
    row = '\n[[relation]]\nold = "faq:anchors"\nnew = "rules:1.0"\nkind = "overrules"\nby = "the harbour master"\n'
    (harbour / "corpus.toml").write_text(MANIFEST + row)
    assert superseded(harbour)["faq:anchors", None] == ("rules:1.0", "relation")
    with Library([harbour]) as library:
        link = library.entries.status("faq:anchors").newer[0]
    assert (link.relation, link.reason) == ("replaces", "it overrides this, says the harbour master")


def test_a_relation_that_says_none_supersedes_nothing(harbour: Path) -> None:
    row = '\n[[relation]]\nold = "faq:anchors"\nnew = "rules:1.0"\nkind = "none"\n'
    (harbour / "corpus.toml").write_text(MANIFEST + row)
    assert ("faq:anchors", None) not in superseded(harbour)


@pytest.mark.parametrize(
    ("text", "reverses"),
    [
        ("This is a reversal of the earlier ruling.", True),
        ("This reverses our previous ruling.", True),
        ("That overrules an older answer.", True),
        ("Contrary to the earlier ruling, it counts.", True),
        ("It reverses the order.", False),
        ("An earlier ruling stands.", False),
        ("It replaces a card.", False),
    ],
)
def test_rulings_that_say_that_they_reverse_another(text: str, reverses: bool) -> None:
    assert bool(REVERSES.search(text)) is reverses


# Errata


ERRATA = {
    "first_md": "# Tide Rulings 2007\n\n### Card-by-Card Rulings:\n\n**Ferry**\n\n"
    "Printed: It carries one.\n\nShould read: It carries two.\n\n**Lamp**\n\nIt shines.\n",
    "second_md": "# Tide Corrections 2011\n\n### Card-by-Card Rulings:\n\n**Ferry**\n\n"
    "Should read: It carries two ships.\n\n**Lamp**\n\nIt shines.\n",
    "corpus.toml": "".join(
        f'[[document]]\nfile = "{file}.md"\ngame = "Tide"\ndate = "{date}"\nkind = "rulings"\ndialect = "rulings"\n\n'
        for file, date in (("first", "2007"), ("second", "2011"))
    ),
}


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A card with errata in two documents."""
    yield from opened(tmp_path_factory, "ferry", **ERRATA)


def test_the_errata_of_a_card_have_a_history(ferry: Library) -> None:
    states = history_of(ferry, "second:ferry")
    assert [(one.date, one.text, one.current, one.applies) for one in states] == [
        (None, "It carries one.", False, "no"),
        ("2007", "It carries two.", False, "no"),
        ("2011", "It carries two ships.", True, "yes"),
    ]
    assert states[1].diff == (("=", "It carries"), ("-", "one."), ("+", "two."))
    assert states == history_of(ferry, "first:ferry")


def test_differences_are_in_words() -> None:
    assert differences(None, "It pays.") == ()
    assert differences("It pays.", "It pays.") == (("=", "It pays."),)
