"""The ways to host the site that docs/site.md tells of, each tried with a host that behaves so."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.library import Library
from tests.browsing import watched
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


class Hosted(SimpleHTTPRequestHandler):
    """A host that shows 404.html for a wrong address."""

    def __init__(self, *arguments: object, folder: Path, below: str, headers: Mapping[str, str]) -> None:
        """Answer one connection."""
        self._site, self._below, self._headers = folder, below, headers
        super().__init__(*arguments, directory=str(folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer with a file of the site, or with its page for wrong addresses."""
        self.path = self.path.partition("?")[0]
        inside = self.path.startswith(self._below)
        self.path = "/" + self.path.removeprefix(self._below)
        file = Path(self.translate_path(self.path))
        if inside and (file.is_file() or (file / "index.html").is_file()):
            super().do_GET()
            return
        data = (self._site / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        """Add the caching headers."""
        folder = max((one for one in self._headers if self.path[1:].startswith(one)), key=len)
        self.send_header("Cache-Control", self._headers[folder])
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def hosted(library: Library, folder: Path, way: str) -> Iterator[str]:
    """Build a site for a host and give its address there."""
    below, headers = WAYS[way]
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Hosted, folder=folder, below=below, headers=headers))
    address = f"http://localhost:{server.server_port}{below}"
    build(library, folder, base_url=address)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield address
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page."""
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("way", WAYS)
def test_a_host_shows_the_site_and_finds_its_way_back(example: Library, tmp_path: Path, page: Page, way: str) -> None:
    with hosted(example, tmp_path / "site", way) as address:
        page.goto(address)
        page.locator("#_query").fill("old salt")
        page.locator("#_offers [role=option][data-id]").first.click()
        page.wait_for_url("**/old-salt.html*")
        answer = page.goto(f"{address}no/such/page.html")
        assert answer
        assert answer.status == 404
        assert page.locator("h1").inner_text() == "There is no such page"
        assert page.evaluate("getComputedStyle(document.querySelector('.top')).position") == "sticky"
        page.locator("#_query").fill("old salt")
        page.locator("#_offers [role=option][data-id]").first.wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="the home page").click()
        page.wait_for_url(f"{address}index.html")


def test_bundles_may_be_cached_for_ever(example: Library, tmp_path: Path, page: Page) -> None:
    """Their names change with their content, and nothing else of the site may be kept so long."""
    with hosted(example, tmp_path / "site", "nginx") as address:
        bundle = next((tmp_path / "site" / "offline").iterdir()).name
        for path, expected in ((f"offline/{bundle}", IMMUTABLE), ("index.html", "no-cache")):
            answer = page.request.get(f"{address}{path}")
            assert answer.headers["cache-control"] == expected


def test_a_memory_stick_shows_the_site(example: Library, tmp_path: Path, browser: Browser) -> None:
    site = build(example, tmp_path / "stick" / "rules")
    for page in watched(browser):
        page.goto((site / "index.html").as_uri())
        page.locator("#_query").fill("old salt")
        page.locator("#_offers [role=option][data-id]").first.click()
        page.wait_for_url("**/old-salt.html*")
