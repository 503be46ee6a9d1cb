"""Every page and screen shows a card in one order: the text in force, what is printed, the rulings, newest first."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.core.files import data_folder
from judge.opened_library import Library
from tests.browsing import wait_for_search
from tests.sites import build
from tests.support import write_collection

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIST = """Name;Type;Cost;Text
Copper Bell;Tool;1;Copper Bell rings at the turn of the tide.
Oak Raft;Boat;1;Oak Raft carries two crates.
Tin Gull;Boat;2;Tin Gull may pass one gate in a turn.
Wire Net;Tool;2;Wire Net holds a gull until the tide turns.
"""
ERRATA = """# Harbour Card Rulings

Last change: 2024-05-20

## Card-by-Card Rulings

**Oak Raft**

A crate may be empty. [HRT 20220102]

**Tin Gull ERRATA Boat Cost: 3 Tin Gull may pass two gates in a turn.**

A gate that is shut is no gate. [HRT 20210311]

It may pass a gate while it tows. [HRT 20240311]

**Wire Net**

A net that is torn holds nothing. [HRT 20230311]
"""
WITH_RULINGS = """[
{"name": "Oak Raft", "type": "Boat", "text": "Oak Raft carries two crates.",
 "rulings": [{"date": "2022-01-02", "text": "A crate may be empty."}]},
{"name": "Tin Gull", "type": "Boat", "text": "Tin Gull may pass one gate in a turn.",
 "rulings": [{"date": "2021-03-11", "text": "A gate that is shut is no gate."}, {"text": "It floats."},
             {"date": "2024-03-11", "text": "It may pass a gate while it tows."}]}
]
"""
LATER = """# Fragen zu Harbour

Stand: 2024-11-02

## Karten

**Tin Gull**

Sie darf auch nachts durch ein Tor. [HRT 20241102]
"""
TABLE = '[[document]]\nfile = "{}"\ngame = "Harbour"\n{}\n'
FORCE, PRINTED = "Tin Gull may pass two gates in a turn.", "Tin Gull may pass one gate in a turn."
FORWARD = re.compile(r'http-equiv="refresh" content="0; url=([^"#]+)')
SHUT, TOWS = "A gate that is shut is no gate.", "It may pass a gate while it tows."


class Sample(NamedTuple):
    """A collection with the card Tin Gull, and what every screen shows of it."""

    documents: dict[str, str]
    dated: str
    """Of the list."""
    order: list[str]
    mark: str
    """Before the name of the list."""


SAMPLES = {
    "errata later than the list": Sample(
        {"list.csv": LIST, "errata.md": ERRATA}, "2021-02-03", [FORCE, PRINTED, TOWS, SHUT], "As printed in"
    ),
    "a list with rulings only": Sample(
        {"list.json": WITH_RULINGS}, "2024-06-01", [PRINTED, TOWS, SHUT, "It floats."], ""
    ),
    "a list newer than the errata": Sample(
        {"list.csv": LIST, "errata.md": ERRATA}, "2025-06-01", [FORCE, PRINTED, TOWS, SHUT], "As printed in"
    ),
    "rulings of a third document": Sample(
        {"list.csv": LIST, "errata.md": ERRATA, "fragen.md": LATER},
        "2023-06-01",
        [FORCE, PRINTED, "Sie darf auch nachts durch ein Tor.", TOWS, SHUT],
        "As printed in",
    ),
}


class Collection(NamedTuple):
    """A collection and its site."""

    folder: Path
    library: Library
    site: Path


def opened(path: Path, folder: Path) -> Iterator[Collection]:
    """Build the site of a folder."""
    with Library([folder], cache=path / "cache") as library:
        yield Collection(folder, library, build(library, path / "site", offline=False))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    """The collection of `judge demo`."""
    path = tmp_path_factory.mktemp("demo")
    ignored = shutil.ignore_patterns("steps.toml")
    yield from opened(path, shutil.copytree(data_folder("corpus") / "demo", path / "texts", ignore=ignored))


@pytest.fixture(scope="module", params=SAMPLES)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    """Each of the invented collections."""
    path = tmp_path_factory.mktemp("sample")
    documents, dated, _, _ = SAMPLES[request.param]
    table = "\n".join(TABLE.format(file, f'date = "{dated}"' if file.startswith("list") else "") for file in documents)
    yield from opened(path, write_collection(path / "texts", **documents, **{"corpus.toml": table}))


def texts_of(library: Library, name: str) -> list[str]:
    """Return all that the documents say of a card, without pointers, in no order."""
    (sheet,) = library.card(name)
    texts = [text for entry in sheet.entries for text in (*entry.blocks, entry.errata) if text]
    return [text.text for text in texts if text.text and not text.text.startswith("See ")]


def order_on(screen: str, texts: list[str]) -> list[str]:
    """Return texts in the order in which a screen shows them; what it quotes of newer texts does not count."""
    shown = " ".join(re.sub("“[^”]*”", "", screen).split())
    assert all(shown.count(text) == 1 for text in texts), (texts, shown)
    return sorted(texts, key=shown.index)


def printed(folder: Path, *words: str) -> str:
    """Return what a command prints."""
    return CliRunner().invoke(main, ["--corpus", str(folder), *words]).output


def article(page: Path) -> str:
    """Return the words of a card's page, without its margin."""
    inside = page.read_text(encoding="utf-8").partition("<article")[2].partition("<aside")[0]
    return html.unescape(re.sub(r"<q\b.*?</q>|<[^>]+>", "", inside))


