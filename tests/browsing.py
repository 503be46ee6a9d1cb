"""What the tests in a browser share: watched pages, and asking the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.limits import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page, Request, Route

OURS = ("file:", "http://localhost:")
VIOLATIONS = {"resultTypes": ["violations"], "preload": False}
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe that a page can break in one look and keep in the other."""
ASK = """
    query => {
        const box = document.getElementById("_query");
        box.value = query;
        box.dispatchEvent(new Event("input"));
        box.form.requestSubmit();
        const items = [...document.querySelectorAll("#_results li[data-id]")];
        items.sort((one, other) => (one.dataset.rank || 0) - (other.dataset.rank || 0));
        return items.filter((item) => !["begin", "near"].includes(item.dataset.why)).map((item) => ({
            id: item.dataset.id,
            why: item.dataset.why,
            passage: [...(item.querySelector(":scope > .passage")?.childNodes || [])]
                .map((node) => (node.nodeName === "MARK" ? `**${node.textContent}**` : node.textContent))
                .join(""),
        }));
    }
"""


class Held:
    """Requests of a page for one file, which are answered when `release` is called."""

    def __init__(self, page: Page, file: str) -> None:
        """Hold them from now on."""
        self._routes: list[Route] = []
        self._released = False
        page.route(f"**/{file}", self._hold)

    def _hold(self, route: Route) -> None:
        if self._released:
            route.continue_()
        else:
            self._routes.append(route)

    def release(self) -> None:
        """Let those through that are waiting and those that come."""
        self._released = True
        for route in self._routes:
            route.continue_()


def watched(browser: Browser, **options: Any) -> Iterator[Page]:
    """Open a page; it fails the test if it asks another host for anything, or reports an error."""
    context = browser.new_context(**options)
    shown = context.new_page()
    shown.set_default_timeout(1000 * PATIENCE)
    wrong: list[str] = []

    def asks(request: Request) -> None:
        if not request.url.startswith(OURS):
            wrong.append(request.url)

    def says(dialog: Dialog) -> None:
        wrong.append(dialog.message)
        dialog.dismiss()

    shown.on("request", asks)
    shown.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("dialog", says)
    yield shown
    context.close()
    assert not wrong, wrong


def open_search(page: Page, site: str, address: str = "") -> None:
    """Open the search page and wait until everything is loaded."""
    page.goto(f"{site}/search.html{address}")
    wait_for_search(page)


def wait_for_search(page: Page, state: str = "warm") -> None:
    """Wait until the search of a page has come so far: names, all, or warm."""
    page.wait_for_selector(f"html[data-search={state}]", state="attached")


def ask(page: Page, query: str) -> list[dict[str, Any]]:
    """Type a query into the search page and press Enter; return what it shows, each entry once."""
    found: dict[str, dict[str, Any]] = {}
    for one in page.evaluate(ASK, query):
        found.setdefault(one["id"], one)
    return list(found.values())


def assert_accessible(page: Page) -> None:
    """Assert that axe finds no violation in either look; the dark one has other colours, and the same elements."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    looks: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (("light", {}), ("dark", {"runOnly": COLOURS}))
    for look, options in looks:
        page.emulate_media(color_scheme=look)
        found = axe.run(page, options=VIOLATIONS | options)
        assert found.violations_count == 0, (look, found.generate_report())
