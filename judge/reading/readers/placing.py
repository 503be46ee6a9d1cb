"""A document that was read by lines of its reader's own, with the lines of its file; what its reader knows beside.

Reads: a `Parsed` whose lines are those of its `Manuscript`. Writes: the same with the lines of the file, the boxes of
its blocks, and what a record says of a ruling.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from judge.core.diagnostics import Finding
from judge.core.model import Block, Box, Entry, Furniture, Lines, Place, replace
from judge.core.numbering import levels
from judge.reading.lines.addresses import OwnAddress
from judge.reading.lines.links import OWN_SCHEME, folded, inner_links, lines_beside, links_of, slug
from judge.reading.readers.markup import NOTE
from judge.reading.text import drafts
from judge.reading.text.drafts import Parsed
from judge.reading.text.manuscript import Footnote, Manuscript, RulingFacts
from judge.reading.text.rich_text import Text, join, lines_of, spans


def placed(parsed: Parsed, manuscript: Manuscript) -> Parsed:
    """Return a document with what its reader knows of its blocks, and with the lines of its file."""
    entries: Sequence[Entry] = parsed.entries
    if manuscript.boxes or manuscript.facts or manuscript.card_facts:
        entries = [
            replace(
                entry,
                blocks=tuple(_known(entry.blocks, manuscript)),
                facts=(
                    *(fact for n in lines_of(entry.lines) for fact in manuscript.card_facts.get(n, ())),
                    *entry.facts,
                ),
                pages=_pages(entry, manuscript) or entry.pages,
                aliases=(*entry.aliases, *_short_codes(entry, manuscript)),
            )
            for entry in entries
        ]
    furniture = parsed.furniture
    if manuscript.origin:
        entries = [_relined(entry, manuscript) for entry in entries]
        furniture = tuple(replace(one, lines=file_lines(manuscript, one.lines)) for one in furniture)
        furniture += tuple(_aside(entries, manuscript.origin.aside))
    return replace(parsed, entries=tuple(entries), furniture=furniture)


def _short_codes(entry: Entry, manuscript: Manuscript) -> list[str]:
    """Return the codes of a card of a list that people may type: of what identifies it in the file, the short ones."""
    others = (entry.title, *entry.aliases)
    codes = entry.anchors if manuscript.card_facts else ()
    return [one for one in codes if len(one) <= LONGEST_CODE and one not in others and any(map(str.isdigit, one))]


def file_line(manuscript: Manuscript, line: int) -> int:
    """Return the line of the file that a line of a manuscript is in; 0 is not a line."""
    origin = manuscript.origin
    if origin is None or not 0 < line <= len(origin.lines):
        return line
    return origin.lines[line - 1]


def file_lines(manuscript: Manuscript, lines: Lines) -> Lines:
    """Return the lines of the file that lines of a manuscript are in."""
    return spans(file_line(manuscript, line) for line in lines_of(lines)) if manuscript.origin else lines


def span_in_file(manuscript: Manuscript, span: tuple[int, int]) -> tuple[int, int]:
    """Return the first and the last line of the file that a span of lines of a manuscript is in."""
    found = (file_line(manuscript, number) for number in range(span[0], span[1] + 1))
    lines = [line for line in found if line]
    return (min(lines), max(lines)) if lines else span


def of_file(manuscript: Manuscript, findings: Sequence[Finding]) -> list[Finding]:
    """Return findings with the lines of the file."""
    return [
        replace(one, line=file_line(manuscript, one.line), end_line=file_line(manuscript, one.end_line))
        for one in findings
    ]


def addresses_in_file(manuscript: Manuscript, named: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """Return what a document names, each once, with the lines of the file."""
    once: dict[object, OwnAddress] = {}
    for one in named:
        once.setdefault((one.kind == "row", one.number or one.goal or one.name), one)
    return tuple(
        msgspec.structs.replace(one, line=file_line(manuscript, one.line), goal=file_line(manuscript, one.goal))
        for one in once.values()
    )


def shown_lines(manuscript: Manuscript) -> tuple[str, ...]:
    """Return what readers see of each line of the file."""
    if not manuscript.origin:
        return manuscript.source.lines
    shown: list[list[str]] = [[] for _ in manuscript.origin.printed]
    for line, number in zip(manuscript.source.lines, manuscript.origin.lines, strict=True):
        if number:
            shown[number - 1].append(line)
    return tuple(" ".join(parts) for parts in shown)


def _known(blocks: Sequence[Block], manuscript: Manuscript) -> Iterator[Block]:
    """Yield blocks with their boxes and with what a record says of them."""
    for block in blocks:
        facts = next((manuscript.facts[n] for n in lines_of(block.lines) if n in manuscript.facts), RulingFacts())
        yield replace(
            block,
            boxes=_boxes(block.lines, manuscript.boxes) or None,
            date=facts.date or block.date,
            source=facts.source or block.source,
            author=facts.author or block.author,
        )


def _pages(entry: Entry, manuscript: Manuscript) -> tuple[int, int] | None:
    """Return the first and the last page of an entry, as they are printed where they have numbers."""
    lines = [line for spans_ in (entry.lines, *(block.lines for block in entry.blocks)) for line in lines_of(spans_)]
    pages = [manuscript.boxes[line].page for line in lines if line in manuscript.boxes]
    shown = [manuscript.printed_pages.get(page, page) for page in (min(pages), max(pages))] if pages else []
    return (shown[0], shown[1]) if shown else None


def _boxes(lines: Lines, boxes: Mapping[int, Box]) -> tuple[Box, ...]:
    """Return the boxes of lines: neighbours on one page that are one below the other as one."""
    found: list[Box] = []
    for line in lines_of(lines):
        box = boxes.get(line)
        if box is None:
            continue
        last = found[-1] if found else None
        overlaps = last and min(last.x1, box.x1) > max(last.x0, box.x0)
        if last and last.page == box.page and overlaps and box.y0 >= last.y0:
            found[-1] = around(last, box)
        else:
            found.append(box)
    return tuple(found)


def around(one: Box | None, other: Box) -> Box:
    """Return the box around two on one page."""
    if one is None or one.page != other.page:
        return one or other
    return Box(one.page, min(one.x0, other.x0), min(one.y0, other.y0), max(one.x1, other.x1), max(one.y1, other.y1))


def _relined(entry: Entry, manuscript: Manuscript) -> Entry:
    blocks = tuple(
        replace(
            block,
            lines=file_lines(manuscript, block.lines),
            places=tuple(Place(offset, file_line(manuscript, line)) for offset, line in block.places),
        )
        for block in entry.blocks
    )
    return replace(entry, lines=file_lines(manuscript, entry.lines), blocks=blocks)


def _aside(entries: Sequence[Entry], aside: Mapping[int, str]) -> Iterator[Furniture]:
    """Yield the lines of the file of which nothing is read, by their reasons."""
    document = entries[0].document if entries else ""
    for reason in sorted(set(aside.values())):
        yield Furniture(document, spans(line for line, why in aside.items() if why == reason), reason)


LONGEST_CODE = 12
"""Characters of a code that people type; a UUID has 36."""
LONGEST = 100
"""Characters of the longest bold words that a link may name. Of 1,586 bold words in the five documents, half leaves out
13 and double adds 37."""


def place_anchors(parsed: Parsed, manuscript: Manuscript) -> Parsed:
    """Give each address to its entry, and count the lines that hold only mark-up as furniture."""
    entries = parsed.entries
    furniture = parsed.furniture
    if manuscript.markup and entries:
        furniture += (Furniture(entries[0].document, spans(manuscript.markup), "mark-up"),)
    names: dict[int, list[str]] = defaultdict(list)
    if entries:
        holder = Holder(entries)
        beside = lines_beside(manuscript) if manuscript.anchors else []
        for line, name in manuscript.anchors:
            names[holder.entry_of(beside[line - 1])].append(name)
        for name, index in _linked_headings(entries, manuscript, holder):
            names[index].append(name)
    placed = (
        replace(entry, anchors=tuple(dict.fromkeys(names[index]))) if index in names else entry
        for index, entry in enumerate(entries)
    )
    return replace(parsed, entries=tuple(placed), furniture=furniture)


class Holder:
    """Tells which entry holds a source line."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Note the lines of entries."""
        self.headings: dict[int, int] = {}
        self.blocks: dict[int, tuple[int, int]] = {}
        """The entry and the block that hold a line."""
        self._begins = sorted((entry.lines[0][0], index) for index, entry in enumerate(entries))
        for index, entry in enumerate(entries):
            for line in lines_of(entry.lines):
                self.headings.setdefault(line, index)
            for place, block in enumerate(entry.blocks):
                for line in lines_of(block.lines):
                    self.blocks.setdefault(line, (index, place))

    def entry_of(self, line: int) -> int:
        """Return the entry whose heading is in a line, or that holds it, or else begins last before it."""
        if line in self.headings:
            return self.headings[line]
        if line in self.blocks:
            return self.blocks[line][0]
        return self._begins[max(bisect_right(self._begins, (line, len(self._begins))) - 1, 0)][1]


