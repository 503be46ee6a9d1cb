"""Titles that texts name, by the evidence beside them: "siehe Angriff", "(« Combat », plus haut)".

A title alone is not a reference: its words are those of ordinary sentences. It is one where a word next to it says so:

    cite     a word that sends a reader on is right before it, fillers aside: "see also the Sails", "→ Sails"
    told     so is a participle of telling, with a preposition: "as described in Sails", "wie in Segel beschrieben"
    unit     so is a word for a part of a text: "chapter Sails", "the entry for Sails", "sous Voiles"
    place    right after it is where it is: "(Sails, above)", "Sails (see there)", "「帆」を参照"
    page     right after it is its page, or before it: "Sails (p. 12)", "page 12, “Sails”"
    list     another one is right before it, or the number of one: "see 4.2, Sails and Ropes"

All words are data of the languages (`[pointers]` and `[units]` of `judge.core.languages`). The title begins with a
capital, or is in quotes; the longest one that the document has is taken. One that it does not have may be missing, or
be another document's: after a word that sends a reader on, up to the end of the clause; in a list of others; in quotes
after a word for a part, or before a page. Words that are ordinary ones as well send on only at the beginning of a
sentence or in brackets. In a text whose language is not known all are tried, and only titles that exist are named.

Reads: a text, its language, the titles of its document. Writes: places of titles; which entry each is, others tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import Literal

from msgspec import Struct

from judge.core.languages import (
    ENGLISH,
    PAGE,
    abbreviations,
    any_of,
    capitals_mark_names,
    joining_words,
    known,
    phrases,
    pointing,
    unit_words,
    units,
)
from judge.core.languages import words as words_of
from judge.references.written_addresses import CORE

BEGINNING = r"(?:^|(?<=[(\[（【])|(?<=[,.:;!?…–—]\s)|(?<=[，。：；！？])|(?<=[.:;!?][”»\"]\s))"
"""Where a word that is an ordinary one as well sends a reader on."""
MARKS = '“”„«»‘’‚‹›"「」『』《》'
QUOTED = (
    r"(?:“[^“”\n]{1,100}”|‘[^‘’\n]{1,100}’|\"[^\"\n]{1,100}\"|»[^«»\n]{1,100}«|«[^«»\n]{1,100}»|"
    r"„[^„“”\n]{1,100}[“”]|‚[^‚‘’\n]{1,100}[‘’]|[「『《][^「」『』《》\n]{1,100}[」』》])"
)
QUOTATION = re.compile(rf"(?P<label>{QUOTED})")
BARE = (
    rf"(?:[^.:|()\[\]{{}}\n。；：（）！？!?{MARKS}]|(?<=\w)’(?=\w)|(?<=\w\s)\"[^\"\n]{{1,60}}\"|(?<=\w\s)“[^“”\n]{{1,60}}”)"
    r"{1,200}"
)
UNSPACED = "[\u3040-\u30ff\u3400-\u9fff]"
"""A letter of a script without blanks."""
CAPITALISED = r"[“\"'‘(]?[^\W\d_a-zà-ÿ][\w’'&/-]{0,40}"
MORE_WORDS = rf"(?: (?:{CAPITALISED}|[a-zà-ÿ]{{1,3}}(?= {CAPITALISED})))"
HEADING = rf"{CAPITALISED}{MORE_WORDS}{{0,8}}"
"""Words with capitals that may be a title."""
QUOTED_AFTER = re.compile(rf"\s(?:[^\W\d_]{{1,6}}\s)?(?P<label>{QUOTED})")
CLOSED_WORD = rf"(?=\s?[.,:;()]|$|\s(?:{any_of(words_of('of'))})\s)"
HEADING_AFTER = re.compile(rf"\s(?P<label>{CAPITALISED}(?:{MORE_WORDS}{{1,8}}|{CLOSED_WORD}))")
"""What may be a title that the document does not have, after a word for a part or for what is below a heading."""
MOST_WORDS = 12
"""Words of the longest title that is looked for."""
MOST_MISSING = 5
"""Words of a title that is told to be missing."""
REACH = 120
"""Characters in which such a title is."""
MOST_FILLERS = 5
"""Fillers between a word that cites and its title."""
MOST_LISTED = 30
"""Titles of a list that are distinguished: a bound of the work."""
WORD_END = re.compile(r"[^\W_]+(?:[^\w\s]+[^\W_]+)*")
OPENING, CLOSED = tuple('“„«‹"‘‚「『《'), re.compile(rf"[.,!?]?[{MARKS}]")
"""What opens a quotation, and what is after its last word."""
TITLED_UNITS, COUNTED_UNITS = ("rule", "appendix", "part"), ("step", "phase")
"""Units of which the parts have titles, and those whose titles are in quotes after their words."""
SKIPPED = re.compile(rf"[\s(\[:*_{MARKS}]{{0,8}}")
QUOTED_AT = re.compile(rf"[\s*_{MARKS}]{{0,6}}")
OWN_NUMBER = re.compile(
    rf"[*_{MARKS}]{{0,4}}(?:,?\s(?:\((?:[^\W\d_]{{1,6}}\.?\s)?)?{CORE}|\s\([A-Z][A-Za-z\d]{{1,3}}\))"
)
"""The number of a title right after it, or the set of a card, which are of another reference."""
CITING = ("cite", "compare", "arrow")
"""Cues that send a reader on in a text of whatever language."""
NUMBER_BEFORE = re.compile(rf"(?:{CORE}|\d{{1,3}})(?![\w.]\w)")
NUMBERED = re.compile(rf"(?<![\w.]){CORE}[.,:]?\s$")
"""The end of what is before a title that has its number."""
NEVER = "(?!)"
"""A pattern that nothing fits."""
IsTitle = Callable[[str], bool]
"""Tells whether the document has an entry of a title."""


class NamedTitle(Struct, frozen=True):
    """A title that a text names."""

    start: int
    """Where it begins with the word that cites it, if that is right before it."""
    end: int
    """Where it ends, its quotes and its page included."""
    title: tuple[int, int]
    """The place of the title alone."""
    kind: Literal["see", "title"]
    """Whether a word sends a reader on."""
    sure: bool = False
    """The words can hardly mean anything else than a title, be it missing."""
    is_paged: bool = False
    """Its page is beside it, and part of it."""
    is_quotation: bool = False
    """Nothing but its quotes, or a kind of documents in brackets after it, says that it is a title."""


class BesideTitle(Struct, frozen=True):
    """What the texts of a language are searched with."""

    cue: re.Pattern[str]
    """What may be before a title; its groups say which kind of evidence it is."""
    filler: re.Pattern[str]
    """A word between a cue and the title."""
    joint: re.Pattern[str]
    """What is between the titles of a list."""
    place: re.Pattern[str]
    """What is after a title and says where it is."""
    page: re.Pattern[str]
    """A page by its number."""
    behind: re.Pattern[str]
    """The same after what is on it."""
    paged: tuple[str, str]
    """A title and its page, in either order: as texts, since few documents have pages."""
    told: re.Pattern[str]
    """What is after a title and tells of it: "wie in Segel beschrieben"."""


class CitedWords(Struct, frozen=True):
    """What the texts of a language are searched with for words that send a reader on."""

    pattern: re.Pattern[str]
    """Such a word with all words after it, up to the end of the clause; or a title before one."""
    seam: str
    """What parts the titles of a list, as a pattern."""
    end: re.Pattern[str]
    """What a title may end at."""


def find_named_titles(text: str, language: str, is_title: IsTitle) -> Iterator[NamedTitle]:
    """Yield the titles that a text names, in the order of their evidence; several may be found twice.

    Args:
        text: a text.
        language: its language; empty where that is not known.
        is_title: tells whether the document has an entry of a title.
    """
    own = language or ENGLISH
    spoken_here = tuple(dict.fromkeys((own, ENGLISH)))
    for spoken in spoken_here:
        yield from _beside_pages(text, _beside_title_of(spoken))
    for spoken in spoken_here if language else known():
        words = _cited_words_of(spoken)
        for match in words.pattern.finditer(text):
            yield from _find_cited(text, match, words, language, is_title)
    for spoken in spoken_here:
        searched = _beside_title_of(spoken)
        for cue in searched.cue.finditer(text):
            if cue.lastgroup in CITING or spoken == own:
                yield from _after_cue(text, cue, searched, own, is_title)
        for place in searched.place.finditer(text):
            in_small = place.lastgroup is not None  # "what is said of sails (see there)"
            if found := _title_before(text, place.start(), is_title, in_small=in_small):
                yield NamedTitle(*found, found, "title")
    for quoted in chain(QUOTATION.finditer(text), _before_work_of(own).finditer(text)):
        title = without_marks(text, *quoted.span("label"))
        if title[0] < title[1] and not text[title[0]].islower():
            yield NamedTitle(*title, title, "title", is_quotation=True)


def _beside_pages(text: str, searched: BesideTitle) -> Iterator[NamedTitle]:
    """Yield the titles that have their page beside them, unless a number before them has both."""
    for form in searched.paged if searched.page.search(text) else ():
        for match in re.finditer(form, text):
            if not NUMBERED.search(text, max(0, match.start() - REACH), match.start()):
                sure = match["label"][0] in MARKS and form is searched.paged[0]
                yield NamedTitle(*match.span(), without_marks(text, *match.span("label")), "see", sure, True)


def find_pages(text: str, language: str) -> Iterator[re.Match[str]]:
    """Yield the pages that a text names; the group `number` is the number of each."""
    for spoken in dict.fromkeys((language or ENGLISH, ENGLISH)):
        yield from _beside_title_of(spoken).page.finditer(text)


def page_end(text: str, end: int, language: str) -> int:
    """Return where the page ends that is right after a place; where there is none, the place."""
    pages = (_beside_title_of(spoken).behind.match(text, end) for spoken in (language or ENGLISH, ENGLISH))
    return next((page.end() for page in pages if page), end)


def _find_cited(
    text: str, match: re.Match[str], searched: CitedWords, language: str, is_title: IsTitle
) -> Iterator[NamedTitle]:
    """Yield the titles among the words that are right after one that sends a reader on, or right before it."""
    low, high = match.span(match.lastgroup or 0)
    titles = list(_titles(text, low, high, searched, is_title))
    are_known = all(is_title(text[slice(*one)]) for one in titles)
    if not titles or not (language or are_known):
        return
    end = match.end() if match.lastgroup == "titled" else _after_mark(text, titles[-1][1])
    if not are_known and searched.end.fullmatch(text, end, high):
        end = high
    start = match.start() if titles[0][0] == without_marks(text, low, high)[0] else titles[0][0]
    is_meant = not match["compared"] and (are_known or _is_name(text[low:high], language))
    is_quoted = len(titles) == 1 and text[low] in MARKS and _is_short_title(text, low, high, language or ENGLISH)
    sure = is_meant and ((are_known and len(titles) > 1) or is_quoted or _is_sentence(text, start, end))
    for one in titles:
        yield NamedTitle(*((start, end) if len(titles) == 1 else one), one, "see", sure)


def _is_sentence(text: str, start: int, end: int) -> bool:
    """Tell whether a part of a text is the whole of its first sentence."""
    is_closed = not text[end:] or text[end] in ".!?。" or text[end - 1] in ".!?"
    return is_closed and not text[:start].strip(" (")


def _is_name(label: str, language: str) -> bool:
    """Tell whether words are a title even if the document does not have it: by their quotes, or by their capitals."""
    words = label.split()
    small = {*joining_words(language), *pointing(language, "fillers"), "of", "to"}
    is_capitalised = all(word[0].isupper() or word in small for word in words) and words[0].casefold() not in {
        *units(),
        *abbreviations(),
    }
    return label.strip()[0] in MARKS or (is_capitalised and capitals_mark_names(language))


def _titles(text: str, start: int, end: int, searched: CitedWords, is_title: IsTitle) -> Sequence[tuple[int, int]]:
    """Return the places of the titles that are named, be it after a word for a part of a text."""
    named = list(_find_named(text, start, end, searched, is_title))
    word, _, rest = text[start:end].partition(" ")
    if word.casefold() in words_of("article") and not set(rest) & set(MARKS):
        word, _, rest = rest.partition(" ")
    if word.casefold() not in units() or any(is_title(text[slice(*one)]) for one in named):
        return named
    return list(_find_named(text, end - len(rest), end, searched, is_title))


def _find_named(text: str, start: int, end: int, searched: CitedWords, is_title: IsTitle) -> Iterator[tuple[int, int]]:
    """Yield the places of the titles that words name: one, or of a list those in quotes, or those with capitals.

    A list of which nothing exists may as well be one title.
    """
    if not _may_begin(text[start:end]):
        return
    clause = text.find(";", start, end) if ";" in text[start:end] else end
    ends = (one.start() for one in islice(searched.end.finditer(text, start, end), MOST_LISTED))
    for stop in sorted({end, clause, *ends}, reverse=True):
        parts = [without_marks(text, *one) for one in split_list(text, start, stop, searched.seam, is_title)]
        whole = without_marks(text, start, stop)
        found = [whole] if is_title(text[slice(*whole)]) else parts
        if all(is_title(text[slice(*one)]) for one in found):
            yield from found
            return
    are_quoted = len(parts) > 1 and sum(text.count(mark, start, stop) for mark in MARKS) >= 2 * len(parts)
    are_names = all(text[low:high][:1].isupper() for low, high in parts)
    has_one = are_names and any(is_title(text[slice(*one)]) for one in parts)
    ends = (one.start() for one in searched.end.finditer(text, start, clause) if not text[one.end() : clause].strip())
    yield from parts if are_quoted or has_one else [without_marks(text, start, next(ends, clause))]


def _after_cue(
    text: str, cue: re.Match[str], searched: BesideTitle, language: str, is_title: IsTitle
) -> Iterator[NamedTitle]:
    """Yield the title after a cue, and those that go on its list."""
    kind, at = cue.lastgroup or "", cue.end()
    meant: Literal["see", "title"] = "see" if kind in CITING else "title"
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
            yield NamedTitle(at, found, (at, found), meant)
            yield from _listed(text, found, meant, searched, is_title)
            return
        filler = searched.filler.match(text, at) if kind in ("cite", "entry", "told") else None
        if not filler:
            break
        at = filler.end()
    yield from _elsewhere(text, cue, language)


def _elsewhere(text: str, cue: re.Match[str], language: str) -> Iterator[NamedTitle]:
    """Yield what may be the title of another document, after a word for a part or for what is below a heading.

    Without quotes it follows a word in small letters: "Rules Text" is one name.
    """
    kind = cue.lastgroup
    is_within = cue[0].islower() and capitals_mark_names(language)
    is_named = kind in ("under", "told") or (kind in ("unit", "entry") and is_within)
    quoted = QUOTED_AFTER.match(text, cue.end()) if kind in ("unit", "under", "told", "counted", "entry") else None
    if found := quoted or (HEADING_AFTER.match(text, cue.end()) if is_named else None):
        is_right_behind = kind in ("unit", "entry") and found.start("label") == cue.end() + 1 and not cue[0].isupper()
        is_of_other = text[: cue.start()].rstrip()[-1:] == ","  # "in the FAQ, section 'Play'"
        is_short = quoted is not None and _is_short_title(text, *found.span("label"), language)
        sure = is_short and is_right_behind and not is_of_other
        yield NamedTitle(*found.span("label"), without_marks(text, *found.span("label")), "title", sure)


def _is_short_title(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a quotation can hardly be anything but a title of its own game: short, and no sentence."""
    words = text[start:end].strip(f" \u00a0\u202f{MARKS}").split()
    is_short = 0 < len(words) <= MOST_MISSING and words[0][0].isupper() and words[-1][-1].isalnum()
    behind = text[end:].split(maxsplit=1)[:1]
    return is_short and not set(behind) & {*pointing(language, "inside"), *words_of("of")}


