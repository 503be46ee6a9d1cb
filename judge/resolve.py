"""References to targets: one small function a kind of reference.

Reads: the entries and references of all documents. Writes: one `Resolution` a reference. All targets are collected
first. A target is looked for in the same document, then in the other documents of the same game, never in another
game. A single candidate is taken; several are reported, never chosen among in silence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from judge.model import Entry, Reference, Resolution
from judge.numbering import normalise, parents
from judge.titles import SET_CODE, keys

TAIL = re.compile(r"\s+(?:for|in|on|about|if|when|as)\s.*$|\s+(?:above|below|entry|section|rules?)$", re.IGNORECASE)
"""Words behind a title that are no part of it: "See The Golden Gunman (NW) for more rulings"."""


class Targets:
    """Everything that can be pointed at, by number and by title."""

    def __init__(self, entries: Iterable[Entry], games: Mapping[str, str | None]) -> None:
        """Collect the targets.

        Args:
            entries: of all documents.
            games: the game of each document key.
        """
        self.games = games
        self.entries: dict[str, Entry] = {}
        self.numbers: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.titles: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        """Title key to document key to ids."""
        for entry in entries:
            self.entries[entry.id] = entry
            if entry.number:
                self.numbers[entry.document, normalise(entry.number)].append(entry.id)
            for title in (entry.title, *entry.aliases):
                for one in keys(title) if title else ():
                    ids = self.titles[one][entry.document]
                    if entry.id not in ids:
                        ids.append(entry.id)

    def titled(self, title: str, document: str) -> list[str]:
        """Return the entries of a title: those of the document, or else those of its game."""
        for one in keys(title):
            found = self.titles.get(one)
            if not found:
                continue
            if document in found:
                return found[document]
            game = self.games.get(document)
            others = [ids for key, ids in found.items() if game and self.games.get(key) == game]
            if others:
                return [one_id for ids in others for one_id in ids]
        return []


def resolve(references: Iterable[Reference], targets: Targets) -> Iterator[Resolution]:
    """Resolve references; what only looks like one (`Reference.sure`) and leads nowhere is left out."""
    for reference in references:
        resolution = RESOLVERS[reference.kind](reference, targets)
        if resolution:
            yield resolution


def by_number(reference: Reference, targets: Targets) -> Resolution | None:
    """Resolve "(24.8.1)": the entry of that number in the same document."""
    document = targets.entries[reference.source].document
    number = reference.number or ""
    found = targets.numbers.get((document, normalise(number)), [])
    if found:
        return _choose(reference, found, f"the number {number} is printed {len(found)} times")
    if not reference.sure:
        return None
    above = (targets.numbers.get((document, up)) for up in parents(number))
    nearest = next((ids[0] for ids in above if ids), None)
    reason = f"no entry is numbered {number}"
    return Resolution(reference, "dangling", suggestion=nearest, reason=reason)


def by_title(reference: Reference, targets: Targets) -> Resolution | None:
    """Resolve "See Toughness": the title as it is printed, then without what an author may put behind it."""
    entry = targets.entries[reference.source]
    label = reference.label or ""
    for title in _readings(label):
        named = targets.titled(title, entry.document) or targets.numbers.get((entry.document, normalise(title)), [])
        found = [one for one in named if one != entry.id]
        if found:
            return _choose(reference, found, f"{len(found)} entries have the title {title}")
    return Resolution(reference, "dangling", reason=f"no entry has the title {label}") if reference.sure else None


def _readings(label: str) -> Iterator[str]:
    """Yield what a label may name, the longest reading first."""
    label = label.strip(" .,;“”\"'‘’")
    yield label
    short = TAIL.sub("", label)
    yield short
    yield SET_CODE.sub("", short)


def _choose(reference: Reference, found: list[str], reason: str) -> Resolution:
    if len(found) == 1:
        return Resolution(reference, "ok", found[0])
    return Resolution(reference, "ambiguous", candidates=tuple(found), reason=reason)


RESOLVERS = {"number": by_number, "see": by_title}
"""How each kind of reference is resolved."""
