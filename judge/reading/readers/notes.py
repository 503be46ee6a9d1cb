"""Footnotes to where they belong: each a note in the entry of its mark, behind the block that holds the mark."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from judge.core.model import Block, Entry, Place
from judge.reading.drafts import Parsed, block
from judge.reading.readers.anchors import Holder
from judge.reading.readers.footnotes import Footnote
from judge.reading.readers.inline import NOTE
from judge.reading.readers.manuscript import Manuscript
from judge.reading.rich_text import Text, join

Home = tuple[int, int]
"""An entry and the block in it behind which a footnote stands; -1 is its heading."""


def place_footnotes(parsed: Parsed, manuscript: Manuscript) -> Parsed:
    """Put the footnotes of a document behind their marks."""
    notes = manuscript.footnotes
    if not notes or not parsed.entries:
        return parsed
    homes = _homes(parsed.entries, notes)
    behind: dict[int, dict[int, list[Block]]] = defaultdict(lambda: defaultdict(list))
    for note in notes:
        entry, place = homes[note.name]
        behind[entry][place].append(block("note", _shown(note)))
    entries = list(parsed.entries)
    for index, added in behind.items():
        blocks = [*added.get(-1, ())]
        for place, own in enumerate(entries[index].blocks):
            blocks += (own, *added.get(place, ()))
        entries[index] = replace(entries[index], title=_unmarked(entries[index], notes), blocks=tuple(blocks))
    return replace(parsed, entries=tuple(entries))


def _shown(note: Footnote) -> Text:
    """Return what a footnote says behind its mark, as in `[1] Not in the fog.`."""
    return join([Text(f"[{note.name}]", (Place(0, note.text.first),)), note.text])


def _homes(entries: Sequence[Entry], notes: Sequence[Footnote]) -> dict[str, Home]:
    """Find where each footnote belongs."""
    marked: dict[str, Home] = {}
    for index, entry in enumerate(entries):
        for place, own in enumerate(entry.blocks):
            for link in own.links if any(link.href.startswith(NOTE) for link in own.links) else ():
                marked.setdefault(link.href.removeprefix(NOTE), (index, place))
    holder = Holder(entries)
    outer = {
        link.href.removeprefix(NOTE): note for note in notes for link in note.text.links if link.href.startswith(NOTE)
    }
    homes: dict[str, Home] = {}
    for note in notes:
        source, seen = note, {note.name}
        while source.name not in marked and source.name in outer and outer[source.name].name not in seen:
            source = outer[source.name]
            seen.add(source.name)
        homes[note.name] = marked.get(source.name) or _by_line(source.marks[0], entries, holder)
    return homes


def _by_line(line: int, entries: Sequence[Entry], holder: Holder) -> Home:
    """Return where a footnote belongs whose mark is in a heading, or in what is not shown."""
    if line in holder.headings:
        return holder.headings[line], -1
    if line in holder.blocks:
        return holder.blocks[line]
    index = holder.entry_of(line)
    return index, len(entries[index].blocks) - 1


def _unmarked(entry: Entry, notes: Sequence[Footnote]) -> str | None:
    """Return an entry's title without the marks of footnotes."""
    title = entry.title
    for note in notes if title and "[" in title else ():
        if any(first <= line <= last for line in note.marks for first, last in entry.lines):
            title = (title or "").replace(f"[{note.name}]", "").strip()
    return title or None
