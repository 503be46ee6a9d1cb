"""One citation to a finding, or to none: does the number exist, is it that of this edition, and do the words fit it?

What is written beside a number is compared with the entry that it leads to first; only what is not of it, nor of what
stands above or below it, may speak for another entry: a quotation that the other has, its title, or nearly all words of
the sentence. At even odds nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.checks.cited_sections import content, heading
from judge.citations.besides import Beside, Named
from judge.citations.cited import Cited, is_after_initials
from judge.citations.habits import CALLED, Habits, is_telling
from judge.citations.quotes import Finding, look_up
from judge.citations.rulebooks import Rulebooks
from judge.citations.verify import differences
from judge.citations.wordings import Wordings
from judge.core.diagnostics import Code
from judge.core.numbering import lookup_key, parents
from judge.references.scope import Found, Scope

TRUSTED, SURE = 0.5, 0.75
"""How far a cue must make a number a citation: one of those that everybody knows, or one that was learnt, where the
number leads nowhere."""
KNOWN = 0.5
"""Share of the words beside a number that an entry has at the least if they speak of it."""
FITTING, CLEARLY = 0.7, 0.4
"""The share that another entry must have, and by how much it must be more."""
FEWEST_SHARED = 4
"""Words that the other must itself have."""
WHOLLY, MARKS = 0.9, "^([§"
"""The share by which words alone show that a number cites, if it begins a text or stands in brackets."""
FEWEST_REST, RESTING = 3, 0.5
"""Words beside a number that are not of the title of another entry, and the share of them, by which an entry is meant
although that title stands there too."""
QUOTED_NEAR = 0.6
"""Share of a quotation's words that the rule has, if it is misquoted and not another text."""
CARRIED, RARELY = 2, 9
"""Citations of a text that mean another edition before those without words are taken to, and how many times more they
must be than those that mean this one."""
LISTED = 3


class Judged(NamedTuple):
    """A finding about a citation."""

    cited: Cited
    code: Code
    document: str
    message: str
    suggestion: str | None = None


@dataclass(slots=True)
class Verdicts:
    """What became of the citations of a text."""

    findings: list[Judged]
    citations: int = 0


@dataclass(slots=True)
class Edition:
    """Which edition the citations of a text mean, as far as they tell."""

    this: int = 0
    others: Counter[str] = field(default_factory=Counter)
    undecided: list[tuple[Cited, str]] = field(default_factory=list)
    """Citations whose words do not tell, each with the entry of another edition that it may mean."""


