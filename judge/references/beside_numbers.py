"""What is beside a number in its text: words and signs that cite it, or that say that it is something else.

Reads: a text and the place of a number. Writes: `Beside`. Numbers that are joined ("4.1 and 4.2", "4.1 to 4.3") are
looked at as one: what is before the first, and after the last. The words are data: `[units]`, `[words]` and `[signs]`
of `judge.core.languages`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, Literal

from msgspec import Struct

from judge.core.languages import RULE, abbreviations, any_of, listed, phrases, relations, signs, units, words
from judge.core.languages.stemming import singular
from judge.core.numbering import WORD_FIRST
from judge.references.written_addresses import CORE

REACH = 140
"""Characters on each side of a number that are looked at."""
Cue = Literal["", "rule", "see", "bracket", "numbered", "measured"]
UNIT: Final = "rule"
SEE: Final = "see"
BRACKET: Final = "bracket"
NUMBERED: Final = "numbered"
MEASURED: Final = "measured"
"""What is before a number: a word or sign for rules, one that sends a reader on, a bracket, a word for other things
that are numbered, or a word for quantities."""
CITING: tuple[Cue, ...] = (UNIT, SEE, BRACKET)
"""Those of them that cite."""
CITING_UNITS = (RULE, "appendix", "clause", "q", "item", "step", "phase", "part")
"""What a word counts that may be before the number of a rule."""
EDITION_STEMS = tuple(one[:-1] for one in sorted(listed("imprint", "edition")) if len(one) > len("ver."))
"""How words for editions begin, whatever their endings."""
MOST_JOINED, MOST_SKIPPED, NEAREST = 6, 3, 3
"""Numbers of a list up to the one that is weighed; words between one that cites and the number, such as "also"; words
before a number of which one may say that it is a quantity."""
CURRENCIES = ("$", "€", "£", "¥", "₽", "₴")
GLUED = re.compile(r"(?<![^\W\d_])[Rr]$")
"""The letter before "R13(b)", which says that it is a rule."""
RATIO = re.compile(r"(?<![\w.])\d{1,4}(?:\.\d)?\s?(?:in|x|×|by)$")
SIZE = re.compile(r"\s?(?:x|×|by)\s?\d")
"""What is before and after a number of a ratio or a size: "1 in 4.2", "4.2 x 3.1 cm"."""
AVERAGED = frozenset(("on", "en"))
"""Words beside those of `[words]` that begin what is said of a quantity: "on average"."""
OF_BOOK = re.compile(rf"(?:\s[\w’']{{1,20}}){{1,4}}?\s(?:{phrases('documents', 'kinds')})\b", re.IGNORECASE)
PLURAL = re.compile(r"\s[a-zà-ÿ]{3,30}s\b")
DATE = re.compile(r"(?:(?:0?[1-9]|[12]\d|3[01])\.)?(?:0?[1-9]|[12]\d|3[01])\.(?:19|20)\d\d")
"""A month and year, or a day of one, in either order."""
DIALLED = re.compile(r"(?<![\w.])\+?\d{3,}\s$")
"""The part of a telephone number before another."""


class Beside(Struct, frozen=True):
    """What is beside a number, and beside those that are joined to it."""

    cue: Cue
    unit: str | None
    """What the word before it counts (`judge.core.languages`); that for rules where there is a sign for them."""
    is_counted: bool
    """What follows is what it counts: a unit, a currency, "or more"."""
    is_share: bool
    """What follows is of what it is: "4.2 of them"."""
    joined: tuple[str, ...] = ()
    """Other numbers of its list that are printed in full."""


def is_cited(text: str, start: int, end: int, number: str) -> bool:
    """Tell whether what is right before a number says that it cites, whatever it leads to."""
    found = beside(text, start, end, number)
    return found.cue in CITING and not (found.is_counted and found.cue != UNIT)


def is_counting(text: str, end: int) -> bool:
    """Tell whether what follows a number is what it counts: "7 ships"."""
    return bool(PLURAL.match(text, end)) or _is_counted(text[end : end + REACH])


def is_other(text: str, start: int, end: int) -> bool:
    """Tell whether a number is a date, or the end of a telephone number."""
    return bool(DATE.fullmatch(text, start, end) or DIALLED.search(text, max(0, start - REACH), start))


@lru_cache(maxsize=16384)
def beside(text: str, start: int, end: int, number: str) -> Beside:
    """Return what is beside a number and those that are joined to it.

    Args:
        text: what the number is in.
        start: where it begins, a word that is part of it included.
        end: where it ends.
        number: it in full; printed may be the last level alone, or in the middle of a range the range.
    """
    if text.startswith(number, start):
        word = WORD_FIRST.match(number)
        start, end = start + (word.end() if word else 0), start + len(number)
    low, told = max(0, start - REACH), _patterns()
    before, others = text[low:start], list[str]()
    for _ in range(MOST_JOINED):
        joint = told.joint.search(before, max(0, len(before) - LONGEST_JOINT))
        joined = told.number.search(before[: joint.start()]) if joint else None
        if not joined:
            break
        others.append(joined["number"])
        before = before[: joined.start()]
    for _ in range(MOST_JOINED):
        follows = told.follows.match(text, end)
        if not follows:
            break
        others += [follows["number"]] if follows["number"] else []
        end = follows.end()
    behind = text[end : end + REACH]
    return Beside(*_cue(before), _is_counted(behind), _is_share(behind), tuple(others))


LONGEST_JOINT = 24
"""Characters of what joins two numbers."""
TAIL = r"(?:\s?[–/-]\s?|,\s|\sand\s)(?-i:[b-z]|(?<=[–/-])\d{1,2})"
"""Another last level after a number: "4.2a, b", "4.1–3"."""


class _Patterns(Struct, frozen=True):
    """What is between numbers, and beside them."""

    joint: re.Pattern[str]
    """The end of what is before a number that is joined to another."""
    number: re.Pattern[str]
    """The end of what is before that."""
    follows: re.Pattern[str]
    """Another number after one."""
    before: re.Pattern[str]
    """The last word before a number."""
    behind: re.Pattern[str]
    """The first word after it."""


@cache
def _patterns() -> _Patterns:
    """Compile the patterns of all languages, when the first number is looked at."""
    and_, to = any_of(words("and")), any_of(words("to"))
    rules = any_of(word for word, unit in units().items() if unit == RULE)
    joint = rf"(?:\s?[,，、&/;–-]\s?(?:(?:{and_})\s)?|,?\s(?:{and_}|{to})\s)(?:(?:(?:{rules})\.?\s)|§\s?)?[\"“‘']?"
    number = rf"(?:{CORE}|\d{{1,4}}[a-z]?|[A-Z])(?:\s?[–-]\s?\w{{1,4}})?"
    return _Patterns(
        re.compile(joint + "$", re.IGNORECASE),
        re.compile(rf"(?<![\w.,$€£/])(?P<number>{number})[\"”’'()\]]{{0,2}}$"),
        re.compile(rf"[\"”’')\]]{{0,2}}(?:{joint}(?-i:(?P<number>{CORE}))|{TAIL})(?![\w%’']|[.,/]\d)", re.IGNORECASE),
        re.compile(r"(?<![\w.])(?:[^\W\d_]{1,3}['’])?(?P<word>[^\W\d_]{1,30})(?P<mark>[.:]?)['’]?[\s#]{0,3}$"),
        re.compile(r"[\s-]?(?P<word>[^\W\d_]{1,30})(?!['’])(?:\s(?P<next>[^\W\d_]{1,30}))?"),
    )


@cache
def _words_of(name: str) -> frozenset[str]:
    """Return the words of all languages under a name of `[signs]`, with their singulars."""
    return signs(name) | frozenset(map(singular, signs(name)))


def _is_in(word: str, name: str) -> bool:
    """Tell whether a word is listed; one with a capital is, if it is listed so, as the nouns of German are."""
    return word in _words_of(name) or (word.islower() and singular(word) in _words_of(name))


def _cue(before: str) -> tuple[Cue, str | None]:
    """Return what is before a number, and what the word there counts."""
    bare = before.rstrip(" *_\"“„‘'«#")
    if bare[-1:] in ("§", "→") or GLUED.search(before):
        return UNIT, RULE
    if bare[-1:] in ("(", "["):
        return NUMBERED if any(map(_is_edition, _words_before(bare[:-1].rstrip())[:1])) else BRACKET, None
    if bare[-1:] in CURRENCIES or RATIO.search(bare):
        return MEASURED, None
    said = _words_before(bare)
    telling = [word for word in said if _class(word) or not _is_in(word, "also")]
    first, head = [*telling, "", ""][:2]
    if not _class(first) and first in words("of") | words("to") | signs("places") and head in signs("citing"):
        return SEE, None
    if first in _limits_of_editions() and _is_edition(head):
        return NUMBERED, None
    is_measured = first not in signs("places") and any(_is_in(word, "measuring") for word in said[:NEAREST])
    return _class(first) or (MEASURED if is_measured else ""), units().get(first)


def _is_edition(word: str) -> bool:
    """Tell whether a word is one for editions, be it of a program: "versions before 4.2", "older versions (2.2)"."""
    return word.startswith(EDITION_STEMS)


@cache
def _limits_of_editions() -> frozenset[str]:
    """Return the words that may be between such a word and a number: "before", "since"."""
    scopes = frozenset(word for table in relations() for word in table["scope"].split())
    return scopes - words("of") - signs("places")


def _words_before(before: str) -> list[str]:
    """Return the last words of a clause, the last first; none where a mark follows them that ends the clause."""
    said: list[str] = []
    while len(said) <= MOST_SKIPPED and (match := _patterns().before.search(before)):
        word, mark = match["word"].casefold(), match["mark"]
        if (mark == "." and word not in abbreviations()) or (mark == ":" and _class(word) not in CITING):
            break
        said.append(word)
        before = before[: match.start()].rstrip(" \"“„‘'«")
    return said


def _class(word: str) -> Cue:
    """Return what a word before a number says of it, in small letters."""
    if _is_in(word, "numbered") or units().get(word) in ("table", "row", "note"):
        return NUMBERED
    if units().get(word) in CITING_UNITS and word not in signs("also"):
        return UNIT
    return SEE if word in words("see") or word in signs("guides") or word in units() else ""


def _is_share(behind: str) -> bool:
    """Tell whether a number is one of what follows, and not of a book: "4.2 of them"."""
    match = _patterns().behind.match(behind)
    return bool(match) and match["word"] in signs("shares") and not OF_BOOK.match(behind) if match else False


def _is_counted(behind: str) -> bool:
    """Tell whether what follows a number is what it counts."""
    if behind.lstrip(" \u00a0")[:1] in ("%", "°", *CURRENCIES) or SIZE.match(behind):
        return True
    match = _patterns().behind.match(behind)
    if not match:
        return False
    word, after = match["word"], match["next"] or ""
    is_alternative = word in words("and") | words("to") and len(after) > 1 and _is_in(after, "measures")
    is_average = word in words("of") | AVERAGED and after.casefold() in signs("measuring")
    return _is_in(word, "measures") or is_alternative or is_average


def sentence_around(text: str, at: int) -> str:
    """Return the sentence around a place of a text, or as much of it as is near."""
    low, high = max(0, at - LONGEST_SENTENCE), at + LONGEST_SENTENCE
    start = max((end.end() for end in SENTENCE_END.finditer(text, low, at)), default=low)
    stop = SENTENCE_END.search(text, at, high)
    return text[start : stop.start() if stop else high]


SENTENCE_END = re.compile(r"(?<!\bp)(?<!\bpp)[.!?]\s")
LONGEST_SENTENCE = 600
"""Characters of a sentence that are looked at on each side: a bound of the work."""
