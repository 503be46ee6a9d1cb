"""The numbers that Word counts by itself: `1.2.3`, `(a)`, `Chapter IV`, from the definitions of its lists.

<w:lvlText w:val="%1.%2"/>      the number of the level around it, and its own
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from judge.reading.readers.formats.docx.package import WORD, child, is_on, value

LEVELS = 9
PLACE = re.compile(r"%([1-9])")
ORDINAL = re.compile(r"\d{1,3}[.)]?")
"""A mark that shows a place in a list and no more."""
ROMAN = (
    *(
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
    ),
    *((5, "v"), (4, "iv"), (1, "i")),
)
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
    """What stands around the place in its mark: `%.`."""
    indent: int | None = None
    """Where its text begins, in twentieths of a point; None where the list does not say."""


@dataclass(frozen=True, slots=True)
class Level:
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


@dataclass(slots=True)
class Numbering:
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
        levels = dict(_levels(definition)) if definition is not None else {}
        for override in one.iter(WORD + "lvlOverride"):
            depth = _whole(override.get(WORD + "ilvl"), 0)
            if (own := child(override, "lvl")) is not None:
                levels[depth] = _level(own)
            if (start := value(override, "startOverride")) is not None:
                found.starts[number, depth] = _whole(start, 1)
        found.levels[number] = levels
        found.abstract[number] = name
    return found


def written(count: int, form: str) -> str:
    """Return a number as a list shows it.

    >>> written(4, "upperRoman"), written(28, "lowerLetter"), written(7, "decimalZero")
    ('IV', 'bb', '07')
    """
    if form in ("upperRoman", "lowerRoman") and 0 < count < 4000:
        shown = ""
        for worth, sign in ROMAN:
            shown, count = shown + sign * (count // worth), count % worth
        return shown.upper() if form == "upperRoman" else shown
    if form in ("upperLetter", "lowerLetter") and 0 < count <= 26 * 10:
        letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letter.upper() if form == "upperLetter" else letter
    return f"{count:02}" if form == "decimalZero" else str(count)


def _levels(definition: Element) -> list[tuple[int, Level]]:
    return [(_whole(one.get(WORD + "ilvl"), 0), _level(one)) for one in definition.iter(WORD + "lvl")]


def _level(one: Element) -> Level:
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
