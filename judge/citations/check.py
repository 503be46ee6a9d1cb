"""Texts to findings: which citations of rules in them do not resolve, to another rule, or say what the rule does not.

    found = cites(library, "As rule 12.2 says, ...", game="Tide")
    found.findings          records, as `judge cites --json` prints them

Reads: texts and an opened library. Writes: findings. What a citation looks like is learnt from all texts together, so
those of one project are given in one call. Each text has one game, whose documents its numbers are looked for in
(`judge.references.scope`).

What the words beside a number mean is weighed (`judge.citations.word_evidence`): its own entry, the one that it led to
in another edition, or another rule. A finding says how sure it is; at even odds nothing is said.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from judge.citations.cited_numbers import CitedNumber, count_numbers, find_cited, is_foreign
from judge.citations.file_passages import passages_of
from judge.citations.rulebooks import ANYTHING, TEXTS, Meant, Rulebooks, rulebooks
from judge.citations.verify import differences, look_up
from judge.citations.word_evidence import Rival, Weighed, WordsBeside, misquoted, weigh
from judge.core.diagnostics import Code
from judge.core.errors import check_deadline
from judge.core.jsonl import Record
from judge.core.numbering import lookup_key, parents
from judge.library import Library
from judge.reading.source import LINE_END
from judge.references.extraction import NumberBeside, sharing_numbers, title_beside
from judge.references.resolution import missing_tail
from judge.references.scope import Meanings, Scope

NAMED_GAME = 9
"""What the name of a game in a text counts; a number that exists counts its length, long ones being rarely chance.
Chosen, not fitted."""


class TextScopes:
    """The game of each text, and one scope for all texts of a game."""

    def __init__(self, books: Rulebooks, texts: Sequence[Sequence[CitedNumber]]) -> None:
        """Put each text beside the documents of the game that it cites, and learn how the texts cite."""
        self._games: dict[str, str] = {}
        """By the ids that stand for the texts."""
        points = [self._points(books, cited) for cited in texts]
        whole = sum(points, Counter[str]())
        of_game: dict[str, list[CitedNumber]] = defaultdict(list)
        for cited, found in zip(texts, points, strict=True):
            if cited:
                game = max(books.every_game, key=lambda game: (found[game], whole[game]))
                id = cited[0].reference.source
                self._games[id] = game
                of_game[game] += cited
                blocks: dict[int, str] = {one.reference.block or 0: one.passage.text for one in cited}
                books.add_text(id, game, (blocks[block] for block in sorted(blocks)))
        self._scopes = {
            game: Scope(TEXTS + game, books.targets, [one.reference for one in found])
            for game, found in of_game.items()
        }

    @staticmethod
    def _points(books: Rulebooks, cited: Sequence[CitedNumber]) -> Counter[str]:
        """Return what speaks for each game: its name, and numbers of its documents."""
        points: Counter[str] = Counter()
        if len(books.every_game) < 2:
            return points
        text = " ".join({id(one.passage): one.passage.text for one in cited}.values()).casefold()
        numbers = Counter(one.number for one in cited)
        for game in books.every_game:
            keys = books.of_game(game)
            known = [one for one in numbers if any(books.targets.numbered(one, key) for key in keys)]
            points[game] = sum(numbers[one] * len(one) for one in known) + NAMED_GAME * (game.casefold() in text)
        return points

    def game(self, one: CitedNumber) -> str:
        """Return the game of the text in which a number is."""
        return self._games[one.reference.source]

    def of(self, one: CitedNumber) -> Scope:
        """Return where a number is looked for."""
        return self._scopes[self.game(one)]


LIKELY, CLEAR = 0.5, 1.2
"""How sure a finding must be, and how many times likelier what is suggested than what is next. Chosen, not fitted."""
CERTAIN = 0.99
"""How sure a finding is that says nothing of it. Chosen, not fitted."""
CARRIED, RARELY = 2, 9
"""Citations of a text that mean another edition before those without words are taken to, and how many times more they
must be than those that mean this one. Chosen, not fitted."""
FEW = 2
"""Numbers that do not exist of a text that cites others half as often: more, and it cites rules that are not here.
Chosen, not fitted."""
LISTED = 3
"""Chosen, not fitted."""


class CitationFinding(NamedTuple):
    """A finding about a citation."""

    cited: CitedNumber
    code: Code
    document: str
    message: str
    suggestion: str | None = None


@dataclass(slots=True)
class EditionTally:
    """Which edition the citations of a text mean, as far as they tell."""

    this: int = 0
    others: Counter[str] = field(default_factory=Counter)
    undecided: list[tuple[CitedNumber, str]] = field(default_factory=list)
    """Citations whose words do not tell, each with the entry of another edition that it may mean."""


class Judge:
    """Judges citations, text by text."""

    def __init__(self, books: Rulebooks, scopes: TextScopes) -> None:
        """Keep what is known."""
        self.books = books
        self.scopes = scopes

    def judge(self, cited: Sequence[CitedNumber]) -> tuple[list[CitationFinding], int]:
        """Return the findings about the citations of one text, and how many citations it has."""
        findings: list[CitationFinding] = []
        citations, edition = 0, EditionTally()
        for one in cited:
            check_deadline()
            scope = self.scopes.of(one)
            found = scope.find(one.reference)
            if not found.ids and (partial := self._partial(one, scope)):
                citations += 1
                findings.append(partial)
            elif self._is_citation(one, found, scope):
                citations += 1
                judged = self._judge_one(one, found, edition)
                findings += [judged] if judged else []
        for key, count in edition.others.most_common(1):
            if count >= max(CARRIED, RARELY * edition.this):
                findings += [self._stale(one, old) for one, old in edition.undecided if old.partition(":")[0] == key]
        sharing = self._sharing(cited, findings) if findings else ()
        findings = [one._replace(suggestion=None) if id(one.cited) in sharing else one for one in findings]
        others = [one for one in findings if one.code is not Code.CITE_ABSENT]
        absent = len(findings) - len(others)
        said = self.books.meant.document or self.books.meant.game
        if not said and absent > max(FEW, 2 * (citations - absent)):
            return others, citations - absent
        return findings, citations

    def _sharing(self, cited: Sequence[CitedNumber], findings: Sequence[CitationFinding]) -> set[int]:
        """Return the numbers, by `id`, whose title may be that of another: nobody knows which of them to correct."""
        corrections = {id(one.cited): one.suggestion for one in findings}
        sharing: set[int] = set()
        for _, group in groupby(cited, key=lambda one: id(one.passage)):
            found = list(group)
            beside = [self._beside(one, corrections.get(id(one))) for one in found]
            starts = sharing_numbers(found[0].passage.text, beside)
            sharing.update(id(one) for one in found if one.reference.start in starts)
        return sharing

    def _beside(self, one: CitedNumber, correction: str | None) -> NumberBeside:
        label = title_beside(one.passage.text, one.reference.start, one.end, self.books.targets.titles)
        return NumberBeside(one.reference.start, one.end, label and label.words, correction)

    def _is_citation(self, one: CitedNumber, found: Meanings, scope: Scope) -> bool:
        """Tell whether a number cites a rule, whatever it leads to: as in documents, or by the words of its rule."""
        reference = one.reference
        if scope.is_version(reference, found):
            return False
        named = found.named or scope.fits(reference, found)
        if not named and (scope.other_work(reference, found) or is_foreign(one.passage.text, reference.start, one.end)):
            return False
        if not found.ids:
            keys = [key for key in scope.looked_in(found) if self.books.targets.counts.get(key)]
            if not keys or not scope.is_missing(reference, found):
                return False
            above = any(self.books.targets.numbered(up, key) for up in parents(one.number) for key in keys)
            return bool(found.named) or above or scope.is_cited(reference)  # one of documents with numbers
        if scope.is_meant(reference, found):
            return True
        return self.meaning(one, found.ids[0], WordsBeside(one)).spoken[0] >= LIKELY

    def meaning(self, one: CitedNumber, target: str, beside: WordsBeside) -> Weighed:
        """Return what the words beside a number mean: what it leads to here or elsewhere, or another entry."""
        document = target.partition(":")[0]
        words, former = self.books.wordings, self._former(one, target)
        rivals = [Rival(id, words(id.partition(":")[0]), sound=False, now=self.books.now(id)) for id in former]
        others = [key for key in self.books.of_game(self.scopes.game(one)) if key != document and self._is_current(key)]
        elsewhere = (id for key in others for id in self.books.targets.numbered(one.number, key))
        rivals += (Rival(id, words(id.partition(":")[0]), sound=True) for id in elsewhere)
        return weigh(beside, target, words(document), rivals)

    def _judge_one(self, one: CitedNumber, found: Meanings, edition: EditionTally) -> CitationFinding | None:
        """Return the finding about a citation."""
        if not found.ids:
            return self._absent(one, found)
        target = found.ids[0]
        document = target.partition(":")[0]
        if not self._is_current(document):
            edition.others[document] += 1
            return self._moved_on(one, target)
        if one.quoted:
            return self._moved_on(one, target)
        beside = WordsBeside(one)
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
        doubt = f" ({weighed.wrong:.0%} sure)" if weighed.wrong < CERTAIN else ""
        named, other = self.books.library.entries.name(target), self.books.library.entries.name(weighed.other)
        message = f"this is {named}, but the words are those of {other}{doubt}"
        return self._finding(one, Code.CITE_WRONG, target, message, weighed.other if weighed.clear >= CLEAR else None)

    def _is_current(self, document: str) -> bool:
        return document == self.books.current[self.books.documents[document]["work"]]

    def _former(self, one: CitedNumber, target: str) -> list[str]:
        """Return the entries that a number led to in other editions, if they are others than the one of now."""
        document = target.partition(":")[0]
        if document != self.books.newest(document):
            return []
        old = (id for key in self.books.others(document) for id in self.books.targets.numbered(one.number, key))
        return [id for id in old if self.books.now(id) != target]

    def _misquoted(
        self, one: CitedNumber, beside: WordsBeside, target: str, weighed: Weighed
    ) -> CitationFinding | None:
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
            one,
            Code.CITE_MISQUOTED,
            target,
            f"{self.books.library.entries.name(target)} is misquoted: {shown}",
        )

    def _stale(self, one: CitedNumber, old: str) -> CitationFinding:
        """Return the finding about a number of another edition."""
        document = self.books.documents[old.partition(":")[0]]
        edition = document["edition"] or document["key"]
        now = self.books.now(old)
        has = f"has become {self.books.library.entries.name(now)}" if now else "no longer exists"
        message = f"in edition {edition}, this was {self.books.library.entries.name(old)}, which {has}"
        return self._finding(one, Code.CITE_STALE, old, message, now)

    def _moved_on(self, one: CitedNumber, target: str) -> CitationFinding | None:
        """Return the finding about a number of the edition that is meant, if a newer one has another for its entry."""
        document = target.partition(":")[0]
        if document == self.books.newest(document):
            return None
        now = self.books.now(target)
        moved = now is None or lookup_key(self.books.targets.entries[now].number or "") != lookup_key(one.number)
        return self._stale(one, target) if moved else None

    def _absent(self, one: CitedNumber, found: Meanings) -> CitationFinding:
        """Return the finding about a number that no edition has."""
        game = self.scopes.game(one)
        keys = list(found.named) or [key for key in self.books.of_game(game) if self.books.targets.counts[key]]
        keys = [key for key in keys if self._is_current(key)] or keys
        beside = WordsBeside(one)
        for key in keys:
            named = beside.named(self.books.wordings(key))
            if named:
                message = f"there is no such rule; {self.books.library.entries.name(named.id)} has this title"
                return self._finding(one, Code.CITE_ABSENT, named.id, message, named.id if named.alone else None)
        above = (id for up in parents(one.number) for key in keys for id in self.books.targets.numbered(up, key)[:1])
        nearest = next(above, None)
        where = f" in {', '.join(self.books.documents[key]['title'] for key in keys[:LISTED])}" if keys else ""
        near = f"; the closest is “{self.books.library.entries.name(nearest)}”" if nearest else ""
        return CitationFinding(one, Code.CITE_ABSENT, keys[0], f"“{one.number}”: there is no such rule{where}{near}")

    def _partial(self, one: CitedNumber, scope: Scope) -> CitationFinding | None:
        """Return the finding about a number of which only the end does not exist: the (b) of "rule 1.1(b)"."""
        read, found = scope.read(one.reference)
        if not found.ids or not scope.is_meant(read, found) or not one.reference.sure or one.quoted:
            return None
        missing = missing_tail(one.reference, read, found.ids[0], self.books.targets)
        message = f"{self.books.library.entries.name(found.ids[0])} has no {missing}"
        return self._finding(one, Code.CITE_ABSENT, found.ids[0], message) if missing else None

    def _finding(
        self, one: CitedNumber, code: Code, id: str, message: str, meant: str | None = None
    ) -> CitationFinding:
        """Return a finding; what is meant is suggested if it has a number and the citation is printed in full."""
        suggestion = self.books.targets.entries[meant].number if meant and one.printed else None
        if suggestion and "." not in one.number.rstrip("."):
            suggestion = suggestion.removesuffix(".0")  # as the citation is printed
        return CitationFinding(one, code, id.partition(":")[0], f"“{one.number}”: {message}", suggestion)


ACCEPTED = re.compile(r"\bjudge:\s?ignore\b", re.IGNORECASE)
"""What a person writes after a citation that is to be left alone, in the same line."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text in which rules may be cited."""

    name: str
    """Its path, as findings are to have it; its ending says how it is read."""
    text: str