def _is_evident(text: str, start: int, end: int, kind: str, searched: BesideTitle, language: str) -> bool:
    """Tell whether a title after a cue is named: what may be an ordinary word needs more."""
    if kind in ("inside", "unit", "under") and searched.told.match(text, end):
        return True
    if kind in ("inside", "counted"):
        return False
    is_loose = kind in ("told", "under") or (kind == "unit" and not capitals_mark_names(language))
    return (
        _is_quoted(text, start)
        or not is_loose
        or text[end : end + 2].lstrip()[:1] in ("", ".", ",", ";", ")", ":", "(")
    )


def _is_quoted(text: str, start: int) -> bool:
    """Tell whether a quote mark opens right before a place."""
    return text[max(0, start - 3) : start].rstrip()[-1:] in tuple(MARKS)


def _listed(
    text: str, end: int, kind: Literal["see", "title"], searched: BesideTitle, is_title: IsTitle
) -> Iterator[NamedTitle]:
    """Yield the titles that go on a list after one that ends at a place."""
    while joint := searched.joint.match(text, end):
        at = SKIPPED.match(text, joint.end()).end()  # type: ignore[union-attr]
        found = _title_at(text, at, is_title)
        if not found:
            return
        yield NamedTitle(at, found, (at, found), kind)
        end = found


