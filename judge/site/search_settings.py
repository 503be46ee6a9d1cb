"""What the page's search is told: the words, patterns, weights and limits by which the program itself answers.

Nothing is written twice: a change of a weight, an ending or a pattern changes the page's answers as well.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from judge.core import languages, names, numbering, text_facts, tokens
from judge.core.languages import stemming
from judge.core.model import Document
from judge.library import full_text
from judge.library.store import RULES
from judge.references import written_addresses
from judge.search import (
    locating,
    locators,
    passages,
    query_parsing,
    ranking,
    stages,
    weights,
)
from judge.search.interactions import between, card_order, subjects
from judge.search.wording import query_expansion, spelling, typed_words

LETTER = r"\p{L}\p{N}_"
r"""What Python's \w stands for, as JavaScript writes it inside brackets."""
IN_CLASS = {r"\w": LETTER, r"\d": r"\p{Nd}"}
GROUP = r"\(\?P<[a-z]+>"
"""What a named group begins with."""
ALONE = {r"\w": f"[{LETTER}]", r"\W": f"[^{LETTER}]", r"\d": r"\p{Nd}"}
PIECE = re.compile(r"\[\^?(?:\\.|[^\]\\])+\]|\(\?P<|\\.|[^\\\[(]+|\(")
"""Pieces of a pattern: a class in brackets, a named group's beginning, an escape, anything else."""


def settings() -> dict[str, Any]:
    """Return all settings, ready for JSON."""
    patterns = {name: javascript(pattern) for name, pattern in pattern_table().items()}
    steps = [(name, why, *getattr(step, "keywords", {}).values()) for name, why, step in stages.STEPS]
    return {"words": _words(), "patterns": patterns, "weights": _weights(), "limits": _limits(), "steps": steps}


def javascript(pattern: str | re.Pattern[str]) -> list[str]:
    r"""Return a pattern of Python's as a pattern of JavaScript's and its flags.

    >>> javascript(re.compile(r"(?P<word>[^\W_]+)", re.IGNORECASE))
    ['(?<word>[\\p{L}\\p{N}]+)', 'iu']
    """
    source = pattern if isinstance(pattern, str) else pattern.pattern
    ignored = source.startswith("(?i)") or (not isinstance(pattern, str) and bool(pattern.flags & re.IGNORECASE))
    return ["".join(map(_piece, PIECE.findall(source.removeprefix("(?i)")))), "iu" if ignored else "u"]


def _piece(piece: str) -> str:
    if piece == "(?P<":
        return "(?<"
    if not piece.startswith("["):
        return ALONE.get(piece, piece)
    if r"\W" in piece:
        others = _in_class(piece.strip("[]").removeprefix("^").replace(r"\W", ""))
        if piece.startswith("[^"):
            letter = LETTER.removesuffix("_") if "_" in others else LETTER
            barred = others.replace("_", "")
            return f"(?:(?![{barred}])[{letter}])" if barred else f"[{letter}]"
        return f"(?:[^{LETTER}]|[{others}])" if others else f"[^{LETTER}]"
    return f"[{_in_class(piece[1:-1])}]"


def _in_class(inner: str) -> str:
    return re.sub(r"\\.", lambda match: IN_CLASS.get(match[0], match[0]), inner)


def folded(texts: Iterable[str]) -> Mapping[str, str]:
    """Return how the letters and marks of texts are folded, where a browser's own rules may say otherwise.

    They are nearly Python's; where a library's own letters are concerned, nearly is not enough.
    """
    used = {char for text in texts if not text.isascii() for char in text if char > "\x7f"}
    found = {char: tokens.fold(char) for char in used if char.isalnum()}
    found |= {
        char: "" if unicodedata.combining(char) else char for char in used if unicodedata.category(char)[0] == "M"
    }
    return {char: found[char] for char in sorted(found) if found[char] != char or _changes(char)}


