"""What a library answers, as facts: ranked ids of queries, verdicts, pairs, cards, editions compared, citations."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import convert

from judge.citations.check import cites
from judge.citations.verify import verify
from judge.core.errors import CollectionError, NoEntry
from judge.core.jsonl import Record, to_record
from judge.core.text_facts import TextFacts
from judge.editions import change_records
from judge.editions.status import status_of
from judge.opened_library import Library
from judge.records import answers
from tests.golden_run.documents import marks, unusual
from tests.golden_run.facts import Fact, Wording, as_text, fact

SHOWN = 5
"""Answers of a query."""
FOUND = 8
"""Texts of each part of what two names have to do with each other."""


def asked(library: Library, questions: Mapping[str, Any], wording: Wording) -> Iterator[Fact]:
    """Yield what a library answers to the questions of its `asked.toml`."""
    for name, answer in ANSWERS.items():
        for question in questions.get(name, ()):
            yield from _answered(answer, library, question, wording)


Answering = Callable[[Library, Any, Wording], Iterator[Fact]]


def _answered(answer: Answering, library: Library, question: Any, wording: Wording) -> Iterator[Fact]:
    """Yield what is answered, or that there is no such entry and what comes near."""
    name = answer.__name__.strip("_")
    try:
        yield from answer(library, question, wording)
    except NoEntry as error:
        yield fact(name, _key(question), nearest=[wording.id(id) for id, _ in error.nearest], refused="no entry")
    except CollectionError as error:
        yield fact(name, _key(question), refused=wording.said(str(error)))


def _key(question: Any) -> str:
    """Return a question as it stands in a golden file; of a text, its name and first words."""
    if isinstance(question, dict):
        return f"{question['name']}: {' '.join(question['text'].split()[:6])}"
    return question if isinstance(question, str) else " | ".join(question)


def _query(library: Library, question: str, wording: Wording) -> Iterator[Fact]:
    """Yield a query's answers, best first; what narrows it is written before it: `kind=ruling game=Tide | ferry`."""
    narrowing, bar, query = question.rpartition(" | ")
    chosen: dict[str, Any] = dict(word.split("=") for word in shlex.split(narrowing)) if bar else {}
    found = to_record(library.reply(query, SHOWN, **chosen).record(query))
    read_as = [f"{typed} as {taken}" for typed, taken in found["read_as"].items()]
    yield fact(
        "query",
        question,
        answer=found["answer"] if found["answer"] != "sure" else None,
        missing=found["missing"],
        read_as=read_as,
    )
    for rank, one in enumerate(found["results"], 1):
        snippet = wording.has_texts and rank == 1 and one["snippet"]
        held = unusual(as_text(round(one["held"], 2)), "1")
        yield fact(
            "result", wording.id(one["id"]), 1, rank=rank, why=one["why"], held=held,
            superseded=one["superseded"], date=one["date"], snippet=snippet,
        )  # fmt: skip


def _typed(library: Library, question: str, wording: Wording) -> Iterator[Fact]:
    """Yield what is offered while somebody types."""
    offered = [f"{one.why} {wording.id(one.id)}" for one in library.suggest(question, SHOWN)]
    yield fact("typed", question, offered=offered)


def _locator(library: Library, question: str, wording: Wording) -> Iterator[Fact]:
    """Yield the entries that a locator names, and what refers to each."""
    yield fact("locator", question)
    for one in map(to_record, answers.show(library, question)):
        if one["id"] is None:
            yield fact("shown", one["names"][0]["name"], 1, mentions=list(map(wording.id, one["mentioned_in"])))
            continue
        opened = [wording.id(found.record.id) for found in library.entries.opened(one["id"])]
        cited = [f"{wording.id(by['source'])} {by['line']}" for by in one["referenced_by"]]
        yield fact(
            "shown",
            wording.id(one["id"]),
            1,
            opened=opened,
            referenced_by=cited,
            status=_status(one, wording),
        )


def _verdict(library: Library, question: list[str], wording: Wording) -> Iterator[Fact]:
    """Yield whether a rule exists and says what is quoted."""
    found = to_record(verify(library, *question))
    ids = {name: list(map(wording.id, found[name])) for name in ("found_in", "near")}
    yield fact(
        "verdict", _key(question), verdict=found["verdict"], id=found["id"] and wording.id(found["id"]),
        edition=found["edition"], **ids, superseded_by=found["superseded_by"], diff=wording.text(_diff(found)),
    )  # fmt: skip


def _diff(record: Record) -> str:
    return " ".join(f"{sign}[{words}]" for sign, words in record["diff"])


