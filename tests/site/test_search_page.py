"""The search box and the search page as a person uses them: from a host, from a disk, without the network."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import judge
from tests.browsing import Held, ask, assert_accessible, open_search, wait_for_search, watched
from tests.hosting import Host, hosting
from tests.sites import Page as Source
from tests.sites import build
from tests.support import CASES, write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHAPTER = "shadowfist-digest/24.0.html"
ANSWERED = [
    ("24.0", "number", "shadowfist-digest:24.0"),
    ("evil twin", "title", "shadowfist-card-digest:evil-twin"),
    ("evil twni", "fuzzy", "shadowfist-card-digest:evil-twin"),
    ("tap", "alias", "shadowfist-digest:21.0"),
    ("who bids in an auction", "text", "shadowfist-digest:31.5"),
    ("evil twin vs old uncle", "names", "shadowfist-digest:49.0"),
]
"""One query of each kind: what is typed, how it is found, what is first."""
OPEN_QUERIES = [
    json.loads(line)["query"]
    for name in ("queries", "questions")
    for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Everything that the tests ask of the search and know the answers to."""
SUBJECTS = ["Fog", "Ice Floes", "Whale Songs", "Broken Anchors", "Customs", "Lanterns", "Ebb and Flood", "Mutiny"]
"""Titles of an older and a newer rulebook."""
PLACE = """[...document.querySelectorAll('#_offers [role=option]')].findIndex(
    (one) => one.id === document.getElementById("_query").getAttribute("aria-activedescendant"))"""
"""Which of the links below the box has the focus; asked in one go, since answers may be drawn anew meanwhile."""
STORAGES = {
    "refused": "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused'); } });",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
}
"""What makes a page's storage useless."""


@pytest.fixture(scope="module")
def folder(bundled_site: Path) -> Path:
    """The site of the bundled collection."""
    return bundled_site


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[Host]:
    """A host that serves it."""
    with hosting(folder.parent) as host:
        yield host


@pytest.fixture(params=["http", pytest.param("file", marks=pytest.mark.thorough)])
def site(request: pytest.FixtureRequest, folder: Path, host: Host) -> str:
    """Its address, from a disk and from a host."""
    return folder.as_uri() if request.param == "file" else host.url


