"""What a judge types to answers: a locator to its entry, a query of any kind to the entries that answer it.

A query is understood in `judge.search.query_parsing`, its words in `judge.search.wording`; the steps it is tried by are
in `judge.search.stages`, how entries are weighed in `judge.search.ranking`, and all weights in `judge.search.weights`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from judge.core.dates import last_day
from judge.core.jsonl import values_of
from judge.core.model import Document, Entry, EntryKind, PlaceDoubt, replace
from judge.core.numbering import block_of_part
from judge.core.text_facts import RANKED, AskedDay, InShort, SummaryOf, TextFacts, Why
from judge.core.tokens import stop_words_for, words
from judge.editions.status import NOTHING, marked_entry
from judge.library.compiled_library import Compiled
from judge.library.store import RULING, Row
from judge.references.digests import NOT_A_SUMMARY, Layer, layer_of, partial
from judge.search.interactions.card_order import IN_FORCE, words_before
from judge.search.interactions.joined_cards import same_card
from judge.search.interactions.subjects import Interactions
from judge.search.locating import Match, places_of_older
from judge.search.passages import (
    NONE,
    NOT_SURE,
    SURE,
    Grade,
    grade,
    missing_words,
    row_of_part,
    single_rulings,
    snippet,
    with_newer,
)
from judge.search.query_parsing import (
    EVERYTHING,
    MENTIONED,
    TITLES,
    Narrowing,
    cut,
    parse_query,
    scopes,
)
from judge.search.stages import STEPS, FoundEntry, Question
from judge.search.wording.typed_words import read_words


class ResultRecord(TextFacts, frozen=True):
    """An entry that answers a query."""

    id: str
    """Id of the entry."""
    document: str
    """Key of the document."""
    game: str | None
    """The game."""
    kind: EntryKind
    """The kind of entry."""
    number: str | None
    """The printed number."""
    title: str | None
    """The printed title."""
    path: tuple[str, ...]
    """The titles from the document down to the entry."""
    score: float
    """Comparable only between results of one query with the same `why`."""
    snippet: str
    """The passage with the most query words, which are marked with `**`."""
    marks: tuple[tuple[int, int], ...]
    """Start and end offsets of those words in `snippet`."""
    date: str | None
    """The date printed in the passage."""
    errata: str | None
    """The new wording of the card; empty if only printed values such as its cost are new."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""
    held: float
    """The share of the query found in the entry, from 0 to 1."""
    why: Literal["number", "title", "alias", "fuzzy", "names", "text", "newer"]
    """How it was found. `fuzzy`: by a misspelt title; `names`: by several names; `newer`: only because it is newer than
    the result before it."""
    summary_of: SummaryOf | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence saying that this is not the original wording; null outside digests."""
    in_short: InShort | None
    """A digest's summary."""
    others: tuple[ResultRecord, ...]
    """Results for the same card in other documents of the game, counted as part of this result."""


class SearchRecord(Struct, frozen=True):
    """The answers to one query."""

    query: str
    """The query, as typed."""
    answer: Grade
    """How certain the first result is; `none` if no result answers the query."""
    weak: bool
    """`answer` is `none`."""
    partial: str | None
    """If only a partial digest contains an answer, a sentence saying which document to add."""
    missing: tuple[str, ...]
    """Query words that are in no searched document."""
    read_as: dict[str, str]
    """Words that are in no document, each with the word that was searched for instead."""
    results: tuple[ResultRecord, ...]
    """The results, best first."""
    asked_as_of: AskedDay | UnsetType = UNSET
    """The day, if the question was about an earlier one; otherwise the field is absent."""


