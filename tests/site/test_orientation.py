"""Where one is: the column beside a text, the head that stays, homes of games, faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import judge
from tests.browsing import watched
from tests.sites import Page as Parsed
from tests.sites import broken_links, build, pages
from tests.support import write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHAPTER, CARD = "shadowfist-digest/24.0.html", "shadowfist-card-digest/evil-twin.html"
TOP = "element => element.getBoundingClientRect().top"
WORDS = "The boats wait in the harbour until the water has risen again and the watch has rung the bell. " * 4
RULES = f"""# Tides

## 1.0 Ebb

{WORDS} Water falls (9.9).

### 1.1 Slack

{WORDS}

### 1.2 Neap

{WORDS}

### 1.3 Spring

{WORDS}

## 2.0 Flood

{WORDS}
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page on a wide screen."""
    yield from watched(browser, viewport={"width": 1280, "height": 800})


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """The same on a telephone."""
    yield from watched(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


@pytest.fixture
def tides(tmp_path: Path) -> Path:
    """A site of its own."""
    with judge.open(corpus=[write_collection(tmp_path / "tides", tides_md=RULES)]) as library:
        return build(library, tmp_path / "site")


def test_the_sections_stand_beside_a_chapter_and_say_where_one_is(page: Page, tides: Path) -> None:
    page.set_viewport_size({"width": 1100, "height": 500})
    page.goto(f"{tides.as_uri()}/tides/1.0.html")
    column = page.locator("nav.side")
    assert column.is_visible()
    assert not page.locator("details.fold").is_visible()
    assert column.get_by_text("Slack").get_attribute("href") == "#1.1"
    column.get_by_text("Neap").click()
    page.wait_for_function("document.querySelector('.side [aria-current=true]')?.textContent.includes('Neap')")
    assert column.locator("[aria-current=page]").inner_text().split() == ["1.0", "Ebb"]


def test_on_a_phone_the_sections_are_folded_beside_the_heading(phone: Page, tides: Path) -> None:
    phone.goto(f"{tides.as_uri()}/tides/1.0.html")
    assert not phone.locator("nav.side").is_visible()
    fold = phone.locator("details.fold")
    assert fold.locator("summary").inner_text().split() == ["In", "this", "chapter:", "3", "sections"]
    fold.locator("summary").click()
    fold.get_by_text("Spring").click()
    assert phone.url.endswith("#1.3")


def test_the_lists_beside_a_text_need_no_script(browser: Browser, tides: Path) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{tides.as_uri()}/tides/1.0.html")
    page.locator("nav.side").get_by_text("Flood").click()
    assert page.url.endswith("/tides/2.0.html")
    context.close()


@pytest.mark.parametrize("path", [CHAPTER, CARD])
def test_the_first_words_stand_in_the_upper_third_of_a_phone(phone: Page, bundled_site: Path, path: str) -> None:
    phone.goto(f"{bundled_site.as_uri()}/{path}")
    assert phone.locator(".text p, .text dl").first.evaluate(TOP) < 844 / 3


def test_a_linked_entry_is_in_sight_below_the_head(phone: Page, tides: Path) -> None:
    phone.goto(f"{tides.as_uri()}/tides/1.0.html#1.2")
    head = phone.locator("header.top").bounding_box()
    assert head
    top = phone.locator("[id='1.2'] > h2").evaluate(TOP)
    assert head["y"] == 0
    assert head["height"] <= top < 844 / 2


def test_each_game_has_a_home_with_what_people_come_for(tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "two", tides_md=RULES, winds_md=RULES.replace("Tides", "Winds"))
    rows = [f'[[document]]\nfile="{name}.md"\ngame="{name.title()}"\ndate="2026-03"\n' for name in ("tides", "winds")]
    (corpus / "corpus.toml").write_text("".join(rows))
    with judge.open(corpus=[corpus]) as library:
        site = build(library, tmp_path / "site")
    assert not broken_links(site, pages(site))
    home = Parsed(site / "games" / "tides" / "index.html").text
    assert '<h1 dir="auto">Rules and rulings of Tides</h1>' in home
    assert "What changed" in home
    chapter = Parsed(site / "tides" / "1.0.html").text
    assert '<a class="name" href="../games/tides/index.html" dir="auto"><img' in chapter
    assert '<nav aria-label="Tides">' in chapter
    assert 'href="games/winds/index.html"' in Parsed(site / "index.html").text


def test_the_bar_leads_to_the_rulebook_that_other_documents_cite(tmp_path: Path) -> None:
    """Not to the club's rules, which are newer and come before the rulebook in authority."""
    club = "# Club Nights\n\n## 7.0 Doors\n\nA night follows Tides 1.1 and Tides 1.2.\n\n## 8.0 Snacks\n\nNo snacks.\n"
    corpus = write_collection(tmp_path / "in", tides_md=RULES, club_md=club)
    rows = '[[document]]\nfile="{}.md"\ngame="Tides"\nkind="rules"\ndate="{}"\nauthority={}\n'
    (corpus / "corpus.toml").write_text(rows.format("tides", "2026-03", 2) + rows.format("club", "2026-05", 1))
    with judge.open(corpus=[corpus]) as library:
        home = Parsed(build(library, tmp_path / "site") / "index.html").text
    assert re.search(r'<nav aria-label="Tides">\s*<ul>\s*<li><a href="tides/', home)


def test_faults_name_their_place(tides: Path) -> None:
    page = Parsed(tides / "faults.html").text
    assert '<h2 id="_wrong">' in page
    assert '<a href="tides/1.0.html" dir="auto">1.0 Ebb</a>' in page.replace("#1.0", "")