class Judge:
    """Judges citations, text by text."""

    def __init__(self, books: Rulebooks, habits: Habits) -> None:
        """Keep what is known."""
        self.books = books
        self.habits = habits

    def judge(self, cited: Sequence[Cited]) -> Verdicts:
        """Return the findings about the citations of one text."""
        verdicts, edition = Verdicts([]), Edition()
        for one in cited:
            scope = self.habits.scopes[self.habits.game[one.reference.source]]
            found = scope.find(one.reference)
            if self._is_citation(one, found, scope):
                verdicts.citations += 1
                judged = self._judge_one(one, found, edition)
                verdicts.findings += [judged] if judged else []
        verdicts.findings += self._carried(edition)
        return verdicts

    def _is_citation(self, one: Cited, found: Found, scope: Scope) -> bool:
        """Tell whether a number cites a rule, whatever it leads to."""
        if scope.is_version(one.reference, found):
            return False
        if found.named and not found.ids:
            return any(self.books.targets.counts[key] for key in found.named)
        if found.named or scope.fits(one.reference, found):
            return True
        if self.habits.is_of_another_work(one):
            return False
        if self.habits.trust(one) < (TRUSTED if found.ids or one.cue in CALLED else SURE):
            return bool(found.ids) and self._has_words_of_rules(one, found.ids[0])
        return bool(found.ids) or self._may_be_absent(one)

    def _has_words_of_rules(self, one: Cited, target: str) -> bool:
        """Tell whether a number without a cue has the words of its rule beside it, or those of another, or a title."""
        beside, wordings = Beside(one), self.books.wordings(target.partition(":")[0])
        if beside.quotation:
            quoted = beside.quoted_in(wordings.by_id[target], wordings)
            return quoted.finding is not Finding.ABSENT and (quoted.share or 1.0) >= QUOTED_NEAR
        named = beside.named(wordings)
        if named is not None:
            return named.whole
        for id in (target, *self._former(one, target)):
            words = self.books.wordings(id.partition(":")[0])
            if words.fit(beside.words, id) >= FITTING and words.shared(beside.words, id) >= FEWEST_SHARED:
                return True
        return one.cue[0] in MARKS and any(
            fit >= WHOLLY and wordings.shared(beside.words, id) >= FEWEST_SHARED
            for fit, id in wordings.nearest(beside.words)[:1]
        )

    def _may_be_absent(self, one: Cited) -> bool:
        """Tell whether a number that does not exist is that of a rule, and not of something else."""
        game = self.habits.game[one.reference.source]
        if not any(self.books.targets.counts[key] for key in self.books.of_game(game)) or is_after_initials(one):
            return False
        if one.cue in CALLED:
            return self.habits.is_about(one.reference.source, one.cue)
        return is_telling(one.number) and any(self.habits.exists(up, game) for up in parents(one.number))

    def _judge_one(self, one: Cited, found: Found, edition: Edition) -> Judged | None:
        """Return the finding about a citation."""
        if not found.ids:
            return self._absent(one, found)
        target = found.ids[0]
        document = target.partition(":")[0]
        if not self._is_current(document):
            edition.others[document] += 1
            return self._stale(one, target)
        if one.quoted:
            return self._moved_on(one, target)
        beside, wordings = Beside(one), self.books.wordings(document)
        if speaks_of(beside, wordings, target):
            edition.this += bool(self._former(one, target))
            return self._moved_on(one, target)
        if any(
            speaks_of(beside, self.books.wordings(id.partition(":")[0]), id) for id in self._elsewhere(one, document)
        ):
            return None
        for old in self._former(one, target):
            if self._is_meant(beside, old, wordings, target):
                edition.others[old.partition(":")[0]] += 1
                return self._stale(one, old)
        wrong = self._contradicted(one, beside, wordings, target)
        if not wrong:
            edition.undecided += [(one, old) for old in self._former(one, target)[:1]]
        return wrong or self._moved_on(one, target)

    def _is_current(self, document: str) -> bool:
        return document == self.books.current[self.books.documents[document]["work"]]

    def _elsewhere(self, one: Cited, document: str) -> Iterator[str]:
        """Yield the entries of a number in the other documents of the game."""
        for key in self.books.of_game(self.habits.game[one.reference.source]):
            if key != document and self._is_current(key):
                yield from self.books.targets.numbered(one.number, key)

    def _former(self, one: Cited, target: str) -> list[str]:
        """Return the entries that a number led to in other editions, if they are others than the one of now."""
        document = target.partition(":")[0]
        if document != self.books.newest(document):
            return []
        old = (id for key in self.books.others(document) for id in self.books.targets.numbered(one.number, key))
        return [id for id in old if self.books.now(id) != target]

    def _is_meant(self, beside: Beside, old: str, wordings: Wordings, target: str) -> bool:
        """Tell whether what is written beside a number speaks of what it led to in another edition."""
        then = self.books.wordings(old.partition(":")[0])
        if beside.quotation and beside.quoted_in(then.by_id[old], then).finding is Finding.EXACT:
            return True
        if any(then.are_kin(id, old) for id in beside.titled(then)):
            return True
        fit = then.fit(beside.words, old)
        return (
            then.shared(beside.words, old) >= FEWEST_SHARED
            and fit >= FITTING
            and fit - wordings.fit(beside.words, target) >= CLEARLY
        )

    def _contradicted(self, one: Cited, beside: Beside, wordings: Wordings, target: str) -> Judged | None:
        """Return the finding where what is written beside a number is of another entry, or misquotes this one."""
        if beside.quotation:
            judged = self._by_quotation(one, beside, wordings, target)
            if judged:
                return judged
        named = beside.named(wordings)
        if named and not self._is_spoken_of(named, wordings, target) and not wordings.cites(named.id, one.number):
            return self._wrong(one, target, named.id, sure=named.alone and self._is_clear(named, beside, wordings))
        nearest = [found for found in wordings.nearest(beside.words)[:1] if not wordings.are_kin(found[1], target)]
        for fit, id in nearest:
            clearly = fit - wordings.fit(beside.words, target) >= CLEARLY
            enough = fit >= FITTING and wordings.shared(beside.words, id) >= FEWEST_SHARED
            if enough and clearly and not wordings.cites(id, one.number):
                return self._wrong(one, target, id, sure=False)
        return None

    def _is_clear(self, named: Named, beside: Beside, wordings: Wordings) -> bool:
        """Tell whether nothing is written beside a number that could mean another entry than the one that is named."""
        title = heading(wordings.by_id[named.id].title or "")
        rest = [word for word in beside.words if word not in title]
        best = wordings.nearest(beside.words)[:1]
        return wordings.known(rest) < FEWEST_REST or bool(best and best[0][1] == named.id)

    def _is_spoken_of(self, named: Named, wordings: Wordings, target: str) -> bool:
        """Tell whether an entry is kin to another whose title stands beside its number, or itself speaks of that."""
        words = heading(wordings.by_id[named.id].title or "")
        untitled = not wordings.by_id[target].title
        speaks = (untitled or not named.whole) and all(word in wordings.of(target) for word in words)
        return speaks or wordings.are_kin(named.id, target)

    def _by_quotation(self, one: Cited, beside: Beside, wordings: Wordings, target: str) -> Judged | None:
        """Return the finding about a quotation that its rule does not have."""
        quotation = beside.quotation or ""
        others = self._saying(quotation, wordings)
        if any(wordings.cites(id, one.number) for id in others):
            return None
        if others:
            return self._wrong(one, target, others[0], sure=len(others) == 1)
        near = look_up(quotation, wordings.text(target))
        if near.finding is not Finding.NEAR or near.share < QUOTED_NEAR:
            return None
        passage = wordings.text(target)[near.start : near.end]
        shown = " ".join(
            {"-": f"[-{words}-]", "+": f"{{+{words}+}}"}[sign]
            for sign, words in differences(passage, quotation)
            if sign != "="
        )
        return self._finding(
            one, Code.CITE_MISQUOTED, target, f"{self.books.called(target)} is quoted otherwise: {shown}"
        )

    def _saying(self, quotation: str, wordings: Wordings) -> list[str]:
        """Return the entries that have the words of a quotation."""
        near = (id for _, id in wordings.nearest(content(quotation)))
        return [id for id in near if look_up(quotation, wordings.text(id)).finding is Finding.EXACT]

    def _wrong(self, one: Cited, target: str, meant: str, *, sure: bool) -> Judged:
        printed = self.books.called(target)
        message = f"this is {printed}, and the words are those of {self.books.called(meant)}"
        return self._finding(one, Code.CITE_WRONG, target, message, meant if sure else None)

    def _stale(self, one: Cited, old: str) -> Judged:
        """Return the finding about a number of another edition."""
        document = self.books.documents[old.partition(":")[0]]
        edition = document["edition"] or document["key"]
        now = self.books.now(old)
        has = f"has become {self.books.called(now)}" if now else "is no longer there"
        message = f"in the edition {edition} this was {self.books.called(old)}, which {has}"
        return self._finding(one, Code.CITE_STALE, old, message, now)

    def _moved_on(self, one: Cited, target: str) -> Judged | None:
        """Return the finding about a number of the edition that is meant, if a newer one has another for its entry."""
        document = target.partition(":")[0]
        if document == self.books.newest(document):
            return None
        now = self.books.now(target)
        moved = now is None or lookup_key(self.books.entry(now).number or "") != lookup_key(one.number)
        return self._stale(one, target) if moved else None

    def _carried(self, edition: Edition) -> Iterator[Judged]:
        """Yield the findings about citations without words, where all others of the text mean another edition."""
        for key, count in edition.others.most_common(1):
            if count >= CARRIED and count >= RARELY * edition.this:
                for one, old in edition.undecided:
                    if old.partition(":")[0] == key:
                        yield self._stale(one, old)

    def _absent(self, one: Cited, found: Found) -> Judged:
        """Return the finding about a number that no edition has."""
        game = self.habits.game[one.reference.source]
        keys = list(found.named) or [key for key in self.books.of_game(game) if self.books.targets.counts[key]]
        keys = [key for key in keys if self._is_current(key)] or keys
        beside = Beside(one)
        for key in keys:
            named = beside.named(self.books.wordings(key))
            if named:
                message = f"there is no such rule; {self.books.called(named.id)} has this title"
                return self._finding(one, Code.CITE_ABSENT, named.id, message, named.id if named.alone else None)
        above = (id for up in parents(one.number) for key in keys for id in self.books.targets.numbered(up, key)[:1])
        nearest = next(above, None)
        where = f" in {', '.join(self.books.documents[key]['title'] for key in keys[:LISTED])}" if keys else ""
        near = f"; the nearest is {self.books.called(nearest)}" if nearest else ""
        return Judged(one, Code.CITE_ABSENT, keys[0], f"“{one.number}”: there is no such rule{where}{near}")

    def _finding(self, one: Cited, code: Code, id: str, message: str, meant: str | None = None) -> Judged:
        """Return a finding; what is meant is suggested if it has a number and the citation is printed in full."""
        number = self.books.entry(meant).number if meant else None
        suggestion = as_printed(number, one.number) if number and one.printed else None
        return Judged(one, code, id.partition(":")[0], f"“{one.number}”: {message}", suggestion)


def speaks_of(beside: Beside, wordings: Wordings, id: str) -> bool:
    """Tell whether what is written beside a number speaks of an entry."""
    if beside.quotation:
        return beside.quoted_in(wordings.by_id[id], wordings).finding in (Finding.EXACT, Finding.TURNED)
    if any(wordings.are_kin(one, id) for one in beside.titled(wordings)):
        return True
    named = beside.named(wordings)
    if named is None or not named.whole:
        return not beside.titled(wordings) and wordings.fit(beside.words, id) >= KNOWN
    if wordings.are_kin(named.id, id):
        return True
    title = heading(wordings.by_id[named.id].title or "")
    rest = [word for word in beside.words if word not in title]
    return wordings.shared(rest, id) >= FEWEST_REST and wordings.fit(rest, id) >= RESTING


def as_printed(number: str, old: str) -> str:
    """Return a number in the way in which another is printed.

    >>> as_printed("25.0", "24"), as_printed("25.0", "24.1"), as_printed("25.1", "24.")
    ('25', '25.0', '25.1')
    """
    return number.removesuffix(".0") if "." not in old.rstrip(".") else number
