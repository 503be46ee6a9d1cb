"""Take the screenshots of docs/site.md: the bundled collection's site, light, dark and on a phone.

    python3 tools/screenshots.py [DIR]

Writes PNGs to DIR (docs/images). Wants Playwright and a Chromium (CHROMIUM names another than /usr/bin/chromium).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from browsing import build, chromium  # noqa: E402 (beside this file)

from tests.pictures import Shot, take  # noqa: E402 (from the checkout)

SHOTS = (
    Shot("light", "shadowfist-digest/24.0.html", hover="a.ref"),
    Shot("dark", "shadowfist-card-digest/evil-twin.html", look="dark"),
    Shot("search", "search.html", typed="evil twin old uncle"),
    Shot("phone-search", "shadowfist-card-digest/evil-twin.html", phone=True, typed="31"),
    Shot("phone-dark", "shadowfist-digest/24.0.html", look="dark", phone=True),
)


def main() -> int:
    """Build the site and take the pictures."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        site = build([], Path(folder))
        for shot in SHOTS:
            (target / f"site-{shot.name}.png").write_bytes(take(browser, site, shot))
    return 0


if __name__ == "__main__":
    sys.exit(main())
