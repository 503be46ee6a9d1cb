"""Section numbers as people type them, in any case.

They are found as texts cite them (`judge.references.written_addresses`).

24.8.1   K4.3   k4.3   8.1(b)   8.1 b   12,4                                         a number
2 14 2 7   24-8-1   24/8/1                                                           a number, if a document has it
12.4 step 3   clause b of 3.2   third bullet of 8.1   Annex C, item 2                 a part of one
step 5 of the Day Sequence   Berths, second bullet                                    a part of what has a title
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from judge.core import languages
from judge.core.numbering import LABEL, NUMBER, PARTS, part_in_words
from judge.core.tokens import BESIDE_NUMBER, LEFT_OUT, NUMERALS, STOP_WORDS, WORD, words

LOCATING = frozenset("dot no number see #".split())
"""Words before a number that say nothing, beside those for parts of a text (`judge.core.languages`)."""
LOOSE = ("step", "phase", "part", "item")
"""Parts whose number may be printed without the word for them."""
PLACE = r"(?<!\w)(?P<ordinal>[^\W\d_]{4,20})\s(?P<unit>[^\W\d_]{3,20})(?!\w)"
"""A part that is counted: "third bullet"."""
COMMA = r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))"
LAST = r"(?i)(?<=[0-9])\s([a-z])$"
"""A letter after a number: 3.1 b."""
PART_OF_ID = r"(?<=\w)#([bst])([0-9]+)$"
"""The end of the address of a part: 8.1#b2."""
CASED = (
    r"(?<![\w(])(?:[a-z]{1,4}(?=-?[0-9])|[ivxlc]{1,6}(?!\w)|[a-z](?!\w)"
    r"|(?!(?:no|number)\W)[a-z](?=[^\W\d_]{1,19}\.?\s[0-9]))"
)
"""What has capitals in texts: k4.3, annex c, rule iv, hour 7."""
DRESSED = r"(?<![\w.,/-])[0-9]{1,3}(?:[ _/-][0-9]{1,3}){2,8}(?![\w/-]|[.,][0-9])"
"""Levels of a number that something else than a point is between."""
KNOWN = "\ue000"
"""What `undressed` puts before a number that a document has, and that no form of numbers finds."""
LABELLED = rf"(?i)(?<![\w.,/{KNOWN}&-]){LABEL}(?![\w/+-]|[.,][0-9])"
"""A number of any shape."""
FEWEST_LEVELS = 3
"""Levels of such a number; with fewer it may as well be two numbers, or a range."""
AMOUNT = r"\s?[%$€£]"
"""What follows a number that is not the number of a rule."""
BARE = r"(?<![\w.,$€£/-])(?=[0-9]){single}(?!\w|[.,][0-9])"
"""A number of one level without a word or sign."""
WHOLE = r"(?i)(?:, [^,]*|\s?\([a-z0-9]{1,3}\))$"
"""The last part of a number: what is before it is its whole. Patterns as texts: a plain number or a title needs none of
them, and compiling them would slow a cold start."""


class TypedNumber(Struct, frozen=True):
    """A section number in a text."""

    start: int
    end: int
    numbers: tuple[str, ...]
    """What it may stand for, the likeliest first."""
    bare: bool = False
    """Whether it is a whole number alone, which may also be a year or an amount."""
    is_part: bool = False
    """Whether it counts parts, and names no whole: "clause b"."""
    inner: TypedNumber | None = None
    """What it is without the word before it, which may be a document's own for its numbers: "hour 7"."""


def spelled(text: str) -> str:
    """Return a text with its section numbers as texts print them: "12,4 b" is 12.4(b), "third bullet" bullet 3.

    >>> spelled("third bullet of rule 8"), spelled("3,1 b")
    ('bullet 3 of rule 8', '3.1(b)')
    """
    text = text if text.isascii() else re.sub(BESIDE_NUMBER, " ", text)
    typed = WORD.findall(text.lower()) if text.strip("0123456789.") else ()
    if typed and any(map(str.isdigit, text)):
        text = re.sub(LAST, r"(\1)", re.sub(COMMA, ".", text))
        text = re.sub(PART_OF_ID, lambda match: f", {part_in_words(match[1] + match[2])}", text)
    return re.sub(PLACE, _counted, text) if len(typed) > 2 else text


