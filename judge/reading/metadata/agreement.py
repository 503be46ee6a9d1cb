"""The names of games, decided by all documents together.

Reads: the `GameNames` of each document, and its collection. Writes: a `StatedFact` for each: the game and why.

    1. What a person said, and games that are known by name, are settled.
    2. Names that mean one game are put together: "Flesh" in "Flesh and Blood", "VTES" for "Vampire: The Eternal
       Struggle". The long form is the game's name, unless the short one is what the texts mostly say.
    3. Each document takes the name that it and the other documents of its collection say most strongly. A document that
       does not name its game takes the one whose documents it shares proper names with. A folder alone proves nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.reading.metadata.editions import StatedFact, is_kind
from judge.reading.metadata.game_names import ALONE, STRONG, Game, GameNames, NameCandidate, fold_name

NO_NAME = "no game is named"
SUPPORT = 3
"""What the other documents of a collection add to a name at most."""
PASSING = 2
"""What a name counts at most that a document only mentions."""
FEW, MANY = 3, 6
"""Proper names that two documents share if they are of one game."""
JOINERS = re.compile(r"\b(?:of|and|the|to|for|in|on|from|de|du|van|von)\b|[:&]")
SETTLED = 100


class Witness(NamedTuple):
    """What one document says of its game."""

    collection: str
    said: StatedFact | None
    """What a person said of it."""
    names: GameNames


@dataclass(slots=True)
class _Name:
    """A game's name, with all forms in which documents print it."""

    name: str
    forms: set[str] = field(default_factory=set)
    """Folded."""
    weights: dict[int, int] = field(default_factory=dict)
    """How strongly each document says it, by the document's place."""
    why: dict[int, str] = field(default_factory=dict)
    defined: bool = False
    """A document says that this is the game."""

    def strongly(self) -> int:
        """Return how many documents say it strongly."""
        return sum(weight >= STRONG for weight in self.weights.values())


def agree(witnesses: Sequence[Witness], games: Sequence[Game]) -> list[StatedFact]:
    """Decide the game of each document.

    Args:
        witnesses: one for each document, in their order.
        games: what is known of games.
    """
    names = _merged(witnesses, games)
    settled = [_settled(witness) for witness in witnesses]
    if all(settled):
        return [fact for fact in settled if fact]
    firm = _firm(witnesses, settled, names)
    return [fact or _chosen(place, witnesses, names, firm) for place, fact in enumerate(settled)]


def _settled(witness: Witness) -> StatedFact | None:
    """Return what needs no agreement."""
    if witness.said:
        return witness.said
    return StatedFact(witness.names.known, witness.names.known_why) if witness.names.known else None


def _merged(witnesses: Sequence[Witness], games: Sequence[Game]) -> list[_Name]:
    """Collect the names that documents say, those that mean one game put together."""
    names: dict[str, _Name] = {}
    for place, witness in enumerate(witnesses):
        settled = _settled(witness)
        said = [NameCandidate(settled.value, SETTLED, settled.why)] if settled and settled.value else []
        for candidate in said if settled else witness.names.candidates:
            folded = fold_name(candidate.name)
            one = names.setdefault(folded, _Name(candidate.name, {folded}))
            one.weights[place], one.why[place] = candidate.weight, candidate.why
            one.defined |= candidate.defines
    for game in games:
        if known := names.get(fold_name(game.name)):
            known.forms |= {fold_name(name) for name in game.names}
    heard: Counter[str] = Counter()
    for witness in witnesses:
        heard.update(witness.names.heard)
    for short in sorted(names.values(), key=lambda one: (len(one.name), one.name)):
        longer = [other for other in names.values() if other is not short and _is_short_for(short, other)]
        longer = [one for one in longer if not any(_is_short_for(one, other) for other in longer if other is not one)]
        # a person or a known game settles both: two games
        are_two = all(max(one.weights.values()) >= SETTLED for one in (short, *longer))
        if len(longer) == 1 and not are_two:
            _put_together(short, longer[0], names, heard)
    return list(names.values())


def _is_short_for(short: _Name, long: _Name) -> bool:
    """Tell whether a name is a part of a longer one, or its initials."""
    one, other = fold_name(short.name), fold_name(long.name)
    return (one != other and f" {one} " in f" {other} ") or one in initials(long.name)


def initials(name: str) -> set[str]:
    """Return what a name of several words may be shortened to.

    >>> sorted(initials("Flesh and Blood"))
    ['fab', 'fb']
    """
    words = fold_name(name).split()
    bearing = [word for word in words if not JOINERS.fullmatch(word)]
    return {"".join(word[0] for word in some) for some in (words, bearing) if len(some) > 1}


def _put_together(short: _Name, long: _Name, names: dict[str, _Name], heard: Mapping[str, int]) -> None:
    """Make one name of two: of the long form, unless the texts mostly say the short one and nothing else."""
    keep, drop = (long, short) if _is_whole(short, long, heard) else (short, long)
    for place, weight in drop.weights.items():
        if weight >= keep.weights.get(place, 0):
            keep.why[place] = drop.why[place]
        keep.weights[place] = max(weight, keep.weights.get(place, 0))
    keep.forms |= drop.forms
    keep.defined |= drop.defined
    names.pop(next(key for key, one in names.items() if one is drop))