def _title_at(text: str, start: int, is_title: IsTitle) -> int | None:
    """Return where the longest title that begins at a place ends; None where none does."""
    first = text[start : start + 1]
    is_quoted = _is_quoted(text, start)
    if not first or not (first.isalnum() and (is_quoted or not first.islower())):
        return None
    near = text[start : start + REACH]
    ends = [word.end() for word in WORD_END.finditer(re.split(r"[\n|]", near, maxsplit=1)[0])][:MOST_WORDS]
    if text[max(0, start - 1) : start] in OPENING:
        ends = [end for end in ends if CLOSED.match(near, end)]
    named = [is_title(near[:end]) for end in ends]
    if not any(named):
        return None
    last = max(place for place, is_named in enumerate(named) if is_named)
    while last and named[last - 1]:  # "Sails and the" is found as "Sails" is
        last -= 1
    return start + ends[last]


def _title_before(text: str, end: int, is_title: IsTitle, *, in_small: bool) -> tuple[int, int] | None:
    """Return the longest title that ends right before a place, its quotes aside."""
    low = max(0, end - REACH)
    end = low + len(text[low:end].rstrip(f" *_{MARKS}"))
    words = (word.start() for word in WORD_END.finditer(text, low, end))
    starts = [start for start in words if in_small or not text[start].islower()]
    for start in starts[-MOST_WORDS:]:
        title = text[start:end]
        if not any(mark in title for mark in ".;:!?()") and is_title(title):
            return start, end
    return None


