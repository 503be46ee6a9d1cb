"""What a judge types to answers: a locator to its entry, a query of any kind to the entries that answer it.

A query is understood in `judge.search.query_parsing`, its words in `judge.search.query_expansion`; the steps it is
tried by are in `judge.search.stages`, how entries are weighed in `judge.search.ranking`, and all weights in
`judge.search.weights`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from judge.build.compiled_library import Compiled
from judge.build.store import RULING, Row, Store, remembered
from judge.core.dates import last_day
from judge.core.errors import NoEntry
from judge.core.jsonl import Record
from judge.core.numbering import Shapes, block_of_part, joined, levels, parents, part_in_words
from judge.core.tokens import MARK, key, stop_words_for, words
from judge.editions.edition_maps import maps_of
from judge.editions.status import NOTHING
from judge.references.digests import NOT_A_SUMMARY, layer_of, partial
from judge.search.interactions.card_order import printed_in
from judge.search.interactions.joined_cards import same_card
from judge.search.interactions.subjects import Interactions
from judge.search.locators import TypedNumber, spelled, typed_numbers, whole_of, without
from judge.search.passages import (
    NONE,
    NOT_SURE,
    SURE,
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
    answering,
    cut,
    parse_query,
    scopes,
)
from judge.search.stages import (
    RANKED,
    STEPS,
    FoundEntry,
    Question,
    by_number,
    by_title,
    by_variation,
    similar_titles,
)
from judge.search.typed_words import read_words

IDENTIFIER = re.compile(r"(?P<document>[^\s:]+):(?P<local>[^#]+?)(?:#(?P<part>[bst]?\d+))?")
NEAREST = 5
"""How many near misses a wrong locator is told."""
NEAR_ENOUGH = 0.6
"""How alike a title must be to be named as a near miss."""


class Match(NamedTuple):
    """An entry that a locator names."""

    row: Row
    part: str = ""
    """The part of it that is meant: `3`, its third ruling, or `b2`, its second bullet; empty for the whole."""
    former: Row | None = None
    """The entry of an older edition that the locator names, where that led here."""

    @property
    def id(self) -> str:
        """The address of what is meant."""
        return f"{self.row.id}#{self.part}" if self.part else self.row.id


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
    marks: tuple[tuple[int, int], ...] = ()
    """Where the words between the ** are in it."""
    doubt: Record | None = None
    """That the passage may belong to another entry."""
    held: float = 1.0
    """How much of the query it holds, between 0 and 1."""
    said: Record = NOTHING
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
    layer: Record = NOT_A_SUMMARY
    """What it sums up, and what sums it up."""
    printed: str = ""
    """Of a card's text where another document has errata of it, the words before the name of the document."""
    others: tuple[Answer, ...] = ()
    """Of a card that several documents have: what the others say, the text in force first."""

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
            "marks": [list(mark) for mark in self.marks],
            "date": self.date,
            "errata": self.errata,
            "doubt": self.doubt,
            "held": round(self.held, 4),
            "why": "text" if self.why == MENTIONED else self.why,
            **self.said,
            **self.layer,
            "others": [one.record() for one in self.others],
        }


class Reply(NamedTuple):
    """The answers to a query, and what is to be doubted of them."""

    answers: list[Answer]
    """Best first."""
    graded: str
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

    @property
    def weak(self) -> bool:
        """Whether nothing found answers the query."""
        return self.graded == NONE

    @property
    def answer(self) -> str:
        """How sure the first answer is: not, where it is that of a digest which has only a part."""
        return NOT_SURE if self.graded == SURE and self.partial else self.graded

    def record(self, query: str) -> Record:
        """Return the contract's JSON."""
        return {
            "query": query,
            "answer": self.answer,
            "weak": self.weak,
            "partial": self.partial or None,
            "missing": list(self.missing),
            "read_as": self.read_as,
            "results": [answer.record() for answer in self.answers],
        }


class Tried(NamedTuple):
    """What a step of a look-up gave."""

    step: str
    why: str
    """What its answers say."""
    found: tuple[FoundEntry, ...]
    """What no step before it had found."""


