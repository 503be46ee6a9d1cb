"""How likely a number is a reference: signs, and weights that are counted.

A number that a section has may be a quantity all the same. Each sign beside it speaks for or against; their weights
are those of a logistic regression (tools/fit_numbers.py) over sentences with known truth (tests/cases/numbers).
Numbers that are joined ("4.1 and 4.2", "not 4.1 but 4.2", "4.1 to 4.3") are weighed as one: by what is before the
first, and after the last.

before     what the word or mark before it is: a cue, a preposition, a verb of citing or of measuring, a noun
head       the word before that: "the wording of", "it rose to"
after     what follows: a verb of what rules do, a unit, the end of the sentence
sentence   words in which people speak of rules, of measures, of other things
strange    words that neither talk of rules nor the book has; fewer where a cue is before the number (`cued`)
title      the share of the title's words that the sentence has
text       the words of the section's text that it has
           neither title nor text counts where the number is one of other things: "table 4.2", "4.2 tons"
others     the number's shape, and how what is before it goes with what is after
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from judge.core.languages import abbreviations, signs, units, words
from judge.core.languages.stemming import word_root
from judge.core.model import FoundReference
from judge.core.numbering import LEVEL, WORD_FIRST
from judge.core.tokens import loose_words
from judge.references.relations import states
from judge.references.targets import Targets
from judge.references.written_addresses import CORE


def roots(words: Iterable[str]) -> frozenset[str]:
    """Return the roots of words."""
    return frozenset(map(word_root, words))


GUIDES = signs("guides") | words("see")
PLACES = signs("places")
QUANTITIES = signs("quantities")
AMOUNTS = signs("amounts")
BETWEEN = signs("between")
JOINTS = signs("joints")
ASKING = signs("asking")
BEING = signs("being")
ADVERBS = signs("adverbs")
PREPOSITIONS = signs("prepositions")
ARTICLES = signs("articles")
CITING = roots(signs("citing"))
SAYING = roots(signs("saying"))
MEASURING = roots(signs("measuring"))
MEASURES = roots(signs("measures"))
NUMBERED = roots(signs("numbered"))
COUNTED_UNITS = ("rule", "appendix", "clause", "step", "q")
COUNTING = frozenset(word for word, unit in units().items() if unit in COUNTED_UNITS) - signs("numbered")
"""Words that count what a book of rules numbers, and nothing else."""
TEXTUAL = roots(signs("textual"))
RULING = roots(signs("ruling"))
ELSEWHERE = roots(signs("elsewhere"))
UNITS = MEASURES | roots(signs("units"))
TALK = CITING | SAYING | TEXTUAL | RULING | roots(signs("small_talk"))
"""Words of talk about rules, whatever the game; those of a game are learnt from its book."""

REACH = 140
"""Characters on each side of a number that are looked at."""
DOTTED = CORE
NAMED = "|".join(sorted((word for word in COUNTING if len(word) > 3), key=len, reverse=True))
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
"""Numbers of a list up to the one that is weighed. Half changes 1 of 1,107 comparisons in the five documents, double
none."""
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
"""The same of strange words, and of those where a cue is before the number: a tale around a rule has many. The five
documents have no such case."""
CUES = ("cue", "weak cue", "bracket", "guide")
"""What is before a number that hardly anything else is before."""
OF_OTHERS = ("numbered", "book name", "cue of another")
"""What is before a number of other things."""
CLAUSE_STARTS = ("start", "joint", "comma", "colon", "dash", "adverb")
COMMON = roots(
    JOINTS
    | ASKING
    | BEING
    | ADVERBS
    | PREPOSITIONS
    | PLACES
    | ARTICLES
    | QUANTITIES
    | BETWEEN
    | frozenset("i you he she it we they me him us them one two three".split())
    | frozenset("player card game turn play rule all more other".split())
)
"""Words that say nothing of what a sentence is about."""
BEFORE = (
    ("cue", signs("cues")),
    ("weak cue", signs("weak_cues")),
    ("guide", GUIDES),
    ("place", PLACES),
    ("being", BEING),
    ("asking", ASKING),
    ("pair", BETWEEN),
    ("joint", JOINTS - PREPOSITIONS),
    *((one, frozenset((one,))) for one in sorted(PREPOSITIONS)),
    ("quantity", QUANTITIES - ADVERBS),
    ("adverb", ADVERBS),
    ("article", ARTICLES),
)
"""Classes of words before a number, the first that has the word."""
BEHIND = (
    ("being", BEING),
    ("asking", ASKING),
    ("joint", JOINTS | {"than", "which", "who"}),
    ("of", frozenset(("of",))),
    ("place", PLACES | GUIDES | PREPOSITIONS),
    ("adverb", ADVERBS),
    ("quantity", QUANTITIES | AMOUNTS),
)
"""The same after it."""
SPOKEN = (
    ("rules", RULING),
    ("measures", MEASURES | roots(signs("scoring"))),
    ("elsewhere", ELSEWHERE),
)
"""What the words of a sentence speak of."""


class NumberContext(NamedTuple):
    """A number, with all that is joined to it, in its sentence."""

    before: str
    behind: str
    numbers: tuple[str, ...]


class TargetWords(NamedTuple):
    """What a number leads to."""

    title: Collection[str] = ()
    """Words of its title."""
    text: Collection[str] = ()
    """Those of its text."""
    book: Collection[str] | None = None
    """Roots of the words of its book; None where the number is in that book."""


@lru_cache(maxsize=16384)
def place_of(text: str, start: int, end: int, number: str) -> NumberContext:
    """Return what is around a number and those that are joined to it.

    Args:
        text: what the number is in.
        start: where it begins, a word that is part of it included.
        end: where it ends.
        number: it in full; printed may be the last level alone, or in the middle of a range the range.
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
    return NumberContext(before[begins:], behind[:ends], tuple(numbers))