@dataclass(frozen=True, slots=True)
class CitesReport:
    """What became of the citations in texts."""

    findings: tuple[Record, ...]
    """As the contract has them, in the order of the texts and their lines; `suggestion` is what is to be in the
    place of the number, and None where that is not sure."""
    citations: int
    """How many were found."""


def cites(
    library: Library,
    text: str,
    *,
    name: str = "",
    document: str | None = None,
    game: str | None = None,
    edition: str | None = None,
) -> CitesReport:
    """Check the citations of rules in a text.

    Args:
        library: the opened library.
        text: prose, Markdown, HTML, a program, CSV or JSON.
        name: of its file: its ending says what it is; without one, its content does.
        document: key of the document that is cited; without it, the words and numbers tell.
        game: the game whose rules are cited.
        edition: the edition whose numbers are cited; without it, the newest.

    Raises:
        CollectionError: there is no such document, game or edition.
    """
    return check(library, [Source(name, text)], Meant(document, game, edition))


def check(library: Library, sources: Iterable[Source], meant: Meant = ANYTHING) -> CitesReport:
    """Check the citations of rules in texts that belong together.

    Args:
        library: the opened library.
        sources: the texts.
        meant: what is said of what they cite.

    Raises:
        CollectionError: there is no such document, game or edition.
    """
    books = rulebooks(library, meant)
    texts = [(source, cited_in(source, place)) for place, source in enumerate(sources)]
    judging = Judge(books, TextScopes(books, [cited for _, cited in texts]))
    hashes = {document["key"]: document["source_hash"] for document in library.documents()}
    findings: list[Record] = []
    count = 0
    for source, cited in texts:
        judged, citations = judging.judge(cited)
        count += citations
        findings += [one | {"source_hash": hashes[one["document"]]} for one in _records(source, judged)]
    return CitesReport(tuple(findings), count)


