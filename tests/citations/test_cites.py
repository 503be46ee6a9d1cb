"""Citations in anybody's texts: what is found, and what is said of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import judge
from judge.citations.check import Source, check, cites
from judge.citations.rulebooks import ANYTHING, Meant
from judge.library import Library
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
OLD = """# Harbour Rules 1.0 (2024)

1 Boats

1.1 Mooring Ropes

A boat is tied with two ropes before anybody goes ashore. Ropes may be borrowed, unless the owner is asleep.

1.2 Lanterns

Every lantern is lit at dusk by the youngest sailor.

1.3 Knots

Any knot that holds may be used. It is not checked again until the tide turns.

2 Sailing

2.1 Weighing the Anchor

Three of the crew weigh the anchor while the others sing.

2.2 Going Ashore

The crew goes ashore in the order in which it came aboard.

2.3 Whistling

Nobody whistles on board after sunset.
"""


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Library]:
    """The rules above, opened."""
    folder = write_collection(tmp_path_factory.mktemp("harbour"), rules_md=RULES)
    with judge.open(corpus=[folder]) as library:
        yield library


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Library]:
    """The rules and an older edition of them, opened."""
    folder = write_collection(tmp_path_factory.mktemp("editions"), rules_md=RULES, old_md=OLD)
    rows = (("rules", "2.0", "2025"), ("old", "1.0", "2024"))
    made = (f'[[document]]\nfile = "{key}.md"\nedition = "{edition}"\ndate = "{date}"\n' for key, edition, date in rows)
    (folder / "corpus.toml").write_text("\n".join(made), encoding="utf-8")
    with judge.open(corpus=[folder]) as library:
        yield library


def shown(library: Library, name: str, text: str, meant: Meant = ANYTHING) -> list[str]:
    """Return the findings about a text, as the cases have them."""
    found = check(library, [Source(name, text)], meant).findings
    return [f"{one['line']}:{one['column']} {one['code']} {one['suggestion'] or ''}".strip() for one in found]


@pytest.mark.parametrize("case", list(read_cases(CASES / "cites.md")), ids=lambda case: case.title)
def test_cases(harbour: Library, case: Case) -> None:
    name, _, text = case.source.partition("\n")
    assert shown(harbour, name, text + "\n") == case.expected.splitlines(), case.where


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Knots are in rule 1.3.", "cite-stale 1.2"),
        ("Nobody whistles, says rule 2.3.", "cite-stale"),
        ("For Going Ashore see rule 2.2.", "cite-stale 2.1"),
        ("Rule 1.2: “Every lantern is lit at dusk by the youngest sailor.”", "cite-stale"),
        ("For Going Ashore see rule 2.1.", None),
        ("See rule 1.1.", None),
        ("See rule 2.1.", None),
    ],
)
def test_a_number_of_another_edition_is_given_its_new_one(editions: Library, text: str, finding: str | None) -> None:
    assert [one.partition(" ")[2] for one in shown(editions, "a.txt", text)] == ([finding] if finding else [])


def test_a_text_that_means_an_older_edition_means_it_everywhere(editions: Library) -> None:
    """Where two citations say so and none speaks against it, one without words is of that edition too."""
    sure = "For Knots see rule 1.3. For Whistling see rule 2.3.\n\n"
    assert shown(editions, "a.txt", sure + "See rule 2.1.")[-1] == "3:10 cite-stale 2.2"
    assert len(shown(editions, "a.txt", sure + "For Going Ashore see rule 2.1.\n\nSee rule 2.1.")) == 2


def test_with_an_older_edition_each_number_that_has_changed_is_given_its_new_one(editions: Library) -> None:
    found = shown(editions, "a.txt", "See rules 1.1, 1.2, 1.3, 2.1 and 2.4.", Meant(edition="1.0"))
    assert found == ["1:16 cite-stale", "1:21 cite-stale 1.2", "1:26 cite-stale 2.2", "1:34 cite-absent"]


def test_a_finding_says_how_sure_it_is_unless_it_is_nearly_certain(harbour: Library) -> None:
    texts = (
        "See rule 1.2 (Mooring Ropes) with two ropes.",
        "As rule 1.1 says, the crew goes ashore in the order in which it came.",
    )
    sure, doubted = (cites(harbour, text).findings[0]["message"] for text in texts)
    assert not sure.endswith("sure)")
    assert re.search(r" \([5-9]\d% sure\)$", doubted)


def test_what_was_checked_before_does_not_count(editions: Library) -> None:
    """A text that means an older edition leaves nothing behind for the next one."""
    alone = shown(editions, "a.txt", "See rule 2.1.")
    shown(editions, "a.txt", "For Knots see rule 1.3. For Whistling see rule 2.3.\n\nSee rule 2.1.")
    assert shown(editions, "a.txt", "See rule 2.1.") == alone


def test_a_finding_has_the_fields_of_the_contract(harbour: Library) -> None:
    (found,) = cites(harbour, "\nSee rule 1.9.", name="answer.md").findings
    assert found == {
        "code": "cite-absent", "level": "warning", "document": "rules", "file": "answer.md", "line": 2, "column": 10,
        "message": "“1.9”: there is no such rule in Harbour Rules 2.0 (2025); the nearest is 1 Boats",
        "suggestion": None, "end_line": 2, "end_column": 13,
    }  # fmt: skip


@pytest.mark.parametrize("said", [{"document": "no"}, {"game": "no"}, {"edition": "no"}])
def test_what_is_meant_must_be_there(harbour: Library, said: dict[str, str]) -> None:
    with pytest.raises(judge.CollectionError, match=r"there is no (?:document|game|edition) 'no'; choose one of"):
        cites(harbour, "rule 1.1", **said)


def test_every_case_has_citations_in_it(harbour: Library) -> None:
    """A case in which nothing is looked for could not fail."""
    silent = [case for case in read_cases(CASES / "cites.md") if not case.expected]
    assert len(silent) >= 4
    for case in silent:
        assert re.search(r"\d\.\d", case.source)
