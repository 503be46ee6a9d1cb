"""Notes on the page: two taps, kept in the browser alone, on the rule wherever an update of the site puts it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.opened_library import Library
from tests.browsing import assert_accessible, watched
from tests.sites import build
from tests.support import write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RULES = "# Tide Rules\n\n## 1.0 Ebb\n\nWater falls slowly.\n\n## 2.0 Flood\n\nWater rises at noon.\n"
LATER = """# Tide Rules

## 1.0 Anchors

They hold.

## 2.0 Ebb

Water falls slowly.

## 3.0 Flood

Water rises at night.
"""
TABLE = '[[document]]\nfile = "tide-{0}.md"\nedition = "{0}"\ndate = "{1}"\nwork = "tide"\ngame = "Tide"\n'
TERMINAL = Path(__file__).parent.parent / "cases" / "notes" / "terminal.md"
GULLS = "# Gull Rulings\n\n## Card-by-Card Rulings\n\n**Sea Gull**\n\n{}\n"
FLIES, SWIMS = "Sea Gull flies over a reef.", "Sea Gull swims if it is tired."
QUESTION, CALL = "May a <b>ferry</b> leave?", "No.\nIt waits for the flood."


def built(folder: Path, **texts: str) -> Path:
    """Write or update a site in a folder, from these documents alone."""
    name = str(len(list(folder.glob("texts*"))))
    with Library([write_collection(folder / f"texts{name}", **texts)], cache=folder / "cache") as library:
        return build(library, folder / "site")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the site of a rulebook of one edition."""
    deeper = RULES.replace("slowly.\n", "slowly.\n\n### 1.1 Neap\n\nIt hardly falls.\n")
    built(tmp_path, **{"tide-1_md": deeper, "corpus.toml": TABLE.format(1, 2024)})
    return tmp_path


def gulls(folder: Path, *rulings: str) -> Path:
    """Write or update a site with the rulings of a card."""
    dated = "\n\n".join(f"{one} [TR 20240311]" for one in rulings)
    build_of = {
        "gulls_md": GULLS.format(dated),
        "corpus.toml": '[[document]]\nfile = "gulls.md"\ndialect = "rulings"\n',
    }
    return built(folder, **build_of)


def rule(page: Page, folder: Path, name: str, document: str = "tide-1") -> None:
    """Go to a rule by its number."""
    page.goto(f"{(folder / 'site').as_uri()}/{document}/index.html#{name}")
    page.locator(f'[id="{name}"] > .tools').wait_for(state="attached")


def write(page: Page, folder: Path, name: str, question: str, call: str = "", event: str = "") -> None:
    """Write a note on a rule."""
    rule(page, folder, name)
    page.locator(f'[id="{name}"] > .tools').get_by_role("button", name="Note").click()
    page.get_by_label("Question").fill(question)
    page.get_by_label("Call").fill(call)
    if event:
        page.get_by_label("Event").fill(event)
    page.get_by_role("button", name="Keep").click()
    page.locator("#_note").wait_for(state="hidden")
    page.locator(f'[id="{name}"] > .own-note').first.wait_for()


def test_two_taps_open_the_sheet_and_the_note_stays_on_its_rule(phone: Page, folder: Path) -> None:
    rule(phone, folder, "1.1")
    phone.goto(phone.url.partition("#")[0])
    phone.locator('[id="1.1"] .self').tap()
    phone.locator('[id="1.1"] > .tools').get_by_role("button", name="Note").tap()
    phone.get_by_label("Question").fill(QUESTION)
    phone.get_by_label("Call").fill(CALL)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    assert "nothing is sent" in phone.locator("#_note [role=status]").inner_text()
    phone.get_by_role("button", name="Keep").tap()
    phone.locator("#_note").wait_for(state="hidden")
    phone.reload()
    note = phone.locator('[id="1.1"] > .own-note')
    note.wait_for()
    assert note.inner_text().startswith(f"Your note: {QUESTION}\n")
    assert note.get_attribute("aria-label") == "Your own note"
    assert phone.locator(".own-note").count() == 1


def test_an_open_note_is_changed_and_deleted_and_what_was_typed_outlives_the_sheet(page: Page, folder: Path) -> None:
    write(page, folder, "1.0", QUESTION)
    note = page.locator('[id="1.0"] > .own-note')
    assert note.inner_text().startswith("Your note, open:")
    note.get_by_role("button", name="Change").click()
    page.get_by_label("Call").fill("Yes.")
    page.keyboard.press("Escape")
    note.get_by_role("button", name="Change").click()
    assert page.get_by_label("Call").input_value() == "Yes.", "Escape forgets nothing"
    page.get_by_label("Still open").uncheck()
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("Your note:").wait_for()
    note.get_by_role("button", name="Change").click()
    page.get_by_role("button", name="Delete").click()
    note.wait_for(state="detached")


