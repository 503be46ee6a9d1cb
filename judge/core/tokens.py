"""Texts as tokens: words folded and in the singular; the forms of a title; the words that say little."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from judge.core.languages import ENGLISH, word_forms
from judge.core.languages import own_letters as language_letters
from judge.core.languages.stemming import root, singular, title_root

NOT_WORDS = re.compile(r"[\W_]+")
LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")
NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
LOOSE_MARKS = (
    "[\u0300-\u0305\u0307\u0309-\u036f]"
    "|(?<![\u0438\u0443])\u0306|(?<!\u0456)\u0308"  # those of й, ў and ї make other letters
)
UNSPACED_LETTER = "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]"
UNSPACED = f"{UNSPACED_LETTER}+"
"""Letters of Japanese and Chinese, which have no blanks between words: two neighbours are a term.

This and what is above it are texts: few queries need them, and a cold start would compile them."""
BESIDE_NUMBER = rf"(?<={UNSPACED_LETTER})(?=[0-9])|(?<=[0-9])(?={UNSPACED_LETTER})"
"""Where such a letter is beside a number."""
APOSTROPHES = "'’‘‛`´ʼʻʹ′＇"
"""Signs that are printed and typed as an apostrophe, or for want of one; a word is the same with any of them."""
ELIDED = (
    rf"(?i)^(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu|(?:d|n|s)?ell|all|dall|sull|un|gl)[{APOSTROPHES}](?=[^\W\d_]{{2}})"
)
"""What French and Italian write before a vowel, a word by itself: "l'eau", "dell'acqua"."""
UNHEARD = re.compile(rf"(?<=\d),(?=\d{{3}})|[{APOSTROPHES}]")
"""Marks that part no words: in "10,000" and in "Twin's"."""
CODE = r"(?:(?=[A-Z0-9]{0,3}[A-Z])[A-Z0-9]{2,4}|[A-Z][a-z]{1,2}[A-Z]|[A-Z][^(),\n]{1,40},\s?#?\d{1,3}[a-z]?)"
"""The set of a card, as it is in brackets after the name: LS, YotD, Core Set, 159."""
SET_CODE = rf"\s?\({CODE}\)\s*$"
APPENDIX = r"(?i)^appendix [^\W_]+(?:[:.]|\s?[—–])\s*"
"""Texts, for the same reason as `UNSPACED`."""
ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
SMALL_WORDS = frozenset("a an the of to in into on at by for from with as and or but nor vs per is it your".split())
"""Words that are often in lower case within a title, and by which titles on one subject differ."""


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return a text without case, accents and marks, one blank between words; marks that make other letters stay.

    >>> fold("ガード") == fold("カード"), fold("Й") == fold("И"), fold("Ё") == fold("Е")
    (False, False, True)
    >>> fold("Iala Mané"), fold("$10,000 Man"), fold("Evil Twin's"), fold("Evil Twin´s")
    ('iala mane', '10000 man', 'evil twins', 'evil twins')
    """
    return fold_once(text)


def fold_once(text: str) -> str:
    """Return what `fold` does of a text that hardly comes again, and so is not worth remembering."""
    plain = text.casefold()
    if not plain.isascii():
        plain = UNHEARD.sub("", plain)  # before ´ becomes a blank and an accent
        plain = NOT_ASCII.sub(_without_accents, unicodedata.normalize("NFKD", plain))
    return NOT_WORDS.sub(" ", UNHEARD.sub("", plain)).strip()


def _without_accents(found: re.Match[str]) -> str:
    composed = unicodedata.normalize("NFC", re.sub(LOOSE_MARKS, "", found[0]))
    return "".join(char for char in composed if not unicodedata.combining(char))


@lru_cache(maxsize=65536)
def key(title: str, glue: str = "") -> str:
    """Return the one key of a title: folded, without an article in front, words run together.

    >>> key("The Golden Gunman"), key("Ba-BOOM!") == key("BaBoom")
    ('goldengunman', True)
    """
    folded = ARTICLE.sub("", fold(title)) or fold(title)
    return folded.replace(" ", glue)


def letters_of_title(title: str, languages: Iterable[str]) -> str:
    """Return by which letters of their alphabets titles of one key differ: these, and a point for each other letter.

    >>> letters_of_title("Peña", ["es"]), letters_of_title("Pena", ["es"]), letters_of_title("Peñá", ["fr"])
    ('..ñ.', '....', '....')
    """
    own = frozenset[str]().union(*map(language_letters, languages))
    plain = unicodedata.normalize("NFC", title).casefold()
    return "".join(char if char in own else "." for char in plain if char.isalpha())


def keys(title: str) -> list[str]:
    """Return the keys under which an entry of this title is found, the title's own first.

    A title of marks only has none.
    """
    bare = re.sub(SET_CODE, "", title)
    found = [key(title), key(bare), key(re.sub(APPENDIX, "", bare))]
    return [one for one in dict.fromkeys(found) if one]


