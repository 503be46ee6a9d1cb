"""Locators in the ways in which people type them: `show`, `search`, `verify` and the page give the same entry."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.citations.verify import verify
from judge.core.errors import NoEntry
from judge.library import Library
from tests.scripts import Scripts
from tests.sites import build
from tests.support import CASES

SEED = 38
ROW = re.compile(r"^\| (?P<locator>.+) \| (?P<id>\S.*:.*) \|$")


class Typed(NamedTuple):
    """A locator of the table."""

    collection: str
    locator: str
    id: str


def table() -> Iterator[Typed]:
    """Yield the locators of the table."""
    collection = ""
    for line in (CASES / "locators.md").read_text(encoding="utf-8").splitlines():
        collection = line[3:] if line.startswith("## ") else collection
        if row := ROW.match(line):
            yield Typed(collection, row["locator"], row["id"])


def halves() -> tuple[list[Typed], list[Typed]]:
    """Return the half that was worked on, and the half that was kept aside; parts of rules are halved on their own."""
    worked, kept = [], []
    for is_part in (False, True):
        every = [one for one in table() if (one.collection == "breakwater") == is_part]
        random.Random(SEED).shuffle(every)
        worked += every[: len(every) // 2]
        kept += every[len(every) // 2 :]
    return worked, kept


def answered(library: Library, locator: str) -> dict[str, str | None]:
    """Return the ids that the commands give for a locator."""
    try:
        shown = library.matches(locator)[0].id
    except NoEntry:
        shown = None
    found = library.search(locator, 1)
    return {
        "show": shown,
        "search": found[0].row.id if found else None,
        "verify": verify(library, locator).id,
    }


@pytest.fixture(scope="module")
def libraries(bundled: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Library]]:
    """The collections of the table, by name."""
    folders = (CASES / "locators", CASES / "breakwater")
    lantern, breakwater = (Library([folder], cache=tmp_path_factory.mktemp("cache")) for folder in folders)
    with lantern, breakwater:
        yield {"lantern": lantern, "breakwater": breakwater, "bundled": bundled}


@pytest.mark.parametrize("typed", list(table()), ids=lambda typed: typed.locator)
def test_every_command_finds_what_a_locator_names(libraries: dict[str, Library], typed: Typed) -> None:
    wanted = dict.fromkeys(("show", "search", "verify"), typed.id)
    assert answered(libraries[typed.collection], typed.locator) == wanted


@pytest.mark.parametrize(
    ("locator", "id"),
    [
        ("Rule 12 (b)", "signals:12"),
        ("3.1 of 3.0", "rulebook:4.1"),
        ("Fog Banks in the rulebook", "rulebook:4.2"),
        ("ltr K4.3", "tournament:K4.3"),
        ("rulebook 3.1, 4.2", "rulebook:4.2"),
        ("Keeper's Choice, 2.2.2", "rulebook:2.2.2"),
    ],
)
def test_parts_editions_and_titles_are_told_apart(libraries: dict[str, Library], locator: str, id: str) -> None:
    assert set(answered(libraries["lantern"], locator).values()) == {id}


@pytest.mark.parametrize(
    "locator",
    ["Rule 12 (c)", "step 2 of 3.1", "clause z of 3.2", "signals:12#b1", "rulebook 9.9", "2.2.2 Fog Banks", "the"],
)
def test_no_command_takes_one_rule_for_another(libraries: dict[str, Library], locator: str) -> None:
    found = answered(libraries["lantern"], locator)
    assert (found["show"], found["verify"]) == (None, None)


def test_the_page_finds_what_a_locator_names(libraries: dict[str, Library], bundled_site: Path, tmp_path: Path) -> None:
    sites = {name: build(libraries[name], tmp_path / name) for name in ("lantern", "breakwater")}
    sites["bundled"] = bundled_site
    script = "typed => typed.map((one) => judgeLookup.search(one, 1).answers.map(({ entry }) => entry.id))"
    for collection, site in sites.items():
        rows = [one for one in table() if one.collection == collection]
        assert Scripts(site).run(script, [one.locator for one in rows]) == [[one.id] for one in rows]