class Answer(NamedTuple):
    """One entry that answers a query."""

    row: Row
    """Of the entry; of a single ruling, with the ruling's id, kind and name."""
    document: Document
    path: tuple[str, ...]
    """The document's title and the names from there down to the entry's own."""
    score: float
    why: Why
    snippet: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    """Where the words between the ** are in it."""
    doubt: PlaceDoubt | None = None
    """That the passage may belong to another entry."""
    held: float = 1.0
    """How much of the query it holds, between 0 and 1."""
    said: TextFacts = NOTHING
    """What is said of it: the fields that facts fill."""
    block: int | None = None
    """Which block of its entry it is, where it is one ruling of several."""
    passage: str = ""
    """The whole text that the snippet is cut from."""
    wanted: frozenset[str] = frozenset()
    """The terms that are marked in it."""
    date: str | None = None
    """That this text prints."""
    errata: str | None = None
    """The new wording of its card; empty if only its figures are new."""
    layer: Layer = NOT_A_SUMMARY
    """What it sums up, and what sums it up."""
    printed: str = ""
    """Of a card's text where another document has errata of it, the words before the name of the document."""
    others: tuple[Answer, ...] = ()
    """Of a card that several documents have: what the others say, the text in force first."""

    def record(self) -> ResultRecord:
        """Return it as the contract has it."""
        row = self.row
        return ResultRecord(
            id=row.id,
            document=row.document,
            game=self.document.game,
            kind=row.kind,
            number=row.number,
            title=row.title,
            path=self.path,
            score=round(self.score, 4),
            snippet=self.snippet,
            marks=self.marks,
            date=self.date,
            errata=self.errata,
            doubt=self.doubt,
            held=round(self.held, 4),
            why="text" if self.why == MENTIONED else self.why,
            **values_of(self.layer),
            **values_of(self.said),
            others=tuple(one.record() for one in self.others),
        )


class Reply(Struct, frozen=True):
    """The answers to a query, and what is to be doubted of them."""

    answers: list[Answer]
    """Best first."""
    graded: Grade
    """`sure`, `unsure`, or `none`: nothing found answers the query, and the answers are only the nearest."""
    missing: tuple[str, ...]
    """Words of the query that no document in scope has."""
    read_as: dict[str, str]
    """Words that were taken for others, each with that other."""
    absent: bool = False
    """Whether a section number was asked for that no document in scope has."""
    partial: str = ""
    """That the first answer is a text of a digest that has only a part, and what to add."""
    led: tuple[Match, ...] = ()
    """What a number of an older edition leads to; these are the first answers."""
    meant: str = ""
    """The game whose entries come first; empty where none does."""
    met: Interactions | None = None
    """What bears on the names, where nothing but names was typed and nothing is called so."""
    searched: tuple[str, ...] = ()
    """Keys of the documents that were searched, in their order."""

    @property
    def weak(self) -> bool:
        """Whether nothing found answers the query."""
        return self.graded == NONE

    @property
    def answer(self) -> Grade:
        """How sure the first answer is: not, where it is that of a digest which has only a part."""
        return NOT_SURE if self.graded == SURE and self.partial else self.graded

    def record(self, query: str, asked: AskedDay | UnsetType = UNSET) -> SearchRecord:
        """Return it as the contract has it, given the query and the day that was asked about."""
        return SearchRecord(
            query=query,
            answer=self.answer,
            weak=self.weak,
            partial=self.partial or None,
            missing=self.missing,
            read_as=self.read_as,
            results=tuple(answer.record() for answer in self.answers),
            asked_as_of=asked,
        )


class Tried(Struct, frozen=True):
    """What a step of a look-up gave."""

    step: str
    why: Why
    """What its answers say."""
    found: tuple[FoundEntry, ...]
    """What no step before it had found."""


class Explanation(Struct, frozen=True):
    """How the answers to a query came about."""

    question: Question
    tried: tuple[Tried, ...]
    unmet: bool = False
    """Whether nothing holds the phrases that were required, so that the question requires them no more."""


def search(compiled: Compiled, typed: str, limit: int = 10, narrowing: Narrowing = EVERYTHING) -> Reply:
    """Return the entries that answer a query, best first, and whether they do.

    Digests of what is looked in are asked only where nothing else answers, and answer only if they do so best.

    Args:
        compiled: the library.
        typed: the query, of any kind and length.
        limit: how many answers at the most.
        narrowing: what the answers are narrowed to.

    Raises:
        CollectionError: the narrowing names a document or game that there is not.
    """
    reply = _search(compiled, typed, limit, narrowing)
    layers = scopes(compiled.store).layers
    if narrowing.digests or not layers.sources or reply.graded == SURE:
        return reply
    more = _search(compiled, typed, limit, narrowing._replace(digests=True))
    first = [one.row.document for one in more.answers[:1] if more.graded == SURE]
    return more if layers.sources.keys() & first else reply


