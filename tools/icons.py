"""Make the icons of the site as an app, and the picture that chats show, from templates/icon.svg, as PNG.

    python3 tools/icons.py [DIR]

Writes PNGs to DIR (templates). Wants Playwright and a Chromium (CHROMIUM names another than /usr/bin/chromium).
"""

from __future__ import annotations

import sys
from base64 import b64encode
from pathlib import Path
from typing import NamedTuple

from browsing import chromium
from playwright.sync_api import Browser

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
GROUND = "#7a2e1d"
"""The colour of the icon's own ground."""


class Icon(NamedTuple):
    """One picture."""

    name: str
    size: int
    whole: bool = False
    """Whether the ground goes to all edges, for systems that cut a shape of their own out of it."""


ICONS = (
    Icon("icon-180", 180, whole=True),
    Icon("icon-192", 192),
    Icon("icon-512", 512),
    Icon("icon-maskable", 512, whole=True),
)


def main() -> int:
    """Make all icons."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TEMPLATES
    target.mkdir(parents=True, exist_ok=True)
    drawing = b64encode((TEMPLATES / "icon.svg").read_bytes()).decode("ascii")
    with chromium() as browser:
        for icon in ICONS:
            take(browser, drawing, icon, target / f"{icon.name}.png")
        take_preview(browser, drawing, target / "preview.png")
    return 0


def take(browser: Browser, drawing: str, icon: Icon, file: Path) -> None:
    """Draw one icon; what may be cut away is ground, so the drawing keeps to the inner four fifths."""
    page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
    inner = icon.size * 4 // 5 if icon.whole else icon.size
    ground = GROUND if icon.whole else "transparent"
    page.set_content(
        f'<body style="margin:0;display:grid;place-items:center;height:100vh;background:{ground}">'
        f'<img width="{inner}" height="{inner}" src="data:image/svg+xml;base64,{drawing}">'
    )
    page.wait_for_function("document.images[0].complete && document.images[0].naturalWidth > 0")
    page.screenshot(path=file, omit_background=True)
    page.close()


def take_preview(browser: Browser, drawing: str, file: Path) -> None:
    """Draw the picture that chats show beside a link to the site; an owner's own takes its place."""
    page = browser.new_page(viewport={"width": 1200, "height": 630})
    page.set_content(
        f'<body style="margin:0;display:grid;place-items:center;height:100vh;background:{GROUND}">'
        f'<img width="360" height="360" src="data:image/svg+xml;base64,{drawing}">'
    )
    page.wait_for_function("document.images[0].complete && document.images[0].naturalWidth > 0")
    page.screenshot(path=file)
    page.close()


if __name__ == "__main__":
    sys.exit(main())
