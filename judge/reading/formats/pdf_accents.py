"""Accents that a PDF draws apart from their letters, as TeX does: "abilit`a" is "abilità".

An accent is above or below its letter, while a quotation mark has a place of its own: `word', `code`. Where it comes
among the glyphs tells nothing: before its letter, after it, or after the whole word.

Reads: the glyphs of a page, in the order in which they come. Writes: their signs, each accent in that of its letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from typing import NamedTuple

ABOVE = dict(
    zip("`´ˆ^˜~¨¯˘˙˚˝ˇ", "\u0300\u0301\u0302\u0302\u0303\u0303\u0308\u0304\u0306\u0307\u030a\u030b\u030c", strict=True)
)
BELOW = {"¸": "\u0327", "˛": "\u0328"}
ACCENTS = ABOVE | BELOW
"""Accents with a width of their own, and what they are as a part of a letter."""
WITHOUT_DOT = {"ı": "i", "ȷ": "j"}


class Glyph(NamedTuple):
    """A sign where it is drawn; the page counts upwards."""

    sign: str
    left: float
    right: float
    """Where its place in the line begins and ends, as wide as its font sets it."""
    foot: float
    head: float
    """Where what is drawn ends."""
    base: float
    """Where the line is on which it is written."""
    size: float
    is_added: bool
    """It is a blank that nobody drew."""


def join_accents(glyphs: Sequence[Glyph]) -> list[str]:
    """Return the sign of each glyph, an accent in the sign of its letter; its own sign is then empty, or a blank."""
    signs = [one.sign for one in glyphs]
    joined: dict[int, int] = {}
    for place, one in enumerate(glyphs):
        letter = _letter_of(place, glyphs) if one.sign in ACCENTS else None
        if letter is not None:
            joined[place] = letter
            signs[letter] = _composed(signs[letter], one.sign)
    for place in joined:
        before, after = (_next_drawn(place, step, glyphs, joined) for step in (-1, 1))
        for at in range(before + 1, after):
            signs[at] = "" if glyphs[at].is_added or at in joined else signs[at]
        in_word = before >= 0 and after < len(glyphs) and _are_neighbours(glyphs[before], glyphs[after])
        signs[place] = "" if in_word else " "
    return signs


def _composed(letter: str, accent: str) -> str:
    return unicodedata.normalize("NFC", WITHOUT_DOT.get(letter, letter) + ACCENTS[accent])


def _letter_of(place: int, glyphs: Sequence[Glyph]) -> int | None:
    """Return the place of the letter in the line of an accent that it is over or under; None where there is none."""
    accent = glyphs[place]
    found: dict[int, float] = {}
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(glyphs) and (glyphs[at].sign.isspace() or _are_in_line(glyphs[at], accent)):
            one = glyphs[at]
            shared = min(one.right, accent.right) - max(one.left, accent.left)
            higher = accent.foot + accent.head - one.foot - one.head
            on_side = higher <= 0 if accent.sign in BELOW else higher >= 0
            narrower = min(one.right - one.left, accent.right - accent.left)
            if on_side and shared > narrower / 2 and one.sign.isalpha() and len(_composed(one.sign, accent.sign)) == 1:
                found[at] = shared
            at += step
    return max(found, key=found.__getitem__, default=None)


def _are_in_line(one: Glyph, other: Glyph) -> bool:
    return abs(one.base - other.base) < max(one.size, other.size) / 2


def _are_neighbours(one: Glyph, other: Glyph) -> bool:
    """Tell whether two letters are as near as those of one word; the blanks of TeX are a fifth of the size at least."""
    return _are_in_line(one, other) and one.left < other.left < one.right + one.size / 8


def _next_drawn(place: int, step: int, glyphs: Sequence[Glyph], joined: Collection[int]) -> int:
    """Return the place of the next glyph that is neither a blank nor an accent of a letter."""
    at = place + step
    while 0 <= at < len(glyphs) and (glyphs[at].sign.isspace() or at in joined):
        at += step
    return at
