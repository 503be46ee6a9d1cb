"""One rule and one quotation to a verdict, and what `judge verify` shows of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import judge
from judge.citations.verify import QuoteFinding, look_up, verify
from judge.cli import main
from judge.core.tokens import APOSTROPHES
from judge.opened_library import Library
from tests.support import write_collection

RULES = """# Harbour Rules 2.0 (2025)

1 Mooring

1.1 Ropes

A boat is tied with two ropes before anybody goes ashore. Ropes may be borrowed, unless the owner is asleep.

1.2 Knots

Any knot that holds may be used. It is not checked again - until the tide turns, nobody touches it.

2 Sailing

2.1 Going Ashore

The crew goes ashore in the order in which it came aboard.
"""


@pytest.fixture
def folder(tmp_path: Path, own_cache: Path) -> Path:
    """A collection with the rules above."""
    return write_collection(tmp_path, rules_md=RULES)


@pytest.fixture
def harbour(folder: Path) -> Iterator[Library]:
    """The same, opened."""
    with judge.open(corpus=[folder]) as library:
        yield library


@pytest.mark.parametrize("printed", "'’ʼ")
def test_any_sign_may_be_the_apostrophe(tmp_path: Path, own_cache: Path, printed: str) -> None:
    """In a quotation, in a name and in its elision; what is printed and what is typed need not be the same."""
    text = "# Harbour\n\n## King's Favour\n\nThe king's boat needn't wait for l'équipage.\n\n## Oars\n\nOars float.\n"
    write_collection(tmp_path, rules_md=text.replace("'", printed))
    with judge.open(corpus=[tmp_path]) as library:
        for sign in APOSTROPHES:
            quote = f"{sign}The king{sign}s boat needn{sign}t wait for l{sign}équipage{sign}"
            assert verify(library, f"king{sign}s favour", quote).verdict == "true"
            assert verify(library, "oars", quote).verdict == "wrong-rule"
            assert verify(library, "oars", f"Oar{sign}s sink.").verdict == "misquoted"
            assert library.find(f"King{sign}s Favour").title == f"King{printed}s Favour"
            assert library.search(f"equipage of the king{sign}s", 1)[0].row.title == f"King{printed}s Favour"


@pytest.mark.parametrize("marks", ["“”", "„“", "«»", "»«", "‘’", "‚‘", "‹›", '""', "``"])
def test_a_sentence_ends_before_any_closing_quotation_mark(marks: str) -> None:
    """What is left out there is another sentence, and turns nothing."""
    text = f"The harbour says: {marks[0]}A boat may stay.{marks[1]} Unless it leaks."
    assert look_up("A boat may stay", text).finding is QuoteFinding.EXACT
    assert look_up("A boat may stay", "A boat may stay, unless it leaks.").finding is QuoteFinding.TURNED


@pytest.mark.parametrize(
    ("locator", "quote", "verdict"),
    [
        ("1.1", None, "true"),
        ("9.9", None, "absent"),
        ("rule 9.9 of the Harbour Rules", None, "absent"),
        ("K9.9", None, "unclear"),
        ("9.9 Ropes", None, "unclear"),
        ("1.1 Going Ashore", None, "unclear"),
        ("1.1 Rope", None, "true"),
        ("the galley", None, "unclear"),
        ("rules:9.9", None, "absent"),
        ("nowhere:1.1", None, "unclear"),
        ("1.2", "It is not", "misquoted"),
        ("1.1", "the", "unclear"),
        ("9.9", "the", "unclear"),
        ("9.9", "Any knot that holds may be used.", "absent"),
        ("1.1", "tied with two ropes", "true"),
        ("ropes", "tied with two ropes", "true"),
    ],
)
def test_verdicts(harbour: Library, locator: str, quote: str | None, verdict: str) -> None:
    assert verify(harbour, locator, quote).verdict == verdict


@pytest.mark.parametrize(
    ("locator", "understood", "near"),
    [
        ("1.3", "1.3", "rules:1"),
        ("Harbour Rules, 1.3", "1.3", "rules:1"),
        ("1.1 Going Ashore", "1.1", "rules:1.1"),
        ("1.1 Going Ashore", "1.1", "rules:2.1"),
        ("9.9 Knots", "9.9", "rules:1.2"),
        ("knotts and bends", "", "rules:1.2"),
    ],
)
def test_what_is_not_there_says_what_was_understood(harbour: Library, locator: str, understood: str, near: str) -> None:
    found = verify(harbour, locator)
    assert (found.understood, found.id) == (understood, None)
    assert near in found.near


def test_a_number_is_absent_only_from_a_document_that_prints_such_numbers(tmp_path: Path, own_cache: Path) -> None:
    lettered = "# Harbour Penalties (2025)\n\nK1 Warnings\n\nK1.1 Shouting\n\nNobody shouts.\n\nK1.2 Rowing\n\nRow.\n"
    with judge.open(corpus=[write_collection(tmp_path, rules_md=RULES, penalties_md=lettered)]) as library:
        verdicts = {
            one: verify(library, one).verdict for one in ("K1.9", "1.9", "Harbour Penalties 1.9", "K1.1", "3.50$")
        }
    assert verdicts == {
        "K1.9": "absent",
        "1.9": "absent",
        "Harbour Penalties 1.9": "unclear",
        "K1.1": "true",
        "3.50$": "unclear",
    }


def run(folder: Path, *args: str) -> Result:
    """Run the command on a collection."""
    return CliRunner().invoke(main, ["--corpus", str(folder), "verify", *args])


@pytest.mark.parametrize(
    ("args", "code", "shown"),
    [
        (("1.1",), 0, "true: 1.1 Ropes"),
        (("1.1", "tied with two ropes"), 0, "true: 1.1 Ropes"),
        (("1.1", "tied with three ropes"), 1, "[-two-] {+three+}"),
        (("1.2", "in the order in which it came aboard"), 1, "it is in: 2.1 Going Ashore"),
        (("7.7", "anything"), 1, "there is no rule '7.7'"),
        (
            ("1.2 Ropes",),
            1,
            "it is unclear which rule '1.2 Ropes' means, or what it should say\n  understood: 1.2\n  near: 1.2 Knots",
        ),
    ],
)
def test_exit_codes_and_screens(folder: Path, args: tuple[str, ...], code: int, shown: str) -> None:
    result = run(folder, *args)
    assert (result.exit_code, shown in result.stdout) == (code, True), result.output


def test_the_record_has_the_fields_of_the_contract(folder: Path) -> None:
    record = json.loads(run(folder, "--json", "1.1", "tied with two ropes").stdout)
    assert (record["id"], record["verdict"], record["found_in"]) == ("rules:1.1", "true", [])
    assert record["hash"].startswith("sha256:")
