"""After a renumbering: what the numbers of old references have become, learnt from those whose words tell it.

Where chapters were put in, taken out or moved, and the references were not changed, some have words beside them that
name their section. They tell by which step each chapter, and each section below it, has moved:

    Body (10.0) is now 11.0, Smoking (19.0) is now 20.0   → chapters 10 to 19 moved by one
    Going Home (28.8) is now 28.9                         → in the former chapter 28, sections from 8 on moved by one

Reads: judged references and the sections of a document. Writes: the same references, those judged anew that the first
look left alone: the number that a step makes of theirs fits their words better; or they have no words that tell, and
all references around them have moved. Where titles of several sections of a former chapter are nowhere any more, it was
taken out, and what cites it with words that its number does not know means nothing that is left.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from judge.checks.cited_sections import EMPTY_ROOTS, TAIL, CitedSection, CitedSections, content, phrase
from judge.core.model import Resolution
from judge.core.numbering import Key, lookup_key, parse

FEWEST = 3
"""References that moved alike before others without words are taken to have moved too."""
RARELY = 5
"""How many times more references must have moved than kept their places, where a number still exists."""
GONE = 3
"""References to a former chapter with words unknown there, a title counting twice, before it is taken for gone."""
MOST_CANDIDATES = 6

Step = tuple[Key, int, int]
"""The levels before the one that moved, how many levels from there on there are, and by how much it moved."""
Moved = tuple[str, str]
"""Ids of the entry of the printed number and of the one that is meant."""


def step_of(old: str, new: str) -> Step | None:
    """Return by what a number moved, if by one level alone: 10.0 to 11.0 is the same step as 19.0 to 20.0.

    >>> step_of("10.0", "11.0") == step_of("19.0", "20.0"), step_of("4.1", "7.3.1")
    (True, None)
    """
    first, second = parse(old), parse(new)
    if not first or not second or len(first) != len(second):
        return None
    differing = [level for level, (one, other) in enumerate(zip(first, second, strict=True)) if one != other]
    if len(differing) != 1 or first[differing[0]][1] != second[differing[0]][1]:
        return None
    level = differing[0]
    return first[:level], len(first) - level, second[level][0] - first[level][0]


@dataclass(slots=True)
class Places:
    """What is known of the numbers below one former number: how many of each moved by what, and how many did not."""

    moved: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    kept: Counter[int] = field(default_factory=Counter)
    titles_gone: Counter[int] = field(default_factory=Counter)
    """Titles behind a number that no section has."""
    foreign: Counter[int] = field(default_factory=Counter)
    """References with words that the section of the number does not know."""

    def steps(self, value: int) -> list[int]:
        """Return by what a number may have moved: as it did elsewhere, else as those around it did."""
        if value in self.moved:
            return [step for step, _ in self.moved[value].most_common()]
        below, above = self._around(value)
        steps = [self.moved[one].most_common(1)[0][0] if one is not None else 0 for one in (below, above)]
        return list(dict.fromkeys(steps if above is not None else steps[:1]))

    def is_clear(self, value: int, step: int, rarely: int) -> bool:
        """Tell whether hardly a reference to a number, and to those up to where others moved so, kept its place."""
        below, above = self._around(value)
        span = range(value if below is None else below, (value if above is None else above) + 1)
        moved = sum(self.moved[one][step] for one in span if one in self.moved)
        kept = sum(self.kept[one] for one in span)
        return moved >= FEWEST and moved >= rarely * kept

    def _around(self, value: int) -> tuple[int | None, int | None]:
        """Return the nearest numbers from a number on down and up of which a step is known."""
        below = max((one for one in self.moved if one <= value), default=None)
        above = min((one for one in self.moved if one >= value), default=None)
        return below, above


class Renumbering:
    """By what the numbers of a document have moved, level by level."""

    def __init__(self, resolutions: Iterable[Resolution], sections: CitedSections) -> None:
        """Learn from references that were judged."""
        self.below: dict[Key, Places] = defaultdict(Places)
        """By the former number above."""
        self.found = False
        for one in resolutions:
            number = parse(one.reference.number or "") if one.reference.kind == "number" else None
            if number:
                self._learn(one, number, sections)

    def _learn(self, one: Resolution, old: Key, sections: CitedSections) -> None:
        meant = sections.by_id.get(one.suggestion or "")
        target = sections.by_id.get(one.target or "")
        if one.status == "ok" and target and _agrees(one, target):
            for level in range(len(old)):
                self.below[old[:level]].kept[old[level][0]] += 1
        elif one.status == "mislabelled" and not one.suggestion:
            self.below[()].titles_gone[old[0][0]] += 1
        elif one.status == "ok" and target and _is_foreign(one, target):
            self.below[()].foreign[old[0][0]] += 1
        elif one.status in ("mislabelled", "dangling") and meant and meant is not target and _is_named(one, meant):
            new = parse(meant.number) or ()
            if len(new) == len(old):
                self.found = True
                for level, (before, after) in enumerate(zip(old, new, strict=True)):
                    self.below[old[:level]].moved[before[0]][after[0] - before[0]] += 1

    def candidates(self, number: Key) -> list[Key]:
        """Return what a former number may be now, the likeliest first; itself is not among them."""
        found: list[Key] = [()]
        for level, (value, letter) in enumerate(number):
            places = self.below.get(number[:level])
            steps = places.steps(value) if places else [0]
            found = [(*begun, (value + step, letter)) for begun in found for step in steps][:MOST_CANDIDATES]
        return [one for one in found if one != number]

    def is_clear(self, old: Key, new: Key, rarely: int) -> bool:
        """Tell whether what moved a number moved all references around it, whatever their words.

        Args:
            old: the printed number.
            new: what it may have become.
            rarely: how many times more must have moved than kept their places.
        """
        moved = [level for level in range(len(old)) if old[level] != new[level]]
        level = moved[0]
        return len(moved) == 1 and self.below[old[:level]].is_clear(
            old[level][0], new[level][0] - old[level][0], rarely
        )

    def is_known(self, old: Key, new: Key) -> bool:
        """Tell whether the words of another reference show that a number has become another."""
        *above, (value, _) = old
        places = self.below.get(tuple(above))
        moved = places.moved.get(value, ()) if places else ()
        return tuple(above) == new[:-1] and new[-1][0] - value in moved

    def is_gone(self, number: Key) -> bool:
        """Tell whether the former chapter of a number seems to have been taken out."""
        chapters, chapter = self.below[()], number[0][0]
        titles, others = chapters.titles_gone[chapter], chapters.foreign[chapter]
        return titles > 0 and 2 * titles + others > GONE


def judge(resolutions: Sequence[Resolution], sections: CitedSections) -> list[Resolution]:
    """Judge the references that the first look left alone by the steps of a renumbering."""
    learnt = Renumbering(resolutions, sections)
    if not learnt.found and not learnt.below[()].titles_gone:
        return list(resolutions)
    return [_judged(one, learnt, sections) for one in resolutions]


def _judged(one: Resolution, learnt: Renumbering, sections: CitedSections) -> Resolution:
    old = parse(one.reference.number or "") if one.reference.kind == "number" else None
    target = sections.by_id.get(one.target or "")
    is_open = (one.status == "ok" and target) or one.status == "dangling"
    unmeant = one.status == "mislabelled" and one.suggestion in (None, one.target)
    if not old or one.reference.anchor or not (is_open or unmeant):
        return one
    for new in learnt.candidates(old):
        meant = sections.by_number.get(_written(new))
        if not meant:
            continue
        better = _is_better(one, target, meant, clear=learnt.is_clear(old, new, 1), known=learnt.is_known(old, new))
        if better or (is_open and _is_carried(one, target, old, new, learnt)):
            number, named = one.reference.number, _is_named(one, meant)
            reason = differs(target, meant) if target else f"no entry is numbered {number}"
            if not target and named:
                reason += f"; {meant.title} is {meant.number}"
            elif not named:
                reason += f"; others to these sections show that {number} has become {meant.number}"
            status = "mislabelled" if target else one.status
            return replace(one, status=status, suggestion=meant.entry.id, reason=reason)
    if is_open and target and learnt.is_gone(old) and _is_foreign(one, target):
        words = " ".join((one.reference.label or "").split()[-TAIL:])
        reason = f"{called(target)}, which says nothing of {words}; the former {old[0][0]} is gone"
        return replace(one, status="mislabelled", reason=reason)
    return one


def _is_better(one: Resolution, target: CitedSection | None, meant: CitedSection, *, clear: bool, known: bool) -> bool:
    """Tell whether the words of a reference are clearly more those of a section that a step leads to.

    A part of its title is enough where most references around have moved by the step (`clear`), or where one to the
    same number has (`known`) and the texts of the two sections do not say otherwise.
    """
    words = words_of(one)
    fits_meant = len(words & meant.words)
    fits_target = len(words & target.words) if target else 0
    if not fits_meant or not target:
        return bool(fits_meant)
    whole_meant, whole_target = meant.words <= words, target.words <= words
    if whole_meant and whole_target:
        return fits_meant > fits_target
    spoken = 2 * fits_meant + len(words & meant.text) > len(words & target.text)
    return whole_meant or (fits_target == 0 and (clear or (known and spoken)))


def _is_carried(one: Resolution, target: CitedSection | None, old: Key, new: Key, learnt: Renumbering) -> bool:
    """Tell whether a reference whose words do not decide has moved with all others."""
    return not (target and _agrees(one, target)) and learnt.is_clear(old, new, RARELY if target else 1)


def _is_foreign(one: Resolution, target: CitedSection) -> bool:
    """Tell whether the words right before a number are unknown to the section that it leads to."""
    words = frozenset(phrase(one.reference.label or "")) - EMPTY_ROOTS
    return bool(words) and not words & (target.words | target.initials) and not words <= target.known


def _agrees(one: Resolution, target: CitedSection) -> bool:
    """Tell whether the words of a reference are the title of its target, whole."""
    return target.words <= words_of(one)


def _is_named(one: Resolution, meant: CitedSection) -> bool:
    return bool(meant.words & words_of(one))


def words_of(one: Resolution) -> frozenset[str]:
    """Return the roots of the last words beside a reference that name something."""
    return frozenset(content(one.reference.label or "")[-TAIL:]) - EMPTY_ROOTS


def _written(number: Key) -> str:
    """Return a number as it is looked up.

    >>> _written(((24, ""), (8, "a")))
    '24.8.a'
    """
    return lookup_key(".".join(f"{value or ''}{letter}" if letter else str(value) for value, letter in number))


def called(section: CitedSection) -> str:
    """Return what a number is: "10.0 is Abilities"; one without a title is below another."""
    return f"{section.number} {'is' if section.entry.title else 'is below'} {section.title}"


def differs(target: CitedSection, meant: CitedSection) -> str:
    """Return what a printed number is, and what is meant."""
    below = "" if meant.entry.title else "what is below "
    return f"{called(target)}; {below}{meant.title} is {meant.number}"