def undressed(text: str, is_known: Callable[[str], bool]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a text in which the numbers that documents have are in points, and these as they were typed.

    >>> undressed("what is 2 14 2 7 then", lambda number: number == "2.14.2.7")
    ('what is 2.14.2.7 then', (('2 14 2 7', '2.14.2.7'),))
    """
    for match in re.finditer(LABELLED, text) if any(map(str.isalpha, text)) and any(map(str.isdigit, text)) else ():
        number = match[0]
        if not re.fullmatch(NUMBER, number) and any(map(str.isalpha, number)) and is_known(number):
            return f"{text[: match.start()]}{KNOWN}{text[match.start() :]}", ()
    for match in re.finditer(DRESSED, text) if text.strip("0123456789.") else ():
        places = [place.span() for place in re.finditer("[0-9]+", match[0])]
        for length in range(len(places), FEWEST_LEVELS - 1, -1):
            for several in (places[first : first + length] for first in range(len(places) - length + 1)):
                number = ".".join(match[0][start:end] for start, end in several)
                if is_known(number):
                    start, end = match.start() + several[0][0], match.start() + several[-1][1]
                    return f"{text[:start]}{number}{text[end:]}", ((text[start:end], number),)
    return text, ()


def _may_have_numbers(text: str) -> bool:
    """Say whether a text may have a number; a letter alone is one after a word for parts, a point or a bracket."""
    if any(map(str.isdigit, text)):
        return True
    typed = WORD.findall(text.lower())
    is_lettered = any(len(word) == 1 or not word.strip("ivxlc") for word in typed)
    return is_lettered and (")" in text or "." in text.rstrip(".") or any(word in languages.units() for word in typed))


def _counted(match: re.Match[str]) -> str:
    place = languages.ordinal(match["ordinal"])
    return f"{match['unit']} {place}" if place and match["unit"].lower() in languages.units() else match[0]


def is_counting(word: str) -> bool:
    """Say whether a word before a number says nothing but that it is one: "rule", "no"."""
    return word.lower() in LOCATING or word.lower() in languages.units()


def cites(word: str) -> bool:
    """Say whether parts of texts are cited with a word: "clause", "third", "twelve"."""
    return is_counting(word) or word.lower() in NUMERALS or languages.ordinal(word) > 0


def typed_numbers(text: str) -> Iterator[TypedNumber]:
    """Yield the section numbers in a text that is `spelled`, in order."""
    if not text.strip("0123456789."):  # without any pattern, for a quick start
        yield TypedNumber(0, len(text), _with_question(text) if text.isdecimal() else (text,), text.isdecimal())
        return
    if not _may_have_numbers(text):
        return
    from judge.references.written_addresses import NOT_HERE, SINGLE, Spoken, mentions

    cased = re.sub(CASED, lambda match: match[0].upper(), text)
    found = list(mentions(cased, hyphens=True))
    for match in re.finditer(rf"{KNOWN}({LABEL})", cased) if KNOWN in cased else ():
        others = (one for one in found if one.end <= match.start() or match.end() <= one.start)
        found = [*others, Spoken(match.start(1), match.end(), match[1], languages.RULE)]
    for match in re.finditer(BARE.format(single=SINGLE), cased):
        before = cased[: match.start()].rstrip(" .").rpartition(" ")[2].lower()
        is_taken = any(one.start < match.end() and match.start() < one.end for one in found)
        if not is_taken and languages.units().get(before) not in NOT_HERE:
            found.append(Spoken(match.start(), match.end(), match[0], None))
    end = 0
    for one in sorted(one for one in found if not re.match(AMOUNT, text[one.end :])):
        yield _typed(text, end, *one)
        end = one.end


def _typed(text: str, first: int, at: int, end: int, number: str, unit: str | None) -> TypedNumber:
    """Return a number as it is typed, with what is before it, from a place on, that only says that it is one."""
    word, _, rest = number.partition(" ")
    start = _dressed(text, first, at)
    if unit is None and word.isalpha() and rest:
        inner = _typed(text, first, end - len(rest), end, rest, None)
        return TypedNumber(start, end, (number,), inner=inner)
    is_bare = unit is None and number.isdecimal() and not text[start:at].strip(" (:.")
    is_part = unit in PARTS and bool(rest) and "," not in number
    numbers = _with_question(number) if is_bare else (number, rest) if is_part and unit in LOOSE else (number,)
    return TypedNumber(start, end, numbers, is_bare, is_part)


def _with_question(number: str) -> tuple[str, ...]:
    """Return what a number without any word may stand for: also that of a question."""
    return (number, f"{languages.QUESTION} {number}")


def _dressed(text: str, first: int, start: int) -> int:
    """Return where the words for a part of a text begin that are before a number: "see rule no. 12"."""
    while True:
        before = text[first:start].rstrip(f" :(.#§{KNOWN}")
        word = before.rpartition(" ")[2]
        if not (word and is_counting(word)):
            return first + len(before)
        start = first + len(before) - len(word)


def whole_of(number: str) -> str:
    """Return the number without its last part; empty where it names none.

    >>> whole_of("8.1, bullet 3"), whole_of("12 (b)"), whole_of("8.1")
    ('8.1', '12', '')
    """
    shorter = re.sub(WHOLE, "", number)
    return "" if shorter == number else shorter


def without(text: str, found: Sequence[TypedNumber]) -> str:
    """Return a text without the section numbers in it."""
    for one in reversed(found):
        text = f"{text[: one.start]} {text[one.end :]}"
    return " ".join(text.split())


def is_telling(text: str) -> bool:
    """Say whether words beside a number ask for something."""
    return not all(term in STOP_WORDS or is_counting(term) for term in words(text))


def is_locator(text: str) -> bool:
    """Say whether a section number is all that a text says, or one that cannot be an amount is in it."""
    text = spelled(text)
    return any(not (one.inner or one).bare or not is_telling(without(text, [one])) for one in typed_numbers(text))


def counts_parts(text: str) -> bool:
    """Say whether a text has a number that counts parts and names no whole: "clause b"."""
    return any(one.is_part for one in typed_numbers(spelled(text)))


def title_of_whole(label: str) -> str:
    """Return the title that words beside a part name: "of the Day Sequence"."""
    found = label.strip(" ,;:").split()
    while found and (found[0].lower() in languages.words("of") or found[0].lower() in LEFT_OUT):
        del found[0]
    return " ".join(found)