def _after_mark(text: str, end: int) -> int:
    """Return where a quote mark right after a title ends, after a blank or not; where there is none, the title."""
    blanks = len(text[end : end + 1]) - len(text[end : end + 1].strip())
    mark = text[end + blanks : end + blanks + 1]
    is_opening = text[end + blanks + 1 : end + blanks + 2].isalnum()
    return end + blanks + 1 if mark and mark in MARKS and not is_opening else end


def _may_begin(label: str) -> bool:
    """Tell whether words may begin a title: with a capital, or in quotes; a page has another kind of reference."""
    first = label.strip()[:1]
    word, _, rest = label.strip().partition(" ")
    is_page = units().get(word.rstrip(".").casefold()) == "page" and rest[:1].isdigit()
    is_name = first in MARKS or (first.isalpha() and not first.islower())
    return bool(first) and is_name and not is_page


def split_list(text: str, start: int, end: int, seam: str, is_title: IsTitle) -> Iterator[tuple[int, int]]:
    """Yield the places of what a list parts; a title that has marks or words of a list in it is kept whole."""
    seams = islice(re.finditer(seam, text[start:end]), MOST_LISTED)
    bounds = [start, *(start + place for joint in seams for place in joint.span()), end]
    parts = list(zip(bounds[::2], bounds[1::2], strict=True))
    while parts:
        low, high = parts[0]
        if not is_title(text[low:high]):
            high = next((last for _, last in parts[:0:-1] if is_title(text[low:last])), high)
        yield low, high
        parts = [part for part in parts if part[0] > high]


