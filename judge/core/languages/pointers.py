"""Words that send a reader to a title, in the language of a text: "Siehe auch Boje.", "(véase «Ancla» y «Boya»)".

Reads: a text, its language, and which titles its document has. Writes: the places of the titles that are named. The
words of each language are data (`[pointers]` of `judge.core.languages`). Those that are ordinary words as well send a
reader on only at the beginning of a sentence or in brackets, and after "Compare" only a title that exists is one. Words
without quotes that are the title of nothing may be any noun, or a sentence ("Siehe Karte.", "Ver Lobos cuesta dos."),
unless each has a capital, in a language in which that marks names. In a text whose language is not known all languages
are tried, and then only titles that exist are named. "See" itself is among the forms of `judge.references.extraction`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from judge.core.languages import ENGLISH, capitals_mark_names, joining_words, known, pointing, units

BEGINNING = r"(?:^|(?<=[(\[（【])|(?<=[,.:;!?…–—]\s)|(?<=[，。：；！？])|(?<=[.:;!?][”»\"]\s))"
"""Where a word that is an ordinary one as well sends a reader on."""
MARKS = '“”„«»‘’‚‹›"「」『』《》'
QUOTED = (
    r"(?:“[^“”\n]{1,100}”|‘[^‘’\n]{1,100}’|\"[^\"\n]{1,100}\"|»[^«»\n]{1,100}«|«[^«»\n]{1,100}»|"
    r"„[^„“”\n]{1,100}[“”]|‚[^‚‘’\n]{1,100}[‘’]|[「『《][^「」『』《》\n]{1,100}[」』》])"
)
BARE = rf"[^.:()\[\]{{}}\n。；：（）！？!?{MARKS}]{{1,200}}"
UNSPACED = "[\u3040-\u30ff\u3400-\u9fff]"
"""A letter of a script without blanks."""
MOST_TITLES = 30
"""How many titles of a list are distinguished: a bound of the work."""


class Pointer(NamedTuple):
    """Words that send a reader on, with the titles after them, or before them."""

    start: int
    end: int
    titles: tuple[tuple[int, int], ...]
    """The places of the titles, without their quotes."""
    sure: bool
    """Whether the words can hardly mean anything else than titles."""


class _Words(NamedTuple):
    """What a text is searched with."""

    pattern: re.Pattern[str]
    seam: re.Pattern[str]
    """What parts titles in a list."""
    ends: Sequence[str]
    """What a title may end at."""


def pointers(text: str, language: str, is_title: Callable[[str], bool]) -> Iterator[Pointer]:
    """Yield what sends a reader to titles, in the order of the text.

    Args:
        text: a text.
        language: its language; empty where that is not known.
        is_title: tells whether the document has an entry of a title.
    """
    for searched in _searched(language):
        for match in searched.pattern.finditer(text):
            label = match.span(match.lastgroup or 0)
            titles = tuple(_titles(text, *label, searched, is_title))
            exist = all(is_title(text[low:high]) for low, high in titles)
            if titles and (language or exist):
                end = match.end() if match.lastgroup == "titled" else titles[-1][1]
                sure = not match["compared"] and (exist or _is_name(text[slice(*label)], language))
                is_next = titles[0][0] == without_marks(text, *label)[0]
                start = match.start() if is_next else titles[0][0]
                yield Pointer(start, _after_mark(text, end), titles, sure)


def _is_name(label: str, language: str) -> bool:
    """Tell whether words are a title even if the document does not have it: by their quotes, or by their capitals."""
    words = label.split()
    is_capitalised = all(word[0].isupper() for word in words) and words[0].casefold() not in units()
    return label.strip()[0] in MARKS or (is_capitalised and capitals_mark_names(language))


def _titles(
    text: str, start: int, end: int, searched: _Words, is_title: Callable[[str], bool]
) -> Sequence[tuple[int, int]]:
    """Return the places of the titles that are named; after a word for a part of a text, that of one that exists."""
    named = list(_named(text, start, end, searched, is_title))
    word, _, rest = text[start:end].partition(" ")
    if word.casefold() not in units() or any(is_title(text[low:high]) for low, high in named):
        return named
    return [place for place in _named(text, end - len(rest), end, searched, is_title) if is_title(text[slice(*place)])]


def _named(
    text: str, start: int, end: int, searched: _Words, is_title: Callable[[str], bool]
) -> Iterator[tuple[int, int]]:
    """Yield the places of the titles that words name: one, or of a list those in quotes, or else those that exist."""
    if not _may_begin(text[start:end]):
        return
    clause = text.find(";", start, end) if ";" in text[start:end] else end
    ends = (place for word in searched.ends if (place := text.find(word, start, end)) >= 0)
    for stop in sorted({end, clause, *ends}, reverse=True):
        parts = list(_parts(text, start, stop, searched.seam))
        if is_title(text[start:stop].strip(f" ,.{MARKS}")):
            yield without_marks(text, start, stop)
            return
        if len(parts) > 1 and all(is_title(text[low:high]) for low, high in parts):
            yield from parts
            return
    if len(parts) > 1 and sum(text.count(mark, start, stop) for mark in MARKS) >= 2 * len(parts):
        yield from parts
        return
    are_names = all(text[low:high][:1].isupper() for low, high in parts)
    existing = [place for place in parts if are_names and is_title(text[slice(*place)])]
    yield from existing or [without_marks(text, start, clause)]


def _after_mark(text: str, end: int) -> int:
    """Return where a quote mark right after a title ends, after a blank or not; where there is none, the title."""
    blanks = len(text[end : end + 1]) - len(text[end : end + 1].strip())
    mark = text[end + blanks : end + blanks + 1]
    return end + blanks + 1 if mark and mark in MARKS else end


def _may_begin(label: str) -> bool:
    """Tell whether words may begin a title: with a capital, or in quotes; a page has another kind of reference."""
    first = label.strip()[:1]
    word, _, rest = label.strip().partition(" ")
    is_page = units().get(word.rstrip(".").casefold()) == "page" and rest[:1].isdigit()
    is_name = first in MARKS or (first.isalpha() and not first.islower())
    return bool(first) and is_name and not is_page


def _parts(text: str, start: int, end: int, seam: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of what a list parts."""
    low = start
    for joint in [*seam.finditer(text, start, end)][:MOST_TITLES]:
        yield without_marks(text, low, joint.start())
        low = joint.end()
    yield without_marks(text, low, end)


