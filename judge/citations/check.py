"""Texts to findings: which citations of rules in them do not resolve, lead to another rule, or misquote it.

    found = cites(library, "As rule 12.2 says, ...", game="Tide")
    found.findings          records, as `judge cites --json` prints them

Reads: texts and an opened library. Writes: findings. A number is found and resolved as those of documents are
(`judge.references`). The first of these facts that holds is told; where none does, nothing is said:

absent     No document of the game has the number, though it is one of a rule by its form and by what is beside it; or
           its entry does not have the part in brackets: the (b) of "1.1(b)".
stale      The number is that of an entry of an older edition: the edition is named, or the title beside it is that
           entry's, or no later edition has the number. In the newest, that entry has another number, or is gone.
wrong      The words beside the number are the whole title of one other entry, or a quotation that is another's; or
           those of its sentence are clearly the words of another rule (`rule_words`).
misquoted  Most words of the quotation beside the number are in its entry, in their order, and others are not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from judge.checks.wrong_numbers import heading
from judge.citations.passages import FilePassage, passages_of
from judge.citations.rulebooks import ANYTHING, TEXTS, Meant, Rulebooks, rulebooks
from judge.citations.verify import QuoteFinding, differences, look_up, text_of, tokens, verify
from judge.core.diagnostics import Code, Finding, in_text_order
from judge.core.errors import check_deadline
from judge.core.model import FoundReference, Place, Resolution, replace
from judge.core.numbering import parents
from judge.core.tokens import key
from judge.opened_library import Library
from judge.reading.text.source import LINE_END
from judge.references.beside_numbers import sentence_around
from judge.references.extraction import REACH, WrittenText, in_text, is_capitalised, title_beside
from judge.references.scope import Meanings, Scope, number_end
from judge.references.weighing import led, weigh

NAMED_GAME = 9
"""What the name of a game in a text counts; a number that exists counts its length, long ones being rarely chance."""
FEW = 2
"""Numbers that do not exist of a text that cites others half as often: more, and it cites rules that are not here."""
LISTED = 3
"""Documents that a message names."""
BRACKET = re.compile(r"\s[(\[](?:[^\W\d_]{1,12}\.?\s|§\s?){0,3}$")
"""What is between a title and the number after it: "Going Ashore (see rule 2.1)"."""
DASHES = "–—"
CLOSED = re.compile(r"[”\"’)\].,;:]|$")
"""What sets a title off from what follows it."""
QUOTATION = re.compile(r"“[^“”]{12,900}”|\"[^\"]{12,900}\"|«[^«»]{12,900}»")
FEWEST_QUOTED, TELLING_QUOTED = 6, 10
"""Words of a quotation, as fewer are a title or an expression, and of one that tells its rule."""
BETWEEN = re.compile(r"[^.!?\d]{0,40}")
"""What is between a number and the quotation that is its own."""
QUOTED_SHARE, SPREAD = 0.75, 1.5
"""Share of its words that a rule must have in order for a quotation to be of it, and how many times longer than the
quotation its passage may be."""
ACCEPTED = re.compile(r"\bjudge:\s?ignore\b", re.IGNORECASE)
"""What a person writes after a citation that is to be left alone, in the same line."""


class CitesReport(Struct, frozen=True):
    """What became of the citations in texts."""

    findings: tuple[Finding, ...]
    """As the contract has them, in the order of the texts and their lines; `suggestion` is what is to be in the
    place of the number, and None where that is not sure."""
    citations: int
    """How many were found."""


class CitingText(NamedTuple):
    """A text and its numbers that may cite rules."""

    id: str
    """Stands for it among the entries."""
    name: str
    """Its path, as findings are to have it; its ending says how it is read."""
    text: str
    passages: Sequence[FilePassage]
    """Those that have such numbers."""
    numbers: Sequence[FoundReference]


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
        text: prose, Markdown, or a program.
        name: of its file: its ending says what it is; without one, it is read as Markdown.
        document: key of the document that is cited; without it, the words and numbers tell.
        game: the game whose rules are cited.
        edition: the edition whose numbers are cited; without it, the newest.

    Raises:
        CollectionError: there is no such document, game or edition, or the text is of another kind.
    """
    return check(library, [(name, text)], Meant(document, game, edition))