def page_of(collection: Collection, ids: Iterable[str]) -> str:
    """Return the words of a card's page, to which the addresses of its other entries lead."""
    paths = [collection.site / (id.replace(":", "/") + ".html") for id in ids]
    forwards = {path: FORWARD.search(path.read_text(encoding="utf-8")) for path in paths}
    (page,) = (path for path, forward in forwards.items() if not forward)
    assert {(path.parent / found[1]).resolve() for path, found in forwards.items() if found} <= {page.resolve()}
    return article(page)


def test_every_page_of_the_demo_has_the_order_of_judge_card(demo: Collection) -> None:
    cards = [record for record in cards_of(demo.library) if record["document"] == "windmere-cards"]
    assert len(cards) == 40
    for record in cards:
        texts = texts_of(demo.library, record["title"])
        order = order_on(printed(demo.folder, "card", record["title"]), texts)
        ids = ids_of(demo.library, record["title"])
        assert order_on(page_of(demo, ids), texts) == order, record["title"]
        for id in ids if len(texts) > 1 else ():
            assert order_on(printed(demo.folder, "show", id), texts) == order, id


def ids_of(library: Library, name: str) -> list[str]:
    """Return the ids of the entries of a card."""
    (sheet,) = library.card(name)
    return list(sheet.ids)


def cards_of(library: Library) -> list[dict[str, str]]:
    """Return the cards of a library."""
    from tests.support import export_of

    return [record for record in export_of(library) if record["record"] == "entry" and record["kind"] == "card"]


def test_an_invented_card_has_one_order_everywhere(sample: Collection, request: pytest.FixtureRequest) -> None:
    expected = SAMPLES[request.node.callspec.params["sample"]]
    screens = {command: printed(sample.folder, command, "tin gull") for command in ("card", "show", "--")}
    ids = ids_of(sample.library, "tin gull")
    assert len(ids) == len(expected.documents)
    shown = {id: printed(sample.folder, "show", id) for id in ids}
    for name, screen in {**screens, "page": page_of(sample, ids), **shown}.items():
        assert order_on(screen, expected.order) == expected.order, name
        if expected.mark:
            before = " ".join(screen.split()).partition(PRINTED)[0]
            assert f"{expected.mark} list" in before, name
        else:
            assert "printed" not in screen, name


def test_what_the_page_s_scripts_draw_has_this_order(
    sample: Collection, request: pytest.FixtureRequest, page: Page
) -> None:
    """On the search page and below the box, which show the texts of a card alone."""
    expected = SAMPLES[request.node.callspec.params["sample"]]
    texts = [text for text in expected.order if text in (FORCE, PRINTED)]
    page.goto(f"{sample.site.as_uri()}/search.html?q=tin+gull")
    wait_for_search(page)
    assert order_on(page.locator("#_results li").first.inner_text(), texts) == texts
    page.goto(f"{sample.site.as_uri()}/about.html")
    page.fill("#_query", "tin gull")
    wait_for_search(page)
    panel = page.locator("[role=option]").first.inner_text()
    assert order_on(panel, texts) == texts
    assert expected.mark in panel


def test_a_text_that_was_found_is_marked_as_printed(sample: Collection, request: pytest.FixtureRequest) -> None:
    """Where errata have replaced it; a ruling of the list is not."""
    expected = SAMPLES[request.node.callspec.params["sample"]]
    found = [one for one in sample.library.search("pass one gate") if one.row.title == "Tin Gull"]
    told = {text.passage: text.printed for one in found for text in (one, *one.others)}
    assert told.get(PRINTED, expected.mark) == expected.mark
    rulings = sample.library.search("shut gate")
    assert {text.printed for one in rulings for text in (one, *one.others) if text.passage == SHUT} == {""}
