"""Titles of a document that its texts name, by the evidence beside them: "siehe Angriff", "(« Combat », plus haut)".

A title alone is not a reference: its words are those of ordinary sentences. It is one where a word next to it says so:

    cite     a word that sends a reader on is right before it, fillers aside: "see also the Sails", "→ Sails"
    told     so is a participle of telling, with a preposition: "as described in Sails", "wie in Segel beschrieben"
    unit     so is a word for a part of a text: "chapter Sails", "the entry for Sails", "sous Voiles"
    place    right after it is where it is: "(Sails, above)", "Sails (p. 12)", "Sails (see there)"
    list     another one is right before it, or the number of one: "see 4.2, Sails and Ropes"

All words are data of the languages (`[pointers]` and `[units]` of `judge.core.languages`). The title begins with a
capital, or is in quotes; the longest one that the document has is taken. After a word that sends a reader on, a title
may also be missing, or be another document's (`find_pointers`): words in quotes, and without quotes those with capitals
in a language in which these mark names. Words that are ordinary ones as well send on only at the beginning of a
sentence or in brackets. In a text whose language is not known all are tried, and only titles that exist are named.

Reads: a text, its language, the titles of its document. Writes: places of titles; which entry each is, others tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from judge.core.languages import (
    ENGLISH,
    PAGE,
    abbreviations,
    capitals_mark_names,
    joining_words,
    known,
    pointing,
    unit_words,
    units,
)
from judge.references.written_addresses import CORE

BEGINNING = r"(?:^|(?<=[(\[（【])|(?<=[,.:;!?…–—]\s)|(?<=[，。：；！？])|(?<=[.:;!?][”»\"]\s))"
"""Where a word that is an ordinary one as well sends a reader on."""
MARKS = '“”„«»‘’‚‹›"「」『』《》'
QUOTED = (
    r"(?:“[^“”\n]{1,100}”|‘[^‘’\n]{1,100}’|\"[^\"\n]{1,100}\"|»[^«»\n]{1,100}«|«[^«»\n]{1,100}»|"
    r"„[^„“”\n]{1,100}[“”]|‚[^‚‘’\n]{1,100}[‘’]|[「『《][^「」『』《》\n]{1,100}[」』》])"
)
BARE = (
    rf"(?:[^.:|()\[\]{{}}\n。；：（）！？!?{MARKS}]|(?<=\w\s)\"[^\"\n]{{1,60}}\"|(?<=\w\s)“[^“”\n]{{1,60}}”)"
    r"{1,200}"
)
UNSPACED = "[\u3040-\u30ff\u3400-\u9fff]"
"""A letter of a script without blanks."""
MOST_WORDS = 12
"""Words of the longest title that is looked for."""
REACH = 120
"""Characters in which such a title is."""
MOST_FILLERS = 5
"""Fillers between a word that cites and its title."""
WORD_END = re.compile(r"[^\W_]+(?:[^\w\s]+[^\W_]+)*")
TITLED_UNITS = ("rule", "appendix", "part")
"""Units of which the parts have titles."""
SKIPPED = re.compile(rf"[\s(\[:*_{MARKS}]{{0,8}}")
QUOTED_AT = re.compile(rf"[\s*_{MARKS}]{{0,6}}")
OWN_NUMBER = re.compile(
    rf"[*_{MARKS}]{{0,4}}(?:,?\s(?:\((?:[^\W\d_]{{1,6}}\.?\s)?)?{CORE}|\s\([A-Z][A-Za-z\d]{{1,3}}\))"
)
"""The number of a title right after it, or the set of a card, which are of another reference."""
CITING = ("cite", "compare", "arrow")
"""Cues that send a reader on in a text of whatever language."""
NUMBER_BEFORE = re.compile(rf"(?:{CORE}|\d{{1,3}})(?![\w.]\w)")


class NamedTitle(NamedTuple):
    """A title that a text names."""

    start: int
    end: int
    is_cited: bool
    """A word that sends a reader on is before it."""


class BesideTitle(NamedTuple):
    """What the texts of a language are searched with."""

    cue: re.Pattern[str]
    """What may be before a title; its groups say which kind of evidence it is."""
    filler: re.Pattern[str]
    """A word between such a cue and the title."""
    joint: re.Pattern[str]
    """What is between the titles of a list."""
    place: re.Pattern[str]
    """What is after a title and says where it is."""
    told: re.Pattern[str]
    """What is after a title and tells of it: "wie in Segel beschrieben"."""


def find_named_titles(text: str, language: str, is_title: Callable[[str], bool]) -> Iterator[NamedTitle]:
    """Yield the titles that a text names, in the order of their evidence; several may be found twice.

    Args:
        text: a text.
        language: its language; empty where that is not known.
        is_title: tells whether the document has an entry of a title.
    """
    own = language or ENGLISH
    for spoken in dict.fromkeys((own, ENGLISH)):
        searched = _beside_title_of(spoken)
        for cue in searched.cue.finditer(text):
            if cue.lastgroup in CITING or spoken == own:
                yield from _after_cue(text, cue, searched, language, is_title)
        for place in searched.place.finditer(text):
            if found := _title_before(text, place.start(), is_title):
                yield NamedTitle(*found, False)


def _after_cue(
    text: str, cue: re.Match[str], searched: BesideTitle, language: str, is_title: Callable[[str], bool]
) -> Iterator[NamedTitle]:
    """Yield the title after a cue, and those that go on its list."""
    kind, at = cue.lastgroup or "", cue.end()
    for _ in range(MOST_FILLERS):
        at = (SKIPPED if kind in CITING else QUOTED_AT).match(text, at).end()  # type: ignore[union-attr]
        if kind == "cite" and (number := NUMBER_BEFORE.match(text, at)):
            joint = searched.joint.match(text, number.end())
            if not joint or not joint[0].strip(", ;"):  # after a comma alone is the number's own title
                return
            at = joint.end()
            continue
        found = _title_at(text, at, is_title)
        if found and OWN_NUMBER.match(text, found):
            return
        if found and _is_evident(text, at, found, kind, searched, language):
            yield NamedTitle(at, found, kind in CITING)
            yield from _listed(text, found, kind in CITING, searched, is_title)
            return
        filler = searched.filler.match(text, at) if kind in ("cite", "entry", "told") else None
        if not filler:
            return
        at = filler.end()


def _is_evident(text: str, start: int, end: int, kind: str, searched: BesideTitle, language: str) -> bool:
    """Tell whether a title after a cue is named: what may be an ordinary word needs more."""
    if kind in ("inside", "unit") and searched.told.match(text, end):
        return True
    if kind == "inside":
        return False
    is_loose = kind == "told" or (kind == "unit" and not capitals_mark_names(language))
    return (
        _is_quoted(text, start)
        or not is_loose
        or text[end : end + 2].lstrip()[:1] in ("", ".", ",", ";", ")", ":", "(")
    )


def _is_quoted(text: str, start: int) -> bool:
    """Tell whether a quote mark opens right before a place."""
    return text[max(0, start - 3) : start].rstrip()[-1:] in tuple(MARKS)


def _listed(
    text: str, end: int, is_cited: bool, searched: BesideTitle, is_title: Callable[[str], bool]
) -> Iterator[NamedTitle]:
    """Yield the titles that go on a list after one that ends at a place."""
    while joint := searched.joint.match(text, end):
        at = SKIPPED.match(text, joint.end()).end()  # type: ignore[union-attr]
        found = _title_at(text, at, is_title)
        if not found:
            return
        yield NamedTitle(at, found, is_cited)
        end = found


def _title_at(text: str, start: int, is_title: Callable[[str], bool]) -> int | None:
    """Return where the longest title that begins at a place ends; None where none does."""
    first = text[start : start + 1]
    is_quoted = _is_quoted(text, start)
    if not first or not (first.isalnum() and (is_quoted or not first.islower())):
        return None
    near = text[start : start + REACH]
    stop = min((place for mark in "\n|" if (place := near.find(mark)) >= 0), default=len(near))
    ends = [word.end() for word in WORD_END.finditer(near, 0, stop)][:MOST_WORDS]
    named = [is_title(near[:end]) for end in ends]
    if not any(named):
        return None
    last = max(place for place, is_named in enumerate(named) if is_named)
    while last and named[last - 1]:  # "Sails and the" is found as "Sails" is
        last -= 1
    return start + ends[last]


def _title_before(text: str, end: int, is_title: Callable[[str], bool]) -> tuple[int, int] | None:
    """Return the longest title that ends right before a place, its quotes aside."""
    low = max(0, end - REACH)
    end = low + len(text[low:end].rstrip(f" *_{MARKS}"))
    starts = [word.start() for word in WORD_END.finditer(text, low, end) if not text[word.start()].islower()]
    for start in starts[-MOST_WORDS:]:
        words = text[start:end]
        if not any(mark in words for mark in ".;:!?()") and is_title(words):
            return start, end
    return None


@cache
def _beside_title_of(language: str) -> BesideTitle:
    """Return the words of one language as patterns."""
    said = {name: _either(pointing(language, name)) for name in POINTERS}
    parts = [word for word in unit_words(language, *TITLED_UNITS) if len(word) > 3]
    cites = "|".join((said["see"], said["opening"], said["compare"]))
    telling = rf"(?:{said['telling']})"
    inside = NEVER if capitals_mark_names(language) else said["inside"]
    cue = re.compile(
        rf"(?<![\w-])(?:(?P<cite>{said['see']}|{BEGINNING}(?:{said['opening']}))|"
        rf"(?P<compare>{BEGINNING}(?:{said['compare']}))|(?P<told>{telling}\w*\s(?:{said['inside']}))|"
        rf"(?P<entry>{said['entry']})|(?P<unit>{said['under']}|{_either(parts)})|(?P<inside>{inside}))"
        r"(?![\w-])|(?P<arrow>→)",
        re.IGNORECASE,
    )
    fillers = [*pointing(language, "also", "fillers", "entry"), *parts]
    joints = "|".join(map(re.escape, joining_words(language)))
    closing = rf"(?<![*_{MARKS}])[*_{MARKS}]{{0,4}}"
    pages = _either([*unit_words(language, PAGE), *pointing(language, "page")])
    places = (
        rf",?\s(?:{said['places']})(?=\s?[);.])",
        rf"\s?\((?:{cites})(?:,?\s(?:{said['there']}|{said['entry']}))?\)",
        rf"\s(?:{said['holder']})\b",
        rf",\s(?:{cites})\s(?:{said['there']})\b",
        rf",?\s\(?(?:(?:{pages})\.?\s?\d{{1,4}}|\d{{1,4}}\.\s(?:{pages}))\b",
    )
    return BesideTitle(
        cue,
        re.compile(rf"(?:{_either(fillers)})\.?(?![\w-])[’']?", re.IGNORECASE),
        re.compile(rf"{closing}(?:,?\s(?:{joints or NEVER})\s|,\s|;\s)"),
        re.compile(rf"{closing}(?:{'|'.join(places)})", re.IGNORECASE),
        re.compile(rf"{closing}\s(?:\w+\s)?(?:{telling if inside != NEVER else NEVER})", re.IGNORECASE),
    )


POINTERS = ("see", "opening", "compare", "entry", "under", "telling", "inside", "places", "there", "holder")
"""Names of words in the table `[pointers]` that may be next to a title."""
NEVER = "(?!)"
"""A pattern that nothing fits."""


def _either(found: Sequence[str]) -> str:
    """Return a pattern of words and phrases, the longest first; a point may be missing, but not after one letter."""
    longest_first = sorted(set(found), key=lambda one: (-len(one), one))
    spelt = (re.escape(one).replace("_", r"\s") for one in longest_first)
    return "|".join(one if len(one) < 4 else one.replace(r"\.", r"\.?") for one in spelt) or NEVER


MOST_LISTED = 30
"""Titles of a list that are distinguished: a bound of the work."""


class Pointer(NamedTuple):
    """Words that send a reader on, with the titles after them, or before them."""

    start: int
    end: int
    titles: tuple[tuple[int, int], ...]
    """The places of the titles, without their quotes."""
    sure: bool
    """Whether the words can hardly mean anything else than titles."""


class CitingWords(NamedTuple):
    """What a text is searched with."""

    pattern: re.Pattern[str]
    seam: re.Pattern[str]
    """What parts titles in a list."""
    ends: Sequence[str]
    """What a title may end at."""


def find_pointers(text: str, language: str, is_title: Callable[[str], bool]) -> Iterator[Pointer]:
    """Yield what sends a reader to titles, in the order of the text.

    Args:
        text: a text.
        language: its language; empty where that is not known.
        is_title: tells whether the document has an entry of a title.
    """
    for searched in _citing_words(language):
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
    small = {*joining_words(language), *pointing(language, "fillers"), "of", "to"}
    is_capitalised = all(word[0].isupper() or word in small for word in words) and words[0].casefold() not in {
        *units(),
        *abbreviations(),
    }
    return label.strip()[0] in MARKS or (is_capitalised and capitals_mark_names(language))


def _titles(
    text: str, start: int, end: int, searched: CitingWords, is_title: Callable[[str], bool]
) -> Sequence[tuple[int, int]]:
    """Return the places of the titles that are named; after a word for a part of a text, that of one that exists."""
    named = list(_find_named(text, start, end, searched, is_title))
    word, _, rest = text[start:end].partition(" ")
    if word.casefold() not in units() or any(is_title(text[low:high]) for low, high in named):
        return named
    return [
        place for place in _find_named(text, end - len(rest), end, searched, is_title) if is_title(text[slice(*place)])
    ]


def _find_named(
    text: str, start: int, end: int, searched: CitingWords, is_title: Callable[[str], bool]
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
    for joint in islice(seam.finditer(text, start, end), MOST_LISTED):
        yield without_marks(text, low, joint.start())
        low = joint.end()
    yield without_marks(text, low, end)


def without_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of a text within another without quotes and blanks around it."""
    inner = text[start:end].strip(f" \u00a0\u202f,.{MARKS}")
    low = text.index(inner, start)
    return low, low + len(inner)