def _is_whole(short: _Name, long: _Name, heard: Mapping[str, int]) -> bool:
    """Tell whether the long one of two names is the game's."""
    if max(short.weights.values()) >= SETTLED or max(long.weights.values()) >= SETTLED:
        return max(long.weights.values()) >= SETTLED
    one, other = fold_name(short.name), fold_name(long.name)
    if one in initials(long.name) or other == f"the {one}":
        return True
    left = f" {other} ".replace(f" {one} ", " | ").split("|")
    cut_at_joiner = any(part.split() and _joins(part, side) for side, part in enumerate(left))
    subtitle = ":" in long.name
    often = 2 * heard.get(other, 0) >= max(1, heard.get(one, 0))
    if short.defined and not long.defined and long.strongly() <= short.strongly():
        return False
    if max(long.weights.values()) > STRONG and (cut_at_joiner or subtitle):
        return True
    if long.defined and not short.defined:
        return True
    if long.strongly() > max(1, short.strongly()):
        return True
    return often and max(long.weights.values()) >= ALONE and long.strongly() >= short.strongly()


def _joins(part: str, side: int) -> bool:
    """Tell whether what is left of a name is joined to it by a word such as "of" or "and"."""
    words = part.split()
    return JOINERS.fullmatch(words[0] if side else words[-1]) is not None


def _firm(witnesses: Sequence[Witness], settled: Sequence[StatedFact | None], names: Sequence[_Name]) -> dict[int, str]:
    """Return the documents whose game is settled, or named by themselves beyond doubt, each with the game."""
    firm: dict[int, str] = {}
    for place, fact in enumerate(settled):
        if fact and fact.value:
            firm[place] = fact.value
        elif not fact:
            own = [name for name in names if name.weights.get(place, 0) >= STRONG]
            if own:
                firm[place] = max(own, key=lambda name: _worth(name, place, witnesses)).name
    return firm


def _worth(name: _Name, place: int, witnesses: Sequence[Witness]) -> float:
    """Return how strongly a document and the others of its collection say a name."""
    own = min(name.weights.get(place, 0), SETTLED)
    heard = witnesses[place].names.heard
    passing = min(PASSING, sum(count for said, count in heard.items() if _says(said, name.forms)) / 2)
    collection = witnesses[place].collection
    others = sum(
        weight for at, weight in name.weights.items() if at != place and witnesses[at].collection == collection
    )
    return own + passing + min(SUPPORT, others / 2)


def _says(said: str, forms: Iterable[str]) -> bool:
    return any(f" {form} " in f" {said} " for form in forms)


def _chosen(place: int, witnesses: Sequence[Witness], names: Sequence[_Name], firm: Mapping[int, str]) -> StatedFact:
    """Choose the name for one document."""
    witness = witnesses[place]
    near = [at for at, other in enumerate(witnesses) if other.collection == witness.collection and at != place]
    best, best_score, best_why = None, 0.0, NO_NAME
    shared = _shared(place, near, witnesses, firm)
    for name in names:
        own = name.weights.get(place, 0)
        here = [at for at in near if name.weights.get(at, 0)]
        if not own and not here:
            continue
        spoken = sum(count for said, count in witness.names.heard.items() if _says(said, name.forms))
        filed = _is_filed(witness.names.stem, name)
        common = shared.get(name.name, set())
        if not (own or spoken or filed or len(common) >= FEW):
            continue
        bond = 2 if len(common) >= MANY else 1 if len(common) >= FEW else 0
        score = _worth(name, place, witnesses) + bond + 2 * filed
        if score > best_score and score >= ALONE:
            best, best_score = name, score
            best_why = _why(name, place, here, spoken, common, filed=filed)
    return StatedFact(best.name, best_why) if best else StatedFact(None, NO_NAME)


def _shared(
    place: int, near: Sequence[int], witnesses: Sequence[Witness], firm: Mapping[int, str]
) -> dict[str, set[str]]:
    """Return the proper names that a document shares with those of each game, and with no other game's."""
    own = witnesses[place].names.heard.keys()
    of_game: dict[str, set[str]] = defaultdict(set)
    for at in near:
        if at in firm:
            of_game[firm[at]] |= own & witnesses[at].names.heard.keys()
    return {
        game: shared.difference(*(others for other, others in of_game.items() if other != game))
        for game, shared in of_game.items()
    }


def _is_filed(stem: Sequence[str], name: _Name) -> bool:
    """Tell whether the file's name holds the game's, or its initials."""
    joined = f" {' '.join(stem)} "
    short = {one for one in initials(name.name) if len(one) > 2}
    told = {" ".join(word for word in form.split() if not is_kind(word)) for form in name.forms} - {""}
    return any(f" {form} " in joined for form in name.forms | told) or any(word in short for word in stem)


def _why(name: _Name, place: int, here: Sequence[int], spoken: int, common: Iterable[str], *, filed: bool) -> str:
    """Say what a document's game rests on."""
    said = [name.why[place]] if place in name.why else []
    if not said and spoken:
        said.append(f"the text mentions “{name.name}”")
    if not said and filed:
        said.append("the file's name says so")
    if not said:
        said.append(f"it mentions {', '.join(sorted(common)[:FEW])}, as the others do")
    if here:
        count = len(here)
        said.append(
            f"{count} other document{'s' if count > 1 else ''} in the collection agree{'' if count > 1 else 's'}"
        )
    return "; ".join(said)