def without_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of a text within another without quotes and blanks around it."""
    inner = text[start:end].strip(f" \u00a0\u202f,.{MARKS}")
    low = text.index(inner, start)
    return low, low + len(inner)


@cache
def _searched(language: str) -> Sequence[_Words]:
    """Return what a text in a language is searched with: its words, and those of English."""
    languages = (language, ENGLISH) if language else known()
    return tuple(_words_of(one) for one in dict.fromkeys(languages) if pointing(one, "see", "opening"))


@cache
def _words_of(language: str) -> _Words:
    """Return the words of one language as patterns."""
    also = _either(pointing(language, "also"))
    also = rf"(?:\s{also}\b)?" if also else ""
    see, opening, compare = (_either(pointing(language, name)) for name in ("see", "opening", "compare"))
    joints = "|".join(map(re.escape, joining_words(language)))
    is_spaced = joints < "\u3040"
    anywhere = r"(?<!\w)" if is_spaced else ""
    leads = [place + words for place, words in ((anywhere, see), (BEGINNING, opening)) if words]
    leads.append(rf"{BEGINNING}(?P<compared>{compare or '(?!)'})")
    space = r"\s" if is_spaced else r"\s?"
    joint = rf",?\s(?:{joints})\s|,\s|\s?;\s" if is_spaced else rf"{joints}|[、，,]\s?"
    quoted = rf"{QUOTED}(?:(?:{joint}){QUOTED}){{0,6}}"
    before = rf"(?:{'|'.join(leads)}){also}(?:\s?[:：])?{space}(?P<label>{quoted}|{BARE})"
    behind = "|".join(map(re.escape, pointing(language, "behind")))
    after = rf"|(?P<titled>{quoted}|(?:{UNSPACED}|[、，・]){{1,60}}?)(?:{behind})" if behind else ""
    return _Words(re.compile(before + after), re.compile(joint), [f" {word} " for word in pointing(language, "ends")])


def _either(words: Sequence[str]) -> str:
    """Return a pattern of words and phrases, with a capital or without one."""
    longest_first = sorted(words, key=lambda one: (-len(one), one))
    return f"(?:{'|'.join(map(_spelt, longest_first))})" if words else ""


def _spelt(word: str) -> str:
    """Return a pattern of one of them; its point may be missing, but not that of a single letter."""
    first = word[0] if word[0].upper() == word[0] else f"[{word[0].upper()}{word[0]}]"
    rest = word[1:].removesuffix(".").replace("_", " ")
    point = "" if not word.endswith(".") else r"\." if rest == "" else r"\.?"
    return first + re.escape(rest).replace(r"\ ", r"\s") + point
