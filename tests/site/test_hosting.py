"""The ways to host the site that docs/site.md tells of, each tried with a host that behaves so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.opened_library import Library
from tests.hosting import Host, hosting
from tests.sites import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMMUTABLE = "public, max-age=31536000, immutable"
WAYS: dict[str, tuple[str, Mapping[str, str]]] = {
    "GitHub Pages": ("/rules/", {"": "max-age=600"}),
    "Netlify": ("/", {"": "public, max-age=0, must-revalidate"}),
    "nginx": ("/", {"": "no-cache", "offline/": IMMUTABLE}),
}
"""The folder below which each has the site, and the caching headers of its folders."""


@contextmanager
def hosted(library: Library, folder: Path, way: str) -> Iterator[Host]:
    """Build a site for a host that behaves so."""
    below, caching = WAYS[way]
    with hosting(folder, below) as host:
        host.caching.update(caching)
        build(library, host.site, base_url=f"{host.url}/")
        yield host


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page."""
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("way", WAYS)
def test_a_host_shows_the_site_and_finds_its_way_back(example: Library, tmp_path: Path, page: Page, way: str) -> None:
    with hosted(example, tmp_path, way) as host:
        page.goto(f"{host.url}/")
        page.locator("#_query").fill("old salt")
        page.locator("#_offers [role=option][data-id]").first.click()
        page.wait_for_url("**/old-salt.html*")
        answer = page.goto(f"{host.url}/no/such/page.html")
        assert answer
        assert answer.status == 404
        assert page.locator("h1").inner_text() == "There is no such page"
        assert page.evaluate("getComputedStyle(document.querySelector('.top')).position") == "sticky"
        page.locator("#_query").fill("old salt")
        page.locator("#_offers [role=option][data-id]").first.wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="the home page").click()
        page.wait_for_url(f"{host.url}/index.html")


def test_bundles_may_be_cached_for_ever(example: Library, tmp_path: Path, page: Page) -> None:
    """Their names change with their content, and nothing else of the site may be kept so long."""
    with hosted(example, tmp_path, "nginx") as host:
        bundle = next((host.site / "offline").iterdir()).name
        for path, expected in ((f"offline/{bundle}", IMMUTABLE), ("index.html", "no-cache")):
            answer = page.request.get(f"{host.url}/{path}")
            assert answer.headers["cache-control"] == expected
