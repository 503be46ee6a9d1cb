"""Do the number and the words of a reference agree? The verdict on each reference by number.

A rulebook cites "Body (10.0)" long after a chapter was put in and Body became 11.0. The link works, and leads to the
wrong rule. Reads: the resolved references of one document, and all targets. Writes: the same references, those whose
number and words disagree with the status `mislabelled` and the entry that is meant.

The judgement rests on words in a form without endings (`judge.checks.cited_sections`):

titled     "10.0 Continuous Abilities": the words behind the number are meant as its title. They agree where they are
           part of the title, or the whole but for one letter. Where they are another section's title, that one is
           meant. Where they are nobody's and part of them agrees, the number is right and the words are stale; where
           nothing agrees, the section that was meant is gone.
labelled   "the Body (10.0)": the words before the bracket name the subject. They agree where the title of the target,
           or of what stands above or below it, has one of them, or its text speaks of them. Where all that fails and
           the words end with another section's whole title, that one may be meant. It is where the same happens
           again: to the same two numbers, or to others that moved by the same step; or where the title is a long one.
untitled   A section without a title is judged by the title above it.
neighbour  Where neither title nor text of the target has any of the words, and those of one neighbour have them all,
           the neighbour is meant: if its title has one of them, if it cites back, or if the sentence has cited the same
           number before, with the words of its title.
moved      Then what is left is judged by the steps of a renumbering (`judge.checks.renumbering`).

At even odds it stays silent: a report that cries wolf is read by nobody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.checks import renumbering
from judge.checks.cited_sections import (
    GLUE,
    ORDINAL,
    TAIL,
    CitedSection,
    CitedSections,
    acronyms,
    content,
    heading,
    phrase,
)
from judge.checks.renumbering import Moved, Step, step_of
from judge.core.model import Entry, Resolution
from judge.core.numbering import lookup_key, parents
from judge.core.tokens import fold

REPEATED = 2
"""How often a number must be wrong in the same way before it is taken for stale."""
SENTENCE = 120
"""Characters within which a number that is cited twice is cited in one sentence."""
LONG_TITLE = 3
"""Words of a title that nobody writes by chance before a bracket."""
ARTICLES = frozenset("a an the".split())
QUOTES = '“‘"'
"""What words begin with that may quote the rule, and then need not be its title."""


class WrongNumberCheck:
    """Judges the references of one document."""

    def __init__(self, entries: Sequence[Entry], *, foreign: bool = False) -> None:
        """Learn the sections of the document.

        Args:
            entries: those of the document that the references lead to.
            foreign: whether its words are hardly those of the document that refers to it, as in another language; then
                a title that no section has says nothing.
        """
        self.sections = CitedSections(entries)
        self.foreign = foreign
        self._citing: dict[str, set[str]] = defaultdict(set)
        """Ids that each section refers to."""

    def judge(self, resolutions: Iterable[Resolution]) -> list[Resolution]:
        """Return the references with a verdict on each by number."""
        before = list(resolutions)
        self._citing.clear()
        for one in before:
            if one.target and one.reference.kind == "number":
                self._citing[one.reference.source].add(one.target)
        judged = [self._judge_one(resolution) for resolution in before]
        repeated = Counter(pair for one in judged if (pair := _moved(one)))
        steps = Counter(self._step(*pair) for pair in repeated)
        for index, one in enumerate(judged):
            pair = _moved(one)
            alike = steps[step] if pair and (step := self._step(*pair)) else 0
            if pair and not self._is_certain(one, repeated[pair], alike):
                judged[index] = before[index]
        return renumbering.judge(list(self._judge_near(judged)), self.sections)

    def _judge_near(self, resolutions: Sequence[Resolution]) -> Iterator[Resolution]:
        """Judge words that the target does not know, and that one of its neighbours knows."""
        for before, one in zip([None, *resolutions], resolutions, strict=False):
            target = self.sections.by_id.get(one.target or "")
            words = renumbering.words_of(one)
            if target and words and one.status == "ok" and one.reference.kind == "number" and not words & target.known:
                near = [other for other in self.sections.beside(target) if words <= other.words | other.text]
                again = before is not None and _is_again(before, one) and self._names(before, target)
                if len(near) == 1 and (again or self._is_at_home(words, near[0], one)):
                    one = self._mislabelled(one, target, near[0].entry.id)
            yield one

    def _names(self, resolution: Resolution, target: CitedSection) -> bool:
        """Tell whether a reference has words of the title of its target."""
        return resolution.status == "ok" and bool(renumbering.words_of(resolution) & target.words)

    def _is_at_home(self, words: frozenset[str], neighbour: CitedSection, one: Resolution) -> bool:
        """Tell whether several words are those of a neighbour, by its title or because it cites back."""
        if len(words) < REPEATED:
            return False
        cites_back = one.reference.source in self._citing[neighbour.entry.id]
        return bool(words & neighbour.words) and (cites_back or words <= neighbour.words)

    def _is_certain(self, resolution: Resolution, repeated: int, moved_alike: int) -> bool:
        """Tell whether more speaks for the entry that seems to be meant than the words before one bracket."""
        if is_titled(resolution) or repeated >= REPEATED or moved_alike >= REPEATED:
            return True
        meant = self.sections.by_id[resolution.suggestion or ""]
        length = len(heading(meant.title))
        return length >= LONG_TITLE or (length >= REPEATED and self._is_subject(resolution, meant))

    def _is_subject(self, resolution: Resolution, meant: CitedSection) -> bool:
        """Tell whether the words are a title in capitals, or behind an article with no word of the printed title."""
        target = self.sections.by_id[resolution.target or ""]
        label = resolution.reference.label or ""
        length = len(meant.title.split())
        words = label.split()
        before, named = words[:-length], " ".join(words[-length:])
        if _bare(named) != _bare(meant.title):
            return False
        if all(word[0].isupper() or word in GLUE for word in named.split()):
            return not target.words <= set(content(label))
        stressed = named[:1].isupper() or (before and before[-1].casefold() in ARTICLES)
        return bool(stressed) and not set(content(label)) & target.words

    def _step(self, old: str, new: str) -> Step | None:
        return step_of(self.sections.by_id[old].number, self.sections.by_id[new].number)

    def _judge_one(self, resolution: Resolution) -> Resolution:
        reference = resolution.reference
        if reference.kind != "number" or not reference.label:
            return resolution
        if resolution.status == "dangling":
            return self._with_meant(resolution)
        target = self.sections.by_id.get(resolution.target or "")
        if resolution.status != "ok" or not target:
            return resolution
        return (self._judge_titled if is_titled(resolution) else self._judge_labelled)(resolution, target)

    def _with_meant(self, resolution: Resolution) -> Resolution:
        """Suggest for a number that leads nowhere the section that its words name."""
        label = resolution.reference.label or ""
        misspelt = self.sections.misspelt(label) if is_titled(resolution) else None
        meant = self.sections.named_at_the_end(phrase(label)) or misspelt
        if not meant:
            return resolution
        other = self.sections.by_id[meant]
        if len(heading(other.title)) < REPEATED and not is_titled(resolution):
            return resolution
        reason = f"no entry is numbered {resolution.reference.number}; {other.title} is {other.number}"
        return replace(resolution, suggestion=meant, reason=reason)

    def _judge_titled(self, resolution: Resolution, target: CitedSection) -> Resolution:
        label = resolution.reference.label or ""
        words = heading(label)
        if not words or set(words) <= target.words | target.initials:
            return resolution
        meant = self.sections.titled(words) or self.sections.misspelt(label)
        if meant == target.entry.id:
            return resolution
        if meant:
            if not target.entry.title and (set(words) <= target.text or self.sections.are_kin(meant, target.entry.id)):
                return resolution
            return self._mislabelled(resolution, target, self.sections.alike(meant, target))
        if target.words <= set(words) | set(acronyms(label)) or not target.entry.title:
            return resolution
        if target.words & set(words) or ORDINAL.match(label):
            return self._mislabelled(resolution, target, target.entry.id)
        if len(words) > 1 and label[0] not in QUOTES and not set(words) <= target.near | target.text:
            return self._mislabelled(resolution, target, None)
        return resolution

    def _judge_labelled(self, resolution: Resolution, target: CitedSection) -> Resolution:
        label = resolution.reference.label or ""
        words = content(label)[-TAIL:]
        meant = self.sections.named_at_the_end(phrase(label))
        if not words or not meant or meant == target.entry.id or self.sections.are_kin(meant, target.entry.id):
            return resolution
        named = frozenset(heading(self.sections.by_id[meant].title))
        if target.words & set(acronyms(label)):
            agrees = True
        elif len(named) > 1:  # a title of several words is not written by chance
            spoken_of = target.text if len(named) < LONG_TITLE or named & target.words else frozenset()
            around = any(named <= target.words | titled for titled in target.titles_near)
            agrees = around or named <= target.words | spoken_of or target.words <= set(words)
        else:
            agrees = bool((target.words | target.initials) & set(words)) or words[-1] in target.near | target.text
        return resolution if agrees else self._mislabelled(resolution, target, self.sections.alike(meant, target))

    def _mislabelled(self, resolution: Resolution, target: CitedSection, meant: str | None) -> Resolution:
        if self.foreign and meant in (None, target.entry.id):
            return resolution
        words = " ".join((resolution.reference.label or "").split()[-TAIL:])
        if meant is None:
            reason = f"{renumbering.called(target)}, but no section is called {words}"
        elif meant == target.entry.id:
            reason = f"{renumbering.called(target)}, but the words say {words}"
        else:
            reason = renumbering.differs(target, self.sections.by_id[meant])
        return replace(resolution, status="mislabelled", suggestion=meant, reason=reason)


def _bare(title: str) -> list[str]:
    """Return the words of a title without articles and the like."""
    return [word for word in fold(title).split() if word not in GLUE]


def is_above(number: str, printed: str | None) -> bool:
    """Tell whether a number is only the nearest above one that does not exist, and not what its words name."""
    return lookup_key(number) in parents(printed or "")


def _is_again(first: Resolution, second: Resolution) -> bool:
    """Tell whether the second of two references cites the number of the first once more, in the same sentence."""
    one, other = first.reference, second.reference
    same = (one.source, one.block, one.number) == (other.source, other.block, other.number)
    return same and 0 < other.start - one.end < SENTENCE and first.target == second.target


def _moved(resolution: Resolution) -> Moved | None:
    """Return the printed entry and the one that is meant, where they are two."""
    if resolution.status != "mislabelled" or not resolution.target or not resolution.suggestion:
        return None
    pair = (resolution.target, resolution.suggestion)
    return pair if pair[0] != pair[1] else None


def is_titled(resolution: Resolution) -> bool:
    """Tell whether the words of a reference are written as a title, or stand behind its number as one."""
    text, label = resolution.reference.text, resolution.reference.label
    return resolution.reference.titled or (bool(label) and text != label and text.endswith(label or ""))
