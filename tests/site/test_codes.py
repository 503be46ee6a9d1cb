"""QR codes on the page, read from a picture of a phone's screen; what they hold is what `judge verify` reads."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from judge.opened_library import Library
from tests.browsing import assert_accessible, watched
from tests.hosting import hosting
from tests.site.test_notes import FLIES, GULLS, RULES, SWIMS, TABLE
from tests.sites import build
from tests.support import printed, write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BASE = "https://rules.example/tides"
LIST = "## 4.0 Ports\n\nA port has:\n\n- a pier\n- a bell\n"
LONG = "## 3.0 Storms\n\n" + "A storm that lasts is waited for in the harbour by all.\n\n" * 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two sites of one rulebook: `public`, which knows its address, and `private`."""
    path = tmp_path_factory.mktemp("codes")
    rulings = {"gulls_md": GULLS.format(f"{FLIES} [TR 20240311]\n\n{SWIMS}")}
    table = TABLE.format(1, 2024) + '[[document]]\nfile = "gulls.md"\ndialect = "rulings"\n'
    texts = write_collection(path / "texts", **{"tide-1_md": RULES + LONG + LIST, "corpus.toml": table}, **rulings)
    with Library([texts], cache=path / "cache") as library:
        build(library, path / "public", base_url=BASE)
        build(library, path / "private")
    return path


@pytest.fixture
def handheld(browser: Browser) -> Iterator[Page]:
    """A page on a phone of usual size, whose screen has three pixels for each of a page."""
    size = {"width": 390, "height": 844}
    yield from watched(
        browser, viewport=size, device_scale_factor=3, has_touch=True, is_mobile=True, service_workers="block"
    )


def code(page: Page, site: Path, name: str) -> None:
    """Ask for the code of a rule."""
    page.goto(f"{site.as_uri()}/tide-1/index.html#{name}")
    page.locator(f'[id="{name}"] > .tools').get_by_role("button", name="Code").tap()
    page.locator("#_code").wait_for()


def read(page: Page) -> str:
    """Return what a decoder reads from a picture of the screen."""
    zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    return str(found.text)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_code_has_the_address_or_the_text(handheld: Page, folder: Path, look: str) -> None:
    handheld.emulate_media(color_scheme="dark" if look == "dark" else "light")
    code(handheld, folder / "public", "1.0")
    assert read(handheld) == f"{BASE}/tide-1/#1.0"
    assert f"{BASE}/tide-1/#1.0" in handheld.locator("#_code").inner_text()
    handheld.get_by_role("button", name="Text", exact=True).tap()
    text = read(handheld)
    assert text == f"Tide Rules 1 (2024), 1.0 Ebb\n\n> Water falls slowly.\n\n{BASE}/tide-1/#1.0\n"
    assert printed("verify", "-", "--corpus", str(folder / "texts"), stdin=text).startswith("true: 1.0 Ebb")
    if look == "light":
        assert_accessible(handheld)
    handheld.get_by_role("button", name="Close").tap()
    handheld.locator("#_code").wait_for(state="detached")


def test_without_a_public_address_the_code_has_the_text_and_the_id(handheld: Page, folder: Path) -> None:
    code(handheld, folder / "private", "2.0")
    text = read(handheld)
    assert text.endswith("\n\n(id tide-1:2.0, in judge; no public address is known)\n")
    assert "This site has no public address. The code contains the text." in handheld.locator("#_code").inner_text()
    assert handheld.get_by_role("button", name="Address").count() == 0
    assert printed("verify", "-", "--corpus", str(folder / "texts"), stdin=text).startswith("true: 2.0 Flood")


def test_a_text_that_is_too_long_is_named_in_the_code(handheld: Page, folder: Path) -> None:
    code(handheld, folder / "private", "3.0")
    assert read(handheld).startswith("Tide Rules 1 (2024), 3.0 Storms\n(id tide-1:3.0, ")
    handheld.get_by_role("button", name="Close").tap()
    code(handheld, folder / "public", "3.0")
    assert handheld.get_by_role("button", name="Text", exact=True).count() == 0


@pytest.mark.parametrize(
    ("address", "code_of"),
    [
        ("gulls/sea-gull.html#2", f"{BASE}/gulls/sea-gull.html#2"),
        ("tide-1/index.html#4.0~b2", f"{BASE}/tide-1/#4.0~b2"),
    ],
    ids=["a ruling", "a bullet"],
)
def test_a_part_is_shared_by_itself_and_verified(handheld: Page, folder: Path, address: str, code_of: str) -> None:
    """Without its date and source, which are not its words."""
    corpus = ("--corpus", str(folder / "texts"))
    handheld.add_init_script("navigator.share = (data) => { window.shared = data.text; return Promise.resolve(); }")
    handheld.add_init_script(
        "const writeText = async (text) => { window.copied = text; };"
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText } });"
    )
    for site, foot in (("public", code_of), ("private", "(id ")):
        handheld.goto(f"{(folder / site).as_uri()}/{address}")
        tools = handheld.locator(".part-tools")
        tools.get_by_role("button", name="Share").tap()
        shared = handheld.evaluate("window.shared")
        assert shared.splitlines()[-1].startswith(foot)
        assert printed("verify", "-", *corpus, stdin=shared).startswith("true: ")
        tools.get_by_role("button", name="Copy: ").tap()
        handheld.get_by_text("Copied.").wait_for()
        assert "Cite" not in handheld.evaluate("window.copied")
        tools.get_by_role("button", name="Code").tap()
        handheld.locator("#_code").wait_for()
        assert read(handheld) == (code_of if site == "public" else shared)


def test_a_whole_card_is_shared_in_the_words_of_its_document(handheld: Page, folder: Path) -> None:
    handheld.add_init_script("navigator.share = (data) => { window.shared = data.text; return Promise.resolve(); }")
    handheld.goto(f"{(folder / 'public').as_uri()}/gulls/sea-gull.html")
    handheld.locator(".level1 > .tools").get_by_role("button", name="Share").tap()
    shared = handheld.evaluate("window.shared")
    assert shared == f"Gull Rulings, Sea Gull\n\n> {FLIES}\n>\n> {SWIMS}\n\n{BASE}/gulls/sea-gull.html#sea-gull\n"
    assert printed("verify", "-", "--corpus", str(folder / "texts"), stdin=shared).startswith("true: ")


def test_the_address_that_the_program_prints_leads_to_the_card_and_its_ruling(handheld: Page, folder: Path) -> None:
    with hosting(folder, "/private/") as host:
        handheld.goto(f"{host.url}/gulls/#sea-gull")
        handheld.wait_for_url("**/gulls/sea-gull.html#sea-gull")
        handheld.goto("about:blank")
        handheld.goto(f"{host.url}/gulls/#sea-gull~2")
        handheld.wait_for_url("**/gulls/sea-gull.html#2")
        handheld.locator('[id="2"] > .part-tools').wait_for()
        handheld.goto("about:blank")
        handheld.goto(f"{host.url}/tide-1/#4.0~b2")
        handheld.locator('[id="4.0~b2"] > .part-tools').wait_for()
