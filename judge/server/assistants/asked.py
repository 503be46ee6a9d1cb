"""A question to its answer, as the tools give it; that nothing is known is an answer, with what was searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import update_wrapper
from typing import Concatenate, ParamSpec

from judge.citations.rulebooks import ANYTHING, Meant
from judge.citations.verify import Verified
from judge.citations.verify import verify as verified
from judge.core.errors import NoEntry
from judge.core.names import name_of, shortened
from judge.editions import change_reports
from judge.opened_library import Library
from judge.records import answers
from judge.records.questions import check_citations, compare_editions
from judge.search.passages import SURE
from judge.server.assistants.passages import LONGEST, LONGEST_NAME, LONGEST_SHOWN, Shelf, within
from judge.server.assistants.replies import (
    Answer,
    Change,
    Changes,
    Checked,
    Documents,
    Finding,
    Listed,
    Passage,
    Verdict,
)

P = ParamSpec("P")
MOST_PASSAGES = 20
"""Texts of one answer."""
MOST_CHANGES = 30
MOST_FINDINGS = 100
MOST_DOCUMENTS = 50
NOT_KNOWN = "No text in the searched documents answers this."


def _unknown(shelf: Shelf, said: str, near: Iterable[str], keys: Iterable[str] | None = None) -> Answer:
    close, searched = shelf.near(near), shelf.searched(keys)
    return Answer(known=False, said=said, passages=[], total=0, near=close, searched=searched, **shelf.quoted())


def _known(shelf: Shelf, said: str, passages: Iterable[Passage], total: int) -> Answer:
    texts = list(passages)
    return Answer(known=True, said=said, passages=texts, total=total, near=[], searched=[], **shelf.quoted())


def _or_near(question: Callable[Concatenate[Library, P], Answer]) -> Callable[Concatenate[Library, P], Answer]:
    """Return a question that answers with what came near if there is no such entry."""

    def ask(library: Library, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        try:
            return question(library, *args, **kwargs)
        except NoEntry as error:
            told = f"No entry is named '{error.locator}' in the documents searched."
            return _unknown(Shelf(library), told, (id for id, _ in error.nearest))

    return update_wrapper(ask, question)


def verify(library: Library, locator: str, quote: str | None = None) -> Verdict:
    """Return whether a rule exists and says what is quoted."""
    shelf = Shelf(library)
    found = verified(library, locator, quote)
    passage = shelf.passage(found.id, longest=LONGEST_SHOWN) if found.id else None
    if found.id:
        shelf.quote(found.id, differences=within(change_reports.shortened(found.diff)))
    return Verdict(
        verdict=found.verdict,
        said=_told(found, quote),
        passage=passage,
        found_in=shelf.near(found.found_in),
        near=shelf.near(found.near),
        understood=found.understood,
        superseded_by=found.superseded_by,
        searched=[] if found.id else shelf.searched(),
        **shelf.quoted(),
    )


def _told(found: Verified, quote: str | None) -> str:
    return {
        "true": f"True: {found.id} is in force and says so."
        if quote
        else f"True: {found.id} is in force; there was no quotation to compare.",
        "unclear": "It is unclear: only a summary of the rule is here; see summary_of."
        if found.summary
        else f"It is unclear which rule '{found.locator}' names, or what it should say; see understood and near.",
        "absent": f"There is no rule '{found.locator}'.",
        "superseded": f"{found.id} is no longer in force; see superseded_by.",
        "wrong-rule": f"{found.id} does not say so; the entries in found_in do.",
        "misquoted": f"{found.id} does not say so; differences in its quotation show where.",
    }[found.verdict]


def search(
    library: Library,
    query: str,
    limit: int,
    game: str | None = None,
    document: str | None = None,
    edition: str | None = None,
) -> Answer:
    """Return the texts that answer a query."""
    shelf = Shelf(library)
    reply = library.reply(query, limit, game=game, document=document, edition=edition)
    if reply.answer != SURE:
        near = [one.row.id for one in reply.answers] or [id for id, _ in library.nearest(query)]
        missing = f" In no document: {', '.join(reply.missing)}." if reply.missing else ""
        return _unknown(shelf, NOT_KNOWN + missing, near, reply.searched)
    passages = [shelf.passage(one.row.id, f"found by its {one.why}") for one in reply.answers]
    return _known(shelf, "The best answers, best first.", passages, len(passages))


@_or_near
def show(library: Library, locator: str, edition: str | None = None) -> Answer:
    """Return the texts that a locator names."""
    shelf = Shelf(library)
    matches = answers.matches(library, locator, edition)
    cards = [library.entries.card(one.row.id) if not one.part else [] for one in matches]
    ids = [
        *dict.fromkeys(
            id for one, card in zip(matches, cards, strict=True) for id in [entry.id for entry, _ in card] or [one.id]
        )
    ]
    longest = max(LONGEST, LONGEST_SHOWN // len(ids))
    passages = [shelf.passage(id, "named by the locator", longest) for id in ids[:MOST_PASSAGES]]
    return _known(shelf, f"{len(ids)} found.", passages, len(ids))


@_or_near
def card(library: Library, name: str) -> Answer:
    """Return the texts on a card: its entry, its rulings, and for a card without an entry the texts that name it."""
    shelf = Shelf(library)
    try:
        cards = library.card(name)
    except NoEntry as error:
        called = answers.called(library, error.nearest, name)
        if not called:
            raise
        passages = [shelf.passage(id, "called so") for id in called[:MOST_PASSAGES]]
        return _known(shelf, "This is not a card.", passages, len(called))
    ids = [(id, "its entry") for one in cards for id in one.ids]
    ids += [(ruling.id, "a ruling on it") for one in cards for ruling in one.rulings]
    ids += [(example.id, "an example that uses it") for one in cards for example in one.examples]
    ids += [(id, "names it") for one in cards for id in one.mentioned_in]
    passages = [shelf.passage(id, why) for id, why in ids[:MOST_PASSAGES]]
    return _known(shelf, "What is known about the card; rulings are newest first.", passages, len(ids))


@_or_near
def between(library: Library, names: Sequence[str]) -> Answer:
    """Return the texts that apply when cards or terms meet."""
    shelf = Shelf(library)
    met = library.between(*names)
    lines = [(line, part.heading) for part in met.parts for line in part.lines]
    if not lines:
        near = [row.id for subject in met.subjects for row in subject.rows]
        return _unknown(shelf, "No text connects these.", near)
    passages = []
    for line, heading in lines[:MOST_PASSAGES]:
        passages.append(shelf.passage(line.id, heading))
        shelf.quote(line.id, reason=line.reason)
    return _known(shelf, "These texts apply when they interact.", passages, len(lines))


@_or_near
def refs(library: Library, locator: str, offset: int = 0) -> Answer:
    """Return the entries that an entry refers to and those that refer to it."""
    shelf = Shelf(library)
    named = {match.row.id for match in library.matches(locator)}
    ends = dict.fromkeys(
        (one.target_id, f"{one.source} refers to it") if one.source in named else (one.source, "refers to it")
        for one in answers.refs(library, locator)
        if one.target_id
    )
    passages = [shelf.passage(id, why) for id, why in [*ends][offset : offset + MOST_PASSAGES]]
    return _known(shelf, f"{len(ends)} references resolve.", passages, len(ends))


def diff(library: Library, old: str, new: str, offset: int = 0) -> Changes:
    """Return what changed between two editions; the errors are those of `compare_editions`."""
    comparison = compare_editions(library, old, new)
    shelf = Shelf(library)
    every = change_reports.worth_telling(comparison)
    changes = []
    for change in every[offset : offset + MOST_CHANGES]:
        section = change.entry
        shelf.quote(
            section.id,
            name=shortened(name_of(section.record), LONGEST_NAME),
            change=change_reports.told(change),
            differences=within(change_reports.shortened(change.diff)) if change.reworded else [],
        )
        ids = {"old": change.old.id if change.old else None, "new": change.new.id if change.new else None}
        changes.append(Change.model_validate({"kind": change.kind, **ids}))
    said = change_reports.summary(comparison)
    return Changes(said=said, changes=changes, total=len(every), **shelf.quoted())


@_or_near
def trace(library: Library, locator: str, offset: int = 0) -> Answer:
    """Return an entry in each edition of its document, the oldest first."""
    shelf = Shelf(library)
    steps = answers.trace(library, locator)
    passages = []
    for step in steps[offset : offset + MOST_PASSAGES]:
        id = step.record.id
        if step.change is None:
            passages.append(shelf.passage(id, "the first edition that contains it"))
            continue
        kinds = {"moved": step.change.moved, "renamed": step.change.renamed, "reworded": step.change.reworded}
        passages.append(shelf.passage(id, ", ".join(kind for kind, is_so in kinds.items() if is_so) or "the same"))
        shelf.quote(id, differences=within(change_reports.shortened(step.change.diff)))
    return _known(shelf, f"{len(steps)} editions contain it, oldest first.", passages, len(steps))


def suggest(library: Library, typed: str) -> Answer:
    """Return the ids of entries whose number or title begins, or nearly begins, with what is typed."""
    shelf = Shelf(library)
    found = library.suggest(typed, MOST_PASSAGES)
    if not found:
        return _unknown(shelf, "No entry begins with this.", ())
    near = shelf.near(one.id for one in found)
    said = f"{len(near)} entries begin, or nearly begin, with this; show(id) returns each."
    return Answer(known=True, said=said, passages=[], total=len(near), near=near, searched=[], **shelf.quoted())


def cites(library: Library, text: str, meant: Meant = ANYTHING) -> Checked:
    """Return which citations in a text are not sound.

    Raises:
        CollectionError: there is no such document, game or edition, or the text has too many citations.
    """
    report = check_citations(library, text, meant=meant)
    shelf = Shelf(library)
    findings = []
    for one in report.findings[:MOST_FINDINGS]:
        findings.append(Finding(code=one.code, line=one.line, column=one.column, source_hash=one.source_hash))
        shelf.quote(f"{one.line}:{one.column}", message=one.message, suggestion=one.suggestion)
    said = f"{report.citations} citations found, {len(report.findings)} of them wrong."
    return Checked(said=said, findings=findings, total=len(report.findings), **shelf.quoted())


def documents(library: Library, edition: str, offset: int = 0) -> Documents:
    """Return the documents of the library."""
    shelf = Shelf(library)
    listed = []
    told = ("key", "date", "superseded_by", "entries", "source_hash")
    for one in list(shelf.documents.values())[offset : offset + MOST_DOCUMENTS]:
        listed.append(Listed(**{name: getattr(one, name) for name in told}))
        shelf.quote_document(one.key)
    return Documents(edition=edition, documents=listed, total=len(shelf.documents), **shelf.quoted())


def entry(library: Library, id: str) -> Answer:
    """Return the entry of an id.

    Raises:
        NoEntry: there is none of this id.
    """
    shelf = Shelf(library)
    return _known(shelf, "This is the entry.", [shelf.passage(id, longest=LONGEST_SHOWN)], 1)