def _breaks(text: str) -> Iterator[int]:
    """Return where sentences of a text end."""
    found = SENTENCE_BREAK.finditer(text)
    return (match.end() for match in found if match["word"].casefold() not in abbreviations())


NO_SECTION = TargetWords()


def signs_of(place: NumberContext, section: TargetWords = NO_SECTION, cues: Collection[str] = ()) -> dict[str, float]:
    """Return the signs of a number that it is a reference, and that it is not.

    Args:
        place: what is around it.
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
    if OTHER_GAME.search(place.before + place.behind):
        signs[f"{cued}sentence other game"] = 1.0
    around = set(words) - COMMON
    if not counted:
        for name, members in SPOKEN:
            signs[f"{cued}sentence {name}"] = float(min(MOST_COUNTED, sum(word in members for word in words)))
        signs["title"] = len(title & around) / len(title) if title else 0.0
        signs["text"] = float(min(MOST_COUNTED, len(text & around)))
    if section.book is not None:
        names = {word_root(word.casefold()) for word in NAME.findall(place.before + place.behind)}
        strange = {one for one in around if len(one) > 2 and one not in section.book and one not in TALK}
        most = MOST_CUED if cued else MOST_STRANGE
        signs[f"{cued}strange"] = float(min(most, len(strange - names)))
        signs[f"{cued}strange name"] = float(min(most, len(strange & names)))
    return {name: value for name, value in signs.items() if value}


def first_signs(
    place: NumberContext, book: Collection[str] | None = None, cues: Collection[str] = ()
) -> tuple[str, str, str]:
    """Return the class of what is before a number, of the word before that, and of what follows.

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
    """Return the class of what is before a number, and that of the word before it."""
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
    if kind == "weak cue" and thing and word_root(thing["word"].casefold()) in ELSEWHERE:
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
    if folded in COUNTING:
        return "weak cue"
    if base in NUMBERED:
        return "numbered"
    if word.isupper() and len(word) > 1:
        return "initials"
    if folded.endswith("ly") and len(folded) > 4:
        return "adverb"
    if word[0].isupper() and not at_start:
        return "name"
    if base in MEASURING:
        return "measures"
    if base in CITING:
        return "cites"
    if base in UNITS:
        return "numbered"
    return "name" if word[0].isupper() else "noun"


def _head(rest: str) -> str:
    match = LAST_WORD.search(rest)
    folded = match["word"].casefold() if match else ""
    base = word_root(folded)
    if folded in AMOUNTS:
        return "quantity"
    if base in MEASURING:
        return "measures"
    if base in TEXTUAL or base in CITING:
        return "cites"
    return "numbered" if base in NUMBERED else ""


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
    if base in UNITS:
        return "unit"
    if base in SAYING:
        return "says"
    if folded.endswith("ly"):
        return "adverb"
    return "plural" if folded.endswith("s") else "word"


