"""The site without a network: bundles, the worker that keeps them, editions that change in one piece.

The tests in a browser are skipped where there is no Chromium. What they wait for may take ten seconds, no longer.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import judge
from judge.opened_library import Library
from judge.site import offline
from judge.site.offline import Offline, with_offline
from tests.browsing import assert_accessible
from tests.hosting import Host
from tests.limits import PATIENCE
from tests.sites import build, templates_with
from tests.support import write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KEPT = "Saved for offline use."
NEWER = "A new version is available."
KINDS = (
    "index.html",
    "shadowfist-digest/index.html",
    "shadowfist-digest/24.0.html",
    "shadowfist-card-digest/evil-twin.html",
    "games/shadowfist/cards.html",
    "new.html",
    "about.html",
)
CHAPTERS = "".join(f"## {number}.0 Tide {number}\n\n{'Water rises and falls. ' * 40}\n\n" for number in range(1, 10))
RULES = f"# Tides\n\nVersion ONE\n\n{CHAPTERS}"


# Bundles


def made_up(count: int, **changed: str) -> list[tuple[str, str]]:
    """Return files of a made-up site."""
    return [(f"tides/{number}.html", changed.get(f"n{number}", f"Tide {number}. " * 200)) for number in range(count)]


def bundles_of(files: Iterator[offline.File]) -> list[tuple[str, bytes]]:
    """Return the names and contents of all bundles."""
    found = [(path, content) for path, content in files if path.startswith("offline/") and "contents" not in path]
    return [(path, content) for path, content in found if isinstance(content, bytes)]


def test_bundles_hold_every_file_byte_for_byte(example: Library, tmp_path: Path) -> None:
    """All that a browser asks for; not what other programs do, the bundles themselves and the worker."""
    site = build(example, tmp_path, base_url="https://example.org/")
    contents = json.loads(next(site.glob("offline/contents-*.json")).read_bytes())
    kept = {}
    for path, number in contents["files"].items():
        bundle = json.loads((site / f"offline/{contents['bundles'][number]}.json").read_bytes())
        text = bundle[path]
        kept[path] = text.encode() if isinstance(text, str) else base64.b64decode(text["base64"])
    written = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    others = {"sitemap.xml", "robots.txt", "service-worker.js", ".judge-site", ".judge-lock", "addresses.json"}
    expected = {name: path for name, path in written.items() if name not in others and not name.startswith("offline/")}
    assert kept.keys() == expected.keys()
    assert kept == {name: path.read_bytes() for name, path in expected.items()}
    assert {"index.html", "feed.xml", "assets/edition.js", "assets/icon-512.png"} <= set(kept)


def test_names_tell_contents(bundled_site: Path) -> None:
    for path in bundled_site.glob("offline/*.json"):
        assert path.stem.removeprefix("contents-") == hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def test_a_change_leaves_the_other_bundles_as_they_are() -> None:
    """Cuts are made by paths, so a longer page moves no more than the cuts near it."""
    before = dict(bundles_of(with_offline(made_up(3000), Offline("", ""))))
    after = dict(bundles_of(with_offline(made_up(3000, n1="Ebb. " * 50_000), Offline("", ""))))
    assert len(before) > 15
    assert len(after.keys() - before.keys()) <= 5
    assert max(map(len, before.values())) < offline.MOST + 100_000


def test_an_edition_is_named_by_what_is_kept() -> None:
    def edition(*more: tuple[str, str], worker: str = "w") -> str:
        files = dict(with_offline([*made_up(3), *more], Offline(worker, "20 November 2026")))
        told = re.fullmatch(r"globalThis\.judgeEdition = (.*);\n", str(files["assets/edition.js"]))
        assert told
        assert json.loads(told[1])["newest"] == "20 November 2026"
        return str(json.loads(told[1])["id"])

    assert re.fullmatch("[0-9a-f]{8}", edition())
    assert edition() == edition(("sitemap.xml", "x"))
    assert len({edition(), edition(("a.html", "x")), edition(("b.html", "x")), edition(worker="x")}) == 4


def test_a_site_that_is_not_kept_has_no_worker(example: Library, tmp_path: Path) -> None:
    build(example, tmp_path)
    site = build(example, tmp_path, offline=False)
    assert '"offline": false' in (site / "assets" / "edition.js").read_text()
    assert not (site / "offline").exists()
    assert not (site / "service-worker.js").exists()


def test_an_app_has_a_name_and_icons(example: Library, tmp_path: Path) -> None:
    site = build(example, tmp_path / "site", templates_with(tmp_path / "templates", **{"icon-192.png": b"\x89PNG\xff"}))
    manifest = json.loads((site / "manifest.webmanifest").read_bytes())
    assert (manifest["name"], manifest["start_url"]) == ("Tide rules", "index.html")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert all((site / icon["src"]).is_file() for icon in manifest["icons"])
    assert (site / "assets" / "icon-192.png").read_bytes() == b"\x89PNG\xff"


@pytest.mark.thorough
def test_the_real_documents_are_kept_with_few_bytes(real_site: Path) -> None:
    files = [*real_site.glob("offline/*.json"), real_site / "service-worker.js"]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 3_000_000
    assert len(files) < 120


# In a browser


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A web host."""
    (tmp_path / "host").mkdir()
    served = Host(tmp_path / "host")
    yield served
    served.go_away()


