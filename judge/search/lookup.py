"""What a judge types to answers: a locator to its entry, a query of any kind to the entries that answer it.

A query is understood in `judge.search.query_parsing`, its words in `judge.search.query_expansion`; the steps it is
tried by stand in `judge.search.stages`, how entries are weighed in `judge.search.ranking`, and all weights in
`judge.search.weights`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.build.compiled_library import Compiled
from judge.build.rows import RULING, Row
from judge.core.dates import last_day
from judge.core.errors import NoEntry
from judge.core.jsonl import Record
from judge.core.numbering import parents
from judge.core.titles import key
from judge.core.tokens import STOP_WORDS, words
from judge.references.name_marks import MARK
from judge.search.passages.doubts import doubt, strange_words
from judge.search.query_parsing import EVERYTHING, Narrowing, Query, Scopes, cut, newest_editions, parse_query, scopes
from judge.search.stages import (
    DRESSED_NUMBER,
    RANKED,
    STEPS,
    TITLES,
    Found,
    Question,
    by_number,
    by_title,
    by_variation,
)

IDENTIFIER = re.compile(r"(?P<document>[^\s:]+):(?P<local>[^#]+?)(?:#(?P<ruling>\d+))?")
NEAREST = 5
"""How many near misses a wrong locator is told."""
NEAR_ENOUGH = 0.6
"""How alike a title must be to be named as a near miss."""


class Match(NamedTuple):
    """An entry that a locator names; `ruling` where the locator names one of its rulings."""

    row: Row
    ruling: int | None = None
    former: Row | None = None
    """The entry of an older edition that the locator names, where that led here."""


class Answer(NamedTuple):
    """One entry that answers a query."""

    row: Row
    """Of the entry; of a single ruling, with the ruling's id, kind and name."""
    document: Record
    path: tuple[str, ...]
    """The document's title and the names from there down to the entry's own."""
    score: float
    why: str
    snippet: str = ""
    doubt: Record | None = None
    """That the passage may belong to another entry."""
    held: float = 1.0
    """How much of the query it holds, between 0 and 1."""
    older: bool = False
    """Whether something newer stands beside it."""
    newer: tuple[Record, ...] = ()
    """What is newer on its subject, best first."""
    see_also: tuple[Record, ...] = ()
    """What only resembles it, best first."""
    superseded_by: tuple[Record, ...] = ()
    """What it is not in force for any more."""
    block: int | None = None
    """Which block of its entry it is, where it is one ruling of several."""
    passage: str = ""
    """The whole text that the snippet is cut from."""
    date: str | None = None
    """That this text prints."""
    errata: str | None = None
    """The new wording of its card; empty where only its figures are new."""

    def record(self) -> Record:
        """Return the contract's JSON for one result."""
        row = self.row
        return {
            "id": row.id,
            "document": row.document,
            "game": self.document["game"],
            "kind": row.kind,
            "number": row.number,
            "title": row.title,
            "path": list(self.path),
            "score": round(self.score, 4),
            "snippet": self.snippet,
            "date": self.date,
            "errata": self.errata,
            "doubt": self.doubt,
            "held": round(self.held, 4),
            "why": self.why,
            "newer": list(self.newer),
            "see_also": list(self.see_also),
            "superseded": bool(self.superseded_by),
            "superseded_by": list(self.superseded_by),
        }


class Reply(NamedTuple):
    """The answers to a query, and what is to be doubted of them."""

    answers: list[Answer]
    """Best first."""
    weak: bool
    """Whether nothing found answers the query; the answers are then only the nearest."""
    missing: tuple[str, ...]
    """Words of the query that no document in scope has."""
    read_as: dict[str, str]
    """Words that were taken for others, each with that other."""
    absent: bool = False
    """Whether a section number was asked for that no document in scope has."""
    led: tuple[Match, ...] = ()
    """What a number of an older edition leads to; these are the first answers."""

    def record(self, query: str) -> Record:
        """Return the contract's JSON."""
        return {
            "query": query,
            "weak": self.weak,
            "missing": list(self.missing),
            "read_as": self.read_as,
            "results": [answer.record() for answer in self.answers],
        }


