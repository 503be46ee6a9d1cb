"""Lists over documents of several languages say which language each text has; long lists fold on phones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.opened_library import Library
from judge.site.pages import navigation
from tests.browsing import watched
from tests.sites import build
from tests.support import write_collection

RULES = "# Tidewater Rules\n\n" + "".join(
    f"## {chapter}. Chapter {chapter}\n\nEach player moves a boat when it is their turn to do so.\n\n"
    + "".join(
        f"### {chapter}.{rule} Rule {rule}\n\nThe player of this boat may not move it again in this turn.\n\n"
        for rule in range(1, 16)
    )
    for chapter in range(1, 5)
)
GLOSSARY = (
    "# Tidewater Glossar\n\n## Begriffe\n\n"
    "**Anker**: Wer ihn wirft, bleibt mit dem Boot, das er hat, in dieser Runde auf dem Feld.\n\n"
    "**Boot**: Was auf dem Wasser ist und nicht sinkt, wenn der Spieler es auf ein Feld stellt.\n\n"
    "**Damm**: Er hält das Wasser und wird von dem Spieler, der am Zug ist, auf ein Feld gelegt.\n"
)
MANIFEST = (
    '[[document]]\nfile = "rules.md"\ngame = "Tidewater"\n\n'
    '[[document]]\nfile = "glossar.md"\ngame = "Tidewater"\nlanguage = "de"\ndialect = "glossary"\n'
)


def written(tmp_path: Path) -> Path:
    """Write the site of an English book of rules and a German glossary."""
    folder = write_collection(tmp_path / "mixed", rules_md=RULES, glossar_md=GLOSSARY, **{"corpus.toml": MANIFEST})
    with Library([folder], cache=tmp_path / "cache") as library:
        return build(library, tmp_path / "site")


def test_a_list_says_which_language_each_text_has(tmp_path: Path) -> None:
    page = (written(tmp_path) / "games/tidewater/glossary.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in page
    assert page.count('<dd lang="de">') == page.count("<dd") == 3
    assert page.count('<dt lang="de">') == 3


def test_long_contents_fold_on_phones_and_open_for_an_address(
    tmp_path: Path, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigation, "FOLDED_ROWS", 20)
    address = (written(tmp_path) / "rules/index.html").as_uri()
    for page in watched(browser):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(address)
        assert page.locator("details[data-letter]:not([open])").count() == 0
        page.set_viewport_size({"width": 390, "height": 200})
        page.goto(f"{address}?phone")
        assert page.locator("details[data-letter]").count() == 4
        assert page.locator("details[data-letter]:not([open])").count() == 3
        page.goto(f"{address}?named#3.7")
        assert page.locator('[id="3.7"]').is_visible()
