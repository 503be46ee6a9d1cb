"""The site in a real browser: previews, copying, the switch, narrow screens, print, accessibility, hostile documents.

Skipped where there is no Chromium (CHROMIUM names one elsewhere than in /usr/bin).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import judge
from tests.browsing import assert_accessible
from tests.payloads import SCRIPTS
from tests.sites import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHAPTER, CARD = "shadowfist-digest/24.0.html", "shadowfist-card-digest/zheng-yi-quan.html"
CARDS = "games/shadowfist/cards.html"
KINDS = (
    "index.html",
    "shadowfist-digest/index.html",
    CHAPTER,
    "shadowfist-digest/glossary.html",
    "shadowfist-card-digest/general-topics.html",
    "shadowfist-card-digest/card-by-card-rulings.html",
    CARD,
    CARDS,
    "games/shadowfist/topics.html",
    "games/shadowfist/glossary.html",
    "games/shadowfist/errata.html",
    "new.html",
    "faults.html",
    "games/shadowfist/changes.html",
    "about.html",
    "search.html",
    "notes.html",
    "404.html",
)
"""One page of each kind."""


FOCUS_ALL = """async () => {
    let shown = 0;
    for (const link of document.querySelectorAll("a.ref")) {
        link.focus();
        await new Promise(requestAnimationFrame);
        shown += !document.getElementById("_preview").hidden;
    }
    return shown;
}"""
"""Shows the preview of each reference; how many there were."""


@pytest.fixture(scope="module")
def site(bundled_site: Path) -> str:
    """The address of the bundled collection's site, as from a memory stick."""
    return bundled_site.as_uri()


# Previews


def test_a_preview_shows_by_mouse_and_stays_while_it_is_read(page: Page, site: str) -> None:
    page.goto(f"{site}/{CHAPTER}")
    link, preview = page.locator("a.ref").first, page.locator("#_preview")
    link.hover()
    preview.wait_for(state="visible")
    assert preview.locator("b").inner_text()
    assert "Shadowfist Rules Digest 2.0 (2025)" in preview.inner_text()
    preview.hover()
    page.wait_for_timeout(400)
    assert preview.is_visible()
    page.mouse.move(2, 2)
    preview.wait_for(state="hidden")


@pytest.mark.thorough
def test_a_preview_shows_by_keyboard_and_escape_closes_it(page: Page, site: str) -> None:
    page.goto(f"{site}/{CHAPTER}")
    preview = page.locator("#_preview")
    page.locator("#_main").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if preview.is_visible():
            break
    assert preview.is_visible()
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "_preview"
    page.keyboard.press("Escape")
    assert preview.is_hidden()


@pytest.mark.thorough
def test_a_preview_shows_by_a_long_press_and_a_tap_still_follows(phone: Page, site: str) -> None:
    phone.goto(f"{site}/{CHAPTER}")
    link, preview = phone.locator("a.ref").first, phone.locator("#_preview")
    link.scroll_into_view_if_needed()
    box = link.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = phone.context.new_cdp_session(phone)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    preview.wait_for(state="visible")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_timeout(100)
    assert preview.is_visible()
    assert phone.url.endswith(CHAPTER)
    target = link.evaluate("link => link.href")
    link.tap()
    phone.wait_for_url(target)


def test_a_faulty_reference_says_what_is_wrong(page: Page, tmp_path: Path) -> None:
    (tmp_path / "tides").mkdir()
    (tmp_path / "tides" / "tides.md").write_text("# Tides\n\n## 1.0 Ebb\n\nFalls (7.0).\n\n## 2.0 Flood\n\nRises.\n")
    with judge.open(corpus=[tmp_path / "tides"]) as library:
        site = build(library, tmp_path / "site").as_uri()
    page.goto(f"{site}/tides/1.0.html")
    page.locator("a.faulty").hover()
    page.locator("#_preview .tip").wait_for(state="visible")
    assert "This does not resolve." in page.locator("#_preview").inner_text()


# What a script adds