def check(library: Library, sources: Iterable[tuple[str, str]], meant: Meant = ANYTHING) -> CitesReport:
    """Check the citations of rules in texts that belong together.

    Args:
        library: the opened library.
        sources: the names of the texts, and the texts.
        meant: what is said of what they cite.

    Raises:
        CollectionError: there is no such document, game or edition, or a text is of another kind.
    """
    books = rulebooks(library, meant)
    texts = [citing_text(f"{TEXTS}{place}", name, text) for place, (name, text) in enumerate(sources)]
    games = games_of(books, texts)
    for text in texts:
        books.add_text(text.id, games[text.id], (passage.text for passage in text.passages))
    scopes = {game: Scope(TEXTS + game, books.targets) for game in set(games.values())}
    judged = [CitationCheck(books, scopes[games[text.id]], text).judge() for text in texts]
    findings = (one for found, _ in judged for one in sorted(found, key=in_text_order))
    return CitesReport(tuple(findings), sum(citations for _, citations in judged))


def count_citations(name: str, text: str) -> int:
    """Count the numbers of a text that may be citations, by their form alone, which takes hardly any time."""
    return len(citing_text("", name, text).numbers)


def citing_text(id: str, name: str, text: str) -> CitingText:
    """Return a text with its numbers that may cite rules."""
    passages: list[FilePassage] = []
    numbers: list[FoundReference] = []
    for passage in passages_of(name, text):
        check_deadline()
        written = WrittenText(id, len(passages), passage.text, (Place(0, 1),))
        found = list(in_text(written, only_numbers=True))
        if found:
            passages.append(passage)
            numbers += found
    return CitingText(id, name, text, passages, numbers)


def games_of(books: Rulebooks, texts: Sequence[CitingText]) -> dict[str, str]:
    """Return the game of each text, by what speaks for it: its name there, and numbers of its documents."""
    if len(books.of_game) == 1:
        return dict.fromkeys((text.id for text in texts), *books.of_game)
    points: dict[str, Counter[str]] = {game: Counter() for game in books.of_game}
    words = {text.id: " ".join(passage.text for passage in text.passages).casefold() for text in texts}
    for game, keys in books.of_game.items():
        is_known = cache(lambda number, keys=keys: any(books.targets.numbered(number, key) for key in keys))
        for text in texts:
            known = sum(len(one.number or "") for one in text.numbers if is_known(one.number or ""))
            points[game][text.id] = NAMED_GAME * (game.casefold() in words[text.id]) + known
    whole = {game: found.total() for game, found in points.items()}
    return {text.id: max(points, key=lambda game: (points[game][text.id], whole[game])) for text in texts}