@pytest.fixture
def bundled_host(bundled_site: Path) -> Iterator[Host]:
    """A web host of the bundled collection's site."""
    served = Host(bundled_site.parent)
    yield served
    served.go_away()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page; an error in a script fails the test."""
    context = browser.new_context()
    context.set_default_timeout(1000 * PATIENCE)
    shown = context.new_page()
    wrong: list[str] = []
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    yield shown
    context.close()
    assert not wrong


@pytest.fixture
def publish(host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Write an edition of a small site in several bundles; return the edition's name."""
    monkeypatch.setattr(offline, "AIM", 8000)

    def write(text: str = RULES, **options: Any) -> str:
        with judge.open(corpus=[write_collection(tmp_path / "tides", tides_md=text)]) as library:
            build(library, host.site, **options)
        told = re.search(r'"id": "(\w+)"', (host.site / "assets" / "edition.js").read_text())
        assert told
        return told[1]

    return write


def keep(page: Page, host: Host) -> None:
    """Open the site and wait until it is kept."""
    page.goto(f"{host.url}/index.html")
    page.get_by_text(KEPT).wait_for()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")


@pytest.fixture
def kept(publish: Callable[..., str], host: Host, page: Page) -> Host:
    """A host with a small site, which the page has kept."""
    publish()
    keep(page, host)
    return host


def offered(page: Page) -> None:
    """Wait for the bar that says that a newer edition is there."""
    page.locator("#_notice").get_by_text(NEWER).wait_for()


def caches_of(page: Page) -> list[str]:
    """Return the names of all caches."""
    return list(page.evaluate("caches.keys()"))


def told(page: Page) -> str:
    """Return what the foot says."""
    return page.locator("#_edition").inner_text()


def edition_of(page: Page) -> str:
    """Return which edition a page belongs to."""
    return str(page.evaluate("judgeEdition.id"))


def await_edition(page: Page, edition: str) -> None:
    """Wait until a page belongs to an edition."""
    page.wait_for_function("edition => globalThis.judgeEdition?.id === edition", arg=edition)


def test_pages_work_when_the_host_is_gone(bundled_host: Host, page: Page) -> None:
    host = bundled_host
    keep(page, host)
    host.go_away()
    for path in KINDS:
        page.goto(f"{host.url}/{path}?q=1")
        assert page.locator("h1").inner_text()
        assert page.locator("#_switch").is_visible(), "its scripts run"
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px", "its style is there"
        page.get_by_text(KEPT).wait_for()
        assert "Newest document: 2025." in told(page)
    for path in ("", "shadowfist-digest/", "shadowfist-digest"):
        page.goto(f"{host.url}/{path}")
        assert page.locator("main h1").first.is_visible()
    icon = page.evaluate(
        "path => fetch(path).then(answer => answer.blob()).then(blob => [blob.type, blob.size])",
        "../assets/icon-192.png",
    )
    assert icon == ["image/png", (host.site / "assets" / "icon-192.png").stat().st_size]


@pytest.mark.thorough
def test_it_can_be_installed_as_an_app(bundled_host: Host, page: Page) -> None:
    keep(page, bundled_host)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in found if error["errorId"] != "in-incognito"] == []


@pytest.mark.thorough
def test_what_is_not_kept_is_told(kept: Host, page: Page) -> None:
    answer = page.goto(f"{kept.url}/nowhere.html")
    assert answer
    assert answer.status == 404, "with a network, the host answers"
    kept.go_away()
    page.goto(f"{kept.url}/nowhere.html?%22%3E&<b>")
    assert "not part of the saved version" in page.locator("main").inner_text()
    page.get_by_role("link", name="Home").click()
    page.wait_for_url("**/index.html")
    assert page.locator("h1").inner_text() == "Tides rules"