class Tried(NamedTuple):
    """What a step of a look-up gave."""

    step: str
    why: str
    """What its answers say."""
    found: tuple[Found, ...]
    """What no step before it had found."""


class Explanation(NamedTuple):
    """How the answers to a query came about."""

    question: Question
    tried: tuple[Tried, ...]
    unmet: bool = False
    """Whether nothing holds the phrases that were required, so that the question requires them no more."""


def search(compiled: Compiled, typed: str, limit: int = 10, narrowing: Narrowing = EVERYTHING) -> Reply:
    """Return the entries that answer a query, best first, and whether they do.

    Args:
        compiled: the library.
        typed: the query, of any kind and length.
        limit: how many answers at the most.
        narrowing: what the answers are narrowed to.

    Raises:
        CollectionError: the narrowing names a document or game that there is not.
    """
    explanation = explain(compiled, typed, limit, narrowing)
    answers: list[Answer] = []
    steps = [(one.why, _singled(explanation.question, one)) for one in explanation.tried]
    for why, found in _dated_first(explanation.question, steps):
        answers += _answers(explanation.question, found[: limit - len(answers)], why)
    first = next((found[0] for _, found in steps if found), None)
    by_text = answers[:1] != [] and answers[0].why == "text"
    weak = explanation.unmet or first is None or (by_text and doubt(explanation.question, first) > 0)
    missing, read_as = strange_words(explanation.question)
    from judge.search.counterparts import with_newer

    question = explanation.question
    absent = is_absent(question, answers)
    formerly = _formerly(compiled, typed, narrowing) if absent or _of_edition(typed, question.about) else []
    if formerly:
        places = dict.fromkeys(match.row.position for match in formerly)
        first_of_all = _answers(question, [Found(position, 1000.0) for position in places], "number")
        answers = [*first_of_all, *(one for one in answers if one.row.position not in places)][:limit]
    told = with_newer(question, answers, lambda pulled, why: list(_answers(question, pulled, why)))
    led = tuple(match for match in formerly if match.former)
    return Reply(told, weak and not formerly, missing, read_as, absent and not formerly, led)


def _dated_first(question: Question, steps: Sequence[tuple[str, Sequence[Found]]]) -> list[tuple[str, Sequence[Found]]]:
    """Let rulings that print a date go before those dated as their document is, if those since a day are asked for."""
    if not question.query.since or RULING not in question.query.kinds:
        return list(steps)
    return [(why, [one for one in found if one.dated is dated]) for dated in (True, False) for why, found in steps]


def _formerly(compiled: Compiled, typed: str, narrowing: Narrowing) -> list[Match]:
    """Return what a number of an older edition names, at its place in the newest one."""
    try:
        return find(compiled, typed, narrowing)
    except NoEntry:
        return []


def is_absent(question: Question, answers: Sequence[Answer]) -> bool:
    """Say whether nothing was asked for but a section number, and nothing found is called so.

    A whole number alone may also be a year or an amount.
    """
    text = question.query.text.strip()
    is_number = bool(DRESSED_NUMBER.fullmatch(text)) and not text.isdigit()
    return is_number and all(answer.why in RANKED for answer in answers)


def explain(compiled: Compiled, typed: str, limit: int = 10, narrowing: Narrowing = EVERYTHING) -> Explanation:
    """Return what each step gave, up to the one with which there are answers enough; see `search`.

    Where nothing holds the phrases that are required, what comes nearest without them is found.
    """
    about = scopes(compiled.store)
    question = Question(compiled, about, parse_query(typed, about, narrowing), limit).located()
    tried = _tried(question)
    if question.query.required and not any(_singled(question, one) for one in tried):
        question = Question(compiled, about, question.query._replace(required=False), limit)
        return Explanation(question, _tried(question), unmet=True)
    return Explanation(question, tried)


def _tried(question: Question) -> tuple[Tried, ...]:
    tried: list[Tried] = []
    taken: set[int] = set()
    for name, why, step in STEPS:
        fresh = {one.position: one for one in step(question) if one.position not in taken}
        found = [one for one in fresh.values() if _is_since(question, one.position)]
        taken.update(fresh)
        tried.append(Tried(name, why, tuple(found)))
        if sum(len(one.found) for one in tried) >= question.limit:
            break
    return tuple(tried)