def _together(place: NumberContext, before: str, behind: str) -> Iterator[str]:
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


SHAPES = {
    "deep": r".*\..*\.",
    "lettered": r".*(?:\d[A-Za-z]|[A-Z]\.)",
    "prefixed": r"[A-Z]{1,4}-?\d|\d+-\d",
    "late": r"\d{2,4}\.",
}
"""What one of the numbers may look like."""


def _shape(numbers: Sequence[str]) -> Iterator[str]:
    if all("." not in number for number in numbers):
        yield "single"
    elif all(re.fullmatch(r"\d{1,2}\.\d", number) for number in numbers):
        yield "small"
    yield from (name for name, shape in SHAPES.items() if any(re.match(shape, number) for number in numbers))
    if len(numbers) > 1:
        yield "joined"


BASE = 0.44
"""The odds of a number without signs; fitted by `tools/fit_numbers.py`, as are the weights."""
WEIGHTS: dict[str, float] = {
    "alone": 0.48,
    "asked": 1.42,
    "before adverb": 0.52,
    "before article": -0.84,
    "before as": 1.31,
    "before asking": -0.90,
    "before at": -0.44,
    "before being": -0.05,
    "before book name": -1.16,
    "before bracket": 0.82,
    "before by": 1.29,
    "before cites": 0.89,
    "before colon": -0.25,
    "before comma": 0.46,
    "before cue": 1.70,
    "before cue of another": -1.34,
    "before dash": 0.33,
    "before for": -0.50,
    "before guide": 1.03,
    "before initials": -0.05,
    "before joint": 1.02,
    "before measures": -1.48,
    "before name": -1.34,
    "before noun": -0.83,
    "before numbered": -2.99,
    "before of": 1.21,
    "before on": -0.64,
    "before other": -0.15,
    "before pair": 0.55,
    "before place": 1.04,
    "before quantity": -0.98,
    "before start": 0.47,
    "before to": -0.02,
    "before weak cue": 0.66,
    "before with": 0.61,
    "before without": 0.49,
    "behind adverb": 1.19,
    "behind asking": 0.74,
    "behind being": 0.36,
    "behind bracket": 0.76,
    "behind comma": 1.15,
    "behind end": 1.00,
    "behind initials": -0.47,
    "behind joint": 0.65,
    "behind mark": 0.66,
    "behind name": -0.18,
    "behind of": -3.34,
    "behind own": 0.36,
    "behind place": -0.23,
    "behind plural": -0.20,
    "behind quantity": -1.38,
    "behind says": 1.13,
    "behind unit": -2.04,
    "behind word": 0.30,
    "cleft": 1.03,
    "cued sentence elsewhere": -1.25,
    "cued sentence measures": 0.21,
    "cued sentence other game": -1.98,
    "cued sentence rules": 0.47,
    "cued strange": -0.12,
    "cued strange name": -0.71,
    "deep": 1.01,
    "head cites": 1.57,
    "head measures": -2.52,
    "head numbered": 0.08,
    "head quantity": -0.76,
    "joined": 0.75,
    "late": 0.94,
    "lettered": 0.52,
    "prefixed": -0.02,
    "ratio": -0.71,
    "sentence elsewhere": -1.80,
    "sentence measures": -1.97,
    "sentence other game": -0.80,
    "sentence rules": 1.81,
    "single": -0.15,
    "small": -0.56,
    "strange": -1.45,
    "strange name": -2.05,
    "subject": 1.30,
    "text": 1.56,
    "title": 2.80,
}
"""The weights of the signs: logarithms of odds. One that is not here counts nothing."""


NEAR = 40
"""Characters after a number that are looked at."""
SIGNS = {"§": "rule", "[": "square bracket", "(": "bracket"}
JOINED = ("joint", "to", "by", "of", "with", "at")
"""Classes of words before a number that cites, if its shape is that of a rule."""
COUNTED = ("unit", "quantity")
"""Classes of words after a number that counts."""
SHAPED = re.compile(
    rf"\d{{1,4}}(?:\.{LEVEL}){{2,9}}|\d{{1,4}}[A-Za-z]?(?:\.{LEVEL}){{0,8}}\.?[A-Za-z]|[A-Z](?:\.{LEVEL}){{1,9}}"
)
"""Numbers that are hardly anything but those of rules."""
DATE = re.compile(r"(?:(?:0?[1-9]|[12]\d|3[01])\.)?(?:0?[1-9]|[12]\d|3[01])\.(?:19|20)\d\d")
"""A month and year, or a day of one, in either order."""
DIALLED = re.compile(r"(?<![\w.])\+?\d{3,}\s$")
"""The part of a telephone number before another."""


