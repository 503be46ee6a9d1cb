"""An entry has one name: terminal, pages and the page's search show the same one, of every entry."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from judge.cli.screens import screen
from judge.core.files import data_folder
from judge.core.model import Block, Entry
from judge.core.names import full_citation, name_of, name_parts
from judge.opened_library import Library
from judge.search.entries import Transclusion
from judge.site.catalogue import ABOUT
from judge.site.pages.entries import EntryWriter
from judge.site.render import Options, Renderer
from judge.site.search_data import read_tables, search_data_files

PLAIN = screen.Screen()


@pytest.fixture(scope="module", params=["bundled", pytest.param("real", marks=pytest.mark.thorough)])
def library(request: pytest.FixtureRequest) -> Library:
    """A library whose entries are all looked at."""
    found: Library = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="module")
def entries(library: Library) -> list[Entry]:
    """All its entries."""
    return [one for one in library.everything() if isinstance(one, Entry)]


def test_the_terminal_shows_the_name(library: Library, entries: list[Entry]) -> None:
    documents = {document.key: document for document in library.documents()}
    for entry in entries:
        name = name_of(entry)
        shown = screen.entry(PLAIN, entry, documents[entry.document], library.entries.path(entry.id), [], [], [])
        assert name in shown.splitlines()[:2], entry.id
        assert next(iter(screen.opened_lines(PLAIN, Transclusion(0, 0, entry)))) == f"▸ {name}"
        assert f"Source: {full_citation(documents[entry.document], entry)} (" in shown


def test_the_site_shows_the_name(library: Library, entries: list[Entry]) -> None:
    """In links, in headings and in the search of the page."""
    renderer = Renderer(library, data_folder("templates"), Options())
    desk = EntryWriter(renderer._shelf, "index.html")
    told = dict(search_names(renderer, library))
    for position, entry in enumerate(entries, 1):
        repeated = renderer.catalogue.called(entry.id) != entry.title
        name = ABOUT if repeated else name_of(entry)
        heading = desk.show(entry.id, 2)
        assert (desk.named(entry.id).name, heading.name) == (name, name)
        assert told[position] == name_of(entry)
        if entry.title and not repeated:
            parts = (heading.number, heading.title.striptags(), f"({heading.variant})" if heading.variant else "")
            assert "".join(" ".join(filter(None, parts)).split()) == "".join(name.split())


def search_names(renderer: Renderer, library: Library) -> Iterator[tuple[int, str]]:
    """Yield position and name of each entry, as a page reads them from the search data."""
    tables = library.ask(read_tables)
    begins = 1
    for path, text in search_data_files(renderer.catalogue, renderer.plan, tables):
        if path.startswith("search/entries-"):
            data: Any = json.loads(re.sub(r"^judgeReceive\([^{]*|\);\n$", "", text))
            for position, (_, _, title, name, *_) in enumerate(data["entries"], begins):
                yield position, name or title
            begins += len(data["entries"])
            for above, (_, _, title, name, _) in data["above"].items():
                yield int(above), name or title


def test_no_name_says_its_number_twice(entries: list[Entry]) -> None:
    for entry in entries:
        number, rest = name_parts(entry)
        assert rest or number
        assert not number or not f"{rest} ".startswith((f"{number} ", f"{number}:", f"{number}."))


def entry_of(**fields: Any) -> Entry:
    """Return an entry with these fields."""
    return Entry(
        **{"id": "tide:7", "document": "tide", "kind": "section", "number": "7", "title": None, "lines": ((1, 1),)}
        | fields
    )


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (entry_of(title="Anchors"), "7 Anchors"),
        (entry_of(), "7"),
        (entry_of(blocks=(Block("text", "Ropes are wet.", ((2, 2),)),)), "7 Ropes are wet."),
        (entry_of(number=None), "7"),
        (entry_of(kind="appendix", number="Appendix I", title="Appendix I: Sails"), "Appendix I: Sails"),
        (entry_of(kind="appendix", number="Appendix I"), "Appendix I"),
        (entry_of(kind="card", number=None, title="Gull", variant="PAP"), "Gull (PAP)"),
    ],
    ids=["numbered", "empty", "untitled", "neither", "appendix", "bare appendix", "namesake"],
)
def test_a_name_is_number_title_and_mark(entry: Entry, name: str) -> None:
    assert name_of(entry) == name