def _is_since(question: Question, position: int) -> bool:
    """Say whether an entry has a ruling, or is in a document, of the day or later that is asked for."""
    since = question.query.since
    if not since:
        return True
    store = question.compiled.store
    (row,) = store.rows([position])
    dates = [last_day(block["date"]) for block in store.record(row.id)["blocks"] if block["date"]]
    return max(dates, default=last_day(question.about.documents[row.document]["date"])) >= since


def _singled(question: Question, tried: Tried) -> Sequence[Found]:
    """Return what a step found; where rulings are asked for, the single rulings of the entries."""
    if RULING not in question.query.kinds:
        return tried.found
    from judge.search.passages.single_rulings import single_rulings

    return single_rulings(question, tried.found, marked_terms(question), tried.why)


def _answers(question: Question, found: Sequence[Found], why: str) -> Iterator[Answer]:
    """Make answers of what a step found."""
    from judge.search.passages.snippets import snippet

    store = question.compiled.store
    positions = list(dict.fromkeys(one.position for one in found))
    marked = marked_terms(question)
    blocks = {terms.position: terms.blocks for terms in store.terms(positions)}
    rows = {row.position: row for row in store.rows(positions)}
    for one in found:
        row = rows[one.position]
        document, record = question.about.documents[row.document], store.record(row.id)
        above = (document["title"], *(up.name for up in store.path(row)))
        found_in = snippet(record, blocks[row.position], marked, one.block)
        held = one.judged.held if one.judged and why in RANKED else 1.0
        if one.block is not None:
            from judge.search.passages.single_rulings import row_of_ruling

            row = row_of_ruling(row, record, one.block)
        errata = record["errata"]["text"] if record["errata"] else None
        yield Answer(
            row,
            document,
            (*above, row.name),
            one.score,
            why,
            found_in.text,
            found_in.doubt,
            held,
            block=one.block,
            passage=found_in.whole,
            date=found_in.date,
            errata=errata,
        )


def marked_terms(question: Question) -> frozenset[str]:
    """Return the terms that a snippet marks: those of the query that say something, and what they may be called.

    Where none says anything, all are marked.
    """
    telling = {term for table in question.meaning.tables.values() for term in table}
    phrases = {
        part for found in question.meaning.together.values() for _, phrase, _ in found for part in phrase.split()
    }
    every = frozenset(telling | phrases | set(words(question.query.text)))
    return frozenset(term for term in every if term.removeprefix(MARK) not in STOP_WORDS) or every


def find(compiled: Compiled, locator: str, narrowing: Narrowing = EVERYTHING) -> list[Match]:
    """Return the entries that a locator names, those of newer documents first.

    Args:
        compiled: the library.
        locator: an id (`shadowfist-omnifaq:evil-twin#3`), a number or a title, with a game's or document's name
            before or after it if wanted.
        narrowing: the editions that are looked in.

    Raises:
        CollectionError: there is no such edition.
        NoEntry: nothing answers to it; the error holds what came near.
    """
    identified = _identified(compiled, locator.strip())
    if identified:
        return [identified]
    about = scopes(compiled.store)
    of_edition = _of_edition(locator, about)
    if of_edition and (
        rows := _named(compiled, about, of_edition.text, narrowing._replace(document=of_edition.document))
    ):
        return list(_led(compiled, rows))
    for looked_in in dict.fromkeys((narrowing, narrowing._replace(all_editions=True))):
        if rows := _named(compiled, about, locator, looked_in):
            chosen = narrowing.edition or narrowing.all_editions or narrowing.document
            return [Match(row) for row in rows] if chosen else list(_led(compiled, rows))
    query = parse_query(locator, about, narrowing._replace(all_editions=True))
    digested = all(document["summarises"] for document in compiled.store.documents())
    raise NoEntry(locator, tuple(nearest(compiled, query)), digested)


def _named(compiled: Compiled, about: Scopes, locator: str, narrowing: Narrowing) -> list[Row]:
    """Return the entries that a locator names as a whole, or without the game or document that it names."""
    query = parse_query(locator, about, narrowing)
    whole = query._replace(text=query.whole, documents=tuple(newest_editions(query.open, about, narrowing)))
    for asked in (whole, query):
        question = Question(compiled, about, asked._replace(required=False, excluded=(), titled=()), 0)
        for step in (by_number, by_title, by_variation):
            rows = compiled.store.rows([one.position for one in step(question)])
            if rows:
                return rows
    return []


