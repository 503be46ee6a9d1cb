"""The page "How it was read" in a real browser: by mouse, by keyboard alone, long documents, both looks.

Skipped where there is no Chromium (CHROMIUM names one elsewhere than in /usr/bin).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsing import assert_accessible, watched
from tests.server.serving import served_readings
from tests.support import write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOATS = """# Boats

**2-4-1.** a boat leaves with a lamp on board, see 2-4-2.

**7** - a lucky number among keepers.

**2-4-2.** a boat without a lamp stays, see 2-4-1.

Glossary

Anchor
What holds a boat in place while its keeper is ashore.

Bell
A signal. Keepers ring it when fog comes up.
"""
LAMPS = BOATS.replace("# Boats\n", "# Lamps\n\n## Setting out\n\n#### 4.1.1.\neach keeper takes a lamp.\n")
"""A document with a line in doubt."""
NESTED = """<h1>Lamp League</h1>
<ol>
<li>The board<ol>
<li>A board has nine docks.<ol>
<li>The first is the keeper's own.</li></ol></li></ol></li>
</ol>
<table><tr><th>Karte</th><th>Alt</th><th>Wortlaut</th></tr>
<tr><td>Gull</td><td>Draw two cards.</td><td>Draw one card.</td></tr>
<tr><td>Ferry</td><td>It sails twice.</td><td>It sails once.</td></tr></table>
"""
"""Items that the format counts, and a table whose columns nobody knows."""
LONG = "# Fog\n\n" + "".join(f"{n}. Boat {n} waits for the fog to lift.\n\n" for n in range(1, 801))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents that are read wrong."""
    folder = write_collection(tmp_path_factory.mktemp("read") / "fleet", boats_md=BOATS)
    (folder / "league.html").write_text(NESTED, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def address(corpus: Path, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the pages are."""
    long = write_collection(tmp_path_factory.mktemp("read") / "weather", fog_md=LONG, lamps_md=LAMPS)
    with served_readings(corpus, tmp_path_factory.mktemp("site"), long) as api:
        yield f"http://localhost:{api.port}/_read/"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page of a desk."""
    yield from watched(browser, viewport={"width": 1280, "height": 800})


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """An open page of a phone."""
    yield from watched(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


def open_page(page: Page, address: str, key: str = "boats") -> None:
    """Open the page of a document and wait for its first lines."""
    page.goto(f"{address}{key}/")
    page.wait_for_selector("#_row-1")


def wait_for_line(page: Page, words: str) -> None:
    """Wait until the page says which lines are marked."""
    page.locator("#_marked", has_text=words).wait_for()


def test_by_keyboard_alone_a_line_becomes_a_rule_and_the_profile_is_written(
    page: Page, address: str, corpus: Path
) -> None:
    open_page(page, address)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "_rows":
            break
    for line in (2, 3):
        page.keyboard.press("ArrowDown")
        wait_for_line(page, f"Line {line}")
    page.keyboard.press("r")
    page.locator("#_row-7 .fresh").wait_for()
    assert page.locator("#_row-7 .entry-name").inner_text().startswith("2-4-2")
    assert 'rule = ["**2-4-1.** …"]' in page.locator("#_change").inner_text()
    assert not (corpus / "corpus.toml").exists()
    page.locator("#_accept:enabled").focus()
    page.keyboard.press("Enter")
    page.locator("#_status", has_text="Written to").wait_for()
    assert 'rule = ["**2-4-1.** …"]' in (corpus / "corpus.toml").read_text(encoding="utf-8")
    assert page.locator("#_trial").is_hidden()
    (corpus / "corpus.toml").unlink()


def test_by_keyboard_alone_numbers_and_columns_are_named(page: Page, address: str, corpus: Path) -> None:
    open_page(page, address, "league")
    page.locator("#_numbers").focus()
    page.keyboard.type("2.1.a")
    page.keyboard.press("Enter")
    page.locator("#_row-5 .entry-name", has_text="1.1.a").wait_for()
    page.locator("#_fields summary").focus()
    page.keyboard.press("Enter")
    for first_letters in ("card n", "old", "new"):
        page.keyboard.press("Tab")
        page.keyboard.type(first_letters)
    page.locator("#_fields tr:nth-child(3) td:nth-of-type(1)", has_text="new wording").wait_for()
    read = page.locator("#_fields td:nth-of-type(1)").all_inner_texts()
    assert read == ["card name", "old wording", "new wording"]
    assert_accessible(page)
    page.locator("#_accept:enabled").focus()
    page.keyboard.press("Enter")
    page.locator("#_status", has_text="Written to").wait_for()
    written = (corpus / "corpus.toml").read_text(encoding="utf-8")
    for line in ('numbers = "2.1.a"', 'card = "Karte"', 'printed = "Alt"', 'should_read = "Wortlaut"'):
        assert line in written
    assert page.locator("#_numbers").input_value() == "2.1.a"
    (corpus / "corpus.toml").unlink()


def test_marked_lines_are_levels(page: Page, address: str) -> None:
    open_page(page, address)
    page.locator("#_row-1 .words").click()
    page.locator("#_row-3 .words").click(modifiers=["Shift"])
    wait_for_line(page, "Lines 1 to 3")
    page.keyboard.press("l")
    page.locator("#_marks", has_text="Lines 1 to 3: levels, outermost first").wait_for()
    assert 'levels = ["# Boats", "**2-4-1.** …"]' in page.locator("#_change").inner_text()
    assert page.locator("#_row-7 .entry-name").inner_text().startswith("2-4-2")


def test_by_mouse_lines_are_marked_and_cancel_drops_it(page: Page, address: str, corpus: Path) -> None:
    open_page(page, address)
    before = page.locator("#_summary").inner_text()
    page.locator("#_row-11 .words").click()
    page.locator("#_row-15 .words").click(modifiers=["Shift"])
    wait_for_line(page, "Lines 11 to 15")
    page.get_by_role("button", name="is in these lines").click()
    page.locator("#_marks", has_text="Lines 11 to 15: a glossary").wait_for()
    page.locator("#_row-11 .entry-name", has_text="term").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator("#_trial").wait_for(state="hidden")
    assert page.locator("#_summary").inner_text() == before
    assert not (corpus / "corpus.toml").exists()


def test_a_mark_can_be_taken_back_and_one_that_means_nothing_is_told(browser: Browser, address: str) -> None:
    """The browser reports the answer to a wrong mark as an error, so this page is not watched."""
    page = browser.new_page()
    open_page(page, address)
    page.locator("#_row-2").click()
    page.keyboard.press("o")
    page.locator("#_status", has_text="Line 2 has no text").wait_for()
    page.locator("#_row-5").click()
    page.keyboard.press("x")
    page.locator("#_marks", has_text="these are not rules").wait_for()
    page.locator("#_accept:enabled").wait_for()
    page.keyboard.press("z")
    page.locator("#_trial").wait_for(state="hidden")
    page.close()


def test_keys_go_to_what_is_in_doubt(page: Page, address: str) -> None:
    open_page(page, address, "lamps")
    page.keyboard.press("n")
    page.locator("#_place", has_text="1 of").wait_for()
    assert page.locator(".row.cursor.doubtful-row .doubt").inner_text()
    page.keyboard.press("p")
    page.locator("#_status", has_text="but it may").wait_for()


def test_a_long_document_keeps_few_lines_on_the_page(page: Page, address: str) -> None:
    """Its end is there at once, and what is far away is forgotten."""
    open_page(page, address, "fog")
    rows = page.locator("#_rows")
    rows.focus()
    page.keyboard.press("End")
    page.wait_for_selector("#_row-1601.cursor, #_row-1602.cursor")
    height = page.evaluate("document.getElementById('_rows').scrollHeight")
    for part in range(20):
        page.evaluate("top => (document.getElementById('_rows').scrollTop = top)", height * part / 20)
        page.wait_for_timeout(100)
    page.wait_for_selector("#_rows .row")
    assert page.locator("#_rows .row").count() <= 1200
    page.keyboard.press("Home")
    wait_for_line(page, "Line 1")
    assert page.locator("#_row-1").is_visible()


@pytest.mark.parametrize("width", ["page", "phone"])
def test_the_pages_are_accessible_in_both_looks(width: str, address: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(width)
    page.goto(address)
    assert_accessible(page)
    open_page(page, address)
    page.locator("#_row-3").click()
    page.get_by_role("button", name="These are rules").click()
    page.locator("#_accept:enabled").wait_for()
    page.locator("#_trial").wait_for()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
