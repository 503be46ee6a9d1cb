"""Searches that found nothing: kept in the browser if a reader wants that, and brought back to the words of a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.library import Library
from judge.records.gaps import read_gaps
from tests.browsing import assert_accessible, open_search
from tests.cli.test_gaps import QUERY, RULES, TABLE
from tests.sites import build
from tests.support import printed, refused, write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Page

STORED = "async () => (await indexedDB.databases()).map(({ name }) => name).filter((name) => name.includes('gaps'))"
MORE = "\n## 3.0 Harbour Watch\n\nA boat that is not tied is towed.\n\n## 4.0 Rope\n\nA boat has one rope.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a rulebook, `texts`, and its site."""
    texts = write_collection(tmp_path / "texts", **{"tide_md": RULES + MORE, "corpus.toml": TABLE})
    with Library([texts], cache=tmp_path / "cache") as library:
        build(library, tmp_path / "site")
    return tmp_path


def settings(page: Page, folder: Path) -> None:
    """Go to the place where the keeping is switched on."""
    page.goto(f"{(folder / 'site').as_uri()}/notes.html")
    page.get_by_label("Keep my searches").wait_for()


def ask(page: Page, folder: Path, query: str) -> None:
    """Type a query on the search page, and press Enter."""
    open_search(page, (folder / "site").as_uri())
    page.locator("#_query").press_sequentially(query)
    page.locator("#_query").press("Enter")
    page.locator("#_results li[data-id], #_results .nothing").first.wait_for()


def saved(page: Page, folder: Path) -> Path:
    """Save what was kept as a file."""
    settings(page, folder)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the searches as a file").click()
    assert download.value.suggested_filename.startswith("judge-gaps-")
    return download.value.path()


def test_nothing_is_kept_until_it_is_switched_on_and_all_of_it_can_be_deleted(page: Page, folder: Path) -> None:
    ask(page, folder, QUERY)
    assert page.evaluate(STORED) == []
    settings(page, folder)
    assert not page.get_by_label("Keep my searches").is_checked()
    assert page.get_by_role("button", name="Delete all searches").is_hidden()
    page.get_by_label("Keep my searches").check()
    page.get_by_text("No searches are kept yet.").wait_for()
    assert_accessible(page)
    ask(page, folder, "boat")
    ask(page, folder, QUERY)
    ask(page, folder, QUERY)
    settings(page, folder)
    page.get_by_text("1 search kept.").wait_for()
    page.get_by_text("What is kept").click()
    assert page.locator("#_gaps li").all_inner_texts() == [QUERY]
    assert_accessible(page)
    page.get_by_label("Keep my searches").uncheck()
    ask(page, folder, "gangplank")
    settings(page, folder)
    page.get_by_text("1 search kept.").wait_for()
    page.get_by_role("button", name="Delete all searches").click()
    page.get_by_text("1 search kept.").wait_for(state="detached")
    settings(page, folder)
    assert page.locator("#_gaps li").count() == 0


def test_from_a_search_without_an_answer_to_a_word_of_the_game(
    phone: Page, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a phone without a network: ask, open, save; then the owner reads the file and accepts the word."""
    phone.context.set_offline(True)
    settings(phone, folder)
    phone.get_by_label("Keep my searches").tap()
    ask(phone, folder, QUERY)
    phone.locator("#_query").fill("wharfage per boat")
    phone.locator("#_query").press("Enter")
    phone.locator('[data-id="tide:2.0"] a').first.tap()
    phone.wait_for_url("**/tide/**#2.0")
    path = saved(phone, folder)
    found = read_gaps(path)
    assert [(one.query, one.answer, one.missing, one.opened) for one in found] == [
        ("wharfage per boat", "none", ("wharfage", "per"), ()),
        ("wharfage per boat", "none", ("wharfage", "per"), ("tide:2.0",)),
        (QUERY, "none", ("wharfage",), ()),
    ]
    monkeypatch.setenv("JUDGE_DATA", str(folder / "data"))
    at = ("--corpus", str(folder / "texts"))
    shown = printed("gaps", str(path), *at)
    assert shown.startswith("wharfage (2 times) → 2.0 Harbour Dues\n"), shown
    assert printed("gaps", "--accept", "wharfage=tide:2.0", *at).startswith('wharfage = ["harbour dues"] written to ')
    assert not list(folder.glob("data/gaps*")), "nothing of another's file is kept here"
    assert json.loads(printed("search", "wharfage", "--json", *at))["results"][0]["id"] == "tide:2.0"


def test_the_second_answer_is_kept_and_neither_the_first_nor_one_that_completes_the_word(
    page: Page, folder: Path
) -> None:
    settings(page, folder)
    page.get_by_label("Keep my searches").check()
    for place in (0, 1):
        ask(page, folder, "boat")
        page.locator(f'#_results [data-rank="{place}"] a').first.click()
        page.wait_for_url("**/tide/**")
    open_search(page, (folder / "site").as_uri())
    page.locator("#_query").press_sequentially("harb")
    page.locator('[data-id="tide:3.0"] a').first.click()
    page.wait_for_url("**/tide/**#3.0")
    page.locator("#_query").press_sequentially("boat")
    page.locator('#_offers [data-rank="2"]').wait_for()
    for _ in range(3):
        page.locator("#_query").press("ArrowDown")
    page.locator("#_query").press("Enter")
    page.wait_for_load_state()
    assert [one.query for one in read_gaps(saved(page, folder))] == ["boat", "boat"]


def test_only_the_newest_are_kept(page: Page, folder: Path) -> None:
    settings(page, folder)
    page.get_by_label("Keep my searches").check()
    page.evaluate(
        """async () => {
            const kept = judgeNotes.store("gaps");
            const old = { query: "old", answer: "none", missing: [], opened: [], written: "2020-01-01 10:00" };
            await kept.change((gaps) => {
                for (let number = 0; number < 700; number += 1) gaps.put({ ...old, key: `2020-01-01 ${number}` });
            });
            await judgeGaps.ended({ query: "new", answer: "none", missing: [] });
        }"""
    )
    found = read_gaps(saved(page, folder))
    assert (len(found), found[-1].query) == (500, "new")


def test_a_file_without_queries_is_refused(folder: Path) -> None:
    at = ("--corpus", str(folder / "texts"))
    told = refused("gaps", str(folder / "texts" / "tide.md"), *at)
    assert "contains no queries; save a file of searches from My notes on a site" in told
