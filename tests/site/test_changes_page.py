"""The page of changes in a browser: folded on a phone, opened by a link, heard as well as seen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from drawn_editions import drawn, edited

from judge.opened_library import Library
from tests.browsing import assert_accessible, open_search
from tests.editions.test_old_numbers import collection
from tests.sites import build

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGE = "games/harbour/changes/two.html"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a drawn book in two editions, with sixty changes."""
    path = tmp_path_factory.mktemp("book")
    old = drawn(21, 150)
    new, _ = edited(old, 21, 60)
    texts = collection(path / "texts", old.printed()[0], new.printed()[0])
    with Library([texts], cache=path / "cache") as library:
        return build(library, path / "site")


@pytest.fixture(scope="module")
def site(folder: Path) -> str:
    """Its address, as from a memory stick."""
    return folder.as_uri()


@pytest.mark.parametrize("path", [PAGE, "one/index.html", "two/index.html", "index.html"])
def test_axe_finds_no_violation(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}")
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.setAttribute('open', ''))")
    assert_accessible(page)


def test_a_long_list_fits_a_small_phone_and_is_folded(phone: Page, site: str) -> None:
    phone.goto(f"{site}/{PAGE}")
    assert phone.locator(".chapter").count() > 3
    assert phone.locator(".change:visible").count() == 3, "those of the most cited rules"
    assert phone.locator(".letters a").first.is_visible()
    assert phone.evaluate("document.documentElement.scrollHeight") < 6 * 640
    phone.evaluate("document.querySelectorAll('details').forEach((one) => one.setAttribute('open', ''))")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_link_to_a_change_opens_its_chapter(page: Page, site: str) -> None:
    page.goto(f"{site}/{PAGE}")
    anchors = page.eval_on_selector_all(".change", "found => found.map((one) => one.id)")
    page.goto(f"{site}/{PAGE}#{anchors[-1]}")
    page.reload()
    assert page.locator(f'[id="{anchors[-1]}"]').is_visible()
    page.evaluate("anchor => { location.hash = anchor; }", anchors[0])
    page.locator(f'[id="{anchors[0]}"]').wait_for(state="visible")


def test_a_broken_address_breaks_nothing(page: Page, site: str) -> None:
    page.goto(f"{site}/{PAGE}#%")
    assert page.locator("#_switch").is_visible(), "the scripts behind it ran"


def test_struck_and_added_words_are_told_without_colour_and_to_those_who_listen(page: Page, site: str) -> None:
    page.goto(f"{site}/{PAGE}")
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.setAttribute('open', ''))")
    for name, line, heard in (("del", "line-through", "struck"), ("ins", "underline", "added")):
        found = page.locator(f".redline {name}").first
        assert line in found.evaluate("one => getComputedStyle(one).textDecorationLine")
        assert heard in found.evaluate("one => getComputedStyle(one, '::before').content")


def test_the_search_says_where_an_old_number_leads(page: Page, site: str) -> None:
    open_search(page, site, "?q=1.1+of+1.0")
    notice = page.locator("#_results .led")
    notice.wait_for()
    assert notice.inner_text().startswith("1.1 of 1.0 is ")
