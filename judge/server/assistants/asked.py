"""A question to its answer, as the tools give it; that nothing is known is an answer, with what was searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from judge.citations import check
from judge.citations.verify import Verified
from judge.citations.verify import verify as verified
from judge.core.errors import CollectionError, NoEntry
from judge.core.jsonl import Record
from judge.core.names import name_of
from judge.core.numbering import entry_id
from judge.editions import change_reports
from judge.editions.edition_changes import Stretch
from judge.library import Library
from judge.records import answers
from judge.server.assistants.passages import LONGEST_SHOWN, Shelf
from judge.server.assistants.replies import (
    Answer,
    Change,
    Changes,
    Checked,
    Difference,
    Documents,
    Finding,
    Listed,
    Near,
    Passage,
    Verdict,
)

MOST_PASSAGES = 20
"""Texts of one answer."""
MOST_CHANGES = 30
MOST_FINDINGS = 100
NOT_KNOWN = "Nothing in the documents searched answers this."


def _unknown(shelf: Shelf, said: str, near: Sequence[Near], keys: Iterable[str] | None = None) -> Answer:
    searched = shelf.searched(keys)
    return Answer(known=False, said=said, passages=[], total=0, near=list(near), searched=searched)


def _known(said: str, passages: Iterable[Passage], total: int) -> Answer:
    return Answer(known=True, said=said, passages=list(passages), total=total, near=[], searched=[])


def _no_entry(shelf: Shelf, error: NoEntry) -> Answer:
    near = [Near(id=id, name=name) for id, name in error.nearest]
    return _unknown(shelf, f"Nothing is called '{error.locator}' in the documents searched.", near)


def verify(library: Library, locator: str, quote: str | None = None) -> Verdict:
    """Return whether a rule exists and says what is quoted."""
    shelf = Shelf(library)
    found = verified(library, locator, quote)
    return Verdict(
        verdict=found.verdict,
        said=_told(found, library.entries.name(found.id) if found.id else locator),
        passage=shelf.passage(found.id, longest=LONGEST_SHOWN) if found.id else None,
        differences=_differences(found.diff),
        found_in=shelf.near(found.found_in),
        near=shelf.near(found.near),
        understood=found.understood,
        superseded_by=found.superseded_by,
        searched=[] if found.id else shelf.searched(),
    )


def _differences(stretches: Iterable[Stretch]) -> list[Difference]:
    return [Difference.model_validate({"sign": sign, "words": words}) for sign, words in stretches]


def _told(found: Verified, name: str) -> str:
    return {
        "true": f"True: {name} is in force and says so.",
        "unclear": f"It is unclear: only a summary is here: {found.summary}."
        if found.summary
        else f"It is unclear what '{found.locator}' names or is said to say; see understood and near.",
        "absent": f"There is no rule '{found.locator}'.",
        "superseded": f"{name} does not hold any more; see superseded_by.",
        "wrong-rule": f"{name} does not say so; found_in does.",
        "misquoted": f"{name} does not say so; differences shows where.",
    }[found.verdict]


def search(library: Library, query: str, limit: int, **narrowing: Any) -> Answer:
    """Return the texts that answer a query."""
    shelf = Shelf(library)
    reply = library.reply(query, limit, **narrowing)
    if reply.weak:
        near = [Near(id=one.row.id, name=one.row.name) for one in reply.answers]
        near = near or [Near(id=id, name=name) for id, name in library.nearest(query)]
        missing = f" No document has: {', '.join(reply.missing)}." if reply.missing else ""
        return _unknown(shelf, NOT_KNOWN + missing, near, library.looked_in(query, **narrowing))
    passages = [shelf.passage(one.row.id, f"found by its {one.why}") for one in reply.answers]
    return _known("These texts answer best, the best first.", passages, len(passages))


def show(library: Library, locator: str, edition: str | None = None) -> Answer:
    """Return the texts that a locator names."""
    shelf = Shelf(library)
    try:
        matches = answers.matches(library, locator, edition=edition)
    except NoEntry as error:
        return _no_entry(shelf, error)
    ids = [one.id for one in matches]
    passages = [shelf.passage(id, "named by the locator", LONGEST_SHOWN) for id in ids[:MOST_PASSAGES]]
    return _known(f"{len(ids)} found.", passages, len(ids))


def card(library: Library, name: str) -> Answer:
    """Return the texts on a card: its entry, its rulings, and for a card without an entry the texts that name it."""
    shelf = Shelf(library)
    try:
        sheets = library.card(name)
    except NoEntry as error:
        called = answers.called(library, error.nearest, name)
        if not called:
            return _no_entry(shelf, error)
        return _known(
            "This is not a card.", [shelf.passage(id, "called so", LONGEST_SHOWN) for id in called], len(called)
        )
    ids = [(sheet.entry["id"], "its entry") for sheet in sheets if sheet.entry]
    ids += [(ruling.id, "a ruling on it") for sheet in sheets for ruling in sheet.rulings]
    ids += [(example.id, "an example that uses it") for sheet in sheets for example in sheet.examples]
    ids += [(id, "names it") for sheet in sheets for id in sheet.mentions]
    passages = [shelf.passage(id, why) for id, why in ids[:MOST_PASSAGES]]
    return _known(f"What is known of {sheets[0].name}; rulings are newest first.", passages, len(ids))


def between(library: Library, names: Sequence[str]) -> Answer:
    """Return the texts that apply when cards or terms meet."""
    shelf = Shelf(library)
    try:
        met = library.between(*names)
    except NoEntry as error:
        return _no_entry(shelf, error)
    lines = [line for part in met.parts for line in part.lines]
    together = " and ".join(subject.name for subject in met.subjects)
    if not lines:
        near = [Near(id=row.id, name=row.name) for subject in met.subjects for row in subject.rows]
        return _unknown(shelf, f"No text connects {together}.", near)
    passages = [shelf.passage(line.id, line.reason) for line in lines[:MOST_PASSAGES]]
    return _known(f"These texts apply when {together} meet.", passages, len(lines))


def refs(library: Library, locator: str, offset: int = 0) -> Answer:
    """Return the entries that an entry refers to and those that refer to it."""
    shelf = Shelf(library)
    try:
        named = {match.row.id for match in library.matches(locator)}
    except NoEntry as error:
        return _no_entry(shelf, error)
    references = [one for one in answers.refs(library, locator) if one["target"]]
    ends = [
        (entry_id(one["target"]), f"{one['source']} refers to it")
        if one["source"] in named
        else (one["source"], "refers to it")
        for one in references
    ]
    ends = list(dict.fromkeys(ends))
    passages = [shelf.passage(id, why) for id, why in ends[offset : offset + MOST_PASSAGES]]
    return _known(f"{len(ends)} references resolve.", passages, len(ends))


def diff(library: Library, old: str, new: str, offset: int = 0) -> Changes:
    """Return what changed between two editions.

    Raises:
        CollectionError: there is no such document, or they are not editions of one work.
    """
    comparison = library.editions.diff(old, new)
    if unlike := answers.unlike(comparison, old, new):
        raise CollectionError(unlike)
    every = change_reports.worth_telling(comparison)
    changes = []
    for change in every[offset : offset + MOST_CHANGES]:
        section = change.new or change.old
        assert section, "a change has an entry of one edition at least"
        differences = _differences(change_reports.shortened(change.diff)) if change.reworded else []
        told: Record = {"kind": change.kind, "said": change_reports.told(change), "name": name_of(section.record)}
        told |= {"old": change.old.id if change.old else None, "new": change.new.id if change.new else None}
        changes.append(Change.model_validate(told | {"differences": differences}))
    return Changes(said=" ".join(change_reports.summary(comparison)), changes=changes, total=len(every))


def cites(library: Library, text: str, **meant: Any) -> Checked:
    """Return which citations in a text are not sound.

    Raises:
        CollectionError: there is no such document, game or edition.
    """
    report = check.cites(library, text, **meant)
    fields = ("code", "line", "column", "message", "suggestion")
    findings = [Finding(**{name: one[name] for name in fields}) for one in report.findings[:MOST_FINDINGS]]
    said = f"{report.citations} citations found, {len(report.findings)} of them not sound."
    return Checked(said=said, findings=findings, total=len(report.findings))


def documents(library: Library, edition: str) -> Documents:
    """Return the documents of the library."""
    names = ("key", "title", "game", "edition", "date", "superseded_by", "entries")
    listed = [
        Listed(**{name: one[name] for name in names}, in_force=one["superseded_by"] is None)
        for one in library.documents()
    ]
    return Documents(edition=edition, documents=listed)


def resource(library: Library, id: str) -> str:
    """Return an entry as a text with its citation, for those who read resources.

    Raises:
        NoEntry: there is none of this id.
    """
    one = Shelf(library).passage(id, longest=LONGEST_SHOWN)
    standing = "in force" if one.in_force else f"superseded by {', '.join(one.superseded_by) or 'a newer text'}"
    source = ", ".join(part for part in (one.document, one.edition, one.date) if part)
    doubts = "".join(f"? {doubt}\n" for doubt in one.doubts)
    summary = f"{one.summary}\n" if one.summary else ""
    return f"{one.name}\n\n{one.text}\n\n{summary}{doubts}{one.id} ({source}; {standing})\n{one.hash}\n"
