"""Old and new sentences on one subject that seem to disagree: a list of what a person should look at, best first.

Reads: entries, what stands beside each, and relations that a person stated. Writes: `Conflict`s. Two sentences are
compared if much of what they say is the same; then each sign of `SIGNS` is looked for:

    polarity     one denies what the other says: "may intercept", "cannot intercept"
    number       another number: "for 5 Power", "for two Power"
    time, order  "before" and "after", "at the start" and "at the end", "left" and "right", "first" and "last"
    duty         "may" and "must"

Nothing is called superseded for that: a person decides, with `judge relate`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.tokens import NUMERALS
from judge.editions.passages import Sentence, roots, sentences
from judge.editions.superseded import Relation, place_of

ALIKE = 0.42
"""How alike two sentences must be, from 0 to 1, to be about the same."""
DENIED = 3
"""Words behind "not" of which one must stand in the other sentence."""
MOST_OF_PAIR = 1
"""Pairs of sentences of one older block and one newer entry."""
NEGATION = re.compile(
    r"\b(?:not|no|never|cannot|can['’]t|don['’]t|doesn['’]t|isn['’]t|won['’]t|neither|nor|without)\b", re.I
)
NUMBER = re.compile(
    rf"(?<![\d.(§])\b(?:\d{{1,3}}|{'|'.join(word for word in NUMERALS if word != 'one')})\b(?![.\d)])", re.I
)
OPPOSITES = (
    (r"\bbefore\b", r"\bafter\b", "order"),
    (r"\b(?:start|begin\w*) of\b", r"\bend of\b", "time"),
    (r"\bleft\b", r"\bright\b", "order"),
    (r"\bfirst\b", r"\blast\b", "order"),
    (r"\bimmediately\b", r"\b(?:later|not (?:\w+ )?until|step|end of)\b", "time"),
    (r"\b(?:may|can|optional\w*|voluntar\w*)\b", r"\b(?:must|has to|have to|always|mandator\w*|required)\b", "duty"),
    (r"\b(?:only one|a single|one other)\b", r"\b(?:any number|several|multiple|more than one)\b", "number"),
)
"""Words of which a sentence has one, and another the opposite; what the difference is."""


class Conflict(NamedTuple):
    """Two sentences that seem to disagree."""

    old: str
    old_block: int
    new: str
    new_block: int
    old_text: str
    new_text: str
    why: str
    score: float
    state: str
    """open, accepted or rejected."""

    def record(self) -> Record:
        """Return the contract's JSON."""
        return {"record": "conflict", **self._asdict()}


Weights = Callable[[str], float]
"""Returns what a word weighs."""


def find_conflicts(
    entries: Mapping[str, Record],
    links: Iterable[tuple[str, int | None, Record]],
    relations: Sequence[Relation],
    weigh: Weights,
) -> list[Conflict]:
    """Return the sentences that seem to disagree, best first.

    Args:
        entries: those of all documents, by id.
        links: what is newer than texts, and what resembles them: id, block, link.
        relations: what persons stated.
        weigh: returns what a word weighs.
    """
    states = {_pair(one, entries): "rejected" if one.kind == "none" else "accepted" for one in relations}
    found: dict[tuple[str, int, str], Conflict] = {}
    for id, block, link in links:
        if link.get("relation") == "edition" or link["id"] not in entries:
            continue
        places = range(len(entries[id]["blocks"])) if block is None else (block,)
        for place in places:
            for one in _between(entries[id], place, entries[link["id"]], "relation" in link, weigh):
                key = one.old, one.old_block, one.new
                if key not in found or one.score > found[key].score:
                    state = states.get((id, link["id"]), "open")
                    found[key] = one._replace(state=state)
    return sorted(found.values(), key=lambda one: (-one.score, one.old, one.old_block, one.new))


def _pair(relation: Relation, entries: Mapping[str, Record]) -> tuple[str, str]:
    return place_of(relation.old, entries)[0], place_of(relation.new, entries)[0]


def _between(old: Record, block: int, new: Record, titled: bool, weigh: Weights) -> Iterator[Conflict]:
    """Yield the pair of sentences that disagree most, of an old block and a new entry."""
    pairs = []
    title = roots(new["title"] or "") | roots(old["title"] or "")
    for mine in sentences(old["blocks"][block]["text"]):
        for place, other in enumerate(new["blocks"]):
            for theirs in sentences(other["text"]) if other["kind"] != "example" else ():
                alike = _likeness(mine, theirs, title, weigh)
                why = sorted(signs(mine.text, theirs.text)) if alike >= ALIKE else []
                if why:
                    score = alike + 0.08 * (len(why) - 1) + (0.1 if titled else 0.0)
                    pairs.append((score, -place, mine, theirs, why))
    for score, place, mine, theirs, why in sorted(pairs, key=lambda one: (-one[0], one[1]))[:MOST_OF_PAIR]:
        said = ", ".join(why)
        yield Conflict(
            old["id"], block, new["id"], -place, mine.text, theirs.text, said, round(min(score, 1.0), 4), "open"
        )


def _likeness(one: Sentence, other: Sentence, title: frozenset[str], weigh: Weights) -> float:
    """Return how alike two sentences are as weighed words; the words of the titles both are about."""
    own, others = roots(one.text), roots(other.text)
    if not (own & others) - title:
        return 0.0
    first, second = own | title, others | title
    shared = sum(weigh(word) ** 2 for word in own & others)
    shared += sum(weigh(word) ** 2 for word in title - (own & others)) / 3
    return shared / sqrt(sum(weigh(word) ** 2 for word in first) * sum(weigh(word) ** 2 for word in second))


def signs(old: str, new: str) -> set[str]:
    """Return in what two sentences differ that may be a contradiction.

    >>> signs("You may burn it for 5 Power.", "You may burn it for two Power.")
    {'number'}
    >>> signs("It may intercept.", "It cannot intercept.")
    {'polarity'}
    """
    found = set()
    if _denies(old, new) or _denies(new, old):
        found.add("polarity")
    mine, theirs = (_numbers(text) for text in (old, new))
    if mine and theirs and not mine & theirs:
        found.add("number")
    for one, other, why in OPPOSITES:
        for first, second in ((one, other), (other, one)):
            if _has(first, old) and _has(second, new) and not _has(second, old) and not _has(first, new):
                found.add(why)
    return found


def _denies(one: str, other: str) -> bool:
    """Tell whether a sentence denies what another says: what stands behind "not" stands there without one."""
    if NEGATION.search(other):
        return False
    said = roots(other)
    return any(roots(" ".join(one[match.end() :].split()[:DENIED])) & said for match in NEGATION.finditer(one))


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def _numbers(text: str) -> set[int]:
    return {NUMERALS.get(one.lower(), -1) if not one.isdigit() else int(one) for one in NUMBER.findall(text)}