def without_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of a text within another without quotes and blanks around it."""
    inner = text[start:end].strip(f" \u00a0\u202f,.{MARKS}")
    low = text.index(inner, start)
    return low, low + len(inner)


@cache
def _cited_words_of(language: str) -> CitedWords:
    """Return the words of one language that send a reader on as a pattern."""
    said = {name: _either(pointing(language, name)) for name in POINTERS}
    joints = "|".join(map(re.escape, joining_words(language)))
    is_spaced = joints < "\u3040"
    begin, space = (r"(?<!\w)", r"\s") if is_spaced else ("", r"\s?")
    parted = rf",?\s(?:{joints})\s|,\s|\s?;\s|(?<=,[”\"])\s(?:(?:{joints})\s)?"
    seam = parted if is_spaced else rf"{joints}|[、，,]\s?"
    quoted = rf"{QUOTED}(?:(?:{seam}){QUOTED}){{0,6}}"
    leads = rf"{begin}(?:{said['see']})|{BEGINNING}(?:{said['opening']}|(?P<compared>{said['compare']}))"
    before = rf"(?:{leads})(?:\s(?:{said['also']})\b)?(?:\s?[:：])?{space}(?P<label>{quoted}|{BARE})"
    titled = rf"(?P<titled>{quoted}|(?:{UNSPACED}|[、，・]){{1,60}}?)(?:{said['behind']})"
    parts = _either(unit_words(language, *TITLED_UNITS))
    end = rf",?\s(?:(?:{_either(pointing(language, 'ends'))})\s|(?:{parts}|{said['places']})(?!\w))"
    either = before if said["behind"] == NEVER else f"{before}|{titled}"
    return CitedWords(re.compile(either, re.IGNORECASE), seam, re.compile(end))


@cache
def _before_work_of(language: str) -> re.Pattern[str]:
    """Return what may be a title before a kind of documents in brackets: "Boarding (rulebook)"."""
    cites = _either([one for name in ("see", "opening", "compare") for one in pointing(language, name)])
    kinds = phrases("documents", "kinds")
    return re.compile(
        rf"(?P<label>{HEADING})\s\((?i:(?:{cites})\s)?(?i:(?:{any_of(words_of('article'))})\s)?(?i:{kinds})\b"
    )


@cache
def _beside_title_of(language: str) -> BesideTitle:
    """Return the words of one language as patterns."""
    said = {name: _either(pointing(language, name)) for name in POINTERS}
    parts = [word for word in unit_words(language, *TITLED_UNITS) if len(word) > 3]
    counted = _either([word for word in unit_words(language, *COUNTED_UNITS) if len(word) > 3])
    cites = "|".join((said["see"], said["opening"], said["compare"]))
    telling = rf"(?:{said['telling']})"
    inside = NEVER if capitals_mark_names(language) else said["inside"]
    cue = (
        rf"(?<![\w-])(?:(?P<cite>{said['see']}|{BEGINNING}(?:{said['opening']}))|"
        rf"(?P<compare>{BEGINNING}(?:{said['compare']}))|(?P<told>{telling}\w*\s(?:{said['inside']}))|"
        rf"(?P<entry>{said['entry']})|(?P<under>{said['under']})|(?P<unit>{_either(parts)})|"
        rf"(?P<counted>{counted})|(?P<inside>{inside}))"
        r"(?![\w-])|(?P<arrow>→)"
    )
    fillers = [*pointing(language, "also", "fillers", "entry"), *parts]
    joints = "|".join(map(re.escape, joining_words(language)))
    closing = rf"(?<![*_{MARKS}])[*_{MARKS}]{{0,4}}"
    pages = _either([*unit_words(language, PAGE), *pointing(language, "page")])
    page = rf"(?:(?:{pages})\.?\s?\d{{1,4}}|\d{{1,4}}\.\s(?:{pages}))(?!\w|\.\d)"
    short = _either([one if len(one) > 2 else f"{one}." for one in unit_words(language, PAGE)])
    places = (
        rf",?\s(?:{said['places']})(?=\s?[);.])",
        rf"\s?\((?:{cites})(?:,?\s(?:(?P<words>{said['there']})(?:\s[^()]{{1,40}})?|{said['entry']}|{said['places']}))?\)",
        rf"\s(?:{said['holder']})\b",
        rf"(?:,|\s?[:;])\s(?:{cites})\s(?:(?P<them>{said['there']})|{said['places']})(?!\w)",
        rf",?\s\(?{page}",
    )
    lead = rf"(?:(?:{said['see']}|{said['opening']}):?\s(?:(?:{said['see']}|{said['also']})\s){{0,2}})?"
    on_page = rf"(?:,?\s(?:{said['on']})\s{page}|,\s{page}|\s\((?:(?:{said['see']})\s)?{page}\))"
    lettered = rf"(?:(?:{_either(unit_words(language, 'appendix'))})\s[IVX\d]{{1,4}}:\s)?"
    return BesideTitle(
        re.compile(cue, re.IGNORECASE),
        re.compile(rf"(?:{_either(fillers)})\.?(?![\w-])[’']?", re.IGNORECASE),
        re.compile(rf"{closing}(?:,?\s(?:{joints or NEVER})\s|,\s|;\s)"),
        re.compile(rf"{closing}(?:{'|'.join(places)})", re.IGNORECASE),
        re.compile(rf"\b(?:{short})\s(?P<number>\d{{1,4}})(?!\w|\.\d)", re.IGNORECASE),
        re.compile(on_page, re.IGNORECASE),
        (
            rf"(?i:{lead})(?P<label>{QUOTED}|(?i:{lettered}){HEADING})(?i:{on_page})",
            rf"(?i:\b{page},\s(?:(?:{said['under']})\s)?)(?P<label>{QUOTED})",
        ),
        re.compile(rf"{closing}\s(?:\w+\s)?(?:{telling if inside != NEVER else NEVER})", re.IGNORECASE),
    )


POINTERS = (
    *("see", "opening", "compare", "also", "behind", "on", "entry"),
    *("under", "telling", "inside", "places", "there", "holder"),
)
"""Names of words in the table `[pointers]` that may be next to a title."""


def _either(found: Sequence[str]) -> str:
    """Return a pattern of words and phrases, the longest first; a point may be missing, but not after one letter."""
    longest_first = sorted(set(found), key=lambda one: (-len(one), one))
    spelt = (re.escape(one).replace("_", r"\s") for one in longest_first)
    return "|".join(one if len(one) < 4 else one.replace(r"\.", r"\.?") for one in spelt) or NEVER