def _linked_headings(entries: Sequence[Entry], manuscript: Manuscript, holder: Holder) -> Iterator[tuple[str, int]]:
    """Find the entries that links of the document name by the words of their headings."""
    links = links_of(manuscript)
    if not links:
        return
    known = {folded(name): name for _, name in manuscript.anchors}
    named = frozenset(folded(found[2]) for link in links if (found := OWN_SCHEME.fullmatch(link)))
    slugs = _slugs(entries, manuscript, holder, named)
    for name in sorted(set(inner_links(links, {**{name: name for name in slugs}, **known}).values())):
        if name in slugs and folded(name) not in known:
            yield name, slugs[name]


def _slugs(entries: Sequence[Entry], manuscript: Manuscript, holder: Holder, named: Collection[str]) -> dict[str, int]:
    """Return the addresses that web pages make of headings, of numbers and of bold words that a line begins with.

    One that is taken gets `-1`, `-2`.
    """
    found: dict[str, int] = {}
    given: Counter[str] = Counter()
    for piece in manuscript.pieces:
        if piece.kind != "heading":
            continue
        name = slug(piece.value)
        times = given[name]
        given[name] += 1
        found.setdefault(f"{name}-{times}" if times else name, holder.entry_of(piece.text.first))
    for index, entry in enumerate(entries):
        for title in (f"{entry.number or ''} {entry.title or ''}".strip(), entry.title or ""):
            if name := slug(title):
                found.setdefault(name, index)
        if entry.number and (len(levels(entry.number)) > 1 or folded(entry.number) in named):
            found.setdefault(folded(entry.number), index)
    for text in (piece.text for piece in manuscript.pieces):
        begins = {place.offset: place.line for place in text.places}
        linked = {link.start for link in text.links}
        for start, end, kind in text.marks:
            if kind == "strong" and start in begins and start not in linked and end - start <= LONGEST:
                found.setdefault(slug(text.value[start:end]), holder.entry_of(begins[start]))
    return found


