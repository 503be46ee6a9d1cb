"""Pages look as they did: twelve kinds of them against the pictures in `pictures/`, on a desk and on a phone.

`--update-golden` writes the pictures anew; look at each that changed. A failure writes both pictures and a page that
shows them beside each other.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.pictures import Shot, difference, take

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KEPT = Path(__file__).parent / "pictures"
TOLERATED = 0.004
"""Share of pixels that may differ: a line of text that moved is more. Chosen, not fitted."""
LARGEST = 60_000
"""Bytes of a kept picture."""
CARD, CHAPTER = "shadowfist-card-digest/evil-twin.html", "shadowfist-digest/24.0.html"
PAGES = (
    Shot("home", "index.html"),
    Shot("game", "games/shadowfist/index.html"),
    Shot("contents", "shadowfist-digest/index.html"),
    Shot("chapter", CHAPTER),
    Shot("card", CARD),
    Shot("cards", "games/shadowfist/cards.html"),
    Shot("glossary", "games/shadowfist/glossary.html"),
    Shot("errata", "games/shadowfist/errata.html"),
    Shot("changes", "new.html"),
    Shot("answers", "search.html", typed="evil twin old uncle"),
    Shot("panel", CHAPTER, typed="evil tw"),
    Shot("paper", CARD, look="print"),
)
SHOTS = [
    shot._replace(
        name=f"{shot.name}-{'phone' if phone else 'desk'}",
        phone=phone,
        look="dark" if shot.look == "light" and phone == bool(place % 2) else shot.look,
        scale=0.75 if phone else 0.45,
    )
    for place, shot in enumerate(PAGES)
    for phone in (False, True)
]
"""Of each page one picture is light and the other dark, in turn."""


@pytest.mark.thorough
@pytest.mark.parametrize("shot", SHOTS, ids=[shot.name for shot in SHOTS])
def test_a_page_looks_as_it_did(
    browser: Browser, bundled_site: Path, shot: Shot, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    now, file = take(browser, bundled_site, shot), KEPT / f"{shot.name}.png"
    assert len(now) <= LARGEST
    if request.config.getoption("--update-golden"):
        file.write_bytes(now)
    kept = file.read_bytes()
    differ = difference(browser, kept, now)
    if differ > TOLERATED:
        for name, data in (("kept", kept), ("now", now)):
            (tmp_path / f"{name}.png").write_bytes(data)
        (tmp_path / "both.html").write_text('<img src="kept.png"> <img src="now.png">', encoding="utf-8")
    assert differ <= TOLERATED, f"{differ:.1%} of the pixels differ: {tmp_path / 'both.html'}"


def test_each_kept_picture_is_of_a_page() -> None:
    assert {path.stem for path in KEPT.glob("*.png")} == {shot.name for shot in SHOTS}
    assert len(SHOTS) <= 24