def capitalised_words(title: str) -> list[str]:
    """Return the words of a title that begin with a capital where it is written as one: all but the small ones.

    >>> capitalised_words("Loss of the Tokens")
    ['Loss', 'Tokens']
    """
    return [word for word in title.split() if word.casefold() not in SMALL_WORDS]


def loose_words(title: str) -> list[str]:
    """Return the words of a title that say what it is about, as singulars.

    >>> loose_words("Loss of the Tokens")
    ['loss', 'token']
    """
    words = fold(title).split()
    return [singular(word) for word in words if word not in SMALL_WORDS] or words


def loose_key(title: str) -> str:
    """Return the key that titles on one subject share, whatever the order of their words.

    >>> loose_key("Personal Honour and Dishonour") == loose_key("Personal Honour, Personal Dishonour")
    True
    """
    return " ".join(sorted(set(loose_words(title))))


def title_roots(title: str, language: str) -> str:
    """Return the key that the forms of a title in singular and plural share.

    >>> title_roots("Red Wolves", "en") == title_roots("red wolf", "en"), title_roots("Wölfe", "de")
    (True, 'wolf')
    """
    return " ".join(title_root(word, language) for word in fold(ARTICLE.sub("", title)).split())


WORD = re.compile(rf"[^\W_]+(?:[{APOSTROPHES}][^\W_]+|[.][0-9]+|,[0-9]{{3}}(?![0-9]))*")
UNITS = """
    zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMERALS = {word: value for value, word in enumerate(UNITS.split())}
NUMERALS |= {word: value * 10 for value, word in enumerate(TENS.split(), 2)}
MAGNITUDES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
FEWEST_INITIALS, MOST_INITIALS = 3, 8
"""Words of a title that is called by its initials."""
LEFT_OUT = frozenset(("the", "a", "an", "and"))
"""Words of a title that may be missing."""
SAY_LITTLE = """
    a about after all also am an and any are as at be because been before being but by can could did do does
    doing done each else ever every for from get gets getting go goes going got had happen happens has have
    having he her here him his how i if in into is it its just kind let lets like made make makes many may me
    mean means might mine more most much must my myself need needs new newest no not now of off on once one only
    or other our out over own please really say says she should so some still such take takes than that the their them
    then there these they thing things this those to too tell up us use used using very want was way we were
    what when where whether which while who whose why will with without would yes yet you your yours explain
    question rule rules ruling rulings work works dont doesnt cant isnt im ive vs versus
"""
STOP_WORDS = frozenset(form for word in SAY_LITTLE.split() for form in (word, singular(word)))
"""Words that say little about what a query is about; they are looked for, and count for little."""


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the terms of a language that say little about what a query is about."""
    return STOP_WORDS if language in ("", ENGLISH) else frozenset(words(word_forms(language).little))


def stop_words_for(terms: Collection[str], languages: Iterable[str]) -> frozenset[str]:
    """Return the terms that say little in that of some languages of which a query has the most; else in the first."""
    every = list(map(stop_words, dict.fromkeys(languages))) or [STOP_WORDS]
    return max(every, key=lambda one: sum(term in one for term in terms))


@cache
def ordinary_roots(languages: tuple[str, ...]) -> frozenset[str]:
    """Return the roots of the words of languages that are never another word with a mistake: "while" is no "whale"."""
    return frozenset(root(word, one) for one in languages for word in word_forms(one).ordinary.split())


MANY_SAY = 3
"""Words that say little at or above which they are a title where they are as one: "Who Wants Some?"."""


def words(text: str) -> list[str]:
    """Return the terms of a text: folded, singular, no word left out however short.

    >>> words("Turn the Sites' value of X (24.8)")
    ['turn', 'the', 'site', 'value', 'of', 'x', '24.8']
    """
    return [term for word in WORD.findall(text) for term in _terms(word)]


def tokens(text: str) -> list[tuple[str, int, int]]:
    """Return the terms of a text with the offsets of what they come from.

    That is a word, or two letters in a script without blanks.

    >>> tokens("l'eau"), [term for term, *_ in tokens("カード2枚")]
    ([('l', 0, 2), ('eau', 2, 5)], ['カー', 'ード', '2', '枚'])
    """
    return [
        (term, match.start() + start, match.start() + end)
        for match in WORD.finditer(text)
        for term, start, end in _terms_at(match[0])
    ]


def _terms(word: str) -> tuple[str, ...]:
    return tuple(term for term, *_ in _terms_at(word))