def _search(compiled: Compiled, typed: str, limit: int, narrowing: Narrowing) -> Reply:
    explanation = explain(compiled, typed, limit, narrowing)
    answers: list[Answer] = []
    question = explanation.question
    steps = [(one.why, _singled(question, one)) for one in explanation.tried]
    shown = steps
    if question.query.since and RULING in question.query.kinds:
        # Rulings that print a date go before those that are dated as their document is.
        shown = [(why, [one for one in found if one.dated is dated]) for dated in (True, False) for why, found in steps]
    for why, found in shown:
        is_mended = question.query.read_as and why in TITLES  # what was typed is called otherwise
        answers += _answers(question, found[: limit - len(answers)], "fuzzy" if is_mended else why)
    first = next((found[0] for _, found in steps if found), None)
    missing = missing_words(question)
    best = answers[0].why if answers else ""
    by_text = best == "text"
    if first is None or explanation.unmet:
        graded = NONE
    elif by_text:
        graded = grade(question, first)
    elif best == MENTIONED:
        graded = NOT_SURE
    else:
        graded = SURE
    # Nothing but a section number was asked for; a whole number alone may also be a year or an amount.
    is_number = question.query.absent and not question.query.text.isdecimal()
    absent = is_number and all(answer.why in RANKED for answer in answers)
    formerly = places_of_older(compiled, typed, narrowing) if absent or question.query.older else []
    if formerly:
        places = dict.fromkeys(match.row.position for match in formerly)
        first_of_all = _answers(question, [FoundEntry(position, 1000.0) for position in places], "number")
        answers = [*first_of_all, *(one for one in answers if one.row.position not in places)][:limit]
        graded = SURE
    elif absent:  # a number that no document has is never answered by a text
        graded, answers = NONE, []
    answers = [_with_others(question, one) for one in answers]
    told = with_newer(question, answers, lambda pulled, why: list(_answers(question, pulled, why)))
    led = tuple(match for match in formerly if match.former)
    part = partial(question.about.layers, answers[0].row.document) if by_text and answers and not formerly else ""
    meant = next((str(question.about.documents[key].game) for key in question.query.meant), "")
    read_as, is_absent = dict(question.query.read_as), absent and not formerly
    met = question.met if best in RANKED and not formerly else None
    return Reply(told, graded, missing, read_as, is_absent, part, led, meant, met, question.query.documents)


def explain(compiled: Compiled, typed: str, limit: int = 10, narrowing: Narrowing = EVERYTHING) -> Explanation:
    """Return what each step gave, up to the one with which there are answers enough; see `search`.

    Where nothing holds the phrases that are required, what is closest without them is found.
    """
    about = scopes(compiled.store)
    read = read_words(compiled.store, about, cut(typed))
    query = replace(parse_query(read.text, compiled.store, narrowing), read_as=read.read_as)
    question = Question(compiled, about, query, limit).located()
    tried = _tried(question)
    if question.query.phrases and not any(_singled(question, one) for one in tried):
        question = Question(compiled, about, replace(question.query, phrases=()), limit)
        return Explanation(question, _tried(question), unmet=True)
    return Explanation(question, tried)


def _tried(question: Question) -> tuple[Tried, ...]:
    tried: list[Tried] = []
    taken: set[int] = set()
    for name, why, step in STEPS:
        fresh = {one.position: one for one in step(question) if one.position not in taken}
        found = [one for one in fresh.values() if _is_since(question, one.position)]
        taken.update(fresh)
        tried.append(Tried(name, why, tuple(_each_card_once(question, found, taken, why))))
        if sum(len(one.found) for one in tried) >= question.limit:
            break
    return tuple(tried)


