"""Take the screenshots of docs/site.md: the bundled collection's site, light, dark and on a phone.

    python3 tools/screenshots.py [DIR]

Writes PNGs to DIR (docs/images). Wants Playwright and a Chromium (CHROMIUM names another than /usr/bin/chromium).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from browsing import build, chromium
from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent


class Shot(NamedTuple):
    """One picture."""

    name: str
    page: str
    dark: bool = False
    phone: bool = False
    hover: str | None = None
    """A link to point at, so that its preview shows."""
    typed: str | None = None
    """What is typed into the search box."""


SHOTS = (
    Shot("light", "shadowfist-digest/24.0.html", hover="a.ref"),
    Shot("dark", "shadowfist-card-digest/evil-twin.html", dark=True),
    Shot("search", "search.html", typed="evil twin old uncle"),
    Shot("phone-search", "shadowfist-card-digest/evil-twin.html", phone=True, typed="31"),
    Shot("phone-dark", "shadowfist-digest/24.0.html", dark=True, phone=True),
)


def main() -> int:
    """Build the site and take the pictures."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        site = build([], Path(folder))
        for shot in SHOTS:
            take(browser, site, shot, target / f"site-{shot.name}.png")
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
    if shot.typed:
        page.locator("#_query").fill(shot.typed)
        page.locator("[data-id] .where").first.wait_for()
    page.screenshot(path=file)
    page.close()


if __name__ == "__main__":
    sys.exit(main())