Home = tuple[int, int]
"""An entry and the block in it that a footnote comes after; -1 is its heading."""


def place_footnotes(parsed: Parsed, manuscript: Manuscript) -> Parsed:
    """Put the footnotes of a document after their marks."""
    notes = manuscript.footnotes
    if not notes or not parsed.entries:
        return parsed
    homes = _homes(parsed.entries, notes)
    behind: dict[int, dict[int, list[Block]]] = defaultdict(lambda: defaultdict(list))
    for note in notes:
        entry, place = homes[note.name]
        behind[entry][place].append(drafts.block("note", _shown(note)))
    entries = list(parsed.entries)
    for index, added in behind.items():
        blocks = [*added.get(-1, ())]
        for place, own in enumerate(entries[index].blocks):
            blocks += (own, *added.get(place, ()))
        entries[index] = replace(entries[index], title=_unmarked(entries[index], notes), blocks=tuple(blocks))
    return replace(parsed, entries=tuple(entries))


def _shown(note: Footnote) -> Text:
    """Return what a footnote says after its mark, as in `[1] Not in the fog.`."""
    return join([Text(f"[{note.name}]", (Place(0, note.text.first),)), note.text])


def _homes(entries: Sequence[Entry], notes: Sequence[Footnote]) -> dict[str, Home]:
    """Find where each footnote belongs."""
    marked: dict[str, Home] = {}
    for index, entry in enumerate(entries):
        for place, own in enumerate(entry.blocks):
            for link in own.links if any(link.href.startswith(NOTE) for link in own.links) else ():
                marked.setdefault(link.href.removeprefix(NOTE), (index, place))
    holder = Holder(entries)
    return {note.name: marked.get(note.name) or _by_line(note.marks[0], entries, holder) for note in notes}


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