class CitationCheck:
    """Judges the citations of one text."""

    def __init__(self, books: Rulebooks, scope: Scope, text: CitingText) -> None:
        """Take the documents, and where the numbers of the text are looked for."""
        self._books = books
        self._targets = books.targets
        self._scope = scope
        self._text = text
        self._name = books.library.entries.name
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text.text)), len(text.text) + 1]
        """Where the lines of the text begin."""
        self._cited: dict[int | None, set[str]] = defaultdict(set)
        """The entries to which the numbers of each passage lead."""
        self._on_line: dict[int, set[str]] = defaultdict(set)
        """The same of each line."""

    def judge(self) -> tuple[list[Finding], int]:
        """Return the findings about the citations, and how many there are."""
        resolutions = [one for number in self._text.numbers for one in self._resolve(number)]
        for one in resolutions:
            for cited in (self._cited[one.reference.block], self._on_line[self._line(one)]):
                cited.update((one.target,) if one.target else ())
        found = [finding for one in resolutions if (finding := self._finding(self._by_words(self._by_title(one))))]
        others = [one for one in found if one.code is not Code.CITE_ABSENT or one.suggestion]
        absent, citations = len(found) - len(others), len(resolutions)
        said = self._books.meant.document or self._books.meant.game
        if not said and absent > max(FEW, 2 * (citations - absent)):
            found, citations = others, citations - absent
        lines = LINE_END.split(self._text.text) if found else []
        return [one for one in found if not ACCEPTED.search(lines[one.line - 1], one.column)], citations

    def _resolve(self, number: FoundReference) -> Iterator[Resolution]:
        """Yield the verdict on a number, if it is that of a rule."""
        check_deadline()
        one = weigh(number, self._scope)
        if one and one.status != "external":
            yield replace(one, suggestion=None)

    def _by_title(self, one: Resolution) -> Resolution:
        """Return a citation with the other entry whose whole title is beside its number, if there is one alone."""
        document = self._targets.entries[one.target].document if one.target else self._looked_in(one)[0]
        number = one.reference
        title = _whole_title(self._passage(one), number, self._targets.titles)
        if not title or number.in_range:
            return one
        one = replace(one, reference=replace(number, label=title))
        titled = self._targets.titles[key(title)].get(document, ())
        meant = [id for id in titled if self._targets.entries[id].number]
        if len(meant) != 1 or one.status not in ("ok", "dangling") or not self._books.is_newest(document):
            return one
        sections = self._books.sections(document)
        cited = self._cited[number.block] & sections.by_id.keys()
        if any(meant[0] in sections.by_id[id].around for id in cited):
            return one
        target = sections.by_id.get(one.target or "")
        if not target:
            return replace(one, suggestion=meant[0])
        if target.known.issuperset(heading(title)):
            return one
        return replace(one, status="mislabelled", suggestion=meant[0])

    def _by_words(self, one: Resolution) -> Resolution:
        """Return a citation with the other rule of which the words beside its number are, in its sentence and line."""
        document, line = (one.target or "").partition(":")[0], self._line(one)
        if one.status != "ok" or one.target not in self._books.sections(document).by_id or one.reference.in_range:
            return one
        passage = self._text.passages[one.reference.block or 0]
        low, high = (passage.offset(self._starts[place]) for place in (line - 1, line))
        said = sentence_around(passage.text[low:high], one.reference.start - low)
        meant = self._books.words(document).find_meant(said, one.target, self._on_line[line])
        return replace(one, status="mislabelled", suggestion=meant) if meant else one

    def _line(self, one: Resolution) -> int:
        """Return the line of the file in which a citation is."""
        return bisect_right(self._starts, self._text.passages[one.reference.block or 0].origin(one.reference.start))

    def _passage(self, one: Resolution) -> str:
        """Return the text in which a citation is."""
        return self._text.passages[one.reference.block or 0].text

    def _looked_in(self, one: Resolution) -> list[str]:
        """Return the documents that should have a number which none has."""
        numbered = [key for key in self._scope.looked_in(Meanings()) if self._targets.counts[key]]
        keys = list(self._scope.named(one.reference)) or numbered
        return [key for key in keys if self._books.is_newest(key)] or keys

    def _finding(self, one: Resolution) -> Finding | None:
        """Return the finding about a citation."""
        if one.status == "dangling":
            return self._absent(one)
        if not one.target or one.status == "ambiguous":
            return None
        if one.missing:
            return self._found(one, Code.CITE_ABSENT, one.target, f"{self._name(one.target)} has no {one.missing}")
        now = led(one, self._targets)
        if now.written_as:
            return self._stale(one, one.target, now.target)
        if now.target == one.target and not self._books.is_newest(self._targets.entries[one.target].document):
            return self._stale(one, one.target, None)
        if one.status == "mislabelled" and one.suggestion:
            return self._wrong(one, one.target, one.suggestion)
        quotation = self._quotation(one)
        return self._by_quotation(one, one.target, quotation) if quotation else None

    def _absent(self, one: Resolution) -> Finding:
        """Return the finding about a number that no edition has."""
        number, keys = one.reference.number or "", self._looked_in(one)
        if one.suggestion:
            message = f"there is no such rule; {self._name(one.suggestion)} has this title"
            return self._found(one, Code.CITE_ABSENT, one.suggestion, message, one.suggestion)
        above = (id for up in parents(number) for key in keys for id in self._targets.numbered(up, key)[:1])
        nearest = next(above, None)
        where = ", ".join(self._books.documents[key].title for key in keys[:LISTED])
        near = f"; the closest is “{self._name(nearest)}”" if nearest else ""
        return self._found(one, Code.CITE_ABSENT, keys[0], f"there is no such rule in {where}{near}")

    def _stale(self, one: Resolution, old: str, now: str | None) -> Finding:
        """Return the finding about a number of an older edition whose entry has another in the newest, or is gone."""
        document = self._books.documents[old.partition(":")[0]]
        has = f"has become {self._name(now)}" if now else "no longer exists"
        message = f"in edition {document.edition or document.key}, this was {self._name(old)}, which {has}"
        return self._found(one, Code.CITE_STALE, old, message, now)

    def _wrong(self, one: Resolution, target: str, meant: str) -> Finding:
        """Return the finding about a number beside the words of another rule."""
        message = f"this is {self._name(target)}, but the words are those of {self._name(meant)}"
        return self._found(one, Code.CITE_WRONG, target, message, meant)

    def _quotation(self, one: Resolution) -> str | None:
        """Return the quotation right beside a number; None where there is none, or the number is in one."""
        text, start, end = self._passage(one), one.reference.start, number_end(one.reference)
        quoted: str | None = None
        for found in QUOTATION.finditer(text):
            if found.start() < start < found.end():
                return None
            between = text[end : found.start()] if end <= found.start() else text[found.end() : start]
            if BETWEEN.fullmatch(between) and len(tokens(found[0])) >= FEWEST_QUOTED:
                quoted = quoted or found[0][1:-1]
        return quoted

    def _by_quotation(self, one: Resolution, target: str, quotation: str) -> Finding | None:
        """Return the finding about a quotation that its rule has in other words, or that is another rule's."""
        text = text_of(self._books.library.entries.record(target))
        found = look_up(quotation, text)
        if found.finding in (QuoteFinding.EXACT, QuoteFinding.TURNED):
            return None
        sections = self._books.sections(target.partition(":")[0])
        others = [id for id in verify(self._books.library, target, quotation).found_in if id in sections.by_id]
        if others:
            is_told = len(others) == 1 and len(tokens(quotation)) >= TELLING_QUOTED
            is_cited = not self._cited[one.reference.block].isdisjoint(others)
            return self._wrong(one, target, others[0]) if is_told and not is_cited else None
        passage = text[found.start : found.end]
        if found.share < QUOTED_SHARE or len(tokens(passage)) > SPREAD * len(tokens(quotation)):
            return None
        signs = {"-": "[-{}-]", "+": "{{+{}+}}"}
        changed = [signs[sign].format(words) for sign, words in differences(passage, quotation) if sign in signs]
        message = f"{self._name(target)} is misquoted: {' '.join(changed)}"
        return self._found(one, Code.CITE_MISQUOTED, target, message)

    def _found(self, one: Resolution, code: Code, id: str, message: str, meant: str | None = None) -> Finding:
        """Return a finding; what is meant is suggested if it has a number and the citation is printed in full."""
        number = one.reference.number or ""
        is_printed = one.reference.text.startswith(number)
        suggestion = self._targets.entries[meant].number if meant and is_printed else None
        start = self._text.passages[one.reference.block or 0].origin(one.reference.start)
        line = self._line(one)
        column = start - self._starts[line - 1] + 1
        document = self._books.documents[id.partition(":")[0]]
        return Finding(
            code,
            code.levels[0],
            line,
            f"“{number}”: {message}",
            column,
            document.key,
            self._text.name,
            suggestion,
            line,
            column + number_end(one.reference) - one.reference.start,
            document.source_hash,
            certain=suggestion is not None and code is not Code.CITE_WRONG,
        )


def _whole_title(text: str, number: FoundReference, titles: Mapping[str, object]) -> str | None:
    """Return the whole title that is beside a number and written as one."""
    label = title_beside(text, number.start, number_end(number), titles)
    if label and label.words[-1] in DASHES:
        return label.words
    if label:
        behind = text.find(label.words, max(0, number.start - REACH)) + len(label.words)
        return label.words if label.whole and (is_capitalised(label.words) or CLOSED.match(text, behind)) else None
    bracket = BRACKET.search(text, max(0, number.start - REACH), number.start)
    words = text[max(0, number.start - REACH) : bracket.start()].split() if bracket else []
    rests = (" ".join(words[first:]).strip("*_") for first in range(len(words) - 1))
    return next((rest for rest in rests if rest[:1].isupper() and key(rest) in titles), None)