class Explanation(NamedTuple):
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
    formerly = _formerly(compiled, typed, narrowing) if absent or question.query.older else []
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
    meant = next((str(question.about.documents[key]["game"]) for key in question.query.meant), "")
    read_as, is_absent = dict(question.query.read_as), absent and not formerly
    met = question.met if best in RANKED and not formerly else None
    return Reply(told, graded, missing, read_as, is_absent, part, led, meant, met)


def _formerly(compiled: Compiled, typed: str, narrowing: Narrowing) -> list[Match]:
    """Return what a number of an older edition names, at its place in the newest one."""
    for open_to in dict.fromkeys((narrowing, narrowing._replace(all_editions=True))):
        asked = _asked(compiled, typed, open_to).located()
        if found := list(by_number(asked)) or list(by_title(asked)):
            return _matches(asked, compiled.store.rows([one.position for one in found]), narrowing)
    return []


def explain(compiled: Compiled, typed: str, limit: int = 10, narrowing: Narrowing = EVERYTHING) -> Explanation:
    """Return what each step gave, up to the one with which there are answers enough; see `search`.

    Where nothing holds the phrases that are required, what is closest without them is found.
    """
    question = _read(compiled, typed, narrowing, limit).located()
    tried = _tried(question)
    if question.query.required and not any(_singled(question, one) for one in tried):
        question = Question(compiled, question.about, question.query._replace(required=False), limit)
        return Explanation(question, _tried(question), unmet=True)
    return Explanation(question, tried)


def _asked(compiled: Compiled, typed: str, narrowing: Narrowing, limit: int = 0) -> Question:
    """Return what was typed as a question, operators and names of games and documents taken off."""
    return Question(compiled, scopes(compiled.store), parse_query(typed, compiled.store, narrowing), limit)


def _read(compiled: Compiled, typed: str, narrowing: Narrowing, limit: int = 0) -> Question:
    """Return what was typed as a question, its mistakes mended."""
    about = scopes(compiled.store)
    read = read_words(compiled.store, about, cut(typed))
    query = parse_query(read.text, compiled.store, narrowing)
    return Question(compiled, about, query._replace(read_as=read.read_as), limit)


def looked_in(compiled: Compiled, typed: str, narrowing: Narrowing) -> tuple[str, ...]:
    """Return the keys of the documents that a query is looked for in, newest first."""
    return _read(compiled, typed, narrowing).query.documents


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


def _each_card_once(question: Question, found: Sequence[FoundEntry], taken: set[int], why: str) -> list[FoundEntry]:
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
    first, *told = [_marked_printed(question, one, card[0]) for one in answers]
    return first._replace(others=tuple(told))


def _marked_printed(question: Question, answer: Answer, first: Row) -> Answer:
    """Say of an answer whether it is a text that errata of its card, the first of its entries, have replaced."""
    store, document = question.compiled.store, question.about.documents[first.document]
    blocks = store.record(answer.row.id)["blocks"]
    is_ruling = any(block["kind"] == RULING and block["text"] == answer.passage for block in blocks)
    is_corrected = bool(store.record(first.id)["errata"]) and answer.errata is None and not is_ruling
    words = printed_in(document, answer.document, is_corrected=is_corrected)
    return answer._replace(printed=words if is_corrected else "")


def _is_since(question: Question, position: int) -> bool:
    """Say whether an entry has a ruling, or is in a document, of the day or later that is asked for."""
    since = question.query.since
    if not since:
        return True
    store = question.compiled.store
    (row,) = store.rows([position])
    dates = [last_day(block["date"]) for block in store.record(row.id)["blocks"] if block["date"]]
    return max(dates, default=last_day(question.about.documents[row.document]["date"])) >= since


def _singled(question: Question, tried: Tried) -> Sequence[FoundEntry]:
    """Return what a step found; where rulings are asked for, the single rulings of the entries."""
    if RULING not in question.query.kinds:
        return tried.found
    return single_rulings(question, tried.found, marked_terms(question), tried.why)