def form_of(text: str, start: int, end: int, number: str) -> str:
    """Return how a number is written: the unit of the word before it, or the mark; in a list, that of its first."""
    before = place_of(text, start, end, number).before
    if word := LAST_WORD.search(before):
        folded = word["word"].casefold()
        return "see" if folded in words("see") else units().get(folded, "")
    return SIGNS.get(before.rstrip()[-1:], "")


def is_cited(text: str, start: int, end: int, number: str) -> bool:
    """Tell whether what is right beside a number says that it cites, whatever it leads to."""
    before, head, behind = first_signs(place_of(text, start, end, number))
    is_measured = behind == "unit" and before == "bracket"  # "(6.3 cm)"
    if head == "measures" or is_measured or (behind in COUNTED and before not in CUES):
        return False
    is_cued = behind == "bracket" or before in (*CUES, "place", "pair") or (before in JOINED[1:] and head == "cites")
    return is_cued or (before in JOINED and bool(SHAPED.fullmatch(number)))


def is_counting(text: str, end: int) -> bool:
    """Tell whether what follows a number is what it counts: "7 ships"."""
    return first_signs(NumberContext("", text[end : end + NEAR], ()))[2] in (*COUNTED, "plural")


def is_other(text: str, start: int, end: int) -> bool:
    """Tell whether a number is a date, or the end of a telephone number."""
    return bool(DATE.fullmatch(text, start, end) or DIALLED.search(text, max(0, start - NEAR), start))


AT_HOME = 2
"""Entries that have a word which is at home in a document. The five documents have no such case."""


class Weighing:
    """The numbers of one document, weighed."""

    def __init__(self, document: str, targets: Targets) -> None:
        """Keep what is known."""
        self.document = document
        self.targets = targets

    def odds(self, reference: FoundReference, text: str, ids: Sequence[str], cues: Collection[str] = ()) -> float:
        """Return the logarithm of how much likelier a number is a reference than not.

        Args:
            reference: the number.
            text: what it is in.
            ids: the entries that it may mean; empty where none has it.
            cues: words and marks that the document puts before numbers of rules.
        """
        return odds(self.signs(reference, text, ids, cues))

    def signs(
        self, reference: FoundReference, text: str, ids: Sequence[str], cues: Collection[str] = ()
    ) -> dict[str, float]:
        """Return the signs of a number."""
        place = place_of(text, reference.start, reference.end, reference.number or "")
        return signs_of(place, self._section(ids[0]) if ids else self._nowhere, cues)

    def is_of_other_things(self, reference: FoundReference, text: str, cues: Collection[str]) -> bool:
        """Tell whether the word before a number counts other things than rules: "version 3.1 of the rulebook"."""
        place = place_of(text, reference.start, reference.end, reference.number or "")
        return first_signs(place, cues=cues)[0] == "numbered"

    def is_strange(self, word: str) -> bool:
        """Tell whether a word is not at home in the document."""
        return word_root(word.casefold()) not in self._own_words

    @cached_property
    def _nowhere(self) -> TargetWords:
        """What is known of a number that no entry has: the name of the game, of whose rules it may be."""
        return TargetWords((), loose_words(self.targets.games.get(self.document) or ""))

    def _section(self, id: str) -> TargetWords:
        entry = self.targets.entries[id]
        title, text = loose_words(entry.title or ""), self.targets.text_words(id, self.document)
        if entry.document == self.document:
            return TargetWords(title, text)
        return TargetWords(title, text, self.targets.vocabulary(entry.document, self.document) | self._own_words)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """The roots of words that several entries of the document have, names of cards among them."""
        counted: Counter[str] = Counter()
        for id in self.targets.by_document[self.document]:
            counted.update({word_root(word) for word in self.targets.words(id)})
        return frozenset(word for word, count in counted.items() if count >= AT_HOME)
