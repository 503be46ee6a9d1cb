"""Two texts as words kept, struck and added; numbers that only follow a renumbering are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from judge.core.likeness import Kept, kept_words
from judge.editions.comparison.sections import Word

FEWEST_KEPT = 2
"""Kept words between two changes that are fewer read better as changed themselves."""


class Stretch(NamedTuple):
    """Words that stay (`=`), go (`-`) or come (`+`)."""

    sign: str
    words: str


def redline(old: Sequence[Word], new: Sequence[Word], same: Callable[[str, str], bool]) -> list[Stretch]:
    """Return the stretches of two texts in order; nothing but `=` where they say the same.

    Args:
        old: words of the older text.
        new: words of the newer one.
        same: whether an entry of the older edition is that one of the newer.
    """
    return list(_joined(list(signed_words(old, new, same))))


def signed_words(
    old: Sequence[Word], new: Sequence[Word], same: Callable[[str, str], bool]
) -> Iterator[tuple[str, Word]]:
    """Yield the words of two texts in order, each with its sign; of a word that stays the one of the newer text.

    Args:
        old: words of the older text.
        new: words of the newer one.
        same: as for `redline`.
    """
    plain = [[word.plain for word in text] for text in (old, new)]
    at_old = at_new = 0
    for kept in (*kept_words(*plain), Kept(len(old), len(new), 0)):
        yield from (("-", word) for word in old[at_old : kept.old])
        yield from (("+", word) for word in new[at_new : kept.new])
        at_old, at_new = kept.old + kept.size, kept.new + kept.size
        for one, other in zip(old[kept.old : at_old], new[kept.new : at_new], strict=True):
            if _agree(one, other, same):
                yield "=", other
            else:
                yield from (("-", one), ("+", other))


def _agree(one: Word, other: Word, same: Callable[[str, str], bool]) -> bool:
    """Tell whether two words that differ at most in numbers mean the same rules, or print the same numbers."""
    if one.printed == other.printed or len(one.targets) != len(other.targets):
        return one.printed == other.printed
    return all(same(before, after) for before, after in zip(one.targets, other.targets, strict=True))


def _joined(signed: Sequence[tuple[str, Word]]) -> Iterator[Stretch]:
    """Yield words of one sign joined; few kept words between two changes change with them."""
    runs = [(sign, [word for _, word in group]) for sign, group in groupby(signed, key=lambda pair: pair[0])]
    gone: list[Word] = []
    come: list[Word] = []
    for place, (sign, words) in enumerate(runs):
        is_between = 0 < place < len(runs) - 1
        if sign == "=" and not (is_between and len(words) < FEWEST_KEPT and not any(word.begins for word in words)):
            yield from _changed(gone, come)
            gone, come = [], []
            yield Stretch("=", _text(words))
            continue
        if sign != "+":
            gone += words
        if sign != "-":
            come += words
    yield from _changed(gone, come)


def _changed(gone: Sequence[Word], come: Sequence[Word]) -> Iterator[Stretch]:
    if gone:
        yield Stretch("-", _text(gone))
    if come:
        yield Stretch("+", _text(come))


def _text(words: Sequence[Word]) -> str:
    """Return words joined, each block on a line of its own."""
    return "".join(("\n" if word.begins else " ") + word.printed for word in words).removeprefix(" ")
