"""Take the screenshots of docs/site.md: the bundled collection's site, light, dark and on a phone.

    python3 tools/screenshots.py [DIR]

Writes PNGs to DIR (docs/images). Wants Playwright and a Chromium (CHROMIUM names another than /usr/bin/chromium).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from judge.library import Library
from judge.paths import data_folder
from judge.render import Options, Renderer
from judge.site import write

ROOT = Path(__file__).resolve().parent.parent
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


class Shot(NamedTuple):
    """One picture."""

    name: str
    page: str
    dark: bool = False
    phone: bool = False
    hover: str | None = None
    """A link to point at, so that its preview shows."""


SHOTS = (
    Shot("light", "shadowfist-digest/24.0.html", hover="a.ref"),
    Shot("dark", "shadowfist-card-digest/evil-twin.html", dark=True),
    Shot("phone", "index.html", phone=True),
    Shot("phone-dark", "shadowfist-digest/24.0.html", dark=True, phone=True),
)


def main() -> int:
    """Build the site and take the pictures."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder)
        with Library([data_folder("corpus")]) as library:
            write(Renderer(library, data_folder("templates"), Options()).files(), site, lambda *_: None)
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for shot in SHOTS:
            take(browser, site, shot, target / f"site-{shot.name}.png")
        browser.close()
    return 0


def take(browser: Browser, site: Path, shot: Shot, file: Path) -> None:
    """Take one picture."""
    width, height = (390, 780) if shot.phone else (1280, 800)
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme="dark" if shot.dark else "light", has_touch=shot.phone
    )
    page.goto((site / shot.page).as_uri())
    if shot.hover:
        page.locator(shot.hover).first.hover()
        page.locator("#_preview").wait_for()
    page.screenshot(path=file)
    page.close()


if __name__ == "__main__":
    sys.exit(main())
