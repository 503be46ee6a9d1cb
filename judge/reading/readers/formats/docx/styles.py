"""The styles of a Word document: which of them are headings, which are bold, which number their paragraphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar
from xml.etree.ElementTree import Element

from judge.reading.readers.formats.docx.package import WORD, child, is_on, value

HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Style:
    """What a style says."""

    name: str
    based_on: str
    element: Element


@dataclass(slots=True)
class Styles:
    """All styles of a document."""

    by_id: dict[str, Style] = field(default_factory=dict)
    usual: str = ""
    """The style of paragraphs that name none."""

    def chain(self, id: str) -> Iterator[Style]:
        """Yield a style and those it is based on."""
        seen: set[str] = set()
        while id in self.by_id and id not in seen:
            seen.add(id)
            yield self.by_id[id]
            id = self.by_id[id].based_on

    def first(self, id: str, find: Callable[[Style], T | None]) -> T | None:
        """Return what the first style says that says anything."""
        return next((found for style in self.chain(id) if (found := find(style)) is not None), None)

    def level(self, id: str) -> int:
        """Return the level of a heading's style; 0 of another."""
        return self.first(id, _level) or 0

    def is_on(self, id: str, name: str) -> bool:
        """Tell whether a style has a property of letters."""
        return bool(self.first(id, lambda style: is_on(child(style.element, "rPr"), name)))

    def numbered(self, id: str) -> tuple[str, int | None] | None:
        """Return the list that a style puts its paragraphs into, and the level if it says so."""
        number = self.first(id, lambda style: value(style.element, "pPr", "numPr", "numId"))
        depth = self.first(id, lambda style: value(style.element, "pPr", "numPr", "ilvl"))
        return (number, int(depth) if depth and depth.isdigit() else None) if number else None


def read_styles(root: Element | None) -> Styles:
    """Read the styles of a document."""
    found = Styles()
    for one in root.iter(WORD + "style") if root is not None else ():
        id = one.get(WORD + "styleId", "")
        found.by_id[id] = Style(value(one, "name") or "", value(one, "basedOn") or "", one)
        if one.get(WORD + "type") == "paragraph" and one.get(WORD + "default") in ("1", "true"):
            found.usual = id
    return found


def _level(style: Style) -> int | None:
    named = HEADING.fullmatch(style.name)
    if named:
        return min(int(named[1]), 6)
    if style.name.lower() == "title":
        return 1
    outline = value(style.element, "pPr", "outlineLvl")
    return min(int(outline) + 1, 6) if outline and outline.isdigit() and int(outline) < 9 else None