def saved(page: Page) -> str:
    """Save the notes of this browser as a file, and return its text."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    return download.value.path().read_text("utf-8")


SAVED = f"""# Spring Cup

## 1. {QUESTION}

Call: No. It waits for the flood.

- at: tide-1:1.0 (Tide Rules 1 (2024), 1.0 Ebb)
- written: TIME
- state: closed DAY

# Autumn Cup

## 2. And at flood? ## 9. No heading

- at: tide-1:2.0 (Tide Rules 1 (2024), 2.0 Flood)
- written: TIME
- state: closed DAY
"""


def test_my_notes_list_search_close_and_save(page: Page, folder: Path) -> None:
    write(page, folder, "1.0", QUESTION, CALL, "Spring Cup")
    write(page, folder, "2.0", "And at flood?\n## 9. No heading", event="Autumn Cup")
    page.get_by_role("link", name="My notes").click()
    titles = page.locator("#_notes h2")
    titles.first.wait_for()
    assert titles.all_inner_texts() == ["Open: And at flood?\n## 9. No heading", QUESTION]
    page.get_by_label("Words of a note").fill("ferry waits")
    page.get_by_text("1 of 2, 1 open").wait_for()
    page.get_by_label("Words of a note").fill("")
    assert_accessible(page)
    page.get_by_role("button", name="Close: And at flood?").click()
    page.get_by_text("2 of 2, 0 open").wait_for()
    text = re.sub(r"written: \d{4}-\d\d-\d\d \d\d:\d\d\n", "written: TIME\n", saved(page))
    assert re.sub(r"closed \d{4}-\d\d-\d\d\n", "closed DAY\n", text) == SAVED
    titles.first.locator("..").get_by_role("link").click()
    assert re.search(r"tide-1/[12]\.0\.html#[12]\.0$", page.url)


@pytest.mark.parametrize(
    ("update", "document", "anchor"),
    [
        ({"tide-2_md": LATER, "corpus.toml": TABLE.format(1, 2024) + TABLE.format(2, 2025)}, "tide-2", "2.0"),
        ({"corpus.toml": TABLE.format(1, 2024) + 'key = "tides"\naliases = ["tide-1"]\n'}, "tides", "1.0"),
    ],
    ids=["a later edition", "another key"],
)
def test_notes_outlive_an_update_of_the_site(
    page: Page, folder: Path, update: dict[str, str], document: str, anchor: str
) -> None:
    write(page, folder, "1.0", QUESTION)
    built(folder, **{"tide-1_md": RULES, **update})
    rule(page, folder, anchor, document)
    page.locator(f'[id="{anchor}"] > .own-note').wait_for()


def test_a_browser_that_keeps_nothing_is_told_of_and_the_words_stay(page: Page, folder: Path) -> None:
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    rule(page, folder, "1.0")
    page.locator('[id="1.0"] > .tools').get_by_role("button", name="Note").click()
    page.get_by_text("This browser cannot store anything for this page").wait_for()
    page.get_by_label("Question").fill(QUESTION)
    page.get_by_role("button", name="Keep").click()
    assert page.get_by_label("Question").input_value() == QUESTION
    assert_accessible(page)
    page.goto(f"{(folder / 'site').as_uri()}/notes.html")
    page.get_by_role("alert").get_by_text("This browser cannot store anything").wait_for()


def test_a_note_on_a_ruling_is_two_taps_away_and_stays_with_its_words(phone: Page, tmp_path: Path) -> None:
    """On the ruling with these words, whatever its number; where no ruling has them, on the card, which says so."""
    phone.set_viewport_size({"width": 390, "height": 844})
    site = gulls(tmp_path, FLIES, SWIMS)
    card = f"{site.as_uri()}/gulls/sea-gull.html"
    phone.goto(card)
    assert phone.locator(".part-tools").count() == 0
    phone.get_by_role("link", name="Ruling 2").tap()
    phone.locator(".part-tools").get_by_role("button", name="Note").tap()
    phone.get_by_label("Question").fill(QUESTION)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.get_by_role("button", name="Keep").tap()
    note = phone.locator(".own-note")
    note.wait_for()
    assert_accessible(phone)
    assert phone.locator('[id="2"] .own-note').count() == 1
    phone.get_by_role("link", name="Ruling 1").tap()
    phone.locator('[id="1"] .part-tools').wait_for()
    assert phone.locator(".part-tools").count() == 1, "only below what was tapped"
    for rulings, place, told in (
        ((FLIES, "It sleeps at ebb.", SWIMS), "3", ""),
        ((FLIES, "It sleeps at ebb."), "sea-gull", "which has changed since"),
    ):
        gulls(tmp_path, *rulings)
        phone.goto(card)
        note.wait_for()
        assert phone.locator(f'[id="{place}"]').locator(".own-note").count() == 1
        assert phone.locator("li .own-note").count() == (place == "3")
        assert told in note.inner_text()
    phone.get_by_role("link", name="My notes").click()
    text = saved(phone)
    assert "\n- at: gulls:sea-gull#2 (Gull Rulings, Sea Gull, ruling 2)\n" in text
    assert text.endswith(f"\n- text then: {SWIMS}\n")


def test_a_file_of_notes_is_imported_on_another_phone(
    phone: Page, browser: Browser, folder: Path, tmp_path: Path
) -> None:
    """Each note once; nothing is overwritten, and what has no notes is refused."""
    write(phone, folder, "1.0", QUESTION, CALL, "Spring Cup")
    phone.get_by_role("link", name="My notes").tap()
    first = saved(phone)
    answered = "\n## 7. Settled?\n\nAnswer: Yes.\n\n- at: tide-1:2.0 (Tide Rules 1 (2024), 2.0 Flood)\n"
    file = tmp_path / "calls.md"
    file.write_text(
        f"{first}{answered}- written: 2026-01-02 10:00\n- state: closed 2026-01-03\n- words then: sha256:0123\n",
        "utf-8",
    )
    for other in watched(browser, viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"):
        write(other, folder, "2.0", "My own")
        other.get_by_role("link", name="My notes").click()
        chosen = other.get_by_label("File with notes")
        titles = other.locator("#_notes h2")
        titles.first.wait_for()
        wrong = tmp_path / "rules.md"
        wrong.write_text("# Rules\n\n## 1. Ebb\n\nWater falls.\n")
        chosen.set_input_files(wrong)
        other.get_by_text("rules.md contains no notes; choose a file that").wait_for()
        chosen.set_input_files(file)
        other.get_by_text("2 new, 0 there already.").wait_for()
        chosen.set_input_files(file)
        other.get_by_text("0 new, 2 there already.").wait_for()
        assert titles.all_inner_texts() == ["Open: My own", QUESTION, "Settled?"]
        other.evaluate("void (IDBObjectStore.prototype.put = () => { throw new Error('disk full'); })")
        (tmp_path / "more.md").write_text(file.read_text("utf-8").replace("Settled", "Kept"), "utf-8")
        chosen.set_input_files(tmp_path / "more.md")
        other.get_by_text("(disk full). Copy it to another place.").wait_for()
        assert_accessible(other)
        text = saved(other)
        assert first.partition(QUESTION)[2].strip() in text
        assert "Settled?\n\nAnswer: Yes.\n\n- at: tide-1:2.0 (Tide Rules 1 (2024), 2.0 Flood)\n" in text
        assert "- state: closed 2026-01-03\n- words then: sha256:0123\n" in text
        rule(other, folder, "1.0")
        assert other.locator('[id="1.0"] > .own-note').inner_text().startswith(f"Your note: {QUESTION}")
        other.get_by_role("link", name="My notes").click()
        other.get_by_role("link", name="2.0 Flood").last.click()
        other.locator('#_results [data-id="tide-1:2.0"]').wait_for()


def test_a_file_of_notes_that_the_terminal_wrote_is_loaded(page: Page, folder: Path) -> None:
    """Earlier versions wrote it, in their own order of lines; nothing of it is lost when it is saved again."""
    page.goto(f"{(folder / 'site').as_uri()}/notes.html")
    page.get_by_label("File with notes").set_input_files(TERMINAL)
    page.get_by_text("4 new, 0 there already.").wait_for()
    titles = page.locator("#_notes h2").all_inner_texts()
    assert titles[0] == "Open: Is tea served?"
    assert sorted(titles[1:]) == ["And at flood?", "Can a ferry leave at ebb?", "Who waits at night?"]
    kept, written = (
        sorted(re.sub(r"(?m)^## \d+", "##", text).split("\n")) for text in (saved(page), TERMINAL.read_text())
    )
    assert kept == written
    rule(page, folder, "1.0")
    notes = page.locator('[id="1.0"] .own-note')
    notes.first.wait_for()
    assert notes.count() == 2