def test_editions_change_in_one_piece(publish: Callable[..., str], host: Host, page: Page) -> None:
    """Whatever is opened is of the old edition until a person asks for the new one; then all is new, in every tab."""
    first = publish()
    keep(page, host)
    page.goto(f"{host.url}/tides/1.0.html")
    other = page.context.new_page()
    other.goto(f"{host.url}/tides/3.0.html")
    second = publish(RULES.replace("Water rises", "Water climbs"))
    host.asked.clear()
    page.reload()
    offered(page)
    assert 0 < len(host.fetched("offline/")) < len(list(host.site.glob("offline/*.json")))
    assert len(caches_of(page)) == 2
    page.goto(f"{host.url}/tides/2.0.html")
    assert (edition_of(page), "climbs" in page.content()) == (first, False)
    offered(page)
    page.locator("#_notice").get_by_role("button", name="Show it").click()
    for shown in (page, other):
        await_edition(shown, second)
        assert "climbs" in shown.content()
    page.get_by_text(KEPT).wait_for()
    assert not page.locator("#_notice").inner_text()
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")
    assert caches_of(page) == [f"judge /rules/ {second}"]
    host.go_away()
    page.goto(f"{host.url}/tides/9.0.html")
    assert "climbs" in page.content()


@pytest.mark.thorough
@pytest.mark.parametrize("damage", ["missing", "damaged"])
def test_a_broken_update_leaves_the_old_edition(
    publish: Callable[..., str], host: Host, page: Page, damage: str
) -> None:
    """And what came whole is not fetched again when it is tried once more."""
    first = publish()
    before = set(host.site.glob("offline/*.json"))
    keep(page, host)
    publish(RULES.replace("Water", "Brine"))
    victim = max(set(host.site.glob("offline/*.json")) - before, key=lambda path: path.stat().st_size)
    data = victim.read_bytes()
    victim.unlink() if damage == "missing" else victim.write_bytes(data + b" ")
    page.reload()
    page.get_by_text("The new version could not be saved.").wait_for()
    page.goto(f"{host.url}/tides/4.0.html")
    assert (edition_of(page), "Brine" in page.content()) == (first, False)
    assert not page.get_by_text(NEWER).is_visible()
    page.get_by_text("The new version could not be saved.").wait_for()
    victim.write_bytes(data)
    host.asked.clear()
    page.reload()
    offered(page)
    assert host.fetched("offline/") == [f"offline/{victim.name}"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "refusal",
    [
        "caches.open = () => Promise.reject(new DOMException('', 'SecurityError'));",
        "navigator.storage.estimate = () => Promise.resolve({quota: 1000, usage: 10});",
        "Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));",
    ],
    ids=["keeps nothing", "has no room", "runs out of room"],
)
def test_a_browser_that_keeps_nothing_says_so(
    publish: Callable[..., str], host: Host, page: Page, refusal: str
) -> None:
    publish()
    worker = host.site / "service-worker.js"
    worker.write_text(f"{refusal}\n{worker.read_text()}")
    page.goto(f"{host.url}/tides/1.0.html")
    page.get_by_text("Not saved: this browser has no room left or does not store sites.").wait_for()
    assert caches_of(page) == []
    page.get_by_role("link", name="Tide 2").first.click()
    page.wait_for_url("**/2.0.html")


@pytest.mark.thorough
def test_another_site_on_the_same_host_is_left_alone(publish: Callable[..., str], kept: Host, page: Page) -> None:
    page.evaluate("caches.open('judge /other/ 00000000')")
    publish(RULES + "More.\n")
    page.reload()
    offered(page)
    page.locator("#_notice").get_by_role("button", name="Show it").click()
    page.wait_for_function("caches.keys().then((names) => names.length === 2)")
    assert "judge /other/ 00000000" in caches_of(page)


@pytest.mark.thorough
@pytest.mark.parametrize("now", ["served", "removed"])
def test_nobody_is_left_with_what_was_kept(publish: Callable[..., str], kept: Host, page: Page, now: str) -> None:
    """Where another site stands now, or one that is built at every change, the kept one gives up its place."""
    if now == "served":
        publish(RULES.replace("# Tides", "# Brine"), offline=False)
    else:
        for path in sorted(kept.site.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        (kept.site / "index.html").write_text("<title>Brine</title>Brine")
    page.reload()
    page.locator("body").get_by_text("Brine").first.wait_for()
    page.wait_for_function("caches.keys().then((names) => names.length === 0)")
    page.wait_for_function("navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")


@pytest.mark.thorough
def test_from_a_disk_nothing_is_kept(publish: Callable[..., str], host: Host, page: Page) -> None:
    """And nothing is said of it; which edition it is stands on the page about the site."""
    edition = publish()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.goto((host.site / "tides" / "1.0.html").as_uri())
    await_edition(page, edition)
    page.wait_for_load_state("load")
    assert told(page).strip() == ""
    page.goto((host.site / "about.html").as_uri())
    page.get_by_text(f"This is edition {edition} of the site.").wait_for()
    assert not errors


@pytest.mark.thorough
def test_axe_finds_no_violation_in_the_bar(publish: Callable[..., str], host: Host, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    publish()
    keep(page, host)
    publish(RULES + "More.\n")
    page.reload()
    offered(page)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