def _pair(library: Library, question: list[str], wording: Wording) -> Iterator[Fact]:
    """Yield what applies when cards or terms meet, part by part."""
    found = to_record(library.between(*question).record())
    named = [f"{one['name']}: {' '.join(map(wording.id, one['entries']))}" for one in found["names"]]
    yield fact("pair", _key(question), names=named)
    for part in found["parts"]:
        for one in part["found"][:FOUND]:
            place = "" if one["block"] is None else f"#{one['block']}"
            yield fact(
                "bearing", f"{part['part']} {wording.id(one['id'])}{place}", 1, kind=one["kind"],
                date=one["date"], reason=wording.said(one["reason"]), superseded=one["superseded"],
            )  # fmt: skip


def _card(library: Library, question: str, wording: Wording) -> Iterator[Fact]:
    """Yield what is known of the cards of a name."""
    yield fact("card", question)
    for one in map(to_record, answers.card(library, question)):
        if "rulings" not in one:
            yield fact("sheet", wording.id(one["id"]), 1, kind=one["kind"])
            continue
        passages = {
            name: [f"{wording.id(said['id'])} {said['date'] or ''}".strip() for said in one[name]]
            for name in ("rulings", "examples")
        }
        ids = {name: list(map(wording.id, one[name])) for name in ("mentioned_in", "counterparts")}
        topics = [wording.id(topic["id"]) for topic in one["topics"]]
        key = wording.id(one["id"]) if one["id"] else one["names"][0]["name"]
        status = _status(one["entries"][0], wording) if one["entries"] else []
        yield fact("sheet", key, 1, **passages, **ids, topics=topics, status=status)


def _status(record: Record, wording: Wording) -> list[str]:
    """Return what is said of a text, and of which edition it is."""
    status = status_of(convert(record, TextFacts))
    named = ((one.words, one.id or "", one.edition or "", one.was) for one in (*status.sentences, *status.since))
    return [
        " ".join(filter(None, (words, wording.id(id) if id else "", edition, was))) for words, id, edition, was in named
    ]


def _compared(library: Library, question: list[str], wording: Wording) -> Iterator[Fact]:
    """Yield what changed between two editions, and what that touches in other documents."""
    comparison = library.editions.diff(*question)
    yield fact("compared", _key(question), paired=comparison.paired)
    for one in map(to_record, change_records.changes(comparison)):
        how = [name for name in ("moved", "renamed", "reworded") if one[name]]
        sides = [wording.id(one[side]) if one[side] else "-" for side in ("old", "new")]
        if one["kind"] != "same" or how:
            diff = wording.text(_diff(one))
            yield fact("change", " → ".join(sides), 1, kind=one["kind"], how=how, group=one["group"], diff=diff)
    for one in map(to_record, change_records.affected(library.editions.affected(comparison))):
        cited = one["reference"]
        place = f"{wording.id(cited['source'])} {cited['line']}:{cited['column']}"
        new = one["new"] and wording.id(one["new"])
        yield fact("affected", place, 1, to=one["class"], old=wording.id(one["old"]), new=new, write=one["correction"])


def _traced(library: Library, question: str, wording: Wording) -> Iterator[Fact]:
    """Yield what an entry was in each edition."""
    steps = library.editions.trace(library.matches(question)[0].row.id)
    became = [f"{step.change.kind if step.change else 'first'} {wording.id(step.record.id)}" for step in steps]
    yield fact("traced", question, steps=became)


def _day(library: Library, question: list[str], wording: Wording) -> Iterator[Fact]:
    """Yield what was answered on a day: the documents of that day, and the entries that a locator named."""
    date, locator = question
    past = library.on_day(date)
    yield fact("day", _key(question), documents=[one.key for one in past.documents()])
    for one in map(to_record, answers.show(past, locator)):
        if one["id"] is None:
            continue
        dates = [block["date"] or "-" for block in one["blocks"]]
        yield fact("shown", wording.id(one["id"]), 1, dates=dates, superseded=one["superseded"])
        yield from (said._replace(depth=2) for said in marks(one, "", wording))


def _since(library: Library, question: str, wording: Wording) -> Iterator[Fact]:
    """Yield what is new since a day."""
    yield fact("since", question)
    for one in map(to_record, library.editions.new_since(question)):
        yield fact("new", f"{one['what']} {wording.id(one['id'])}", 1, date=one["date"])


def _cites(library: Library, question: Record, wording: Wording) -> Iterator[Fact]:
    """Yield what is wrong with the citations in a text."""
    found = cites(library, **question)
    yield fact("cites", _key(question), count=found.citations)
    for one in found.findings:
        place = f"{one.line}:{one.column} {one.code}"
        message = wording.said(one.message)
        yield fact("citation", place, 1, document=one.document, write=one.suggestion, message=message)


ANSWERS: dict[str, Answering] = {
    "queries": _query,
    "typed": _typed,
    "locators": _locator,
    "verdicts": _verdict,
    "pairs": _pair,
    "cards": _card,
    "compared": _compared,
    "traced": _traced,
    "days": _day,
    "since": _since,
    "cites": _cites,
}
"""How each kind of question in an `asked.toml` is answered."""
