"""A Word document's archive: the XML of its parts, never more of it than a document may have.

Only parts inside of the archive are read; addresses of pictures and other files are not followed. XML with a document
type is refused, since only such XML can define entities, which grow without end or name other files.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, ParseError

from msgspec import Struct, field

from judge.core.errors import SourceError
from judge.reading.formats.composing import written

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
BROKEN = "is a broken Word document, or only a part of one"
LARGEST = 64 * 2**20
"""Bytes of the largest part; a document of a thousand pages has twenty million."""
MOST = 1_500_000
"""Elements of the largest part; a document of a thousand pages has a third of them."""
DEEPEST = 300


class Package:
    """The parts of a document that are read."""

    def __init__(self, data: bytes) -> None:
        """Open the archive.

        Raises:
            SourceError: it is broken, locked or too large.
        """
        try:
            self.archive = zipfile.ZipFile(io.BytesIO(data))
            self.names = set(self.archive.namelist())
        except (zipfile.BadZipFile, ValueError, OSError) as error:
            raise SourceError(BROKEN) from error
        main = next((name for name in ("word/document.xml", "word/document2.xml") if name in self.names), "")
        document = self.part(main) if main else None
        if document is None:
            raise SourceError(BROKEN)
        self.document = document

    def part(self, name: str) -> Element | None:
        """Return the XML of a part, or None where the document has none of it.

        Raises:
            SourceError: it is broken or too large.
        """
        if name not in self.names:
            return None
        try:
            with self.archive.open(name) as file:
                data = file.read(LARGEST + 1)
        except Exception as error:  # zipfile names a dozen, and zlib.error is none of them
            raise SourceError(BROKEN) from error
        if len(data) > LARGEST:
            raise SourceError(f"contains more than {LARGEST // 2**20} MB when unpacked; split it")
        return parsed(data)

    def targets(self) -> dict[str, str]:
        """Return where the links of the document lead, by their ids."""
        relations = self.part("word/_rels/document.xml.rels")
        found = relations.iter(RELATIONSHIP) if relations is not None else ()
        return {one.get("Id", ""): one.get("Target", "") for one in found if one.get("TargetMode") == "External"}


def parsed(data: bytes) -> Element:
    """Return the tree of an XML text.

    Raises:
        SourceError: it is broken, nested too deep, or has a document type.
    """
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or "<!DOCTYPE".encode("utf-16-le") in data:
        raise SourceError("is a Word file with a DOCTYPE declaration, which Word never writes; it was not opened")
    parser: Any = ElementTree.XMLPullParser(("start", "end"))
    depth = count = 0
    root: Element | None = None
    try:
        for begin in range(0, len(data), 2**16):
            parser.feed(data[begin : begin + 2**16])
            for event, element in parser.read_events():
                root = element if root is None else root
                depth += 1 if event == "start" else -1
                count += event == "start"
                if depth > DEEPEST:
                    raise SourceError("is nested too deeply")
                if count > MOST:
                    raise SourceError(f"contains more than {MOST:,} text and markup elements; split it")
        parser.close()
    except ParseError as error:
        raise SourceError(BROKEN) from error
    if root is None:
        raise SourceError(BROKEN)
    return root


def child(element: Element | None, *names: str) -> Element | None:
    """Return the element that names lead to, one inside of the other."""
    for name in names:
        element = element.find(WORD + name) if element is not None else None
    return element


def value(element: Element | None, *names: str) -> str | None:
    """Return the `val` of the element that names lead to; nothing where there is none, "" where it has none."""
    found = child(element, *names)
    return None if found is None else found.get(WORD + "val", "")


def is_on(element: Element | None, name: str) -> bool | None:
    """Return whether a property is on; None where nothing is said of it."""
    said = value(element, name)
    return None if said is None else said not in ("0", "false", "off", "none")


HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
T = TypeVar("T")


class Style(Struct, frozen=True):
    """What a style says."""

    name: str
    based_on: str
    element: Element


class Styles(Struct):
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


LEVELS = 9
PLACE = re.compile(r"%([1-9])")
ORDINAL = re.compile(r"\d{1,3}[.)]?")
"""A mark that shows a place in a list and no more."""
BULLETS = "•"


class Counted(NamedTuple):
    """What Word shows before a paragraph of a list."""

    mark: str
    is_bullet: bool = False
    ordinal: int = 0
    """The place in its list, where the mark shows that alone in digits."""
    list: str = ""
    """The definition by which it is counted."""
    look: str = ""
    """What is around the place in its mark: `%.`."""
    indent: int | None = None
    """Where its text begins, in twentieths of a point; None where the list does not say."""


class Level(Struct, frozen=True):
    """How a level of a list is numbered."""

    form: str = "decimal"
    text: str = ""
    start: int = 1
    restart: int | None = None
    """After which level it begins again; None after any above it, 0 never."""
    legal: bool = False
    """All numbers are shown as digits."""
    style: str = ""
    indent: int | None = None
    """Where the text begins, in twentieths of a point."""


class Numbering(Struct):
    """All lists of a document, and how far each has counted."""

    levels: dict[str, dict[int, Level]] = field(default_factory=dict)
    """By the number of the list."""
    abstract: dict[str, str] = field(default_factory=dict)
    """The definition that lists share: they count on together."""
    starts: dict[tuple[str, int], int] = field(default_factory=dict)
    counts: dict[str, list[int | None]] = field(default_factory=dict)
    begun: set[tuple[str, int]] = field(default_factory=set)
    composed: set[str] = field(default_factory=set)
    """The definitions that have shown numbers of several levels, `1.2`."""

    def next(self, number: str, depth: int) -> Counted | None:
        """Count a paragraph of a list on; return what Word shows before it, None where there is no list."""
        levels = self.levels.get(number)
        level = levels.get(depth) if levels else None
        if levels is None or level is None:
            return None
        if level.form == "bullet":
            return Counted(BULLETS, is_bullet=True)
        definition = self.abstract.get(number, number)
        counts = self.counts.setdefault(definition, [None] * LEVELS)
        if (number, depth) in self.starts and (number, depth) not in self.begun:
            counts[depth] = None
        self.begun.add((number, depth))
        start = self.starts.get((number, depth), level.start)
        before = counts[depth]
        counts[depth] = start if before is None else before + 1
        for below in range(depth + 1, LEVELS):
            restart = levels[below].restart if below in levels else None
            if restart is None or (restart and depth < restart):
                counts[below] = None
        if level.form == "none":
            return Counted(level.text if not PLACE.search(level.text) else "")
        places = PLACE.findall(level.text)
        mark = PLACE.sub(lambda place: self._shown(levels, level, counts, int(place[1]) - 1), level.text)
        if len(places) > 1 and not any(map(str.isalpha, mark)):
            self.composed.add(definition)
        is_ordinal = places == [str(depth + 1)] and ORDINAL.fullmatch(mark.strip())
        ordinal = counts[depth] or 0 if is_ordinal else 0
        return Counted(mark, ordinal=ordinal, list=definition, look=PLACE.sub("%", level.text), indent=level.indent)

    def _shown(self, levels: dict[int, Level], own: Level, counts: list[int | None], depth: int) -> str:
        """Return the count of a level as a mark shows it; a level that has not counted yet begins."""
        level = levels.get(depth, Level())
        count = counts[depth]
        if count is None:
            count = counts[depth] = level.start
        return written(count, "decimal" if own.legal else level.form)

    def by_style(self, style: str) -> tuple[str, int] | None:
        """Return the list and the level that belong to a style of paragraphs."""
        for number, levels in self.levels.items():
            for depth, level in levels.items():
                if style and level.style == style:
                    return number, depth
        return None


def read_numbering(root: Element | None) -> Numbering:
    """Read the definitions of a document's lists."""
    found = Numbering()
    if root is None:
        return found
    definitions = {one.get(WORD + "abstractNumId", ""): one for one in root.iter(WORD + "abstractNum")}
    by_link = {value(one, "styleLink"): one for one in definitions.values() if value(one, "styleLink")}
    for one in root.iter(WORD + "num"):
        number = one.get(WORD + "numId", "")
        name = value(one, "abstractNumId") or ""
        definition = definitions.get(name)
        if definition is not None and (link := value(definition, "numStyleLink")) in by_link:
            definition = by_link[link]
        own_levels = definition.iter(WORD + "lvl") if definition is not None else ()
        levels = {_whole(level.get(WORD + "ilvl"), 0): _read_level(level) for level in own_levels}
        for override in one.iter(WORD + "lvlOverride"):
            depth = _whole(override.get(WORD + "ilvl"), 0)
            if (own := child(override, "lvl")) is not None:
                levels[depth] = _read_level(own)
            if (start := value(override, "startOverride")) is not None:
                found.starts[number, depth] = _whole(start, 1)
        found.levels[number] = levels
        found.abstract[number] = name
    return found


def _read_level(one: Element) -> Level:
    restart = value(one, "lvlRestart")
    return Level(
        form=value(one, "numFmt") or "decimal",
        text=value(one, "lvlText") or "",
        start=_whole(value(one, "start"), 1),
        restart=None if restart is None else _whole(restart, 0),
        legal=bool(is_on(one, "isLgl")),
        style=value(one, "pStyle") or "",
        indent=indent_of(child(one, "pPr")),
    )


def indent_of(looks: Element | None) -> int | None:
    """Return where the text of a paragraph begins, in twentieths of a point; None where its looks do not say."""
    own = child(looks, "ind")
    said = (own.get(WORD + "left") or own.get(WORD + "start")) if own is not None else None
    return int(said) if said is not None and re.fullmatch(r"-?\d{1,6}", said) else None


def _whole(text: str | None, other: int) -> int:
    return int(text) if text is not None and re.fullmatch(r"\d{1,6}", text) else other
