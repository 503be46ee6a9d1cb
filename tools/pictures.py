"""Pictures of the site's pages, for those of the documentation that `tools/screenshots.py` writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DESK, PHONE = (1280, 800), (390, 780)


class Shot(NamedTuple):
    """One picture."""

    name: str
    page: str
    look: str = "light"
    """light, dark or print"""
    phone: bool = False
    hover: str | None = None
    """A link to point at, so that its preview shows."""
    typed: str | None = None
    """What is typed into the search box."""
    scale: float = 1
    """Pixels of the picture for each of the page."""


def take(browser: Browser, site: Path, shot: Shot) -> bytes:
    """Return a picture of a page as PNG."""
    width, height = PHONE if shot.phone else DESK
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.look == "dark" else "light",
        has_touch=shot.phone,
        device_scale_factor=shot.scale,
    )
    page.goto((site / shot.page).as_uri())
    if shot.look == "print":
        page.emulate_media(media="print")
    if shot.hover:
        page.locator(shot.hover).first.hover()
        page.locator("#_preview").wait_for()
    if shot.typed:
        page.locator("#_query").fill(shot.typed)
        page.locator("[data-id] .where").first.wait_for()
        page.locator(".wait").wait_for(state="detached")
    data = page.screenshot(caret="hide")
    page.close()
    return data
