"""Where two cards are typed, the verdict and the ruling that names both come first: in the terminal, below the box."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.core.files import data_folder
from judge.opened_library import Library
from tests.browsing import wait_for_search
from tests.sites import build

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOTH = "The second attack is an Encounter of its own: a Grapple Line that is attached between the two counts"
ERRATA = "Unique. Iron Heron may attack twice in a turn, if it carries no Freight."
LONG = "Twin Keel " + "holds the hull and the mast, " * 14 + "and Keel Crack is the only Gust that breaks it."
HARBOUR = f"""# Windmere Club Rulings

Last change: 2025-06-20

## Card-by-Card Rulings

**Twin Keel ERRATA Rigging Cost: 2 The attached Airship has +2 Lift.**

It stays when the Airship moves. [WCR 20250101]

{LONG} [WCR 20250202]

**Calm**

A Flare, a Crosswind and Calm are played one after the other. [WCR 20250303]
"""
ASKED = [
    ("iron heron grapple line", "One ruling names both.", BOTH),
    ("Grapple Line and Iron Heron", "One ruling names both.", BOTH),
    ("twin keel vs keel crack", "One ruling names both.", "and Keel Crack"),
    ("flare crosswind calm", "One ruling names them all.", "A Flare, a Crosswind and Calm are played"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the documents of the demo with one more."""
    path = tmp_path_factory.mktemp("two") / "texts"
    shutil.copytree(data_folder("corpus") / "demo", path, ignore=shutil.ignore_patterns("steps.toml"))
    (path / "club.md").write_text(HARBOUR, encoding="utf-8")
    with (path / "corpus.toml").open("a", encoding="utf-8") as table:
        table.write('\n[[document]]\nfile = "club.md"\ngame = "Windmere"\n')
    return path


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """Build the site of these documents."""
    with Library([folder], cache=folder.parent / "cache") as library:
        yield build(library, folder.parent / "site", offline=False).as_uri()


def answered(folder: Path, query: str) -> str:
    """Return the answer screen of a query, on one line."""
    return " ".join(CliRunner().invoke(main, ["--corpus", str(folder), "--", query]).output.split())


@pytest.mark.parametrize(("query", "verdict", "ruling"), ASKED)
def test_the_answer_begins_with_the_verdict_and_the_ruling(folder: Path, query: str, verdict: str, ruling: str) -> None:
    screen = answered(folder, query)
    assert screen.index(verdict) < screen.index(ruling) < screen.index(" 1. ")
    assert screen.count(ruling) == 1


@pytest.mark.parametrize(("query", "verdict", "ruling"), ASKED)
def test_the_panel_begins_with_the_verdict_and_the_ruling(
    page: Page, site: str, query: str, verdict: str, ruling: str
) -> None:
    page.goto(f"{site}/about.html")
    page.fill("#_query", query)
    wait_for_search(page)
    assert page.locator("#_offers > .verdict").inner_text() == verdict
    first = page.locator("[role=option]").first
    assert ruling in first.inner_text()
    assert "Ruling" in first.locator(".where").inner_text()
    told = [text for text in page.locator("[role=option] .passage").all_inner_texts() if ruling in text]
    assert len(told) == 1


def test_two_cards_that_no_ruling_names_are_told_so(folder: Path, page: Page, site: str) -> None:
    assert "Calm · Deck Gun No ruling names both" in answered(folder, "calm deck gun")
    page.goto(f"{site}/about.html")
    page.fill("#_query", "calm deck gun")
    wait_for_search(page)
    assert page.locator("#_offers > .verdict").inner_text().startswith("No ruling names both")


@pytest.mark.parametrize("query", ["iron heron", "can iron heron attack twice with freight", "heron"])
def test_one_card_and_a_question_have_no_verdict(folder: Path, page: Page, site: str, query: str) -> None:
    assert "names both" not in answered(folder, query)
    page.goto(f"{site}/about.html")
    page.fill("#_query", query)
    wait_for_search(page)
    page.locator("[role=option]").first.wait_for()
    assert page.locator(".verdict").count() == 0


def test_below_the_box_a_card_that_was_named_shows_its_errata(page: Page, site: str) -> None:
    page.goto(f"{site}/about.html")
    page.fill("#_query", "iron heron")
    wait_for_search(page)
    assert ERRATA in page.locator("[role=option]").first.inner_text()