@pytest.fixture(scope="module")
def noted_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of an older and a newer rulebook on the same subjects: most answers have notes on what is newer."""
    rules = "".join(
        f"## {number}.0 {subject}\n\nA ship that meets {subject.lower()} stays in the harbour for {number} turns.\n\n"
        for number, subject in enumerate(SUBJECTS, 1)
    )
    folder = write_collection(tmp_path_factory.mktemp("noted"), old_md=rules, new_md=rules)
    rows = [
        f'[[document]]\nfile = "{name}.md"\ntitle = "Harbour Rules"\nwork = "{name}"\nkind = "rules"\n'
        f'game = "Harbour"\ndate = "{date}"\n'
        for name, date in (("old", "2001"), ("new", "2011"))
    ]
    (folder / "corpus.toml").write_text("".join(rows), encoding="utf-8")
    with judge.open(corpus=[folder]) as library:
        return build(library, tmp_path_factory.mktemp("noted-site"))


# Answers


@pytest.mark.parametrize(("query", "why", "id"), ANSWERED)
def test_a_query_of_each_kind_is_answered(page: Page, site: str, query: str, why: str, id: str) -> None:
    open_search(page, site)
    page.keyboard.type(query)
    first = page.locator("#_results li[data-id]").first
    assert (first.get_attribute("data-why"), first.get_attribute("data-id")) == (why, id)
    first.locator("a.title").first.click()
    page.wait_for_url("**/*.html#*")
    assert page.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null")


@pytest.mark.thorough
def test_the_last_word_is_unfinished_while_it_is_typed_and_mistaken_after_enter(page: Page, tmp_path: Path) -> None:
    """After Enter, and where the page opens with a query, the answers are those of `judge search`."""
    text = "# Ships\n\n## 1.0 Holds\n\nA chain is tied up.\n\n## 2.0 Shops\n\nA chandler is tied up.\n"
    with judge.open(corpus=[write_collection(tmp_path / "ships", ships_md=text)]) as library:
        site = build(library, tmp_path / "site").as_uri()
    first = page.locator("#_results li a").first
    open_search(page, site)
    page.keyboard.type("who ties up a chan")
    assert first.inner_text() == "2.0 Shops"
    page.keyboard.press("Enter")
    page.get_by_text("Read as chain.").wait_for()
    assert first.inner_text() == "1.0 Holds"
    assert page.evaluate("document.activeElement.textContent") == "1.0 Holds"
    page.goto(f"{site}/index.html")
    page.locator("#_query").press_sequentially("who ties up a chan")
    page.locator("#_offers [role=option] .title").get_by_text("2.0 Shops").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("Read as chain.").wait_for()
    assert first.inner_text() == "1.0 Holds"


@pytest.mark.thorough
def test_answers_are_grouped_by_how_they_were_found(page: Page, site: str) -> None:
    open_search(page, site, "?q=evil+twin")
    headings = page.locator("#_results h2").all_inner_texts()
    assert headings[0] == "With this name"
    assert headings[-1] == "Speaking of this"
    assert len(headings) == len(set(headings))
    assert page.locator("#_results mark").count()


@pytest.mark.thorough
def test_more_answers_are_shown_when_asked_for(page: Page, site: str) -> None:
    open_search(page, site, "?q=damage")
    assert page.locator("#_results li").count() == 10
    page.get_by_role("button", name="More answers").focus()
    page.keyboard.press("Enter")
    page.locator("#_results li").nth(10).wait_for()
    focused = "document.activeElement.closest('li').dataset.rank"
    assert page.evaluate(focused) == "10"
    assert not page.get_by_role("button", name="More answers").count()


@pytest.mark.thorough
def test_nothing_found_names_what_is_near(page: Page, site: str) -> None:
    open_search(page, site, "?q=30.7")
    assert "Nothing found for “30.7”." in page.locator("#_results").inner_text()
    assert page.locator("#_results li a").first.inner_text() == "30.0 Combat"
    assert not ask(page, "qqqqqqq")
    assert "Try fewer words, or different ones." in page.locator("#_results").inner_text()


# The address, the filters, what was asked before


def test_the_address_keeps_query_and_filters(page: Page, site: str) -> None:
    open_search(page, site)
    page.locator("#_query").fill("damage")
    page.locator("select[name=kind]").select_option("card")
    page.wait_for_url("**/search.html?q=damage&kind=card")
    shown = page.locator("#_results li").evaluate_all("items => items.map((item) => item.dataset.id)")
    assert shown
    assert all(id.startswith("shadowfist-card-digest:") for id in shown)
    assert page.title() == "damage · Search"
    page.reload()
    wait_for_search(page)
    assert page.locator("#_query").input_value() == "damage"
    assert page.locator("#_results li").evaluate_all("items => items.map((item) => item.dataset.id)") == shown
    page.locator("select[name=document]").select_option("shadowfist-digest")
    assert "Nothing found" in page.locator("#_results").inner_text()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "address", ["?q=%E0%A4%A", "?kind=nonsense&q=evil", "?q=" + "a" * 3000, "?document=__proto__&q=evil"]
)
def test_a_broken_address_breaks_nothing(page: Page, site: str, address: str) -> None:
    open_search(page, site, address)
    page.locator("#_results li, #_results .nothing").first.wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize("storage", STORAGES)
def test_search_works_without_storage(page: Page, site: str, storage: str) -> None:
    page.add_init_script(STORAGES[storage])
    open_search(page, site, "?q=evil+twin")
    assert page.locator("#_results li a").first.inner_text() == "Evil Twin"
    page.locator("#_query").fill("")
    assert page.locator("#_results").is_hidden()


# Keys and screen readers


def test_keys_go_through_the_answers_and_back(page: Page, site: str) -> None:
    page.goto(f"{site}/{CHAPTER}")
    page.locator("#_query").focus()
    assert page.evaluate("document.activeElement.id") == "_query"
    page.keyboard.type("evil twin")
    page.locator("#_offers").get_by_text(
        "All answers"
    ).wait_for()  # all answers are here, so there is a second one to go to
    page.keyboard.press("ArrowDown")
    assert page.evaluate(PLACE) == 0
    page.keyboard.press("ArrowDown")
    assert page.evaluate(PLACE) == 1
    box = page.locator("#_query")
    assert box.get_attribute("aria-expanded") == "true"
    assert page.locator("#_offers [aria-selected=true]").count() == 1
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(PLACE) == -1
    assert page.evaluate("document.activeElement.id") == "_query"
    page.keyboard.press("Escape")
    assert page.locator("#_offers").is_hidden()
    assert box.get_attribute("aria-expanded") == "false"
    page.keyboard.press("ArrowDown")
    assert page.locator("#_offers").is_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/evil-twin.html#*")


@pytest.mark.parametrize(
    "queries", [OPEN_QUERIES[::40], pytest.param(OPEN_QUERIES, marks=pytest.mark.thorough)], ids=["some", "all"]
)
def test_the_open_panel_is_walked_closed_and_passes_axe(page: Page, folder: Path, queries: list[str]) -> None:
    """For each query: every option by the arrow down and back up, Escape, axe over the open panel in both looks."""
    page.goto(f"{folder.as_uri()}/{CHAPTER}")
    box, offers = page.locator("#_query"), page.locator("#_offers")
    box.focus()
    wait_for_search(page)
    for query in queries:
        box.fill(query)
        offers.get_by_text("All answers").wait_for()
        options = page.evaluate("[...document.querySelectorAll('#_offers [role=option]')].map((one) => one.id)")
        for id in options:
            page.keyboard.press("ArrowDown")
            assert box.get_attribute("aria-activedescendant") == id, query
        assert_accessible(page)
        for _ in options:
            page.keyboard.press("ArrowUp")
        assert page.evaluate(PLACE) == -1, query
        page.keyboard.press("Escape")
        assert offers.is_hidden(), query


@pytest.mark.parametrize("query", ["evil tw", "24.1"])
def test_back_from_an_answer_restores_the_query_and_the_panel(page: Page, site: str, query: str) -> None:
    page.goto(f"{site}/{CHAPTER}")
    page.locator("#_query").fill(query)
    page.locator("#_offers").get_by_text("All answers").wait_for()
    wanted = page.locator("#_offers .title").all_inner_texts()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: f"{CHAPTER}" not in url or "#" in url)
    page.goto(f"{site}/about.html")
    page.go_back()
    page.go_back()
    page.locator("#_offers").get_by_text("All answers").wait_for()
    assert page.locator("#_query").input_value() == query
    assert page.locator("#_offers .title").all_inner_texts() == wanted
    page.keyboard.press("Escape")
    page.reload()
    assert page.locator("#_query").input_value() == ""


def test_enter_leads_to_all_answers(page: Page, site: str) -> None:
    page.goto(f"{site}/games/shadowfist/cards.html")
    page.locator("#_query").focus()
    page.keyboard.type("who bids & why?")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=who+bids+%26+why%3F")
    page.locator("#_results li").first.wait_for()
    assert page.locator("#_query").input_value() == "who bids & why?"


@pytest.mark.thorough
def test_a_screen_reader_is_told(page: Page, site: str) -> None:
    open_search(page, site)
    page.keyboard.type("evil twin")
    page.locator("#_told").get_by_text("answers. First: Evil Twin.").wait_for(state="attached")
    for typed, said in (
        ("qqqqqqq", "Nothing found."),
        ("30.7", "Nothing found. Closest: 30.0 Combat."),
        ("sh", re.compile(r"^\d+ titles begin with this\. First: Shan Tsu\.$")),
    ):
        page.locator("#_query").fill(typed)
        page.locator("#_told").get_by_text(said, exact=True).wait_for(state="attached")
    assert page.locator("#_told").get_attribute("role") == "status"


@pytest.mark.thorough
@pytest.mark.parametrize("query", [query for query, _, _ in ANSWERED] + ["qqqqqqq", ""])
def test_axe_finds_no_violation_in_answers(page: Page, folder: Path, query: str) -> None:
    open_search(page, folder.as_uri(), f"?q={query}")
    assert_accessible(page)


def test_axe_finds_no_violation_in_answers_with_notes_below_the_box(page: Page, noted_site: Path) -> None:
    page.goto((noted_site / "index.html").as_uri())
    page.locator("#_query").fill("fog")
    page.locator("#_offers [role=option] .newer").first.wait_for()
    assert_accessible(page)


def test_answers_fit_a_small_phone(phone: Page, folder: Path) -> None:
    open_search(phone, folder.as_uri(), "?q=evil+twin+old+uncle")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    phone.goto(f"{folder.as_uri()}/{CHAPTER}")
    phone.locator("#_query").fill("evil twin")
    offered = phone.locator("#_offers [role=option]").first
    offered.wait_for()
    box = phone.locator("#_offers").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


# While it loads


@pytest.mark.thorough
def test_what_is_typed_before_the_box_works_is_answered(page: Page, host: Host) -> None:
    for path in ("search.html", CHAPTER):
        held = Held(page, "search-box.js")
        page.goto(f"{host.url}/{path}", wait_until="commit")
        page.locator("#_query").fill("evil twin")
        held.release()
        page.locator("li[data-id] a, a[data-id]").first.wait_for()
        assert page.locator("#_query").input_value() == "evil twin"


@pytest.mark.thorough
def test_late_answers_do_not_open_what_was_left(page: Page, host: Host) -> None:
    page.goto(f"{host.url}/index.html")
    leaving: list[Callable[[], None]] = [lambda: page.mouse.click(5, 500), lambda: page.keyboard.press("Escape")]
    for leave in leaving:
        held = Held(page, "assets/search.js")
        page.goto(f"{host.url}/{CHAPTER}", wait_until="domcontentloaded")
        page.locator("#_query").focus()
        page.keyboard.type("evil twin")
        page.get_by_text("Loading the search …").wait_for()
        leave()
        held.release()
        wait_for_search(page)
        assert page.locator("#_offers").is_hidden()
        assert page.locator("#_told").inner_text() == ""


@pytest.mark.thorough
def test_a_title_is_answered_before_the_texts_are_here(page: Page, host: Host) -> None:
    """Its own text alone is asked for before the rest."""
    held = Held(page, "postings-*.js*")
    page.goto(f"{host.url}/search.html?q=evil+twin", wait_until="domcontentloaded")
    page.locator("#_results li a").get_by_text("Evil Twin", exact=True).first.wait_for()
    page.get_by_text("Loading more …").wait_for()
    held.release()
    page.locator(".wait").wait_for(state="detached")
    assert page.locator("#_results h2").all_inner_texts()[-1] == "Speaking of this"


# What is missing


def test_the_first_paint_waits_for_no_search(folder: Path) -> None:
    """A page names the box's script alone; the search and its data are asked for when the page is drawn."""
    for name in ("index.html", CHAPTER, "search.html"):
        scripts = [values for tag, values in Source(folder / name).tags if tag == "script" and "src" in values]
        assert not [one["src"] for one in scripts if "search.js" in one["src"] or "search/" in one["src"]]
        assert all("defer" in one for one in scripts if "search" in one["src"])


