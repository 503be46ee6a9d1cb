"""What changed, in words: for a terminal's first lines, for a pull request (Markdown)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct

from judge.core.dates import last_day
from judge.core.model import Document, Entry, Reference
from judge.core.names import KINDS, citation, name_of, on_one_line
from judge.core.text_facts import DiffStretch
from judge.editions.alignment import ComparedEntry, values_by_key
from judge.editions.edition_changes import (
    CLASSES,
    Affected,
    Change,
    ChangeKind,
    Class,
    Comparison,
)

KEPT_WORDS = 12
"""Words of an unchanged stretch that are shown on each side of a change."""
ONE = {"qa": "question", "index": "index", "appendix": "appendix"}
"""What one entry of a kind is called, where its kind is not the word."""
CLASS_WORDS = {
    "removed": ("refers to a removed rule", "refer to removed rules"),
    "changed": ("refers to a changed rule", "refer to changed rules"),
    "moved": ("refers to a renumbered rule", "refer to renumbered rules"),
    "unchanged": ("is not affected", "are not affected"),
}
"""What is said of one reference of each class, and of several."""


def summary(comparison: Comparison) -> str:
    """Return in a sentence what changed on the whole."""
    changes = comparison.changes
    counts = {
        "reworded": sum(change.reworded for change in changes),
        "renamed": sum(change.renamed and not _is_title_page(change) for change in changes),
        "new": len(comparison.of_kind("added")),
        "removed": len(comparison.of_kind("removed")),
        "moved": sum(change.moved for change in changes),
    }
    told = [f"{count} {what}" for what, count in counts.items() if count]
    return f"{', '.join(told) or 'nothing changed'}; {len(comparison.of_kind('same'))} unchanged"


SAME = "the same"
"""What is told of an entry of which nothing changed."""


def told(change: Change) -> str:
    """Return in words what became of an entry."""
    first = {"added": ["new"], "removed": ["gone"]}.get(change.kind, [])
    last = ["reworded"] if change.reworded else []
    return ", ".join([*first, *was(change), *last]) or SAME


def was(change: Change) -> list[str]:
    """Return what an entry was before, or what it came from or went into, in a few words each."""
    old, new, source = change.old, change.new, change.source
    if old is None:
        return [f"split from {_called(source)}"] if source else []
    if new is None:
        return [f"merged into {_called(source)}"] if source else []
    words = [f"was {old.record.number or 'without a number'}"] if change.moved else []
    return words + ([f"was called “{on_one_line(old.record.title or '')}”"] if change.renamed else [])


def _called(section: ComparedEntry) -> str:
    """Return the number of an entry, or its name where it has none."""
    return section.record.number or name_of(section.record)


def shortened(diff: Sequence[DiffStretch]) -> Iterator[DiffStretch]:
    """Yield a redline in which long unchanged stretches are cut down to what is next to a change."""
    for place, stretch in enumerate(diff):
        words = stretch.words.split(" ")
        if stretch.sign != "=" or len(words) <= 2 * KEPT_WORDS:
            yield stretch
            continue
        before = [] if place == 0 else words[:KEPT_WORDS]
        behind = [] if place == len(diff) - 1 else words[-KEPT_WORDS:]
        yield DiffStretch("=", " ".join([*before, "…", *behind]))


def words_of(change: Change) -> list[DiffStretch]:
    """Return what a change is shown by: its redline without long unchanged stretches, or all of what is new or gone."""
    if change.old and change.new:
        return list(shortened(change.diff)) if change.reworded else []
    section = change.entry
    text = "\n".join(block.text for block in section.record.blocks)
    return [DiffStretch("+" if change.new else "-", text)] if text else []


def worth_telling(comparison: Comparison) -> list[Change]:
    """Return the changes that a reader wants to see: not what is the same, or only has another number."""
    return [change for change in comparison.changes if change.kind != "same" and not _is_title_page(change)]


class CallChange(NamedTuple):
    """A change that may change what a judge rules: a rule is reworded, new or gone."""

    change: Change
    cited: Sequence[Entry]
    """The entries that refer to it, those of other documents first."""

    def told(self) -> str:
        """Return in words by what it is cited: "cited by 2 cards, 1 question"; empty where nothing cites it.

        >>> cited = [Entry("tide:1", "tide", kind, None, None, ()) for kind in ("card", "qa", "card")]
        >>> CallChange(Change("changed", None, None), cited).told()
        'cited by 2 cards, 1 question'
        """
        counts = Counter(record.kind for record in self.cited)
        named = (f"{count} {KINDS[kind] if count > 1 else ONE.get(kind, kind)}" for kind, count in counts.items())
        return f"cited by {', '.join(named)}" if self.cited else ""


def calls_first(
    comparison: Comparison,
    touched: Iterable[Affected],
    library_entry: Callable[[str], Entry],
    backlinks: Callable[[str], Iterable[Reference]],
) -> list[CallChange]:
    """Return the changes that may change a call, the most cited first.

    Args:
        comparison: of the two editions.
        touched: what became of references of other documents.
        library_entry: returns an entry, given its id.
        backlinks: returns the references to an entry.
    """
    others = values_by_key((one.old, one.reference.source) for one in touched)
    found: list[CallChange] = []
    for change in worth_telling(comparison):
        if change.reworded or change.old is None or change.new is None:
            section = change.entry
            document = section.record.document
            inside = [one.source for one in backlinks(section.id) if one.source.partition(":")[0] == document]
            sources = dict.fromkeys([*(others.get(change.old.id, ()) if change.old else ()), *inside])
            found.append(CallChange(change, [library_entry(id) for id in sources if id != section.id]))
    return sorted(found, key=lambda one: -len(one.cited))


def without_calls(comparison: Comparison, calls: Sequence[CallChange]) -> list[Change]:
    """Return the changes worth telling that are not among those that may change a call."""
    known = {id(one.change) for one in calls}
    return [change for change in worth_telling(comparison) if id(change) not in known]


def _is_title_page(change: Change) -> bool:
    """Tell whether nothing changed but a title above all others: a title page names its own edition."""
    sides = (change.old, change.new)
    return not change.reworded and all(side and side.kind == "part" and not side.parent for side in sides)


def markdown(
    comparison: Comparison,
    documents: tuple[Document, Document],
    touched: Sequence[Affected] | None,
) -> str:
    """Return what changed as Markdown, fit for a pull request.

    Args:
        comparison: of the two editions.
        documents: records of the older and the newer document.
        touched: what became of references of other documents; None where nobody asked.
    """
    names = [literal(citation(document)) for document in documents]
    lines = [
        f"# From {names[0]} to {names[1]}",
        "",
        f"- {literal(summary(comparison))}",
        "",
    ]
    if touched is not None:
        lines += ["## References in other documents", "", *_touched(touched), ""]
    changes = worth_telling(comparison)
    lines += ["## Changes", ""] if changes else []
    for change in changes:
        lines += _changed_entry(change)
    return "\n".join(lines)


def _changed_entry(change: Change) -> list[str]:
    section = change.entry
    head = f"### {literal(name_of(section.record))} ({literal(told(change))})"
    redline = _redlined(change)
    return [head, "", *([redline, ""] if redline else [])]


def counted(kind: Class, count: int) -> str:
    """Return in words how many references are of a class."""
    return f"{count} {CLASS_WORDS[kind][count != 1]}"


def _touched(touched: Sequence[Affected]) -> Iterator[str]:
    counts = Counter(one.kind for one in touched)
    for kind in CLASSES:
        if counts[kind]:
            yield f"- {counted(kind, counts[kind])}"
    shown = [one for one in touched if one.kind != "unchanged"]
    if shown:
        yield from ("", "| where | printed | means | write |", "| --- | --- | --- | --- |")
    for one in shown:
        reference = one.reference
        cells = (reference.source, reference.text, told(one.change), one.correction or "")
        yield "| " + " | ".join(map(literal, cells)) + " |"


def _redlined(change: Change) -> str:
    """Return a change's words: struck ones in tildes, added ones bold, all of what is new."""
    if change.old is None or change.new is None:
        return ""
    signs = {"=": "", "-": "~~", "+": "**"}
    parts = (
        f"{signs[stretch.sign]}{literal(stretch.words)}{signs[stretch.sign]}" for stretch in shortened(change.diff)
    )
    return " ".join(parts) if change.reworded else ""


