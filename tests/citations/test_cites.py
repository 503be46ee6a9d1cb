"""Citations in anybody's texts: what is found, and what is said of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import judge
from judge.citations.check import check, cites
from judge.citations.rulebooks import ANYTHING
from judge.core.jsonl import to_record
from judge.opened_library import Library
from tests.support import CASES, Case, read_cases, write_collection

RULES = """# Harbour Rules 2.0 (2025)

1 Boats

1.1 Mooring Ropes

A boat is tied with two ropes before anybody goes ashore. Ropes may be borrowed, unless the owner is asleep.

1.1.1a A rope has two ends.

1.1.1b An end is tied to a ring.

1.1.1c Rings are counted at noon.

1.2 Knots

Any knot that holds may be used. It is not checked again until the tide turns.

2 Sailing

2.1 Going Ashore

The crew goes ashore in the order in which it came aboard.

2.2 Weighing the Anchor

Three of the crew weigh the anchor while the others sing.
"""


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Library]:
    """The rules above, opened."""
    folder = write_collection(tmp_path_factory.mktemp("harbour"), rules_md=RULES)
    with judge.open(corpus=[folder]) as library:
        yield library


def shown(library: Library, name: str, text: str) -> list[str]:
    """Return the findings about a text, as the cases have them."""
    found = check(library, [(name, text)], ANYTHING).findings
    return [f"{one.line}:{one.column} {one.code} {one.suggestion or ''}".strip() for one in found]


@pytest.mark.parametrize("case", list(read_cases(CASES / "cites.md")), ids=lambda case: case.title)
def test_cases(harbour: Library, case: Case) -> None:
    name, _, text = case.source.partition("\n")
    assert shown(harbour, name, text + "\n") == case.expected.splitlines(), case.where


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("1.3.1: drawLantern, each nretnal", ["1.9.1"]),
        ("2.4: the oarknot of an oarloop, oarend and oarbight", ["2.11"]),
        ("1.9.1, 1.3.1: each lantern and nretnal", []),
        ("2.4: an oarknot", []),
        ("1.1.1: the player wins", []),
    ],
)
def test_words_tell_a_wrong_number(said: str, told: list[str], tmp_path: Path) -> None:
    """Those of any other titled section, or of a rule beside the one that is cited; two rules share theirs."""
    things = list(enumerate("anchor bell cable dory ferry gull hook jetty lantern mast oar pulley rope".split(), 1))
    titled = "".join(f"1.{n} {one.title()}\n\n1.{n}.1 A {one} has a {one[::-1]}.\n\n" for n, one in things)
    bare = "".join(f"2.{n} A {one}knot is a {one}loop, {one}end and {one}bight.\n\n" for n, one in things)
    with judge.open(corpus=[write_collection(tmp_path, rules_md=f"1 Things\n\n{titled}2 Knots\n\n{bare}")]) as library:
        assert [one.suggestion for one in cites(library, f"// rule {said}", name="a.rs").findings] == told


def test_a_finding_has_the_fields_of_the_contract(harbour: Library) -> None:
    (found,) = cites(harbour, "\nSee rule 1.9.", name="answer.md").findings
    assert to_record(found) == {
        "code": "cite-absent", "level": "warning", "document": "rules", "file": "answer.md", "line": 2, "column": 10,
        "message": "“1.9”: there is no such rule in Harbour Rules 2.0 (2025); the closest is “1 Boats”",
        "suggestion": None, "end_line": 2, "end_column": 13, "source_hash": harbour.documents()[0].source_hash,
        "certain": False,
    }  # fmt: skip


@pytest.mark.parametrize("said", [{"document": "no"}, {"game": "no"}, {"edition": "no"}])
def test_what_is_meant_must_be_there(harbour: Library, said: dict[str, str]) -> None:
    with pytest.raises(judge.CollectionError, match=r"there is no (?:document|game|edition) 'no'; choose one of"):
        cites(harbour, "rule 1.1", **said)


def test_a_rule_that_kept_its_number_is_cited_rightly_by_those_who_name_an_older_edition(tmp_path: Path) -> None:
    """Its text has changed; the number of the other one has."""
    older = RULES.replace("Rules 2.0 (2025)", "Rules 1.0 (2024)").replace("with two ropes", "with one rope")
    newer = RULES.replace("1.2 Knots", "1.2 Cleats\n\nA cleat is made of brass.\n\n1.3 Knots")
    folder = write_collection(tmp_path / "harbour", rules_1_md=older, rules_2_md=newer)
    with Library([folder], cache=tmp_path / "cache") as library:
        text = "As in the Harbour Rules, edition 1.0.\n\nSee rule 1.1 Mooring Ropes.\n\nSee rule 1.2 Knots.\n"
        assert shown(library, "wiki.md", text) == ["5:10 cite-stale 1.3"]