@lru_cache(maxsize=65536)
def _terms_at(word: str) -> tuple[tuple[str, int, int], ...]:
    """Return the terms of one word, each with where it is there; a number with points is one as it is."""
    if "." in word:
        return ((word.lower(), 0, len(word)),)
    if elided := re.match(ELIDED, word):
        parts = [(0, elided.end()), (elided.end(), len(word))]
    elif word.isascii():
        parts = [(0, len(word))]
    else:
        runs = [match.span() for match in re.finditer(UNSPACED, word)]
        cuts = sorted({0, len(word), *(at for run in runs for at in run)})
        parts = list(pairwise(cuts))
    return tuple(term for start, end in parts for term in _terms_of_part(word[start:end], start))


def _terms_of_part(part: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Yield the terms of a part of a word that is of one script."""
    folded = fold(part)
    if part.isascii() or not re.match(UNSPACED, part):
        yield from ((singular(one), start, start + len(part)) for one in folded.split())
        return
    folded, own = folded.replace(" ", ""), len(folded) == len(part)
    for place in range(max(1, len(folded) - 1)):
        if term := folded[place : place + 2]:
            yield term, start + place if own else start, start + place + len(term) if own else start + len(part)


def may_name(text: str) -> bool:
    """Say whether words that are a known title are meant as one: not where they are few and each says little.

    >>> may_name("Evil Twin"), may_name("Who Wants Some?"), may_name("take")
    (True, True, False)
    """
    found = words(text)
    return len(found) >= MANY_SAY or any(term not in STOP_WORDS for term in found)


def variant(title: str) -> str:
    """Return the form in which the usual variations of a title are the same, words run together.

    >>> variant("The Guns & Sites of Ten Thousand"), variant("gun and site of 10,000 (LS)")
    ('gunsiteof10000', 'gunsiteof10000')
    """
    found = [term for term in words(re.sub(SET_CODE, "", title)) if term not in LEFT_OUT]
    return "".join(_in_digits(found))


def root_key(title: str, language: str = ENGLISH) -> str:
    """Return the roots of a title, in the order of the alphabet.

    >>> root_key("the Burning Sites") == root_key("site burned")
    True
    """
    return " ".join(sorted(root(term, language) for term in words(re.sub(SET_CODE, "", title)) if term not in LEFT_OUT))


def is_of_a_card(kind: str, title: str | None) -> bool:
    """Say whether an entry is about a single card: its own entry, or a ruling with its name and set in the heading."""
    return kind == "card" or (kind in ("qa", "ruling") and bool(re.search(rf"\({CODE}\)", title or "")))


def set_code(name: str) -> str:
    """Return the code of the set of a card, or the set's name, which is in brackets after the card's; else nothing.

    >>> set_code("Evil Twin (LS)"), set_code("Charge! (Core Set, 159)"), set_code("Evil Twin (of mine)")
    ('LS', 'Core Set', '')
    """
    found = re.search(SET_CODE, name)
    return found[0].strip().strip("()").partition(",")[0] if found else ""


def initials(title: str) -> str:
    """Return the key of a title's initials, where it has words enough for a nickname made of them; else nothing.

    >>> initials("Walk on the Wild Side") == root_key("WOTWS"), initials("Evil Twin")
    (True, '')
    """
    found = words(re.sub(SET_CODE, "", title))
    return root_key("".join(term[0] for term in found)) if FEWEST_INITIALS <= len(found) <= MOST_INITIALS else ""


def _in_digits(found: list[str]) -> Iterator[str]:
    """Yield words, numbers in words as digits."""
    value: int | None = None
    for word in [*found, ""]:
        if word in NUMERALS:
            value = (value or 0) + NUMERALS[word]
        elif word in MAGNITUDES and value is not None:
            value *= MAGNITUDES[word]
        else:
            if value is not None:
                yield str(value)
            value = None
            yield word


SENTENCE_END = r"""(?<=[.!?])["”’')\]]*\s+(?=["“‘(\[]*([^\W_]))"""
NOT_AN_END = r"(?i)(?:\b(?:e\.g|i\.e|etc|vs|cf|sec|no|approx|dr|mr|mrs|st)|\b[A-Z])\.$"
"""What a full stop is after that ends no sentence."""


class Sentence(NamedTuple):
    """A sentence of a text, with its place there."""

    start: int
    end: int
    text: str


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text; a small letter begins none.

    >>> [one.text for one in sentences("It waits (see 4.1). Dr. Li waits, e.g. here. “So?” Then 3 ships sail.")]
    ['It waits (see 4.1).', 'Dr. Li waits, e.g. here.', '“So?”', 'Then 3 ships sail.']
    """
    found: list[Sentence] = []
    start = 0
    for gap in re.finditer(SENTENCE_END, text):
        if gap[1].islower() or re.search(NOT_AN_END, text[start : gap.start()]):
            continue
        closed = gap.start() + len(gap[0].rstrip())
        found.append(Sentence(start, closed, text[start:closed]))
        start = gap.end()
    if text[start:].strip():
        found.append(Sentence(start, len(text.rstrip()), text[start:].rstrip()))
    return found