def count_citations(name: str, text: str) -> int:
    """Count the numbers of a text that may be citations, by their form alone, which takes hardly any time."""
    return sum(count_numbers(passage.text) for passage in passages_of(name, text))


def cited_in(source: Source, place: int) -> list[CitedNumber]:
    """Return the numbers of a text that may cite rules."""
    found: list[CitedNumber] = []
    block = 0
    for passage in passages_of(source.name, source.text):
        before = len(found)
        found += find_cited(f"\x00{place}", block, passage)
        block += len(found) > before
    return found


def _records(source: Source, judged: Sequence[CitationFinding]) -> list[Record]:
    """Return findings with their places in the file."""
    if not judged:
        return []
    starts = [0, *(match.end() for match in LINE_END.finditer(source.text))]
    records: list[Record] = []
    for one in judged:
        start = one.cited.passage.origin(one.cited.reference.start)
        line = bisect_right(starts, start)
        if ACCEPTED.search(source.text, start, starts[line] if line < len(starts) else len(source.text)):
            continue
        column = start - starts[line - 1] + 1
        records.append(
            {
                "code": one.code.value,
                "level": one.code.levels[0],
                "document": one.document,
                "file": source.name,
                "line": line,
                "column": column,
                "message": one.message,
                "suggestion": one.suggestion,
                "end_line": line,
                "end_column": column + one.cited.end - one.cited.reference.start,
            }
        )
    return sorted(records, key=lambda record: (record["line"], record["column"]))
