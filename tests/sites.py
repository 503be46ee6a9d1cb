"""What the tests of the site share: building one, and reading what a browser would find in its pages."""

import os
import shutil
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from judge.core.files import data_folder
from judge.opened_library import Library
from judge.site.render import Options, Renderer
from judge.site.writing import write_site

VOID = {"meta", "link", "input", "br", "hr", "img", "base"}


def build(library: Library, folder: Path, templates: Path | None = None, **options: object) -> Path:
    """Write a library's site into a folder."""
    renderer = Renderer(library, templates or data_folder("templates"), Options(**options))  # type: ignore[arg-type]
    write_site(renderer.files(), folder, lambda *_: None)
    return folder


def templates_with(folder: Path, **replaced: str | bytes) -> Path:
    """Write a copy of the templates in which some files are others, and return its folder."""
    shutil.copytree(data_folder("templates"), folder)
    for name, content in replaced.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


class Page(HTMLParser):
    """A page, taken apart: its elements, ids and links; that its elements are nested well is checked on the way."""

    def __init__(self, path: Path) -> None:
        """Read a file."""
        super().__init__()
        self.path = path
        self._folder = str(path.parent)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.ids: list[str] = []
        self.text = path.read_text(encoding="utf-8")
        self._open: list[str] = []
        self.feed(self.text)
        assert not self._open, f"{path}: {self._open} are not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        values = {name: value or "" for name, value in attrs}
        self.tags.append((tag, values))
        if "id" in values:
            self.ids.append(values["id"])
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that the innermost element is closed."""
        assert self._open.pop() == tag, f"{self.path}:{self.getpos()[0]}: </{tag}>"

    @property
    def is_moved(self) -> bool:
        """Whether it only says where something is now."""
        return 'http-equiv="refresh"' in self.text

    def targets(self) -> Iterator[tuple[str, str]]:
        """Yield the path of the file and the anchor of every link to this site."""
        for tag, values in self.tags:
            link = values.get("href") or values.get("src")
            if tag == "base" or link is None or values.get("rel", "").startswith(("external", "canonical")):
                continue
            parts = urlsplit(link)
            assert not parts.scheme, f"{self.path}: {link}"
            assert not parts.netloc, f"{self.path}: {link}"
            path = os.path.join(self._folder, unquote(parts.path)) if parts.path else str(self.path)  # noqa: PTH118 (often)
            yield os.path.normpath(path), unquote(parts.fragment)


def pages(site: Path) -> dict[Path, Page]:
    """Return all pages of a site."""
    return {path: Page(path) for path in sorted(site.resolve().rglob("*.html"))}


pages_once = cache(pages)
"""The pages of a site that does not change, taken apart once."""


def broken_links(site: Path, found: dict[Path, Page]) -> list[str]:
    """Return the links of a site that lead to no file or to no element."""
    ids = {str(path): set(page.ids) for path, page in found.items()}
    files = {str(path) for path in site.resolve().rglob("*") if path.is_file()}
    broken = []
    for path, page in found.items():
        for file, anchor in set(page.targets()):
            if file not in files or (anchor and anchor not in ids[file]):
                broken.append(f"{path.relative_to(site.resolve())} -> {file}#{anchor}")
    return broken
