"""The owner's own pages: Markdown of `_site/pages/` as groups of text that a template shows.

They are read as documents are, so that what Markdown means is settled in one place and no tag of a page is ever markup.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from judge.core.model import Link
from judge.reading.readers import markdown
from judge.reading.readers.manuscript import Piece
from judge.reading.rich_text import Text
from judge.reading.source import SourceText
from judge.site.pages.inline import Span, rich, tag

PICTURE = re.compile(r"!\[([^\[\]]*)\]\(([^()\s]+)\)")
"""A picture in a line of its own."""


class Part(NamedTuple):
    """Pieces of a page that stand together."""

    kind: str
    """heading, paragraph, bullets, table or picture"""
    items: list[Markup]
    level: int = 0
    rows: list[list[Markup]] = []  # noqa: RUF012 (never changed)
    source: str = ""
    """Of a picture: its file."""


class OwnPage(NamedTuple):
    """A page of the owner's."""

    name: str
    title: str
    parts: list[Part]


def read_page(name: str, text: str, pages: Container[str], pictures: Container[str]) -> OwnPage:
    """Return a page; its title is that of its first heading, else its name.

    Args:
        name: of the page, without ending.
        text: its Markdown.
        pages: the names of the owner's pages, which links may name as `other.md`.
        pictures: the names of the owner's pictures.
    """
    parts = list(_parts(text, pages, pictures))
    titles = [place for place, part in enumerate(parts) if part.kind == "heading"]
    title = parts.pop(titles[0]).items[0].striptags() if titles else name.replace("-", " ").capitalize()
    return OwnPage(name, title, parts)


def _parts(text: str, pages: Container[str], pictures: Container[str]) -> Iterator[Part]:
    """Yield the parts of a text, which pictures in lines of their own cut into stretches."""
    stretch: list[str] = []
    for line in text.splitlines():
        picture = PICTURE.fullmatch(line.strip())
        if picture and picture[2] in pictures:
            yield from _written(stretch, pages)
            yield Part("picture", [rich(picture[1])], source=picture[2])
            stretch = []
        else:
            stretch.append(line)
    yield from _written(stretch, pages)


def _written(lines: list[str], pages: Container[str]) -> Iterator[Part]:
    pieces = markdown.pieces(SourceText(tuple(lines), frozenset(), markdown=True))
    for kind, same in groupby((one for one in pieces if one.kind != "rule"), key=lambda piece: piece.kind):
        yield from _grouped(kind, list(same), pages)


def _grouped(kind: str, same: list[Piece], pages: Container[str]) -> Iterator[Part]:
    if kind == "bullet":
        yield Part("bullets", [_html(one.text, pages) for one in same])
    elif kind == "table":
        yield Part("table", [], rows=[[_html(cell, pages) for cell in one.cells] for one in same])
    else:
        for one in same:
            yield Part(kind, [_html(one.text, pages)], min(max(one.level, 2), 6))


def _html(text: Text, pages: Container[str]) -> Markup:
    return rich(text.value.replace("\n", " "), text.marks, list(_spans(text.links, pages)))


def _spans(links: Iterable[Link], pages: Container[str]) -> Iterator[Span]:
    """Yield the links to the web, to mailboxes, and to the owner's other pages."""
    for link in links:
        name = link.href.removesuffix(".md")
        if link.href.startswith(("https://", "http://", "mailto:")):
            yield Span(link.start, link.end, tag('<a rel="external noopener" href="{}">', link.href), tag("</a>"))
        elif name != link.href and name in pages:
            yield Span(link.start, link.end, tag('<a href="{}.html">', name), tag("</a>"))
