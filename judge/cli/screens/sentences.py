"""Whole sentences of a text: the one that decides, and as many of those beside it as there are lines for.

A line is broken before words become bold, so that no mark counts as columns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from judge.core.languages.stemming import root
from judge.core.names import on_one_line, shortened
from judge.core.tokens import Sentence, sentences, tokens, words

if TYPE_CHECKING:
    from judge.cli.screens.screen import Screen

IN_A_PIPE = 100
"""Columns by which lines are counted where there are none."""


def on_one(text: str) -> str:
    """Return a text as one printable line with single blanks."""
    return " ".join(on_one_line(text).split())


def deciding(text: str, wanted: Collection[str]) -> int:
    """Return which sentence holds most of the wanted terms, each root once; of several, the first."""
    held = [{root(term) for term in words(one.text) if term in wanted} for one in sentences(text)]
    return max(range(len(held)), key=lambda place: (len(held[place]), -place), default=0)


def fitted(screen: Screen, text: str, wanted: Collection[str], most: int, indent: int) -> list[str]:
    """Return the lines of the deciding sentence, and of what is beside it as far as `most` lines hold whole sentences.

    Args:
        screen: where it is shown.
        text: one paragraph.
        wanted: the terms that are looked for, shown bold.
        most: lines at most; the deciding sentence is cut only where it alone is longer.
        indent: columns before each line.
    """
    text = on_one(text)
    measured = screen if screen.width else screen._replace(width=IN_A_PIPE)
    spans = sentences(text) or [Sentence(0, 0, "")]
    first = last = deciding(text, wanted)

    def shown(low: int, high: int) -> str:
        before, after = "… " * (low > 0), " …" * (high < len(spans) - 1)
        return before + text[spans[low].start : spans[high].end] + after

    for low, high in _wider(first, last, len(spans)):
        low, high = min(first, low), max(last, high)
        if len(measured.wrap(shown(low, high), indent)) <= most:
            first, last = low, high
    kept = shown(first, last)
    lines = measured.wrap(kept, indent)
    if len(lines) > most:
        kept = shortened(kept, sum(map(len, lines[:most])) - most * indent - 2)
    return mark_words(screen, kept, wanted, indent)


def _wider(first: int, last: int, count: int) -> list[tuple[int, int]]:
    """Return the stretches that may be shown, growing: what follows first, then what is before."""
    return [(first, high) for high in range(last + 1, count)] + [(low, last) for low in range(first - 1, -1, -1)]


def mark_words(screen: Screen, text: str, wanted: Collection[str], indent: int) -> list[str]:
    """Return a paragraph as lines with its wanted terms bold; the lines are broken before that."""
    spots = [(start, end) for term, start, end in tokens(text) if term in wanted]
    lines: list[str] = []
    place = 0
    for line in screen.wrap(text, indent):
        said = line.lstrip(" ")
        begin = text.find(said, place)
        place = begin + len(said)
        lines.append(line[: len(line) - len(said)] + _bold(screen, text, spots, begin, place))
    return lines


def _bold(screen: Screen, text: str, spots: Sequence[tuple[int, int]], begin: int, end: int) -> str:
    parts: list[str] = []
    for first, last in dict.fromkeys(spots):
        if begin <= first and last <= end:
            parts += (text[begin:first], screen.bold(text[first:last]))
            begin = last
    return "".join([*parts, text[begin:end]])