@cache
def _citing_words(language: str) -> Sequence[CitingWords]:
    """Return what a text in a language is searched with: its words, and those of English."""
    languages = (language, ENGLISH) if language else known()
    return tuple(_citing_words_of(one) for one in dict.fromkeys(languages) if pointing(one, "see", "opening"))


@cache
def _citing_words_of(language: str) -> CitingWords:
    """Return the words of one language as patterns."""
    said = {name: _either(pointing(language, name)) for name in ("see", "opening", "compare", "also")}
    joints = "|".join(map(re.escape, joining_words(language)))
    is_spaced = joints < "\u3040"
    anywhere = r"(?<!\w)" if is_spaced else ""
    leads = rf"{anywhere}(?:{said['see']})|{BEGINNING}(?:{said['opening']}|(?P<compared>{said['compare']}))"
    space = r"\s" if is_spaced else r"\s?"
    joint = rf",?\s(?:{joints})\s|,\s|\s?;\s|(?<=,[”\"])\s(?:(?:{joints})\s)?" if is_spaced else rf"{joints}|[、，,]\s?"
    quoted = rf"{QUOTED}(?:(?:{joint}){QUOTED}){{0,6}}"
    before = rf"(?:{leads})(?:\s(?:{said['also']})\b)?(?:\s?[:：])?{space}(?P<label>{quoted}|{BARE})"
    behind = "|".join(map(re.escape, pointing(language, "behind")))
    after = rf"|(?P<titled>{quoted}|(?:{UNSPACED}|[、，・]){{1,60}}?)(?:{behind})" if behind else ""
    ends = [f" {word} " for word in pointing(language, "ends")]
    return CitingWords(re.compile(before + after, re.IGNORECASE), re.compile(joint), ends)
