"""Words and titles with mistakes: letters swapped, missing, doubled, or written by ear."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from judge.core.languages.stemming import root
from judge.core.likeness import distance_of, misspelt, nearest_spelling
from judge.core.tokens import STOP_WORDS
from judge.library.store import Name, Store, Synonym, remembered

NEGATED = r"^(?:un|non|il(?=l)|ir(?=r))(?=[^\W\d_]{3})"
"""Prefixes that turn an English word round. "in", "im" and "dis" as often do not: "inplay", "imprint", "discard"."""
SOUNDS = (
    (r"ph", "f"),
    (r"ck|qu|q|c(?![eiyh])|kw|kh|x", "k"),
    (r"c(?=[eiy])|z|sz", "s"),
    (r"tsch|tch|ch|sh", "s"),
    (r"wh|w|v", "v"),
    (r"th|dt|d", "t"),
    (r"gh|j|dg", "g"),
    (r"(?<=.)[aeiouyh]", ""),
    (r"(.)\1+", r"\1"),
)
"""What sounds alike, in this order: letters of a key that becomes a sound. Texts, since few queries need them."""
SPELLINGS = (
    (r"(?:t|ss|s|c)i(?=[aeou])|ci(?=[aeou])|shu|chu(?=n)|sch", "sh"),
    (r"dg(?=e|i|y)|d(?=j)", "g"),
    (r"x", "ks"),
    (r"ou?gh(?=$|n|e)", "of"),
    (r"ght|gt(?=$|s$)", "t"),
    (r"ch(?=[rl]|ar[aeio])", "k"),
    (r"^(?:kn|gn|pn)", "n"),
    (r"^wr", "r"),
    (r"^ps", "s"),
    (r"mb(?=$|s$|er|ing)", "m"),
    (r"(?<=[aeiou])r?e$|(?<=[aeo])w(?=[^aeiou]|$)", ""),
)
"""What English spells in several ways, in this order, before its sound is taken: action and "ackshun"."""
SEVERAL = "cgkpwx"
"""Letters that do not always sound alike at the beginning of a word."""
BY_EAR_MOST = 3
"""Letters by which two words that sound alike differ in length, at most. Half or double decides otherwise for a fifth
of the pairs of words that 385 scored queries compare."""
BY_EAR_FROM = 6
"""Letters of a word at or above which it is compared by ear alone; a shorter one only with words of more letters, for
whoever spells by ear leaves some out: "atak". In 385 scored queries, half takes 3 unknown words more and double 10 of
13 less."""
FEWEST_SOUNDS = 3
"""Sounds of a word at or above which it is compared by ear alone. In 385 scored queries, half takes one word more and
double 11 of 14 less."""
NEAR = 60
"""Titles that are compared by ear as well."""
BY_EAR = 0.4
"""How much the sound counts beside the letters."""
SURE_FROM = 6
"""Letters of a word at or above which even its first may be a mistake; a shorter one would be too many other words."""
MOST_MENDINGS = 20
"""Words with the fewest mistakes that are compared by ear and by how often they are used."""
MISTAKES = ((4, 1), (8, 2))
"""Letters of a word at or above which it may have that many mistakes."""


@lru_cache(maxsize=4096)
def sound(key: str) -> str:
    """Return how a key sounds, roughly.

    >>> sound("zhengyikwan") == sound("zhengyiquan"), sound("xitlali") == sound("xitllali")
    (True, True)
    """
    for pattern, instead in SOUNDS:
        key = re.sub(pattern, instead, key)
    return key


@lru_cache(maxsize=65536)
def heard(word: str) -> str:
    """Return how a word sounds that somebody spells by ear: vowels and doubled letters tell nothing.

    >>> heard("ackshun") == heard("action"), heard("damidge") == heard("damage"), heard("sale") == heard("damage")
    (True, True, False)
    """
    for pattern, instead in SPELLINGS:
        word = re.sub(pattern, instead, word)
    return sound(word)


def mend_words(store: Store, strange: Iterable[tuple[str, ...]]) -> dict[str, str]:
    """Return, for those words that may be another with mistakes, that other word.

    Where letters alone find nothing, the word is one that sounds like it.

    Args:
        store: whose vocabulary the other words are of.
        strange: words that are not in it, each with its other forms, such as the singular, where it has any.

    Returns:
        the other words, by the first forms.
    """
    vocabulary = _vocabulary(store)
    mended: dict[str, str] = {}
    for forms in strange:
        alike = (find(form, *vocabulary) for find in (_written_alike, _heard_alike) for form in forms)
        if meant := next(filter(None, alike), None):
            mended[forms[0]] = meant
    return mended


def negates(one: str, other: str) -> bool:
    """Say whether one of two words is the other with a prefix that turns it round: no word is mended to its opposite.

    >>> negates("uncommitted", "commit"), negates("legal", "illegal"), negates("discard", "card")
    (True, True, False)
    """
    first, second = root(one), root(other)
    return first != second and (_without_negation(one) == second or first == _without_negation(other))


def _without_negation(word: str) -> str:
    return root(re.sub(NEGATED, "", word))


def _written_alike(word: str, known: Sequence[str], counts: Sequence[int]) -> str | None:
    """Return the known word with the fewest letters that differ; one that says little only if there is no other."""
    allowed = max((mistakes for letters, mistakes in MISTAKES if len(word) >= letters), default=0)
    if not allowed or not word.isalpha():
        return None
    ranked = [
        (other in STOP_WORDS, distance, sound(other) != sound(word), other[0] != word[0], -counts[place], other)
        for other, distance, place in misspelt(word, known, allowed, MOST_MENDINGS)
        if len(other) > 2
        and not negates(word, other)
        and (len(word) >= SURE_FROM or other[0] == word[0] or sound(other) == sound(word))
    ]
    return min(ranked)[-1] if ranked else None


def _may_sound(other: str, first: str) -> bool:
    """Say whether a word may begin with a sound; told by its first letters, for most words need no longer look."""
    return other[0] in SEVERAL or other[1] == "h" or sound(other[0]) == first


def _heard_alike(word: str, known: Sequence[str], counts: Sequence[int]) -> str | None:
    """Return the known word that sounds like one and has most of its letters; of several, the one used most.

    The beginning of a known word is unfinished, and not taken for another.
    """
    if not word.isalpha() or len(heard(word)) < FEWEST_SOUNDS or any(other.startswith(word) for other in known):
        return None
    fewer = BY_EAR_MOST if len(word) >= BY_EAR_FROM else -1
    shortest = max(len(word) - fewer, BY_EAR_MOST + 1)
    near = [
        (distance_of(word, other), -counts[place], other)
        for place, other in enumerate(known)
        if shortest <= len(other) <= len(word) + BY_EAR_MOST
        and _may_sound(other, heard(word)[0])
        and heard(other) == heard(word)
    ]
    distance, _, best = min(near, default=(len(word), 0, None))
    return best if 2 * distance <= len(word) + 1 else None


@remembered
def _vocabulary(store: Store) -> tuple[list[str], list[int]]:
    """Return all terms and how many entries hold each; then the words that players alone use."""
    counted = dict(store.vocabulary())
    counted |= dict.fromkeys(spoken_words(store.every("synonym", Synonym), counted), 0)
    return list(counted), list(counted.values())


def spoken_words(synonyms: Iterable[Synonym], held: Container[str]) -> list[str]:
    """Return the words that players or documents use for something else and that no text holds, in their order.

    Short ones are left out: too many other words are like them.

    Args:
        synonyms: what is typed for what.
        held: the terms of all texts.
    """
    typed = {word for synonym in synonyms for word in synonym.spelled.split() if word.isalpha()}
    return sorted(word for word in typed if len(word) > MISTAKES[0][0] and word not in held)


@remembered
def _titles(store: Store) -> tuple[list[str], list[Name]]:
    """Return the keys of all titles and aliases, and the names they are of."""
    names = [name for name in store.names() if name.kind in ("title", "alias")]
    return [name.key for name in names], names


def alike(store: Store, wanted: str, enough: float) -> list[tuple[float, int]]:
    """Return the entries whose titles are written or sound like a key: how alike, and their positions; best first.

    Args:
        store: whose titles are compared.
        wanted: the key of what was typed.
        enough: how alike they must be, 1 being the same.
    """
    keys, names = _titles(store)
    cutoff = max(0.0, (enough - BY_EAR) / (1 - BY_EAR))
    best: dict[int, float] = {}
    for other, by_letters, place in nearest_spelling(wanted, keys, cutoff, NEAR):
        by_ear = nearest_spelling(sound(wanted), [sound(other)], 0.0, 1)[0].score
        score = (1 - BY_EAR) * by_letters + BY_EAR * by_ear
        if score >= enough:
            position = names[place].position
            best[position] = max(score, best.get(position, 0.0))
    return sorted(((score, position) for position, score in best.items()), key=lambda one: (-one[0], one[1]))


def beginning_alike(wanted: str, names: Sequence[Name], limit: int) -> list[Name]:
    """Return the names that begin nearly as a key does."""
    begun = [name.key[: len(wanted)] for name in names]
    allowed = 1 if len(wanted) < MISTAKES[1][0] else 2
    return [names[near.place] for near in misspelt(wanted, begun, allowed, limit)]
