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
from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from judge.reading.metadata.editions import StatedFact, is_kind
from judge.reading.metadata.game_names import ALONE, STRONG, Game, GameNames, NameCandidate, fold_name

NO_NAME = "no game is named"
SUPPORT = 3
"""What the other documents of a collection add to a name at most."""
PASSING = 2
"""What a name counts at most that a document only mentions."""
FEW, MANY = 3, 6
"""Proper names that two documents share if they are of one game."""
JOINERS = re.compile("of|and|the|to|for|in|on|from|de|du|van|von|[:&]")
SETTLED = 100


class Witness(Struct, frozen=True):
    """What one document says of its game."""

    collection: str
    said: StatedFact | None
    """What a person said of it."""
    names: GameNames


class _Name(Struct):
    """A game's name, with all forms in which documents print it."""

    name: str
    forms: set[str] = field(default_factory=set)
    """Folded."""
    said: dict[int, NameCandidate] = field(default_factory=dict)
    """What each document says of it, by the document's place."""

    def strongly(self) -> int:
        """Return how many documents say it strongly."""
        return sum(one.weight >= STRONG for one in self.said.values())

    def is_settled(self) -> bool:
        """Tell whether a person said it, or it is known."""
        return any(one.weight >= SETTLED for one in self.said.values())

    def is_defined(self) -> bool:
        """Tell whether a document says that this is the game."""
        return any(one.defines for one in self.said.values())

    def weight(self, place: int) -> int:
        """Return how strongly a document says it."""
        return self.said[place].weight if place in self.said else 0

    def spoken(self, witness: Witness) -> int:
        """Return how often a document prints it."""
        heard = witness.names.heard.items()
        return sum(count for said, count in heard if any(f" {form} " in f" {said} " for form in self.forms))


def agree(witnesses: Sequence[Witness], games: Sequence[Game]) -> list[StatedFact]:
    """Decide the game of each document.

    Args:
        witnesses: one for each document, in their order.
        games: what is known of games.
    """
    settled = [_settled(witness) for witness in witnesses]
    if all(settled):
        return [fact for fact in settled if fact]
    names = _merged(witnesses, games)
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
            names.setdefault(folded, _Name(candidate.name, {folded})).said[place] = candidate
    for game in games:
        if known := names.get(fold_name(game.name)):
            known.forms |= {fold_name(name) for name in game.names}
    for key, short in sorted(names.items(), key=lambda one: (len(one[1].name), one[1].name)):
        longer = {at: other for at, other in names.items() if _is_short_for(short, other)}
        best = [at for at, one in longer.items() if not any(_is_short_for(one, other) for other in longer.values())]
        # a person or a known game settles both: two games
        if len(best) == 1 and not (short.is_settled() and longer[best[0]].is_settled()):
            _put_together(names, key, best[0])
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


def _put_together(names: dict[str, _Name], short: str, long: str) -> None:
    """Make one name of two: of the long form, if more speaks for it."""
    one, other = names[short], names[long]
    keep, drop = (other, names.pop(short)) if _is_whole(one, other) else (one, names.pop(long))
    for place, said in drop.said.items():
        own = keep.said.get(place, said)
        stronger = said if said.weight >= own.weight else own
        keep.said[place] = stronger._replace(defines=own.defines or said.defines)
    keep.forms |= drop.forms


def _is_whole(short: _Name, long: _Name) -> bool:
    """Tell whether the long one of two names is the game's."""
    if short.is_settled() or long.is_settled():
        return long.is_settled()
    if fold_name(short.name) in initials(long.name):
        return True
    if short.is_defined() != long.is_defined():
        return long.is_defined()
    return long.strongly() > max(1, short.strongly())


def _firm(witnesses: Sequence[Witness], settled: Sequence[StatedFact | None], names: Sequence[_Name]) -> dict[int, str]:
    """Return the documents whose game is settled, or named by themselves beyond doubt, each with the game."""
    firm = {place: fact.value for place, fact in enumerate(settled) if fact and fact.value}
    for place in (place for place, fact in enumerate(settled) if not fact):
        own = [name for name in names if name.weight(place) >= STRONG]
        if own:
            firm[place] = max(own, key=lambda name: _worth(name, place, witnesses)).name
    return firm


def _worth(name: _Name, place: int, witnesses: Sequence[Witness]) -> float:
    """Return how strongly a document and the others of its collection say a name."""
    passing = min(PASSING, name.spoken(witnesses[place]) / 2)
    others = sum(name.weight(at) for at in _near(place, witnesses))
    return name.weight(place) + passing + min(SUPPORT, others / 2)


def _near(place: int, witnesses: Sequence[Witness]) -> list[int]:
    """Return where the other documents of a collection are."""
    own = witnesses[place].collection
    return [at for at, other in enumerate(witnesses) if other.collection == own and at != place]


def _chosen(place: int, witnesses: Sequence[Witness], names: Sequence[_Name], firm: Mapping[int, str]) -> StatedFact:
    """Choose the name for one document; one that is headed "Errata" alone is of the one game of its collection."""
    witness, near = witnesses[place], _near(place, witnesses)
    best, best_score, best_why = None, 0.0, NO_NAME
    shared = _shared(place, near, witnesses, firm)
    for name in names:
        here = sum(at in name.said for at in near)
        own, spoken, filed = place in name.said, name.spoken(witness), _is_filed(witness.names.stem, name)
        common = shared.get(name.name, set())
        if not (own or here) or not (own or spoken or filed or len(common) >= FEW):
            continue
        bond = (len(common) >= FEW) + (len(common) >= MANY)
        score = _worth(name, place, witnesses) + bond + 2 * filed
        if score > best_score and score >= ALONE:
            best, best_score = name.name, score
            alike = f"it mentions {', '.join(sorted(common)[:FEW])}, as the others do"
            other = f"the text mentions “{name.name}”" if spoken else "the file's name says so" if filed else alike
            best_why = _why(name.said[place].why if own else other, here)
    of_collection = {firm[at] for at in near if at in firm}
    if not best and witness.names.is_kind_alone and len(of_collection) == 1:
        return StatedFact(of_collection.pop(), "its title names no game, and the other documents name this one alone")
    return StatedFact(best, best_why)


def _why(said: str, others: int) -> str:
    """Say what a document's game rests on, and how many others agree."""
    if not others:
        return said
    count = f"{others} other document{'s' if others > 1 else ''}"
    return f"{said}; {count} in the collection agree{'' if others > 1 else 's'}"


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
    told = {" ".join(word for word in form.split() if not is_kind(word)) for form in name.forms} - {""}
    short = {one for one in initials(name.name) if len(one) > 2}
    return any(f" {form} " in joined for form in name.forms | told) or not short.isdisjoint(stem)
