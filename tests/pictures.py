"""Pictures of the site's pages: those that a test compares with kept ones, and those of the documentation.

`tests/site/test_pictures.py` compares, `tools/screenshots.py` writes the pictures of docs/. Both take them here.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DESK, PHONE = (1280, 800), (390, 780)
DIFFERENT = """
    async ([one, other]) => {
        const pixels = async (data) => {
            const image = new Image();
            image.src = "data:image/png;base64," + data;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
            canvas.drawImage(image, 0, 0);
            return canvas.getImageData(0, 0, image.width, image.height);
        };
        const [kept, now] = [await pixels(one), await pixels(other)];
        if (kept.width !== now.width || kept.height !== now.height) return 1;
        let different = 0;
        for (let place = 0; place < kept.data.length; place += 4) {
            const far = [0, 1, 2].some((part) => Math.abs(kept.data[place + part] - now.data[place + part]) > 64);
            different += far ? 1 : 0;
        }
        return different / (kept.data.length / 4);
    }
"""
"""The share of pixels that differ by more than a quarter of a channel; letters smoothed in another way are few."""


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


def difference(browser: Browser, kept: bytes, now: bytes) -> float:
    """Return the share of pixels in which two pictures differ; 1 where they are not of one size."""
    page = browser.new_page()
    found: float = page.evaluate(DIFFERENT, [base64.b64encode(one).decode() for one in (kept, now)])
    page.close()
    return found