def _answers(question: Question, found: Sequence[FoundEntry], why: str) -> Iterator[Answer]:
    """Make answers of what a step found."""
    store = question.compiled.store
    positions = list(dict.fromkeys(one.position for one in found))
    marked = marked_terms(question)
    parts = dict(question.query.parts)
    blocks = {terms.position: terms.blocks for terms in store.terms(positions)}
    rows = {row.position: row for row in store.rows(positions)}
    for one in found:
        row = rows[one.position]
        document, record = question.about.documents[row.document], store.record(row.id)
        if one.position in parts and why == "number":
            kinds = [block["kind"] for block in record["blocks"]]
            one = one._replace(block=block_of_part(parts[one.position], kinds))
        above = (document["title"], *(up.name for up in store.path(row)))
        found_in = snippet(record, blocks[row.position], marked, one.block)
        held = one.judged.held if one.judged and why in RANKED else 1.0
        if one.block is not None:
            row = row_of_part(row, record, one.block)
        errata = record["errata"]["text"] if record["errata"] else None
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
    return frozenset(term for term in every if term.removeprefix(MARK) not in little) or every


def find(compiled: Compiled, locator: str, narrowing: Narrowing = EVERYTHING) -> list[Match]:
    """Return the entries that a locator names, those of newer documents first.

    Args:
        compiled: the library.
        locator: an id (`shadowfist-omnifaq:evil-twin#3`), a number or a title, with a game's or document's name
            before or after it if wanted.
        narrowing: the editions that are looked in.

    Raises:
        CollectionError: there is no such edition.
        NoEntry: nothing answers to it; the error holds the nearest names.
    """
    locator = cut(locator).strip()
    if parts := IDENTIFIER.fullmatch(locator):
        document, local = parts["document"], parts["local"]
        key_of_it = (compiled.store.alias(document) or document).lower()
        found = [Match(row)] if (row := _identified(compiled.store, document, local)) else []
        if not found and any(record["key"] == key_of_it for record in compiled.store.documents()):
            found = find(compiled, local, Narrowing(document=key_of_it))
        if found and parts["part"]:
            return [_with_part(compiled.store, found[0].row, parts["part"])]
        if found:
            return found
        locator = f"{document} {local}"
    every = narrowing._replace(all_editions=True)
    for open_to in dict.fromkeys((narrowing, every, every._replace(digests=True))):
        asked = _asked(compiled, locator, open_to)
        located = asked.located()
        if rows := _named(asked, located, open_to):
            return _matches(located, rows, narrowing)
    digested = all(document["summarises"] for document in compiled.store.documents())
    text = spelled(asked.query.text)
    numbers = list(typed_numbers(text))
    query = located.query
    absent = query.partly or (query.absent and _prints(compiled.store, query.documents, numbers))
    understood = ", ".join(text[one.start : one.end].strip() for one in numbers)
    raise NoEntry(locator, tuple(nearest(located)), digested, understood, absent)


def _named(asked: Question, located: Question, narrowing: Narrowing) -> list[Row]:
    """Return the entries that a locator names by number, else by title, first as a whole."""
    rows_at, query = asked.compiled.store.rows, asked.query
    if len(located.query.located) == 1 and not located.query.partly:
        rows = rows_at([one.position for one in by_number(located)])
        if rows := _confirmed(asked.compiled, rows, located.query.text):
            return rows
    whole = query._replace(text=query.whole, documents=tuple(answering(query.open, asked.about, narrowing)))
    for text in dict.fromkeys((whole, query)):
        question = Question(asked.compiled, asked.about, text._replace(required=False, excluded=(), titled=()), 0)
        for step in (by_title, by_variation):
            if rows := rows_at([one.position for one in step(question)]):
                return rows
    return []


def _confirmed(compiled: Compiled, rows: list[Row], label: str) -> list[Row]:
    """Return those of the entries of a number whose title, or nearly so, the words beside the number are."""
    if not label:
        return rows
    exact = compiled.store.named(key(label), TITLES)
    if confirmed := [row for row in rows if row.position in exact or set(words(label)) <= set(words(row.name))]:
        return confirmed
    alike = similar_titles(compiled.store, label, NEAR_ENOUGH)
    return [row for row in rows if row.position in alike]


def _prints(store: Store, documents: Sequence[str], numbers: Sequence[TypedNumber]) -> bool:
    """Say whether one of some documents prints numbers such as each of these, so that it might have had them."""
    printed = _shapes(store)

    def may_be(number: str) -> bool:
        whole, above = whole_of(number), store.rows(store.numbered(joined(levels(number)[:-1])))
        return any(
            one in printed and printed[one].may_have(number, has_above=any(row.document == one for row in above))
            for one in documents
        ) or any(row.document in documents for row in store.rows(store.numbered(whole)) if whole)

    return all(any(map(may_be, one.numbers)) for one in numbers)


