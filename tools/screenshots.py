"""Take the pictures of README.md and docs/site.md, from the demo's documents.

    .venv/bin/python tools/screenshots.py [DIR]

Writes PNGs to DIR (docs/images): a terminal, and the site in light, dark and on a phone. Needs Playwright and Chromium;
CHROMIUM gives the path of one that is not in PATH.
"""

from __future__ import annotations

import html
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from browsing import build, chromium  # noqa: E402 (beside this file)
from pictures import Shot, take  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from record_session import as_typed, screens  # noqa: E402

DEMO = ROOT / "corpus" / "demo"


SHOTS = (
    Shot("light", "windmere-rules-2/5.html", hover="main a.ref"),
    Shot("dark", "windmere-rulings/iron-heron.html", look="dark"),
    Shot("search", "search.html", typed="iron heron grapple line"),
    Shot("phone", "windmere-rulings/iron-heron.html", phone=True),
    Shot("phone-search", "windmere-rules-2/5.html", phone=True, typed="5.5"),
    Shot("phone-dark", "windmere-rules-2/5.html", look="dark", phone=True),
)
TYPED = (["may a tethered airship block"], ["show", "windmere-rules-2:4.7"])
"""The calls on the picture of the terminal."""
STYLES = {
    "1": "font-weight:700",
    "2": "opacity:.65",
    "3": "font-style:italic",
    "4": "text-decoration:underline",
    "9": "text-decoration:line-through",
    **{str(code): f"color:{colour}" for code, colour in enumerate(("#ff7b72", "#7ee787", "#e3b341", "#79c0ff"), 31)},
}
"""What the escape sequences of a terminal (ECMA-48, SGR) are in CSS."""
SCREEN = """<meta charset="utf-8"><style>body {{ margin: 0; background: #0d1117; }}
pre {{ width: 80ch; margin: 0; padding: 18px 22px; color: #e6edf3; font: 15px/1.4 "DejaVu Sans Mono", monospace; }}
</style><pre>{text}</pre>"""


def main() -> int:
    """Build the site and take the pictures."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        take_terminal(browser, target / "terminal.png")
        site = build([DEMO], Path(folder) / "demo")
        for shot in SHOTS:
            (target / f"site-{shot.name}.png").write_bytes(take(browser, site, shot))
    return 0


def take_terminal(browser: Browser, file: Path) -> None:
    """Take the picture of the terminal."""
    shown = screens(TYPED, DEMO)
    text = "\n".join(f"{as_typed(words)}\n{screen}" for words, screen in zip(TYPED, shown, strict=True))
    page = browser.new_page(viewport={"width": 800, "height": 300}, device_scale_factor=2)
    page.set_content(SCREEN.format(text=styled(text.rstrip())))
    page.locator("pre").screenshot(path=file)
    page.close()


def styled(text: str) -> str:
    """Return a terminal's text as HTML."""
    first, *pieces = re.split(r"\x1b\[([\d;]*)m", text)
    found = [html.escape(first)]
    on: list[str] = []
    for codes, words in zip(pieces[::2], pieces[1::2], strict=True):
        on = [] if codes in ("", "0") else [*on, *(STYLES[code] for code in codes.split(";"))]
        found.append(f'<span style="{";".join(on)}">{html.escape(words)}</span>')
    return "".join(found)


if __name__ == "__main__":
    sys.exit(main())
