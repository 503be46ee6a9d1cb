"""What an answer shows and what qualifies it: passages, single rulings, newer texts, doubt about the first answer.

Reads: entries that were found, and their records. Writes: the passage of each, with the query's words marked; where
rulings are asked for (`--kind ruling`), each ruling as if it were an entry of its own; the best answer of the newest
rules, right below a first one that is older; and whether the first answer answers the query at all
(docs/design/search.md, section 7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from judge.core.dates import last_day
from judge.core.model import Block, Entry, Errata, PlaceDoubt, replace
from judge.core.names import facts_line
from judge.core.numbering import part_at, part_in_words
from judge.core.text_facts import BY_TEXT, RANKED, Why
from judge.core.tokens import WORD, sentences, tokens, words
from judge.editions.status import age_of, later_rules, said_of
from judge.library.store import RULING, Row, Terms
from judge.search.query_parsing import MENTIONED
from judge.search.stages import FoundEntry, Question
from judge.search.weights import DIGITS, DOUBT, ENOUGH, MISSING, MOST_TELLING, UNSURE

if TYPE_CHECKING:
    from judge.search.lookup import Answer


LENGTH = 200
"""Characters of a snippet, about two lines on a phone."""
MARGIN = 40
"""Characters of it that are before the first word that is looked for."""


class Snippet(NamedTuple):
    """The best passage of an entry."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()
    """Where the words between the ** are in it."""
    doubt: PlaceDoubt | None = None
    """That the text that it is cut from may belong to another entry."""
    whole: str = ""
    """The text that it is cut from."""
    date: str | None = None
    """That this text prints."""


def snippet(record: Entry, blocks: str, wanted: frozenset[str], block: int | None = None) -> Snippet:
    """Return the passage that holds most of the query's words, with **marks** around them.

    Of two that hold as many, a rule goes before an example. It begins with the sentence of the first of these words, if
    all of them then have room, and is cut at words.

    Args:
        record: an entry's record.
        blocks: the terms of its blocks, a line each (`judge.library.store.Terms`).
        wanted: the terms looked for.
        block: the block that the passage is cut from; without it, the best.
    """
    texts: list[Block | Errata] = [*record.blocks, *([record.errata] if record.errata else [])]
    if not texts:  # a card in a mere list
        told = facts_line(record.facts)
        return Snippet(*_marked(told, wanted), whole=told)
    counts = [len(wanted.intersection(line.split())) for line in blocks.split("\n")]
    places = range(len(texts)) if block is None else [block]
    examples = [place for place, one in enumerate(record.blocks) if one.kind == "example"]
    best = max(places, key=lambda place: (counts[place], place not in examples))
    text = texts[best]
    date = text.date if isinstance(text, Block) else None
    return Snippet(*_marked(text.text, wanted), text.doubt, text.text, date)