def _each_card_once(question: Question, found: Sequence[FoundEntry], taken: set[int], why: Why) -> list[FoundEntry]:
    """Return what a step found, a card that several documents have once, as far as answers are shown.

    Of a card that was named, the text in force is first. The other entries of a card count as taken. Where single
    rulings are asked for, each entry has its own.
    """
    if RULING in question.query.kinds:
        return list(found)
    kept: list[FoundEntry] = []
    same: set[int] = set()
    for one in found:
        if one.position in same:
            continue
        if len(kept) < question.limit:
            card = [row.position for row in _same_card(question, one.position)]
            same.update(card)
            shown = next((place for place in card if _is_since(question, place)), one.position)
            one = one if why in RANKED else one._replace(position=shown)
        kept.append(one)
    taken.update(same)
    return kept


def _same_card(question: Question, position: int) -> Iterator[Row]:
    """Yield the entries of the card of an entry in their order, the others in the documents that are looked in."""
    (row,) = question.compiled.store.rows([position])
    for one in same_card(question.compiled.store, question.about, row):
        if one.position == position or one.document in question.query.documents:
            yield one


def _with_others(question: Question, answer: Answer) -> Answer:
    """Return an answer with what other documents say of the same card."""
    if answer.block is not None or RULING in question.query.kinds:
        return answer
    card = list(_same_card(question, answer.row.position))
    others = [FoundEntry(one.position, answer.score) for one in card if one.position != answer.row.position]
    answers = [answer, *_answers(question, others, answer.why)]
    store = question.compiled.store
    head = marked_entry(store, same_card(store, question.about, answer.row)[0].id)
    first, *told = [_marked_printed(head, marked_entry(store, one.row.id), one) for one in answers]
    return first._replace(others=tuple(told))


def _marked_printed(first: Entry, entry: Entry, answer: Answer) -> Answer:
    """Say of an answer whether it is a text that another one of its card, the first of its entries, has replaced."""
    is_ruling = any(block.kind == RULING and block.text == answer.passage for block in entry.blocks)
    words = words_before(first, entry)
    return answer if is_ruling or words in ("", "In", IN_FORCE) else answer._replace(printed=words)


def _is_since(question: Question, position: int) -> bool:
    """Say whether an entry has a ruling, or is in a document, of the day or later that is asked for."""
    since = question.query.since
    if not since:
        return True
    store = question.compiled.store
    (row,) = store.rows([position])
    dates = [last_day(block.date) for block in store.entry(row.id).blocks if block.date]
    return max(dates, default=last_day(question.about.documents[row.document].date)) >= since


def _singled(question: Question, tried: Tried) -> Sequence[FoundEntry]:
    """Return what a step found; where rulings are asked for, the single rulings of the entries."""
    if RULING not in question.query.kinds:
        return tried.found
    return single_rulings(question, tried.found, marked_terms(question), tried.why)


def _answers(question: Question, found: Sequence[FoundEntry], why: Why) -> Iterator[Answer]:
    """Make answers of what a step found."""
    store = question.compiled.store
    positions = list(dict.fromkeys(one.position for one in found))
    marked = marked_terms(question)
    parts = dict(question.query.parts)
    blocks = {terms.position: terms.blocks for terms in store.terms(positions)}
    rows = {row.position: row for row in store.rows(positions)}
    for one in found:
        row = rows[one.position]
        document, record = question.about.documents[row.document], store.entry(row.id)
        if one.position in parts and why == "number":
            kinds = [block.kind for block in record.blocks]
            one = one._replace(block=block_of_part(parts[one.position], kinds))
        above = (document.title, *(up.name for up in store.path(row)))
        found_in = snippet(record, blocks[row.position], marked, one.block)
        held = one.judged.held if one.judged and why in RANKED else 1.0
        if one.block is not None:
            row = row_of_part(row, record, one.block)
        errata = record.errata.text if record.errata else None
        yield Answer(
            row,
            document,
            (*above, row.name),
            one.score,
            why,
            found_in.text,
            found_in.marks,
            found_in.doubt,
            held,
            block=one.block,
            passage=found_in.whole,
            wanted=marked,
            date=found_in.date,
            errata=errata,
            layer=layer_of(store, rows[one.position]),
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
    little = stop_words_for(words(question.query.text), question.languages)
    return frozenset(term for term in every if term not in little) or every