@pytest.mark.thorough
def test_copying_a_citation_and_a_text(browser: Browser, site: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site}/{CHAPTER}")
    page.locator("h1").hover()
    page.get_by_role("button", name="Cite: ").first.click()
    page.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    title = page.locator("h1").inner_text().partition(" ")[2] or page.locator("h1").inner_text().split("\n")[-1]
    assert copied.startswith("Shadowfist Rules Digest 2.0 (2025), 24.0 ")
    assert title.strip() in copied
    assert copied.endswith(f"{CHAPTER}#24.0")
    page.get_by_role("button", name="Copy: ").first.click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.length > 200)")
    context.close()


def test_the_switch_turns_the_page_dark_and_is_remembered(page: Page, site: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{site}/index.html")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    switch = page.locator("#_switch")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    dark = page.evaluate(paper)
    assert dark != light
    page.goto(f"{site}/{CHAPTER}")
    assert page.evaluate(paper) == dark
    page.emulate_media(color_scheme="dark")
    page.locator("#_switch").click()
    assert page.evaluate(paper) == light


@pytest.mark.thorough
def test_the_filter_leaves_what_holds_the_words(page: Page, site: str) -> None:
    page.goto(f"{site}/games/shadowfist/cards.html")
    page.locator("#_filter").focus()
    page.keyboard.type("EVIL TWIN")
    left = page.locator("[data-name]:visible")
    assert left.count() == 1
    assert "Evil Twin" in left.inner_text()
    assert page.locator("#_count").inner_text().startswith("1 of ")


def test_an_address_made_of_an_id_leads_to_the_entry(page: Page, site: str) -> None:
    page.goto(f"{site}/shadowfist-digest/index.html#24.0")
    page.wait_for_url("**/24.0.html#24.0")


def test_pages_are_whole_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/{CHAPTER}")
    page.locator("a.ref").first.click()
    assert "24.0.html" not in page.url
    assert not page.locator("#_switch").is_visible()
    context.close()


# Screens and paper


@pytest.mark.parametrize("path", KINDS)
def test_nothing_scrolls_sideways_on_a_small_phone(phone: Page, site: str, path: str) -> None:
    phone.goto(f"{site}/{path}")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    sizes = phone.evaluate(
        "[...document.querySelectorAll('main *')].map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 16


def test_a_chapter_prints_as_a_handout(page: Page, site: str) -> None:
    page.goto(f"{site}/{CHAPTER}")
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (".top", ".path", ".turn", ".tools", "footer nav"):
        assert page.locator(hidden).first.is_hidden(), hidden
    assert page.locator("h1").is_visible()
    assert page.locator(".edition").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")


# Standards


@pytest.mark.parametrize("path", [path for path in KINDS if path != CARDS])
def test_axe_finds_no_violation(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}")
    assert_accessible(page)


@pytest.mark.parametrize(
    ("name", "path"),
    [("example_site", "games/tide/cards.html"), pytest.param("bundled_site", CARDS, marks=pytest.mark.thorough)],
)
def test_axe_finds_no_violation_in_a_list_of_cards(
    page: Page, name: str, path: str, request: pytest.FixtureRequest
) -> None:
    page.goto((request.getfixturevalue(name) / path).as_uri())
    assert_accessible(page)


@pytest.mark.thorough
def test_no_payload_runs(page: Page, hostile_site: Path) -> None:
    """On a page of each template, the chapter and the card being those that hold all payloads.

    A dialog, an error or a request to another host would fail the fixture.
    """
    whole = [hostile_site / "rules" / f"{len(SCRIPTS) + 1}.0.html", *(hostile_site / "cards").glob("*whole-*.html")]
    assert [path.read_text(encoding="utf-8").count("alert(1)") >= len(SCRIPTS) for path in whole] == [True, True]
    own = (hostile_site / "rules", hostile_site / "cards")
    paths = [
        path for path in sorted(hostile_site.rglob("*.html")) if path.parent not in own or path.name == "index.html"
    ]
    assert len(paths) >= 10
    previews = 0
    for path in [*paths, *whole]:
        page.goto(path.as_uri())
        previews += page.evaluate(FOCUS_ALL)
        assert page.evaluate("document.querySelectorAll('main script, main img, main iframe, main svg').length") == 0
    assert previews >= len(SCRIPTS)
