"""What a collection gives is shown by `judge serve` and can do nothing there; and no request changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from starlette.routing import BaseRoute, Mount, Route

from judge.core.files import data_folder
from judge.server.api.asking import Desk
from judge.server.asgi import application_of
from judge.server.served_site import ServedSite
from tests.browsing import watched
from tests.server.serving import Api, served
from tests.support import write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from playwright.sync_api import Route as Held

POLICY = "default-src 'none'; sandbox"
RULES = "# Tides\n\n## 1.0 Ebb\n\nWater falls (2.0).\n\n## 2.0 Flood\n\nWater rises.\n"
SCRIPT = "fetch('/ran')"
SVG = f"""<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="{SCRIPT}">
<style>rect {{ fill: #00f }}</style><rect width="8" height="8"/><script>{SCRIPT}</script></svg>"""
HTML = f"<!doctype html><title>x</title><img src=x onerror={SCRIPT!r}><script>{SCRIPT}</script>"
XHTML = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><script>{SCRIPT}</script></body></html>'
XML = f'<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="page.xsl"?><x>{XHTML}</x>'
XSLT = f"""<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">
{XHTML}</xsl:template></xsl:stylesheet>"""
GIVEN = {
    **{"logo.svg": SVG, "map.SVG": SVG, "seal.ico": SVG, "gull.png": HTML},
    "theme.css": "h1 { top: 3px }",
}
"""Files in `_site/`."""
LATER = {
    "page.xml": XML,
    "page.xsl": XSLT,
    "page.xhtml": XHTML,
    "page.HTML": HTML,
    "page.htm": HTML,
    "page.svgz": SVG,
    "page": HTML,
    "font.woff2": "wOF2",
}
"""Files that no collection can give today, in the served folder."""


class Shown(NamedTuple):
    """A served site with what its owner gave."""

    corpus: Path
    site: ServedSite
    api: Api

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://localhost:{self.api.port}/"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Shown]:
    """A served site whose owner gives scripts."""
    folder = tmp_path_factory.mktemp("given")
    corpus = write_collection(folder / "tides", tides_md=RULES)
    (corpus / "corpus.toml").write_text('[site]\nlogo = "logo.svg"\n', encoding="utf-8")
    (corpus / "_site").mkdir()
    for name, text in (GIVEN | {"page.html": HTML, "page.xml": XML}).items():
        (corpus / "_site" / name).write_text(text, encoding="utf-8")
    site = ServedSite([corpus], data_folder("templates"), folder / "site", lambda _: None)
    for name, text in LATER.items():
        (site.folder / "assets" / name).write_text(text, encoding="utf-8")
    with served(Desk([corpus], print), local=True, shown=site) as api:
        yield Shown(corpus, site, api)


@pytest.mark.parametrize("name", [*GIVEN, *LATER])
def test_what_is_not_a_page_is_inert(shown: Shown, name: str) -> None:
    for method in ("GET", "HEAD"):
        reply = shown.api.get(f"/assets/{name}", method)
        assert reply.status == 200
        assert reply.headers["content-security-policy"] == POLICY
        assert reply.headers["x-content-type-options"] == "nosniff"
    again = shown.api.get(f"/assets/{name}", If_None_Match=reply.headers["etag"])
    assert (again.status, again.headers["content-security-policy"]) == (304, POLICY)


def test_every_file_of_a_site_is_a_page_a_script_of_ours_or_inert(shown: Shown) -> None:
    files = [path for path in shown.site.folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    for path in files:
        headers = shown.api.get(f"/{path.relative_to(shown.site.folder)}").headers
        is_ours = path.suffix in (".html", ".js")
        assert headers.get("content-security-policy", "") == ("" if is_ours else POLICY), path
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["page.html", "page.xml"])
def test_other_files_of_an_owner_are_not_served(shown: Shown, name: str) -> None:
    for path in (f"/assets/{name}", f"/_site/{name}", f"/{name}", f"/pages/{name}"):
        assert shown.api.get(path).status == 404 or name in LATER


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page; it fails the test if it reports an error."""
    yield from watched(browser, service_workers="block")


def ran(browser: Browser, address: str, *, policy: bool = True) -> bool:
    """Open an address in a browser, with its policy or without; tell whether a script in it asked for something."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def without(route: Held) -> None:
        reply = route.fetch()
        headers = {name: text for name, text in reply.headers.items() if name != "content-security-policy"}
        route.fulfill(response=reply, headers=headers)

    if not policy:
        page.route(address, without)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(300)
    context.close()
    return any(url.endswith("/ran") for url in asked)


@pytest.mark.parametrize(
    "name", ["logo.svg", "map.SVG", "page.xml", "page.xhtml", "page.HTML", "page.htm", "seal.ico", "gull.png"]
)
def test_no_script_of_a_collection_runs(browser: Browser, shown: Shown, name: str) -> None:
    address = shown.address + f"assets/{name}"
    assert not ran(browser, address)
    is_run_elsewhere = not name.endswith((".ico", ".png"))
    assert ran(browser, address, policy=False) == is_run_elsewhere  # so that this test would see one


def test_the_site_looks_and_works_as_without_a_policy(page: Page, shown: Shown) -> None:
    """The owner's style sheet, the style of a picture and our own scripts."""
    page.goto(shown.address)
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).top") == "3px"
    assert page.evaluate("document.documentElement.classList.contains('scripted')")
    logo = page.locator("img[src$='logo.svg']").first
    drawn = """image => image.decode().then(() => {
        const pen = Object.assign(document.createElement("canvas"), {width: 8, height: 8}).getContext("2d");
        pen.drawImage(image, 0, 0, 8, 8);
        return [...pen.getImageData(4, 4, 1, 1).data];
    })"""
    assert logo.evaluate(drawn) == [0, 0, 255, 255]


METHODS = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "MKCOL")
COMPUTED = {("POST", "/api/v1/cites")}
"""What is sent to be read."""


def methods_of(routes: list[BaseRoute], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield the methods and the addresses that an application answers."""
    for route in routes:
        if isinstance(route, Route):
            yield from ((method, above + route.path) for method in route.methods or ())
        elif isinstance(route, Mount) and route.routes:
            yield from methods_of(route.routes, above + route.path)


def test_no_route_takes_what_could_be_written(shown: Shown) -> None:
    desk = Desk([shown.corpus], print)
    for local in (False, True):
        found = set(methods_of(application_of(desk, local=local, shown=shown.site).routes))
        assert len(found) > 20
        assert {one for one in found if one[0] not in ("GET", "HEAD")} == COMPUTED
    desk.close()


@pytest.mark.parametrize("method", METHODS)
def test_every_other_method_is_refused_and_nothing_changes(shown: Shown, method: str) -> None:
    def files() -> dict[Path, tuple[bytes, int]]:
        folders = (shown.corpus, shown.site.folder)
        paths = (path for folder in folders for path in folder.rglob("*") if path.is_file())
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in paths}

    before = files()
    for path in ("", "index.html", "tides/1.0.html", "assets/logo.svg", "assets/theme.css", "new.html", "corpus.toml"):
        assert shown.api.get(f"/{path}", method, b"x").status == 405, path
    for path in ("", "list", "search", "show", "edition", "health", "openapi.json", "verify"):
        assert shown.api.get(f"/api/v1/{path}", method, b"x").status == 405, path
    for path in ("_read/", "_read/tides/", "_read/tides/reading", "_read/tides/profile"):
        assert shown.api.get(f"/{path}", method, b"[]").status == 405, path
        assert shown.api.get(f"/{path}").status == 404
    assert files() == before
