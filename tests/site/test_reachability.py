"""Every outermost entry of a document is in a list of the site, which links alone lead to from the home page."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.opened_library import Library
from judge.site import plan
from judge.site.catalogue import Catalogue, read_catalogue
from tests.golden_run.samples import own_samples, sample
from tests.sites import Page, build
from tests.support import thorough_but

CHAPTERS = ("Rigging", "Sailing", "Mooring", "Loading", "Fishing", "Trading")
SHORT = "Ask the harbour master."
LINE = "The crew hauls the rope over the deck and waits for the tide before it counts the barrels again. " * 10


def markdown(short: set[int], chapters: tuple[str, ...] = CHAPTERS) -> dict[str, str]:
    """Return a rulebook in Markdown, some of its chapters short."""
    texts = (SHORT if place in short else chapter_text(place) for place in range(len(chapters)))
    parts = [
        f"## {place}. {title}\n\n{text}\n\n" for place, (title, text) in enumerate(zip(chapters, texts, strict=True), 1)
    ]
    return {"tide.md": "# Tide Rules\n\n" + "".join(parts)}


def chapter_text(place: int) -> str:
    """Return the sections of a chapter."""
    return "\n\n".join(f"{place + 1}.{section} {LINE}" for section in range(1, 5))


def web_page(short: set[int]) -> dict[str, str]:
    """Return the same as HTML, in German and without numbers."""
    parts = [
        f"<h2>{title}</h2>" + ("<p>Siehe Anhang.</p>" if place in short else f"<p>{LINE}</p>" * 4)
        for place, title in enumerate(("Takelage", "Segeln", "Anlegen", "Laden", "Fischen", "Handel"))
    ]
    return {"gezeiten.html": f"<html lang='de'><title>Gezeiten</title><h1>Gezeiten</h1>{''.join(parts)}</html>"}


DOCUMENTS = {
    "a short last chapter": markdown({5}),
    "a short first chapter": markdown({0}),
    "a short chapter in the middle": markdown({2}),
    "one short chapter": markdown({0}, CHAPTERS[:1]),
    "none but short chapters": markdown(set(range(6))),
    "a web page, its last chapter short": web_page({5}),
}


class Lists:
    """What the lists of a site link to, as somebody without scripts comes there from the home page."""

    def __init__(self, site: Path) -> None:
        """Follow the links of every page, from the home page on."""
        self.links: set[tuple[str, str]] = set()
        self.ids: dict[str, set[str]] = {}
        waiting = ["index.html"]
        while waiting:
            path = waiting.pop()
            if path not in self.ids:
                page = Page(site / path)
                self.ids[path] = set(page.ids)
                found = [(str(Path(file).relative_to(site)), anchor) for file, anchor in listed(page)]
                self.links.update(found)
                waiting += (file for file, _ in found if file.endswith(".html"))

    def lack(self, catalogue: Catalogue) -> list[str]:
        """Return the outermost entries of documents that no list leads to."""
        places = plan.make(catalogue)
        roots = {page.root: page.path for pages in places.pages.values() for page in pages}
        outermost = [id for id, entry in catalogue.entries.items() if not entry.parent]
        lost = []
        for id in outermost:
            path, anchor = places.places[id]
            is_whole = roots.get(id) == path or catalogue.is_title(id)  # the page as a whole is the entry's
            is_linked = (path, anchor) in self.links or (is_whole and (path, "") in self.links)
            if not is_linked or anchor not in self.ids[path]:
                lost.append(id)
        return lost


def listed(page: Page) -> list[tuple[str, str]]:
    """Return the links of a page but those of headings to themselves and those inside texts."""
    page.tags = [(tag, values) for tag, values in page.tags if tag == "a" and values.get("class") not in OWN]
    return list(page.targets())


OWN = ("self", "self signed", "ref", "ref unsure", "ref faulty")
"""Classes of links that are part of a text."""


def lost_in(folders: list[Path], path: Path) -> list[str]:
    """Return the outermost entries that no list of the site of a collection leads to."""
    with Library(folders, cache=path / "cache") as library:
        return Lists(build(library, path / "site", offline=False).resolve()).lack(read_catalogue(library))


@pytest.mark.parametrize("name", thorough_but(2, own_samples()))
def test_all_chapters_of_a_sample_are_in_lists(name: str, tmp_path: Path) -> None:
    assert lost_in(sample(name).folders, tmp_path) == []


def test_all_chapters_of_the_bundled_documents_are_in_lists(bundled: Library, bundled_site: Path) -> None:
    assert Lists(bundled_site.resolve()).lack(read_catalogue(bundled)) == []


@pytest.mark.thorough
def test_all_chapters_of_the_real_documents_are_in_lists(real: Library, real_site: Path) -> None:
    assert Lists(real_site.resolve()).lack(read_catalogue(real)) == []


@pytest.mark.parametrize("most", [3000, 3], ids=["all rows", "pages alone"])
@pytest.mark.parametrize("documents", DOCUMENTS.values(), ids=DOCUMENTS)
def test_each_list_of_chapters_has_the_short_ones(
    documents: dict[str, str], most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of the home page, the one beside a chapter and the contents, also where that lists pages alone."""
    monkeypatch.setattr("judge.site.pages.navigation.CONTENTS_ROWS", most)
    with Library([written(tmp_path / "texts", documents)], cache=tmp_path / "cache") as library:
        site, catalogue = build(library, tmp_path / "site", offline=False).resolve(), read_catalogue(library)
    (key,) = catalogue.documents
    chapters = [id for id, one in catalogue.entries.items() if not one.parent and catalogue.called(id) == one.title]
    places = plan.make(catalogue)
    pages = [page for page in places.pages[key] if not page.whole]
    lists = [site / "index.html", site / key / "index.html", *(site / page.path for page in pages)] if pages else []
    for path in lists:
        there = {(str(Path(file).relative_to(site)), anchor) for file, anchor in listed(Page(path))}
        for id in chapters:
            place = places.places[id]
            assert {tuple(place), (place.path, "")} & there, (path, id)
            assert id in {page.root for page in pages} or tuple(place) in there, (path, id)


def written(folder: Path, documents: dict[str, str]) -> Path:
    """Write documents into a folder."""
    folder.mkdir(parents=True)
    for name, text in documents.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