@pytest.mark.thorough
def test_without_scripts_the_page_says_what_is_missing(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/search.html")
    assert page.get_by_text("Search needs scripts, which are switched off here.").is_visible()
    assert page.locator("#_query").is_hidden()
    page.goto(f"{site}/shadowfist-digest/index.html")
    page.locator("main a").first.click()
    assert page.url.endswith(".html") or "#" in page.url
    context.close()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["search/entries-0.js", "search/names-0.js", "search/settings.js", "assets/search.js"])
@pytest.mark.parametrize("damage", ["missing", "half"])
def test_what_could_not_be_loaded_is_told_and_can_be_tried_again(
    browser: Browser, folder: Path, tmp_path: Path, name: str, damage: str
) -> None:
    site = shutil.copytree(folder, tmp_path / "site")
    whole = (site / name).read_text(encoding="utf-8")
    if damage == "missing":
        (site / name).unlink()
    else:
        (site / name).write_text(whole[: len(whole) // 2], encoding="utf-8")
    page = browser.new_page()
    page.goto(f"{site.as_uri()}/search.html?q=evil+twin")
    page.get_by_text(f"Part of the search could not be loaded ({name}), so answers may be missing.").wait_for()
    (site / name).write_text(whole, encoding="utf-8")
    page.get_by_role("button", name="Try again").click()
    page.locator("#_results li a").first.wait_for()
    assert page.locator("#_results li a").first.inner_text() == "Evil Twin"
    assert not page.locator(".broken").count()
    page.close()


@pytest.mark.thorough
def test_parts_of_two_editions_are_not_mixed(page: Page, folder: Path, tmp_path: Path) -> None:
    """As where the site is published anew while a page is open."""
    site = shutil.copytree(folder, tmp_path / "site")
    part = site / "search" / "entries-0.js"
    whole = part.read_text(encoding="utf-8")
    part.write_text(re.sub(r', "\w{8}", ', ', "00000000", ', whole, count=1), encoding="utf-8")
    page.goto(f"{site.as_uri()}/search.html?q=evil+twin")
    page.get_by_text("The site has changed since this page was opened.").wait_for()
    part.write_text(whole, encoding="utf-8")
    page.get_by_role("button", name="Reload the page").click()
    page.locator("#_results li a").first.wait_for()


def test_answers_come_without_the_network(browser: Browser, folder: Path) -> None:
    page = browser.new_page()
    with hosting(folder.parent) as host:
        page.goto(f"{host.url}/index.html")
        page.get_by_text("Saved for offline use.").wait_for()
    for query, why, id in ANSWERED:
        open_search(page, host.url, f"?q={query}")
        first = page.locator("#_results li[data-id]").first
        assert (first.get_attribute("data-why"), first.get_attribute("data-id")) == (why, id)
    page.close()


@pytest.mark.thorough
def test_a_new_edition_is_searched_as_a_whole(browser: Browser, tmp_path: Path) -> None:
    """The page that is open goes on with the words of its own edition until the newer one is shown."""
    with hosting(tmp_path / "host") as host:
        _see_a_new_edition(browser, host, _publisher(tmp_path / "tides", host))


def _see_a_new_edition(browser: Browser, host: Host, publish: Callable[[str], None]) -> None:
    publish("An anchor holds the ship.")
    for page in watched(browser):
        page.goto(f"{host.url}/index.html")
        page.get_by_text("Saved for offline use.").wait_for()
        publish("A lighthouse warns the ship.")
        page.goto(f"{host.url}/index.html")
        page.locator("#_notice").get_by_role("button", name="Show it").wait_for()
        open_search(page, host.url)
        assert ask(page, "anchor")
        assert not ask(page, "lighthouse")
        page.locator("#_notice").get_by_role("button", name="Show it").click()
        page.locator("#_notice").get_by_role("button", name="Show it").wait_for(state="detached")
        wait_for_search(page)
        assert ask(page, "lighthouse")
        assert not ask(page, "anchor")


def _publisher(corpus: Path, host: Host) -> Callable[[str], None]:
    """Return what writes a site of one rule to a host."""

    def publish(rule: str) -> None:
        corpus.mkdir(exist_ok=True)
        (corpus / "tides.md").write_text(f"# Tides\n\n## 1.0 Ebb\n\n{rule}\n\n## 2.0 Flood\n\nWater rises.\n")
        with judge.open(corpus=[corpus]) as library:
            build(library, host.site)

    return publish


# Hostile documents and queries


@pytest.mark.thorough
def test_no_payload_runs_in_answers(page: Page, hostile_site: Path) -> None:
    """A dialog, an error or a request to another host would fail the fixture."""
    open_search(page, hostile_site.as_uri())
    for query in ("alert", "script alert", "onerror", "javascript", "img src", "<script>alert(1)</script>", "svg"):
        ask(page, query)
        assert page.locator("#_results li, #_results .nothing").count()
        assert page.evaluate("document.querySelectorAll('main :is(script, img, iframe, svg, style)').length") == 0