def _marked(text: str, wanted: frozenset[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Cut a text to the window with most of the wanted words and mark them; return also where these are."""
    spots = [(start, end) for term, start, end in tokens(text) if term in wanted]
    start, stop = _window(text, spots)
    start += len(text[start:stop]) - len(text[start:stop].lstrip())
    shown, marks, position = "… " if start else "", list[tuple[int, int]](), start
    for first, last in dict.fromkeys(spots):
        if position <= first and last <= stop:
            shown += f"{text[position:first]}**"
            marks.append((len(shown), len(shown) + last - first))
            shown += f"{text[first:last]}**"
            position = last
    shown = (shown + text[position:stop]).rstrip()
    return shown + (" …" if stop < len(text) else ""), tuple(marks)


def _window(text: str, spots: list[tuple[int, int]]) -> tuple[int, int]:
    """Return where the best window of LENGTH characters begins, at a sentence or a blank, and ends, at a blank."""
    if len(text) <= LENGTH:
        return 0, len(text)
    best, best_end, best_count, last = 0, 0, 0, 0
    for first, (start, _) in enumerate(spots):
        while last < len(spots) and spots[last][1] <= start + LENGTH - MARGIN:
            last += 1
        if last - first > best_count:
            best, best_end, best_count = start, spots[last - 1][1], last - first
    begin = max(one.start for one in sentences(text) if one.start <= best)
    if best_end - begin > LENGTH:
        begin = max(0, best - MARGIN)
        begin = text.find(" ", begin, begin + MARGIN) + 1 if begin else 0
    stop = min(len(text), begin + LENGTH)
    if stop < len(text):
        blank = text.rfind(" ", begin, stop)
        stop = blank if blank > begin else stop
    return begin, stop


Grade = Literal["sure", "unsure", "none"]
SURE: Grade = "sure"
NOT_SURE: Grade = "unsure"
NONE: Grade = "none"
"""How sure a first answer is; `none`: nothing that was found answers the query."""


def grade(question: Question, first: FoundEntry) -> Grade:
    """Return how sure an answer is whose text was found; nothing is one only where most of what tells is missing."""
    features = doubt_features(question, first)
    doubted = sum(DOUBT[name] * value for name, value in features.items())
    if doubted > 0 and features["missing"] >= MISSING:
        return NONE
    return NOT_SURE if doubted > UNSURE else SURE


def doubt_features(question: Question, first: FoundEntry) -> dict[str, float]:
    """Return what the doubt of a first answer rests on."""
    telling = [concept for concept in question.meaning.concepts if concept.telling]
    return {
        "always": 1.0,
        "in_passage": first.judged.in_passage if first.judged else 1.0,
        "missing": sum(one.weight for one in telling if not one.known) / (sum(one.weight for one in telling) or 1.0),
        "words": min(len(telling), MOST_TELLING),
        "score": first.judged.score if first.judged else first.score,
    }


def missing_words(question: Question) -> tuple[str, ...]:
    """Return the words that no document in scope has, as they were typed."""
    unknown = {one.term for one in question.meaning.concepts if one.telling and not one.known}
    typed = dict.fromkeys(WORD.findall(question.query.text))
    return tuple(word for word in typed if not unknown.isdisjoint(words(word)))


def single_rulings(
    question: Question, found: Sequence[FoundEntry], wanted: frozenset[str], why: Why
) -> list[FoundEntry]:
    """Return the rulings of entries, best first; where the entries were found by name, in the order of the entries.

    Args:
        question: the query.
        found: the entries that a step found, in order.
        wanted: the terms of which a ruling must hold one where the texts of entries were searched.
        why: what the step says of its answers (`judge.search.stages.STEPS`).
    """
    store = question.compiled.store
    positions = [one.position for one in found]
    rows = {row.position: row for row in store.rows(positions)}
    terms = {one.position: one for one in store.terms(positions)}
    telling = wanted if why in RANKED else frozenset()
    rulings: list[FoundEntry] = []
    for one in found:
        row = rows[one.position]
        own = [one] if row.kind == RULING else _rulings(question, row, terms[one.position], telling)
        rulings += own if why == BY_TEXT else (ruling._replace(score=one.score) for ruling in own)
    return sorted(rulings, key=lambda one: -round(one.score, DIGITS)) if why == BY_TEXT else rulings


def _rulings(question: Question, row: Row, terms: Terms, wanted: frozenset[str]) -> Iterator[FoundEntry]:
    """Yield the rulings of an entry that are of the days asked for and hold one of the terms, if any are given."""
    record = question.compiled.store.entry(row.id)
    lines = terms.blocks.split("\n")
    for place, block in enumerate(record.blocks):
        if block.kind != RULING or not block.text:
            continue
        if wanted and wanted.isdisjoint(lines[place].split()):
            continue
        date = block.date or question.about.documents[row.document].date
        if question.query.since and last_day(date) < question.query.since:
            continue
        judged = question.judgement.judge(row, terms._replace(blocks=lines[place]))
        if judged:
            yield FoundEntry(row.position, judged.score + question.gain(row), judged, place, bool(block.date))


def row_of_part(row: Row, record: Entry, place: int) -> Row:
    """Return the row of a part of an entry: that of the entry, with the part's id and name, and the kind of a ruling.

    Args:
        row: the entry's row.
        record: the entry's record.
        place: which of its blocks the part is, from 0.
    """
    part = part_at(place, [block.kind for block in record.blocks])
    kind = RULING if part.isdecimal() else row.kind
    return row._replace(id=f"{row.id}#{part}", kind=kind, name=f"{row.name}, {part_in_words(part)}")


MOST_BESIDE = 4
"""Texts of a kind beside one answer."""
Make = Callable[[Sequence[FoundEntry], Why], Sequence["Answer"]]
"""Makes answers of what was found, given why."""


def with_newer(question: Question, answers: Sequence[Answer], make: Make) -> list[Answer]:
    """Return answers with what is said of each; below a first one that is older, the best of the newest rules.

    Args:
        question: the query.
        answers: those that are shown.
        make: makes an answer of an entry that is not among them.
    """
    store = question.compiled.store

    def told(answer: Answer) -> Answer:
        id = answer.row.id.partition("#")[0]
        said = said_of(store, id, answer.block)
        shown = replace(said, newer=said.newer[:MOST_BESIDE], age=age_of(store, id))
        return answer._replace(said=shown, others=tuple(map(told, answer.others)))

    told_of = list(map(told, answers))
    best = _best_of_rules(question, told_of[0]) if told_of else None
    shown = [one for one in told_of if best and one.row.position == best.position]
    below = shown or [told(one) for one in (make([best], "newer") if best else ())]
    return [*told_of[:1], *below, *(one for one in told_of[1:] if one not in below)][: question.limit]


def _best_of_rules(question: Question, first: Answer) -> FoundEntry | None:
    """Return the best entry of the newest rules beside an older first answer: of the section on its subject, if any."""
    if not first.said.age or first.why == MENTIONED or question.query.since or not question.plain():
        return None
    rules = later_rules(question.compiled.store)[first.document.key].key
    rows = question.compiled.store.rows([one.position for one in question.ranked])
    newer = {one.id for one in first.said.newer}
    fits = {
        row.position: not newer.isdisjoint((row.id, row.parent or ""))
        for row in rows
        if row.document == rules and row.is_of(question.query.kinds)
    }
    held = [one for one in question.ranked if one.position in fits and one.judged and one.judged.held >= ENOUGH]
    return max(held, key=lambda one: fits[one.position], default=None)
