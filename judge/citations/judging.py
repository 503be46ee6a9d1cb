"""One citation to a finding, or to none: does the number exist, is it that of this edition, and do the words fit it?

What the words beside a number mean is weighed (`judge.citations.meaning`): its own entry, the one that it led to in
another edition, or another rule. A finding says how sure it is; at even odds nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.citations.besides import Beside
from judge.citations.cited import Cited, is_foreign
from judge.citations.meaning import Rival, Weighed, misquoted, weigh
from judge.citations.quotes import look_up
from judge.citations.rulebooks import Rulebooks
from judge.citations.scopes import Scopes
from judge.citations.verify import differences
from judge.core.diagnostics import Code
from judge.core.numbering import lookup_key, parents
from judge.references.scope import Meanings, Scope

LIKELY, CLEAR = 0.5, 1.2
"""How sure a finding must be, and how many times likelier what is suggested than what is next."""
CERTAIN = 0.99
"""How sure a finding is that says nothing of it."""
CARRIED, RARELY = 2, 9
"""Citations of a text that mean another edition before those without words are taken to, and how many times more they
must be than those that mean this one."""
FEW = 2
"""Numbers that do not exist of a text that cites others half as often: more, and it cites rules that are not here."""
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

    def __init__(self, books: Rulebooks, scopes: Scopes) -> None:
        """Keep what is known."""
        self.books = books
        self.scopes = scopes

    def judge(self, cited: Sequence[Cited]) -> Verdicts:
        """Return the findings about the citations of one text."""
        verdicts, edition = Verdicts([]), Edition()
        for one in cited:
            scope = self.scopes.of(one)
            found = scope.find(one.reference)
            if self._is_citation(one, found, scope):
                verdicts.citations += 1
                judged = self._judge_one(one, found, edition)
                verdicts.findings += [judged] if judged else []
        verdicts.findings += self._carried(edition)
        absent = [one for one in verdicts.findings if one.code is Code.CITE_ABSENT]
        said = self.books.meant.document or self.books.meant.game
        if not said and len(absent) > max(FEW, 2 * (verdicts.citations - len(absent))):
            return Verdicts([one for one in verdicts.findings if one not in absent], verdicts.citations - len(absent))
        return verdicts

    def _is_citation(self, one: Cited, found: Meanings, scope: Scope) -> bool:
        """Tell whether a number cites a rule, whatever it leads to: as in documents, or by the words of its rule."""
        reference = one.reference
        if scope.is_version(reference, found):
            return False
        named = found.named or scope.fits(reference, found)
        if not named and (scope.other_work(reference, found) or is_foreign(one.passage.text, reference.start, one.end)):
            return False
        if not found.ids:
            return scope.is_missing(reference, found) and self._may_be_absent(one, found, scope)
        if scope.is_meant(reference, found):
            return True
        return self.meaning(one, found.ids[0], Beside(one)).spoken[0] >= LIKELY

    def meaning(self, one: Cited, target: str, beside: Beside) -> Weighed:
        """Return what the words beside a number mean: what it leads to here or elsewhere, or another entry."""
        document = target.partition(":")[0]
        words, former = self.books.wordings, self._former(one, target)
        rivals = [Rival(id, words(id.partition(":")[0]), sound=False, now=self.books.now(id)) for id in former]
        rivals += (Rival(id, words(id.partition(":")[0]), sound=True) for id in self._elsewhere(one, document))
        return weigh(beside, target, words(document), rivals)

    def _may_be_absent(self, one: Cited, found: Meanings, scope: Scope) -> bool:
        """Tell whether a number that does not exist is that of a rule of documents with numbers."""
        keys = [key for key in scope.looked_in(found) if self.books.targets.counts.get(key)]
        above = any(self.books.targets.numbered(up, key) for up in parents(one.number) for key in keys)
        return bool(keys) and (bool(found.named) or above or scope.is_cited(one.reference))

    def _judge_one(self, one: Cited, found: Meanings, edition: Edition) -> Judged | None:
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
        beside = Beside(one)
        weighed = self.meaning(one, target, beside)
        former = self._former(one, target)
        if weighed.wrong < LIKELY:
            if former and weighed.spoken[0] >= LIKELY:
                edition.this += 1
            elif former:
                edition.undecided.append((one, former[0]))
            return self._misquoted(one, beside, target, weighed) or self._moved_on(one, target)
        assert weighed.other is not None, "something else is likelier"
        if weighed.other in former:
            edition.others[weighed.other.partition(":")[0]] += 1
            return self._stale(one, weighed.other)
        return self._wrong(one, target, weighed)

    def _is_current(self, document: str) -> bool:
        return document == self.books.current[self.books.documents[document]["work"]]

    def _elsewhere(self, one: Cited, document: str) -> Iterator[str]:
        """Yield the entries of a number in the other documents of the game."""
        for key in self.books.of_game(self.scopes.game(one)):
            if key != document and self._is_current(key):
                yield from self.books.targets.numbered(one.number, key)

    def _former(self, one: Cited, target: str) -> list[str]:
        """Return the entries that a number led to in other editions, if they are others than the one of now."""
        document = target.partition(":")[0]
        if document != self.books.newest(document):
            return []
        old = (id for key in self.books.others(document) for id in self.books.targets.numbered(one.number, key))
        return [id for id in old if self.books.now(id) != target]

    def _misquoted(self, one: Cited, beside: Beside, target: str, weighed: Weighed) -> Judged | None:
        """Return the finding about a quotation that its rule does not have in these words."""
        quotation, text = beside.quotation, self.books.wordings(target.partition(":")[0]).text(target)
        if not quotation or any("quoted" in found.signs for found in weighed.candidates):
            return None
        if misquoted(quotation, text) < LIKELY:
            return None
        near = look_up(quotation, text)
        shown = " ".join(
            {"-": f"[-{words}-]", "+": f"{{+{words}+}}"}[sign]
            for sign, words in differences(text[near.start : near.end], quotation)
            if sign != "="
        )
        return self._finding(
            one, Code.CITE_MISQUOTED, target, f"{self.books.called(target)} is quoted otherwise: {shown}"
        )

    def _wrong(self, one: Cited, target: str, weighed: Weighed) -> Judged:
        """Return the finding about a citation whose words mean another entry."""
        other = weighed.other or target
        doubt = f" ({weighed.wrong:.0%} sure)" if weighed.wrong < CERTAIN else ""
        message = f"this is {self.books.called(target)}, and the words are those of {self.books.called(other)}{doubt}"
        return self._finding(one, Code.CITE_WRONG, target, message, other if weighed.clear >= CLEAR else None)

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

    def _absent(self, one: Cited, found: Meanings) -> Judged:
        """Return the finding about a number that no edition has."""
        game = self.scopes.game(one)
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


def as_printed(number: str, old: str) -> str:
    """Return a number in the way in which another is printed.

    >>> as_printed("25.0", "24"), as_printed("25.0", "24.1"), as_printed("25.1", "24.")
    ('25', '25.0', '25.1')
    """
    return number.removesuffix(".0") if "." not in old.rstrip(".") else number