def _changes(char: str) -> bool:
    """Tell whether a browser may take a letter or mark for another."""
    return char.upper().lower() != char or not char.isalnum()


def word_forms(documents: Iterable[Document]) -> dict[str, Any]:
    """Return how words change in the languages of documents that have their forms as data."""
    spoken = sorted({document.language for document in documents if document.language} - {languages.ENGLISH})
    forms = {language: languages.word_forms(language) for language in spoken}
    return {
        language: one._asdict() | {"little": sorted(tokens.stop_words(language))} for language, one in forms.items()
    }


def _words() -> dict[str, Any]:
    return {
        "endings": stemming.ENDINGS,
        "shortestRoot": stemming.SHORTEST_ROOT,
        "noPlural": stemming.NO_PLURAL,
        "longPlural": stemming.LONG_PLURAL,
        "operators": query_parsing.OPERATORS,
        "irregular": stemming.IRREGULAR,
        "numerals": tokens.NUMERALS,
        "magnitudes": tokens.MAGNITUDES,
        "initials": [tokens.FEWEST_INITIALS, tokens.MOST_INITIALS],
        "leftOut": sorted(tokens.LEFT_OUT),
        "stopWords": sorted(tokens.STOP_WORDS),
        "manySay": tokens.MANY_SAY,
        "pointing": sorted(query_expansion.POINTING),
        "against": sorted(stages.AGAINST),
        "called": stages.CALLED,
        "ranked": text_facts.RANKED,
        "listings": names.LISTINGS,
        "units": dict(languages.units()),
        "unitsOfRules": (languages.RULE, languages.CLAUSE),
        "locating": sorted(locators.LOCATING),
        "ordinals": dict(languages.ordinals()),
        "see": sorted(languages.words("see")),
        "notHere": written_addresses.NOT_HERE,
        "loose": locators.LOOSE,
        "parts": numbering.PARTS,
        "partKinds": numbering.PART_LETTERS,
        "partsOfUnits": numbering.UNIT_KINDS,
        "partWords": numbering.PART_WORDS,
        "marks": stages.MARKS,
        "question": languages.QUESTION,
        "joining": sorted(languages.words("of")),
        "pointer": card_order.POINTER,
        "lists": between.LISTS,
        "rules": sorted(RULES),
        "notRead": sorted(subjects.NOT_READ),
        "sounds": _heard(spelling.SOUNDS),
        "spellings": _heard(spelling.SPELLINGS),
    }


