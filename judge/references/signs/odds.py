"""How likely a number is a reference: signs, and weights that are counted.

A number that a section has may be a quantity all the same. Each sign beside it speaks for or against; their weights
are those of a logistic regression (tools/fit_numbers.py) over sentences with known truth (tests/cases/numbers).
Numbers that are joined ("4.1 and 4.2", "not 4.1 but 4.2", "4.1 to 4.3") are weighed as one: by what stands before the
first, and behind the last.

before     what the word or mark before it is: a cue, a preposition, a verb of citing or of measuring, a noun
head       the word before that: "the wording of", "it rose to"
behind     what follows: a verb of what rules do, a unit, the end of the sentence
sentence   words in which people speak of rules, of measures, of other things
strange    words that neither talk of rules nor the book has; fewer where a cue stands before the number (`cued`)
title      the share of the title's words that the sentence has
text       the words of the section's text that it has
           neither title nor text counts where the number is one of other things: "table 4.2", "4.2 tons"
others     the number's shape, and how what stands before it goes with what is behind
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from judge.core.languages import abbreviations
from judge.core.languages.stemming import word_root
from judge.core.numbering import WORD_FIRST
from judge.references.addresses import CORE
from judge.references.signs import word_classes as classes
from judge.references.signs.relations import states
from judge.references.signs.weights import BASE, WEIGHTS

REACH = 140
"""Characters on each side of a number that are looked at."""
DOTTED = CORE
NAMED = "|".join(sorted((word for word in classes.COUNTING if len(word) > 3), key=len, reverse=True))
JOINT = (
    r"(?:\s?(?:,|&|/|;|–|-)\s?(?:(?:and|or|nor|but|not)\s)?|,?\s(?:and|or|nor|to|through|thru|but|but\snot|and\snot|"
    r"rather\sthan|as\swell\sas|together\swith|plus|with|than|instead\sof|vs\.?|versus|before|after)\s)"
    r"(?:(?:also|then|even|rules?|sections?|§)\s?)?[\"“‘'(\[]?"
)
"""What joins numbers."""
JOINED_BEFORE = re.compile(
    rf"(?<![\w.,$€£/])(?P<number>{DOTTED}|(?:{NAMED})\s\w{{1,4}})(?:\s?[–-]\s?\w{{1,4}})?[\"”’'()\]]{{0,2}}{JOINT}$",
    re.IGNORECASE,
)
JOINED_BEHIND = re.compile(
    rf"[\"”’')\]]{{0,2}}{JOINT}(?P<number>{DOTTED})(?![\w%]|[.,/]\d)|"
    r"(?:\s?[–/-]\s?|,\s|\sand\s)(?P<tail>[a-z]|(?<=[–/-])\d{1,2})(?![\w%’']|[.,/]\d)"
)
CONTINUED = re.compile(rf"(?<![\w.])(?P<number>{DOTTED})\s?(?:{JOINT})?$")
"""A number whose last level alone is continued by what follows: "4.2a, b", "4.1–3"."""
MOST_JOINED = 6
SENTENCE_BREAK = re.compile(r"(?<![^\W\d_])(?P<word>[^\W\d_]*)[.!?][\"”’')\]]{0,2}\s")
ABBREVIATED = re.compile(r"(?<![^\W\d_])(?P<word>[^\W\d_]+)\.$")
WORD = re.compile(r"[A-Za-zÀ-ÿ]{1,30}")
NAME = re.compile(r"(?<![.!?]\s)(?<!^)[A-ZÀ-Þ][A-Za-zÀ-ÿ]{1,30}")
"""A word in capitals that begins no sentence."""
LAST_WORD = re.compile(r"(?<![\w.])(?P<word>[A-Za-zÀ-ÿ]{1,30})\.?(?:[’'](?P<own>s|t|re))?[\s#:]{1,3}[\"“‘']?$")
FIRST_WORD = re.compile(r"[\"”’')\]]{0,2},?\s(?P<word>[A-Za-zÀ-ÿ]{1,30})")
GLUED_CUE = re.compile(r"\b[Rr]$")
"""The letter before "R13(b)", which says that it is a rule."""
MARKS = {
    "→": "cue",
    "(": "bracket",
    "[": "bracket",
    ",": "comma",
    ":": "colon",
    "§": "cue",
    "–": "dash",
    "—": "dash",
    "-": "dash",
}
PRONOUNS = frozenset("it that there here what he she who".split())
"""Words that go before "is" and its short form."""
CLEFT = re.compile(r"\b(?:it|that)(?:\sis|\swas|[’']s)\s[\"“‘']?$", re.IGNORECASE)
"""What begins "it is 4.2 that counts"."""
RATIO = re.compile(r"(?<![\w.])\d{1,4}\s(?:in|to|by|x|out\sof)\s$")
"""What begins a ratio: "1 in 4.2"."""
BOOKS = frozenset("Rules Rulebook Reference Handbook Guide Manual FAQ Regulations Compendium Policy".split())
BOOK_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]{1,30}\s$")
"""The word before "Reference 1.4", which is the name of a book with its edition."""
OTHER_BOOK = re.compile(
    r"(?:\b(?P<name>[A-Z]{2,8}|(?<!^)(?<![.!?:;]\s)[A-Z][a-z]{2,30})(?:\s\d{1,6})?,?\s|[A-Za-z][’']s\s)$"
)
"""A name before "rule 4.2", which may be that of another book."""
OF_RULES = re.compile(
    r"[\"”’')\]]{0,2},?\s(?:of|in|from)\s(?:(?:the|these|our|your|those|this)\s)?(?:[a-z-]{1,20}\s)?"
    r"(?i:rules|rulebook|book|text|faq|document|errata|game)\b"
)
OF_WHAT = re.compile(r"[\"”’')\]]{0,2},?\sof\s(?:(?:the|a|an)\s)?(?P<word>[A-Za-zÀ-ÿ]{2,30})")
OTHER_GAME = re.compile(
    r"\b(?:(?:another|rival|different|the\sother)\s(?:[\w-]{1,20}\s)?games?|other\s(?:[\w-]{1,20}\s)?games|in\s(?:chess|golf|football|soccer|poker|bridge))\b",
    re.IGNORECASE,
)
MOST_COUNTED = 3
"""Words of one kind that are counted."""
MOST_STRANGE, MOST_CUED = 2, 1
"""The same of strange words, and of those where a cue stands before the number: a tale around a rule has many."""
CUES = ("cue", "weak cue", "bracket", "guide")
"""What stands before a number that hardly anything else stands before."""
OF_OTHERS = ("numbered", "book name", "cue of another")
"""What stands before a number of other things."""
CLAUSE_STARTS = ("start", "joint", "comma", "colon", "dash", "adverb")
COMMON = classes.roots(
    classes.JOINTS
    | classes.ASKING
    | classes.BEING
    | classes.ADVERBS
    | classes.PREPOSITIONS
    | classes.PLACES
    | classes.ARTICLES
    | classes.QUANTITIES
    | classes.BETWEEN
    | frozenset("i you he she it we they me him us them one two three".split())
    | frozenset("player card game turn play rule all more other".split())
)
"""Words that say nothing of what a sentence is about."""
BEFORE = (
    ("cue", classes.CUES),
    ("weak cue", classes.WEAK_CUES),
    ("guide", classes.GUIDES),
    ("place", classes.PLACES),
    ("being", classes.BEING),
    ("asking", classes.ASKING),
    ("pair", classes.BETWEEN),
    ("joint", classes.JOINTS - classes.PREPOSITIONS),
    *((one, frozenset((one,))) for one in sorted(classes.PREPOSITIONS)),
    ("quantity", classes.QUANTITIES - classes.ADVERBS),
    ("adverb", classes.ADVERBS),
    ("article", classes.ARTICLES),
)
"""Classes of words before a number, the first that has the word."""
BEHIND = (
    ("being", classes.BEING),
    ("asking", classes.ASKING),
    ("joint", classes.JOINTS | {"than", "which", "who"}),
    ("of", frozenset(("of",))),
    ("place", classes.PLACES | classes.GUIDES | classes.PREPOSITIONS),
    ("adverb", classes.ADVERBS),
    ("quantity", classes.QUANTITIES | classes.AMOUNTS),
)
"""The same behind it."""
SPOKEN = (
    ("rules", classes.RULING),
    ("measures", classes.SCORING),
    ("elsewhere", classes.ELSEWHERE),
)
"""What the words of a sentence speak of."""


class Place(NamedTuple):
    """A number, with all that is joined to it, in its sentence."""

    before: str
    behind: str
    numbers: tuple[str, ...]


class Section(NamedTuple):
    """What a number leads to."""

    title: Collection[str] = ()
    """Words of its title."""
    text: Collection[str] = ()
    """Those of its text."""
    book: Collection[str] | None = None
    """Roots of the words of its book; None where the number stands in that book."""


@lru_cache(maxsize=16384)
def place_of(text: str, start: int, end: int, number: str) -> Place:
    """Return what stands around a number and those that are joined to it.

    Args:
        text: what the number stands in.
        start: where it begins, a word that is part of it included.
        end: where it ends.
        number: it in full; printed may be the last level alone, or in the middle of a range the mark.
    """
    low = max(0, start - REACH)
    if text.startswith(number, start):
        word = WORD_FIRST.match(number)
        start, end = start + (word.end() if word else 0), start + len(number)
    elif anchor := CONTINUED.search(text[low:start]):
        start, end = low + anchor.start("number"), low + anchor.end("number")
    before, behind = text[low:start], text[end : end + REACH]
    numbers = [number]
    while len(numbers) < MOST_JOINED and (match := JOINED_BEFORE.search(before)):
        numbers.append(match["number"])
        before = before[: match.start()]
    while behind and (match := JOINED_BEHIND.match(behind)):
        numbers += [match["number"]] if match["number"] else []
        behind = behind[match.end() :]
    begins, ends = max(_breaks(before), default=0), min(_breaks(behind), default=len(behind))
    return Place(before[begins:], behind[:ends], tuple(numbers))


def _breaks(text: str) -> Iterator[int]:
    """Return where sentences of a text end."""
    found = SENTENCE_BREAK.finditer(text)
    return (match.end() for match in found if match["word"].casefold() not in abbreviations())


NO_SECTION = Section()


def signs_of(place: Place, section: Section = NO_SECTION, cues: Collection[str] = ()) -> dict[str, float]:
    """Return the signs of a number that it is a reference, and that it is not.

    Args:
        place: what stands around it.
        section: what it leads to.
        cues: words and marks that its document puts before numbers of rules.
    """
    words = [word_root(word.casefold()) for word in WORD.findall(f"{place.before} {place.behind}")]
    before, head, behind = first_signs(place, section.book, cues)
    title = set(map(word_root, section.title)) - COMMON
    text = set(map(word_root, section.text)) - title - COMMON
    last, whole = LAST_WORD.search(place.before), OF_WHAT.match(place.behind)
    if last and word_root(last["word"].casefold()) in title:
        before, head = "title", ""
    if behind == "of" and whole and word_root(whole["word"].casefold()) in title | text:
        behind = "of rules"
    cued = "cued " if before in CUES else ""
    counted = before in ("numbered", "book name") or (behind in ("unit", "quantity") and before not in CUES)
    signs = {f"before {before}": 1.0, f"behind {behind}": 1.0}
    if head and not (counted and head == "cites"):
        signs[f"head {head}"] = 1.0
    signs.update((name, 1.0) for name in _together(place, before, behind))
    signs.update((name, 1.0) for name in _shape(place.numbers))
    if not counted:
        signs.update((f"{cued}sentence {name}", times) for name, times in _spoken(words))
    if OTHER_GAME.search(place.before + place.behind):
        signs[f"{cued}sentence other game"] = 1.0
    around = set(words) - COMMON
    if not counted:
        signs.update(_shared(around, title, text))
    if section.book is not None:
        names = {word_root(word.casefold()) for word in NAME.findall(place.before + place.behind)}
        strange = {one for one in around if len(one) > 2 and one not in section.book and one not in classes.TALK}
        most = MOST_CUED if cued else MOST_STRANGE
        signs[f"{cued}strange"] = float(min(most, len(strange - names)))
        signs[f"{cued}strange name"] = float(min(most, len(strange & names)))
    return {name: value for name, value in signs.items() if value}


def first_signs(place: Place, book: Collection[str] | None = None, cues: Collection[str] = ()) -> tuple[str, str, str]:
    """Return the class of what stands before a number, of the word before that, and of what follows.

    Words that state something of a rule ("abweichend von 4.2", "4.2 entfällt") are guides to it, and say something.
    """
    before, head = _before(place.before, book, cues)
    is_guided, is_told = states(place.before, place.behind)
    if (is_guided or (is_told and before not in CLAUSE_STARTS)) and before not in (*CUES, *OF_OTHERS):
        before, head = "guide", ""
    return before, head, "says" if is_told else _behind(place.behind)


def odds(signs: Mapping[str, float]) -> float:
    """Return the logarithm of how much likelier a number is a reference than not."""
    return BASE + sum(WEIGHTS.get(name, 0.0) * value for name, value in signs.items())


def _before(before: str, book: Collection[str] | None, cues: Collection[str]) -> tuple[str, str]:
    """Return the class of what stands before a number, and that of the word before it."""
    bare = before.rstrip(" \"“‘'*_")
    short = ABBREVIATED.search(bare)
    if (
        not bare
        or bare[-1] in "!?;"
        or (bare[-1] == "." and not (short and short["word"].casefold() in abbreviations()))
    ):
        return "start", ""
    match = LAST_WORD.search(before)
    if bare[-1] in MARKS and not (match and bare[-1] == ":" and _class_before(match["word"], at_start=True) in CUES):
        return "cue" if bare[-1] in cues else MARKS[bare[-1]], ""
    if not match:
        return ("cue" if GLUED_CUE.search(before) else "other"), ""
    word, rest = match["word"], before[: match.start()]
    if match["own"] == "s" and word.casefold() in PRONOUNS:
        return "being", _head(rest)
    kind = "cue" if word.casefold() in cues else _class_before(word, at_start=not rest.strip(" \"“‘'("))
    if kind == "adverb" and (cued := _before(rest, book, cues))[0] in CUES:
        return cued
    if word in BOOKS and BOOK_NAME.search(rest):
        return "book name", ""
    thing = LAST_WORD.search(f"{rest.rstrip(' ,')} ")
    if kind == "weak cue" and thing and word_root(thing["word"].casefold()) in classes.ELSEWHERE:
        return "cue of another", ""
    if kind == "cue":
        other = OTHER_BOOK.search(rest)
        name = (other["name"] or "") if other else ""
        is_known = word_root(name.casefold()) in (book or ()) or (name and _class_before(name, at_start=True) in CUES)
        return "cue of another" if other and not is_known else kind, ""
    return kind, "" if kind == "numbered" else _head(rest)


def _class_before(word: str, *, at_start: bool) -> str:
    folded, base = word.casefold(), word_root(word.casefold())
    if found := next((name for name, members in BEFORE if folded in members), None):
        return found
    if folded in classes.COUNTING:
        return "weak cue"
    if base in classes.NUMBERED:
        return "numbered"
    if word.isupper() and len(word) > 1:
        return "initials"
    if folded.endswith("ly") and len(folded) > 4:
        return "adverb"
    if word[0].isupper() and not at_start:
        return "name"
    if base in classes.MEASURING:
        return "measures"
    if base in classes.CITING:
        return "cites"
    if base in classes.UNITS:
        return "numbered"
    return "name" if word[0].isupper() else "noun"


def _head(rest: str) -> str:
    match = LAST_WORD.search(rest)
    folded = match["word"].casefold() if match else ""
    base = word_root(folded)
    if folded in classes.AMOUNTS:
        return "quantity"
    if base in classes.MEASURING:
        return "measures"
    if base in classes.TEXTUAL or base in classes.CITING:
        return "cites"
    return "numbered" if base in classes.NUMBERED else ""


def _behind(behind: str) -> str:
    """Return the class of what follows a number."""
    if behind.startswith(("’s", "'s")):
        return "own"
    bare = behind.lstrip("\"”’' ")
    if not bare.strip(" )]") or re.match(r"[)\]]?[.!?;](?!\w)", bare):
        return "end"
    if bare[0] in ")]":
        return "bracket"
    if bare[0] in ":–—-(":
        return "mark"
    if behind.startswith(","):
        return "comma"
    if OF_RULES.match(behind) and not OTHER_GAME.search(behind):
        return "of rules"
    match = FIRST_WORD.match(behind)
    if match and len(match["word"]) == 1 and behind[match.end() :][:1] in (".", ")"):
        return "mark"
    alternative = FIRST_WORD.match(behind, match.end()) if match and match["word"] in ("or", "to") else None
    if alternative and _class_behind(alternative["word"]) == "quantity":
        return "quantity"
    return _class_behind(match["word"]) if match else "other"


def _class_behind(word: str) -> str:
    folded, base = word.casefold(), word_root(word.casefold())
    if word[0].isupper() and word != "I":
        return "initials" if word.isupper() and len(word) > 1 else "name"
    if found := next((name for name, members in BEHIND if folded in members), None):
        return found
    if base in classes.UNITS:
        return "unit"
    if base in classes.SAYING:
        return "says"
    if folded.endswith("ly"):
        return "adverb"
    return "plural" if folded.endswith("s") else "word"


def _together(place: Place, before: str, behind: str) -> Iterator[str]:
    """Yield what the words on both sides of a number say together."""
    if before in CLAUSE_STARTS and behind in ("says", "asking", "being"):
        yield "subject"
    if before == "asking" and behind in ("says", "adverb", "being"):
        yield "asked"
    if before == "being" and behind in ("joint", "word") and CLEFT.search(place.before):
        yield "cleft"
    if before in ("start", "colon") and behind in ("end", "comma", "mark"):
        yield "alone"
    if RATIO.search(place.before):
        yield "ratio"


def _shape(numbers: Sequence[str]) -> Iterator[str]:
    if all("." not in number for number in numbers):
        yield "single"
    elif all(re.fullmatch(r"\d{1,2}\.\d", number) for number in numbers):
        yield "small"
    if any(number.count(".") > 1 for number in numbers):
        yield "deep"
    if any(re.search(r"\d[A-Za-z]|[A-Z]\.", number) for number in numbers):
        yield "lettered"
    if any(re.match(r"[A-Z]{1,4}-?\d|\d+-\d", number) for number in numbers):
        yield "prefixed"
    if any(re.match(r"\d{2,4}\.", number) for number in numbers):
        yield "late"
    if len(numbers) > 1:
        yield "joined"


def _spoken(words: Sequence[str]) -> Iterator[tuple[str, float]]:
    for name, members in SPOKEN:
        yield name, float(min(MOST_COUNTED, sum(word in members for word in words)))


def _shared(around: set[str], title: set[str], text: set[str]) -> Iterator[tuple[str, float]]:
    """Yield what a sentence shares with the title of the section, and with its text."""
    yield "title", len(title.intersection(around)) / len(title) if title else 0.0
    yield "text", float(min(MOST_COUNTED, len(text.intersection(around))))