class OfEdition(NamedTuple):
    """A locator that names an edition beside an entry: "12.4 of 2.1.0", "Harbour Rules 2.1.0, 12.4"."""

    text: str
    """What is left without the edition."""
    document: str
    """Key of the edition."""


def _of_edition(locator: str, about: Scopes) -> OfEdition | None:
    """Read a locator that names one of several editions of a work by its number; None where it names none."""
    typed = " ".join(cut(locator).split())
    works = [document["work"] for document in about.documents.values()]
    for key_of_it, document in about.documents.items():
        edition = document["edition"]
        if not edition or edition not in typed or works.count(document["work"]) < 2:
            continue
        names = "|".join(re.escape(name) for name in (document["title"], document["game"]) if name)
        named = rf"(?:(?:the )?(?:{names}|edition|version|ed\.|v\.?) ?)?{re.escape(edition)}"
        before, behind = rf"(?i){named}(?:,? |: ?)(.+)", rf"(?i)(.+?),? (?:of|in|from) {named}"
        found = re.fullmatch(before, typed) or re.fullmatch(behind, typed)
        if found:
            return OfEdition(found[1], key_of_it)
    return None


def _led(compiled: Compiled, rows: Sequence[Row]) -> Iterator[Match]:
    """Yield the entries of older editions at their places in the newest; one that is gone stays where it was."""
    seen: set[str] = set()
    for row in rows:
        marks = [mark.record["id"] for mark in compiled.store.superseded(row.id) if mark.record["reason"] == "edition"]
        now = compiled.store.row(marks[0]) if marks and marks[0] else None
        if (now or row).id not in seen:
            seen.add((now or row).id)
            yield Match(now, None, row) if now else Match(row)


def _identified(compiled: Compiled, locator: str) -> Match | None:
    """Read a locator as an id, former ids and other ways of writing one included."""
    parts = IDENTIFIER.fullmatch(locator)
    if not parts:
        return None
    document, local = parts["document"], parts["local"]
    document = compiled.store.alias(document) or document
    renamed = compiled.store.alias(f"{document}:{local}") or compiled.store.alias(f"{parts['document']}:{local}")
    if renamed:
        local = renamed.rpartition(":")[2]
    ruling = int(parts["ruling"]) if parts["ruling"] else None
    row = compiled.store.row(f"{document}:{local}") or compiled.store.row(f"{document.lower()}:{local.lower()}")
    if not row:
        candidates = compiled.store.numbered(local) or compiled.store.named(key(local), TITLES)
        rows = [other for other in compiled.store.rows(candidates) if other.document == document.lower()]
        row = rows[0] if rows else None
    return Match(row, ruling) if row else None


def near(compiled: Compiled, typed: str) -> list[tuple[str, str]]:
    """Return the ids and names of what comes near a query that nothing answers."""
    return list(nearest(compiled, parse_query(typed, scopes(compiled.store), EVERYTHING)))


def nearest(compiled: Compiled, query: Query) -> Iterator[tuple[str, str]]:
    """Yield what comes near a locator that names nothing, as pairs of id and name: numbers above, similar titles."""
    dressed = DRESSED_NUMBER.fullmatch(query.text.strip())
    positions: list[int] = []
    if dressed:
        for above in parents(dressed["number"]):
            for position in compiled.store.numbered(above):
                row = compiled.store.rows([position])[0]
                below = [child.position for child in compiled.store.children(row.id) if child.number]
                positions += [position, *below[-2:]]
            if positions:
                break
    else:
        positions = similar_titles(compiled, query.text)
    chosen = [row for row in compiled.store.rows(list(dict.fromkeys(positions))) if row.document in query.documents]
    for row in chosen[:NEAREST]:
        yield row.id, row.name


def similar_titles(compiled: Compiled, text: str) -> list[int]:
    """Return the positions of the entries whose titles are written most alike, best first."""
    from judge.search.spelling import alike

    return [position for _, position in alike(compiled.store, key(text), NEAR_ENOUGH)] if key(text) else []