def _heard(sounds: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return patterns of what is heard with what each becomes."""
    return [[*javascript(pattern), instead.replace("\\", "$")] for pattern, instead in sounds]


def pattern_table() -> dict[str, str | re.Pattern[str]]:
    """Return the patterns that the page uses, by the names it has for them."""
    return {
        "word": tokens.WORD,
        "vowel": stemming.VOWEL,
        "double": stemming.DOUBLE,
        "notWords": tokens.NOT_WORDS,
        "unheard": tokens.UNHEARD,
        "looseMarks": tokens.LOOSE_MARKS,
        "unspaced": tokens.UNSPACED,
        "besideNumber": tokens.BESIDE_NUMBER,
        "elided": tokens.ELIDED,
        "setCode": tokens.SET_CODE,
        "article": tokens.ARTICLE,
        "sentenceEnd": tokens.SENTENCE_END,
        "notAnEnd": tokens.NOT_AN_END,
        "levels": numbering.PIECES,
        "extrasBehind": stages.EXTRAS_BEHIND,
        "extrasBefore": stages.EXTRAS_BEFORE,
        "asked": stages.ASKED,
        "negated": spelling.NEGATED,
        "meantAsCard": stages.MEANT_AS_CARD,
        "leading": query_parsing.LEADING,
        "trailing": query_parsing.TRAILING,
        "quoted": query_parsing.QUOTED,
        "titled": query_parsing.TITLED,
        "without": query_parsing.WITHOUT,
        "place": locators.PLACE,
        "comma": locators.COMMA,
        "last": locators.LAST,
        "partOfId": locators.PART_OF_ID,
        "cased": locators.CASED,
        "dressed": locators.DRESSED,
        "labelled": locators.LABELLED,
        "plainNumber": _anchored(numbering.NUMBER),
        "leftAlone": typed_words.LEFT_ALONE,
        "amount": f"^{locators.AMOUNT}",
        "lastPart": locators.WHOLE,
        "namedPart": _anchored(numbering.NAMED_PART),
        "rowKey": f"^{numbering.ROW_KEY}",
        "wholeNumber": _anchored(written_addresses.NUMBER.pattern),
        "typed": _typed_number(),
        "parts": f"^(?:{re.sub(GROUP, '(?:', written_addresses.PART.pattern)}){{1,{written_addresses.MOST_PARTS}}}",
        "ofWhole": f"^(?:{written_addresses.WHOLE_BEHIND.pattern})",
    }


def _typed_number() -> str:
    """Return one pattern of what `judge.search.locators` finds: a number, after a word or without any."""
    single, core, end = written_addresses.SINGLE, written_addresses.CORE, written_addresses.NOT_FURTHER
    worded = rf"(?P<word>[^\W\d_]{{1,20}})\.?\s(?:(?:number|no)\.?\s)?#?(?P<after>{core}|{single}|\([a-z]{{1,4}}\))"
    alone = rf"{written_addresses.NOT_INSIDE}(?P<alone>{core}|(?=\d){single})"
    label = rf"(?<={locators.KNOWN}){numbering.LABEL}"
    return rf"(?:{label}|{written_addresses.SHORT_HYPHENED.pattern}|(?<![\w.]){worded}{end}|{alone}{end})"


def _anchored(pattern: str) -> str:
    """Return a pattern that a whole text must fit."""
    return f"^(?:{pattern})$"


def _weights() -> dict[str, Any]:
    """Return all weights of the ranking by their names: `stopWord` for STOP_WORD."""
    named = {name.title().replace("_", ""): value for name, value in vars(weights).items() if name.isupper()}
    return {name[0].lower() + name[1:]: value for name, value in named.items()} | {"byEar": spelling.BY_EAR}


def _limits() -> dict[str, Any]:
    return {
        "query": query_parsing.LONGEST,
        "scopeWords": query_parsing.LONGEST_NAME,
        "keywords": query_parsing.KEYWORDS,
        "levels": locators.FEWEST_LEVELS,
        "shortest": typed_words.SHORTEST,
        "words": query_expansion.MOST_WORDS,
        "span": weights.LONGEST_SPAN,
        "candidates": weights.CANDIDATES,
        "prefixed": stages.MOST_PREFIXED,
        "letters": weights.FEWEST_LETTERS,
        "postings": full_text.MOST_POSTINGS,
        "far": ranking.FAR,
        "long": ranking.LONG,
        "longTitle": ranking.TITLE,
        "longAbove": ranking.ABOVE,
        "places": ranking.MOST_PLACES,
        "children": ranking.MOST_CHILDREN,
        "snippet": passages.LENGTH,
        "margin": passages.MARGIN,
        "near": spelling.NEAR,
        "sureFrom": spelling.SURE_FROM,
        "mistakes": spelling.MISTAKES,
        "names": between.MOST_NAMES,
        "way": between.MOST_ON_WAY,
        "holders": subjects.MOST_HOLDERS,
        "titleWords": subjects.MOST_TITLES,
        "nearest": locating.NEAREST,
        "nearEnough": locating.NEAR_ENOUGH,
        "newer": passages.MOST_BESIDE,
        "compared": spelling.MOST_MENDINGS,
        "byEarFrom": spelling.BY_EAR_FROM,
        "fewestSounds": spelling.FEWEST_SOUNDS,
        "severalSounds": spelling.SEVERAL,
        "byEarMost": spelling.BY_EAR_MOST,
    }