def literal(text: str) -> str:
    """Keep a foreign text from being markup, the end of a cell or of a line, and from driving a terminal."""
    return "".join(f"\\{char}" if char in "\\|`*_[]<>#~" else char for char in on_one_line(text))


NewKind = Literal["document", "text"] | ChangeKind


class NewText(Struct, frozen=True):
    """A new document, changed entry or dated text. The records of one entry are adjacent, newest first."""

    what: NewKind
    """`text`: a dated text; `added`, `changed`, `removed`: what an edition did to the entry."""
    id: str
    """Id of the ruling, or else of the entry; for a removed entry, its id in the older edition."""
    entry: str
    """Id of the entry or key of the document; groups the records of one entry."""
    document: str
    """Key of the document."""
    title: str | None
    """Title of the entry or document."""
    name: str
    """Its name as shown to users."""
    date: str
    """The date printed in the text, or else the document's date."""
    said: str | None
    """The change to the entry, in words ("was 2.2, reworded")."""
    text: str
    """The text; empty for a document."""


def news(
    date: str, documents: Sequence[Document], dated: Iterable[Entry], diff: Callable[[str, str], Comparison]
) -> list[NewText]:
    """Return what is of a day or later, grouped by entry, newest first.

    Args:
        date: 2006-08-05, 2006-08 or 2006; the shorter counts as its first day.
        documents: records of all documents.
        dated: records of the entries that hold a dated block.
        diff: compares two editions, given their keys.
    """
    before = {document.superseded_by: document.key for document in documents if document.superseded_by}
    found: list[NewText] = []
    for document in documents:
        if document.date and last_day(document.date) >= date:
            key, name = document.key, citation(document)
            found.append(NewText("document", key, key, key, document.title, name, document.date, None, ""))
            if key in before:
                found += _changed(diff(before[key], key), document.date)
    found += (record for entry in dated for record in _texts(entry, date))
    by_entry = [list(group) for _, group in groupby(sorted(found, key=_entry), key=_entry)]
    for group in by_entry:
        group.sort(key=lambda one: last_day(one.date), reverse=True)
    place = {one.entry: number for number, one in reversed(list(enumerate(found)))}
    by_entry.sort(key=lambda group: place[group[0].entry])
    by_entry.sort(key=lambda group: last_day(group[0].date), reverse=True)
    return [one for group in by_entry for one in group]


def _entry(one: NewText) -> str:
    return one.entry


def _changed(comparison: Comparison, date: str) -> Iterator[NewText]:
    """Yield what a new edition changed: entries that are new, say something else, or are gone."""
    for change in worth_telling(comparison):
        section = change.entry
        text = "\n".join(block.text for block in section.record.blocks)
        yield _new_text(section.record, change.kind, section.id, date, told(change), text)


def _texts(entry: Entry, date: str) -> Iterator[NewText]:
    """Yield the texts of an entry that are dated of a day or later."""
    ruling = 0
    for block in entry.blocks:
        ruling += block.kind == "ruling"
        if block.date and last_day(block.date) >= date:
            id = f"{entry.id}#{ruling}" if block.kind == "ruling" else entry.id
            yield _new_text(entry, "text", id, block.date, None, block.text)


def _new_text(entry: Entry, what: NewKind, id: str, date: str, said: str | None, text: str) -> NewText:
    return NewText(what, id, entry.id, entry.document, entry.title, name_of(entry), date, said, text)
