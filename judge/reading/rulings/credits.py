"""The rulings and answers of a document with their dates, sources and authors as fields, whatever dialect read them.

A dialect may have read some of them already; what it found stays.

Reads: the entries of one document. Writes: the same entries, their rulings and answers parted from what is printed
beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.core.model import Block, BlockKind, Entry, Place
from judge.reading.rich_text import Text, lines_of, spans
from judge.reading.rulings.attribution import Conventions, attributed, conventions_of
from judge.reading.rulings.source_lists import is_source_heading, listed_sources


def with_credits(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries, the date, source and author of each ruling and each answer in its fields."""
    texts = [block.text for entry in entries for block in entry.blocks]
    has_rulings = any(block.kind == _credited_kind(entry) for entry in entries for block in entry.blocks)
    known = conventions_of(texts, sources_of(entries)) if has_rulings else Conventions()
    for entry in entries:
        blocks = tuple(_credited(entry.blocks, _credited_kind(entry), known))
        yield replace(entry, blocks=blocks) if blocks != entry.blocks else entry


def sources_of(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the sources that a document's own list explains, each with what it means."""
    listed: dict[str, str] = {}
    headings: set[str] = set()
    for entry in entries:
        if entry.title and is_source_heading(entry.title):
            headings.add(entry.id)
            listed |= listed_sources(line for block in entry.blocks for line in _printed_lines(block))
        elif entry.title and entry.parent in headings and entry.blocks:
            listed[entry.title] = entry.blocks[0].text
    return listed


def _credited_kind(entry: Entry) -> BlockKind:
    """Return the kind of the blocks of an entry that print sources: the answer to a question is text."""
    return "text" if entry.kind == "qa" else "ruling"


def _credited(blocks: Sequence[Block], kind: BlockKind, known: Conventions) -> Iterator[Block]:
    """Yield blocks, those of a kind with their fields; an attribution alone belongs to the block before it."""
    waiting: Block | None = None
    for block in blocks:
        made = _with_fields(block, known) if block.kind == kind else block
        if not made.text and waiting and waiting.kind == kind and not (waiting.date or waiting.source):
            lines = spans((*lines_of(waiting.lines), *lines_of(made.lines)))
            author = waiting.author or made.author
            waiting = replace(waiting, date=made.date, source=made.source, author=author, lines=lines)
            continue
        if waiting:
            yield waiting
        waiting = made if made.text else block
    if waiting:
        yield waiting


def _with_fields(block: Block, known: Conventions) -> Block:
    """Part one ruling from what is printed beside it."""
    found = attributed(_text_of(block), known)
    if not (found.date or found.source or found.author):
        return block
    shown = found.text.cut(0)
    return replace(
        block,
        text=shown.value,
        marks=shown.marks,
        links=shown.links,
        places=shown.places,
        date=block.date or found.date,
        source=block.source or found.source,
        author=block.author or found.author,
    )


def _printed_lines(block: Block) -> Iterator[str]:
    """Yield the text of a block as its source breaks it into lines."""
    yield from (line.value for line in _text_of(block).by_line())


def _text_of(block: Block) -> Text:
    """Return the text of a block; one that a plug-in made may not know its places."""
    return Text(block.text, block.places or (Place(0, block.lines[0][0]),), block.marks, block.links)