@remembered
def _shapes(store: Store) -> dict[str, Shapes]:
    """Return how each document writes its numbers."""
    names = {name.position: name for name in store.names_of_kind("number")}
    found: dict[str, Shapes] = defaultdict(Shapes)
    for row in store.rows(list(names)):
        found[row.document].add(levels(names[row.position].key))
        if row.number:
            found[row.document].add_printed(row.number)
    return dict(found)


def _matches(asked: Question, rows: Sequence[Row], narrowing: Narrowing) -> list[Match]:
    """Return what a locator names: at its place in the newest edition, unless editions are chosen."""
    chosen = narrowing.edition or narrowing.all_editions or narrowing.document
    parts = dict(asked.query.parts)
    found = [Match(row) for row in rows] if chosen and not asked.query.older else _led(asked.compiled, rows)
    return [match if match.former else match._replace(part=parts.get(match.row.position, "")) for match in found]


def _led(compiled: Compiled, rows: Sequence[Row]) -> Iterator[Match]:
    """Yield the entries of older editions at their places in the newest; one that is gone stays where it was."""
    seen: set[str] = set()
    for row in rows:
        now = compiled.store.row(maps_of(compiled.store).now(row.id) or row.id) or row
        if now.id not in seen:
            seen.add(now.id)
            yield Match(now, "", row if now.id != row.id else None)


def _identified(store: Store, document: str, local: str) -> Row | None:
    """Return the entry of an id, former ids included."""
    now = store.alias(document) or document
    renamed = store.alias(f"{now}:{local}") or store.alias(f"{document}:{local}")
    local = renamed.rpartition(":")[2] if renamed else local
    return store.row(f"{now}:{local}") or store.row(f"{now.lower()}:{local.lower()}")


def _with_part(store: Store, row: Row, part: str) -> Match:
    """Return the part of an entry that an id names.

    Raises:
        NoEntry: the entry does not have it.
    """
    kinds = [block["kind"] for block in store.record(row.id)["blocks"]]
    if block_of_part(part, kinds) is None and not (row.kind == RULING and part == "1"):
        locator, told = f"{row.id}#{part}", f"{row.id} has no {part_in_words(part)}"
        raise NoEntry(locator, ((row.id, row.name),), understood=locator, absent=True, told=told)
    return Match(row, part)


def near(compiled: Compiled, typed: str) -> list[tuple[str, str]]:
    """Return the ids and names of the entries nearest to a query that nothing answers."""
    return list(nearest(_asked(compiled, typed, EVERYTHING).located()))


def nearest(located: Question) -> Iterator[tuple[str, str]]:
    """Yield the entries nearest to a locator that names nothing, as pairs of id and name.

    What has its number, in whatever document, what has nearly its words as a title, and the numbers above it.
    """
    store, query = located.compiled.store, located.query
    text = spelled(query.text)
    left = [one.inner or one for one in typed_numbers(text)]
    numbers = [number for one in left for number in (*one.numbers, *filter(None, map(whole_of, one.numbers)))]
    label = without(text, left)
    positions = [
        *(position for group in query.located for position in group),
        *(position for number in numbers for position in store.numbered(number)),
        *(one for one in similar_titles(store, label, NEAR_ENOUGH) if located.in_scope([one], 0.0)),
    ]
    if not positions:
        positions = [hit.position for number in numbers for hit in located.in_scope(_around(store, number), 0.0)]
    rows = (row for row in store.rows(list(dict.fromkeys(positions))) if row.document in query.open)
    for row in islice(rows, NEAREST):
        yield row.id, row.name


def _around(store: Store, number: str) -> list[int]:
    """Return the positions of the entries of the nearest number above one, each with the last two right below it."""
    for above in parents(number):
        found: list[int] = []
        for position in store.numbered(above):
            row = store.rows([position])[0]
            below = [child.position for child in store.children(row.id) if child.number]
            found += [position, *below[-2:]]
        if found:
            return found
    return []
