"""Which entry the words beside a number mean: the one that it leads to, or another that they fit better?

Reads: a cited number with its quotation, a title beside it, and the words of its sentence. Writes: `Weighed`.

Among thousands of entries some other one always has the words better, so that how well one fits says little: what
counts is how it fits among all. Each candidate has its signs; their weights added up are its odds, and the shares of
all candidates are 1 together. The number that is printed is itself the strongest sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from math import exp, inf, log
from operator import mul, ne
from typing import NamedTuple

from judge.checks.wrong_numbers import content, heading, phrase
from judge.citations.cited_numbers import CitedNumber
from judge.citations.rulebooks import Wordings, pieces
from judge.citations.verify import QuoteFinding, look_up, tokens
from judge.core.tokens import capitalised_words, key
from judge.references.extraction import is_of_number_before, title_beside

SENTENCE_END = re.compile(r"[.!?][\"”’)\]]{0,2}\s+(?=[\"“(\[A-Z§\d])|[\"”][.!?]\s|(?<=[a-z]{4})[.!?]\s")
CUE_BEFORE = re.compile(
    r"(?:,\s|\s?[–—]\s|\s?(?:->|→)\s|[\s(\[“\"]){0,6}"
    r"(?:\b(?:see|also|under|in|cf|as|per|by|from|at|according\sto|following|rules?|sections?|sec|chapters?|no|number|cr)"
    r"\.?\s?|§{1,2}\s?|[(\[]){0,5}$",
    re.IGNORECASE,
)
"""What is between a title and its number."""
CONTINUING = re.compile(r"\s{0,4}(?:that|this|it|which)\b", re.IGNORECASE)
"""How a sentence begins that speaks of the one before it."""
LONGEST_TITLE = 9
"""Words of a title that is before its number. Chosen, not fitted."""
WIDEST = 400
"""Characters on each side of a number that may speak of it. Chosen, not fitted."""
FEWEST_WORDS = 4
"""Words of a sentence; where there are fewer, those of the sentence before it speak too. Chosen, not fitted."""


class NamedBeside(NamedTuple):
    """An entry whose title is beside a number."""

    id: str
    whole: bool
    """It is written as a title."""
    alone: bool
    """It is, and no other entry has a title like it."""


Titled = tuple[list[str], bool]
"""The entries of a title, and whether it is written as one."""


class WordsBeside:
    """What is written beside a citation."""

    def __init__(self, one: CitedNumber) -> None:
        """Take the stretch of its passage that is its own."""
        start, end = one.reference.start, one.end
        text = one.passage.text
        self._one, self._text, self._start, self._end = one, text, start, end
        self._before = text[max(one.before, start - WIDEST) : start]
        self._beside = cache(self._titles_beside)
        """Returns the titles beside the number, those written as titles first."""
        self.number, self.mates = one.number, one.mates
        self._behind = text[end : max(min(one.behind, end + WIDEST), end)]

    @cached_property
    def quotation(self) -> str | None:
        """The quotation next to the number; None where there is none."""
        found = [(gap, span) for span in self._one.quotations if (gap := self._gap(*span)) is not None]
        if not found:
            return None
        start, end = min(found)[1]
        return self._text[start + 1 : end - 1]

    def _gap(self, start: int, end: int) -> int | None:
        """Return how far a quotation is from the number; None if it is in another sentence or nearer to another."""
        one = self._one
        if end <= self._start and start >= one.before:
            gap, between = self._start - end, self._text[end - 1 : self._start]
            other = start - one.before
            parted = SENTENCE_END.search(self._text[one.before : start + 2]) if one.before else True
        elif start >= self._end and end <= one.behind:
            gap, between = start - self._end, self._text[self._end : start + 2]
            other = one.behind - end
            parted = SENTENCE_END.search(self._text[end - 1 : one.behind]) if one.behind < len(self._text) else True
        else:
            return None
        nearer = not parted and other < gap
        return None if nearer or SENTENCE_END.search(between) else gap

    @cached_property
    def sentence(self) -> str:
        """Its sentence; where that has hardly a word, with the one before it."""
        pieces = SENTENCE_END.split(self._before)
        behind, *rest = SENTENCE_END.split(self._behind, maxsplit=2)
        if rest and self._behind[len(behind)] == "?":
            behind = f"{behind} {rest[0]}"  # the answer to a question speaks of the rule that it asks for
        found = f"{pieces[-1]} {behind}"
        continued = self._one.passage.place == "record" or CONTINUING.match(pieces[-1])
        if len(pieces) > 1 and continued and len(content(found)) < FEWEST_WORDS:
            found = f"{pieces[-2]} {found}"
        return found

    @cached_property
    def words(self) -> list[str]:
        """The roots of the words of its sentence, and of its quotation, that name something."""
        quotation = self.quotation if self.quotation and self.quotation not in self.sentence else ""
        return [word for word in content(f"{quotation} {self.sentence}") if not word[0].isdigit()]

    def titled(self, wordings: Wordings) -> list[str]:
        """Return the entries of a document whose titles are beside the number, after it and right before it."""
        return [id for ids, _ in self._beside(wordings) for id in ids]

    def named(self, wordings: Wordings) -> NamedBeside | None:
        """Return the one entry that a title beside the number names, the highest of several; None where none does."""
        for ids, whole in self._beside(wordings):
            one = wordings.sections.titled(heading(wordings.by_id[ids[0]].title or ""))
            best = one if one in ids else ids[0] if len(ids) == 1 else None
            if best:
                return NamedBeside(best, whole, whole and wordings.is_alone(best))
        return None

    def _titles_beside(self, wordings: Wordings) -> list[Titled]:
        found: list[Titled] = []
        label = title_beside(self._text, self._start, self._end, wordings.titles)
        if label:
            marked = any(f"{label.words}{mark}" in self._text for mark in "”\"’'")
            whole = label.whole and (_is_capitalised(label.words) or marked)
            found.append((wordings.titles[key(label.words)], whole))
        before = self._before_it(wordings)
        found += [before] if before else []
        return sorted(found, key=lambda one: not one[1])

    def _before_it(self, wordings: Wordings) -> Titled | None:
        """Return the title that the words right before the number and its cue end with: "by Last Call (rule 4)"."""
        words = CUE_BEFORE.sub("", self._before).split()[-LONGEST_TITLE:]
        if not words or not (words[-1][-1].isalnum() or words[-1][-1] in "”\"’'*_"):
            return None
        for first in range(len(words)):
            title = " ".join(words[first:]).strip("“”\"'‘’*_")
            ids = wordings.titles.get(key(title)) if title else None
            if ids and is_of_number_before(self._text, self._text.rfind(title, 0, self._start), wordings.titles):
                return None
            if ids:
                capitals, several = _is_capitalised(title), len(capitalised_words(title)) > 1
                if capitals or several:
                    return ids, capitals and several
        one = wordings.sections.named_at_the_end(phrase(" ".join(words)))
        several = one is not None and len(heading(wordings.by_id[one].title or "")) > 1
        return ([one], False) if one and several else None


def _is_capitalised(title: str) -> bool:
    """Tell whether words are written as a title: none that is not small begins with a small letter."""
    return all(not word[0].isalpha() or word[0].isupper() for word in capitalised_words(title))


Signs = dict[str, float]
IN_QUOTES = re.compile(r"[\"“]([^\"“”]*)(?:[\"”]|$)")
PRINTED = "printed"
"""Begins the signs of what has the number that is printed."""
WEIGHTS: dict[str, float] = {
    "amount": 1.53,
    "bare": -1.52,
    "below named": 0.62,
    "former": -0.24,
    "mate": 1.82,
    "named": 1.01,
    "named alone": 0.17,
    "named whole": 0.62,
    "nothing": 2.34,
    "pairs": 2.15,
    "printed": 4.24,
    "printed known": 2.66,
    "printed mated": 0.29,
    "printed quoting": 0.93,
    "quotation": -11.09,
    "quotation held": 5.87,
    "quotation long": 3.27,
    "quotation spread": -1.37,
    "quoted": 3.36,
    "same end": 0.49,
    "same head": 1.34,
    "share": 1.54,
    "share below": 2.31,
    "title": 1.26,
    "title above": -1.21,
    "title first": 0.20,
    "title held": 0.87,
    "title share": 2.23,
    "titled": 0.97,
}
"""The weights of the signs, as `tools/fit_citations.py` prints them: logarithms of odds."""


class Sense(NamedTuple):
    """An entry that may be meant."""

    id: str
    signs: Signs
    sound: bool
    """The citation is sound if it is meant."""


class Rival(NamedTuple):
    """An entry of the printed number in another document."""

    id: str
    wordings: Wordings
    sound: bool
    """It is one of a document that is cited as well; else of another edition."""
    now: str | None = None
    """What it has become in the edition that is meant."""


class Weighed:
    """What the words beside a number mean."""

    def __init__(self, candidates: Sequence[Sense]) -> None:
        """Take the entries that may be meant."""
        self.candidates = candidates
        self._odds = [odds(one.signs) for one in candidates]
        others = [(odd, one.id) for odd, one in zip(self._odds, candidates, strict=True) if not one.sound]
        others.sort(reverse=True)
        self.other = others[0][1] if others else None
        """The likeliest entry by which the citation would not be sound."""
        self.clear = exp(others[0][0] - others[1][0]) if len(others) > 1 else inf
        """How many times likelier it is than the next of those."""

    @cached_property
    def shares(self) -> list[float]:
        """How likely each candidate is the one that is meant."""
        return shares(self._odds)

    @property
    def wrong(self) -> float:
        """How likely it is one by which the citation would not be sound."""
        return sum(share for share, one in zip(self.shares, self.candidates, strict=True) if not one.sound)

    @cached_property
    def spoken(self) -> tuple[float, float]:
        """How likely the words alone mean an entry of the printed number, or one that makes it sound; and others."""
        alone = [
            odds({name: value for name, value in one.signs.items() if not name.startswith(PRINTED)})
            if PRINTED in one.signs
            else odd
            for odd, one in zip(self._odds, self.candidates, strict=True)
        ]
        found = list(zip(shares([*alone, WEIGHTS["nothing"]]), self.candidates, strict=False))
        cited = sum(share for share, one in found if one.sound or PRINTED in one.signs)
        return cited, sum(share for share, _ in found) - cited


def odds(signs: Mapping[str, float]) -> float:
    """Return the logarithm of how likely a candidate is, before it is put beside the others."""
    return sum(map(mul, map(WEIGHTS.__getitem__, signs), signs.values()), 0.0)


def shares(found: Sequence[float]) -> list[float]:
    """Return how likely each of some candidates is, by their odds."""
    most = max(found)
    each = [exp(one - most) for one in found]
    whole = sum(each)
    return [one / whole for one in each]


def weigh(beside: WordsBeside, target: str, wordings: Wordings, rivals: Sequence[Rival] = ()) -> Weighed:
    """Weigh what the words beside a number mean.

    Args:
        beside: what is written there.
        target: the entry that the number leads to.
        wordings: the words of its document.
        rivals: what it leads to elsewhere.
    """
    signer = Signer(beside, wordings)
    mates = {id for number in beside.mates for id in wordings.numbered(number)}
    near = {one for id in mates for one in (id, *wordings.above(id)[:1], *wordings.below.get(id, ()))}
    above = wordings.above(target)
    parts = (part for id in signer.titles if id not in above for part in wordings.parts(id, target))
    best = wordings.best(signer.words)
    found = [Sense(target, signer.of_words(target) | signer.of_printed(), sound=True)]
    same = (target, *(rival.now for rival in rivals))
    for id in dict.fromkeys([*above[:1], *signer.said, *signer.titles, *parts, *best, *mates]):
        if id not in same:
            signs = signer.of_words(id) | signer.of_place(id)
            sound = id in near or wordings.are_kin(id, target)
            found.append(Sense(id, signs | {"mate": 1.0} if id in mates else signs, sound))
    for rival in rivals:
        other = Signer(beside, rival.wordings)
        signs = other.of_words(rival.id) | other.of_printed()
        found.append(Sense(rival.id, signs if rival.sound else signs | {"former": 1.0}, rival.sound))
    return Weighed(found)


class Signer:
    """Finds the signs of entries, for the words beside one number."""

    def __init__(self, beside: WordsBeside, wordings: Wordings) -> None:
        """Take the words."""
        self._beside, self._wordings = beside, wordings
        self.words = frozenset(wordings.rarity.weights.keys() & set(beside.words))
        self._whole = wordings.rarity.weight(self.words) or 1.0
        self._pairs = frozenset(pairwise(beside.words))
        self._number = pieces(beside.number)
        inside = wordings.named_in(self.words)
        self._titled = frozenset(beside.titled(wordings) if inside else ())
        self._named = beside.named(wordings) if inside else None
        self.titles = [*self._titled, *inside]
        """The entries whose titles are beside the number, or among the words."""

    @cached_property
    def said(self) -> frozenset[str]:
        """The entries that have the words of the quotation."""
        quotation = self._beside.quotation
        if not quotation:
            return frozenset()
        near = self._wordings.best(frozenset(content(quotation)))
        return frozenset(id for id in near if look_up(quotation, self._wordings.text(id)).finding is QuoteFinding.EXACT)

    def of_words(self, id: str) -> Signs:
        """Return the signs of what an entry says."""
        words, weight, known = self.words, self._wordings.rarity.weight, self._wordings.known(id)
        own, below = weight(words & known.words), weight(words & known.below)
        signs = {"share": own / self._whole, "amount": own / 10, "share below": below / self._whole}
        if same := self._pairs & known.pairs:
            signs["pairs"] = min(len(same), 6) / 3
        if held := known.title & words:
            signs["title held"] = weight(held) / (known.title_weight or 1.0)
            if len(held) == len(known.title):
                signs["title" if known.heads else "title above"] = min(known.title_weight / 10, 1.5)
                signs["title share"] = known.title_weight / self._whole
                signs["title first"] = float(known.title <= frozenset(self._beside.words[: max(3, len(held))]))
        if known.bare:
            signs["bare"] = 1.0
        if id in self.said:
            signs["quoted"] = 1.0
        if id in self._titled:
            signs["titled"] = 1.0
        if (named := self._named) and named.id == id:
            signs |= {"named": 1.0, "named whole": float(named.whole), "named alone": float(named.alone)}
        elif named:
            signs["below named"] = float(named.whole and self._wordings.are_kin(named.id, id))
        return signs

    def of_printed(self) -> Signs:
        """Return the signs of the entry of the printed number, whatever it says."""
        beside = self._beside
        signs = {
            PRINTED: 1.0,
            "printed mated": log(1 + len(beside.mates)),
            "printed known": log(1 + len(self.words)) / 3,
        }
        if quoted := IN_QUOTES.findall(beside.sentence):
            signs["printed quoting"] = (
                self._wordings.rarity.weight(self.words.intersection(content(" ".join(quoted)))) / self._whole
            )
        return signs

    def of_place(self, id: str) -> Signs:
        """Return the signs of where an entry is, from the one of the printed number."""
        one, other = self._wordings.known(id).number, self._number
        signs: Signs = {}
        differ = list(map(ne, one, other))
        same = differ.index(True) if True in differ else 0
        if same:
            signs["same head"] = 1.0
        if len(one) == len(other) and same < len(one) - 1 and not any(differ[same + 1 :]):
            signs["same end"] = 1.0
        return signs


def misquoted(quotation: str, text: str) -> float:
    """Return how likely a quotation that a text does not have is of it, and not of something else, such as a card."""
    near = look_up(quotation, text)
    if near.finding is not QuoteFinding.NEAR:
        return 0.0
    quoted, passage = len(tokens(quotation)), len(tokens(text[near.start : near.end]))
    return 1 / (1 + exp(-odds(misquotation(near.share, quoted, passage))))


def misquotation(share: float, quoted: int, passage: int) -> Signs:
    """Return the signs that a quotation is of a text that has a share of its words in a passage.

    Args:
        share: from 0 to 1.
        quoted: words of the quotation.
        passage: words of the passage.
    """
    signs = {"quotation": 1.0, "quotation held": share, "quotation long": log(1 + quoted)}
    return signs | {"quotation spread": abs(log(passage / quoted))}
