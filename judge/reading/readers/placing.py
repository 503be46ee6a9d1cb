"""A document that was read by lines of its reader's own, with the lines of its file; what its reader knows beside.

Reads: a `Parsed` whose lines are those of its `Manuscript`. Writes: the same with the lines of the file, the boxes of
its blocks, and what a record says of a ruling.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import unquote

from judge.core.diagnostics import Finding
from judge.core.languages import PAGE, units
from judge.core.model import Block, Box, Entry, Furniture, Lines, Place, replace
from judge.core.numbering import levels
from judge.reading.readers.markup import NOTE, OWN_SCHEME
from judge.reading.text import drafts
from judge.reading.text.drafts import ContentsLine, Parsed
from judge.reading.text.manuscript import Footnote, Manuscript, RulingFacts
from judge.reading.text.rich_text import Text, join, lines_of, spans


def placed(parsed: Parsed, manuscript: Manuscript) -> Parsed:
    """Return a document with what its reader knows of its blocks, and with the lines of its file."""
    entries: Sequence[Entry] = parsed.entries
    if manuscript.boxes or manuscript.facts:
        entries = [
            replace(
                entry, blocks=tuple(_known(entry.blocks, manuscript)), pages=_pages(entry, manuscript) or entry.pages
            )
            for entry in entries
        ]
    furniture = parsed.furniture
    if manuscript.origin:
        entries = [_relined(entry, manuscript) for entry in entries]
        furniture = tuple(replace(one, lines=file_lines(manuscript, one.lines)) for one in furniture)
        furniture += tuple(_aside(entries, manuscript.origin.aside))
    return replace(parsed, entries=tuple(entries), furniture=furniture)


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


def listed_in_file(manuscript: Manuscript, listed: Sequence[ContentsLine]) -> tuple[ContentsLine, ...]:
    """Return the lines of a contents list as they are in the file."""
    return tuple(one._replace(line=file_line(manuscript, one.line)) for one in listed)


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


NO_SLUG = re.compile(r"[^\w\- ]")
ON_THE_WEB = re.compile(r"https?://([^/?#\s]++)((?:/[^?#\s]*+)?)(?:\?[^#\s]*+)?(?:#(\S*+))?", re.IGNORECASE)
LONGEST = 100
"""Characters of the longest bold words that a link may name. Of 1,586 bold words in the five documents, half leaves out
13 and double adds 37."""
TOP = ("", "top")
"""After a hash: the beginning of the page, whatever addresses it has."""
NO_ADDRESS = ("!", "/", ":", "^")
"""What an address does not begin with: routes of scripts, words to look for (`#:~:text=Rest`), marks of footnotes."""
OF_PAGE = ("", "div", "top", "start", "break", "0-0")
"""What may end the address of a page."""
FEWEST = 2
"""Links to a site with a heading in their path that show that the site is the document itself. The five documents have
no such case."""


class Target(NamedTuple):
    """What a link may name in its own document."""

    name: str
    host: str
    """Of a link to the web; of one in a scheme of the author's own, what is before the name."""
    is_path: bool
    """The name is the end of a path, not after a hash."""


def place_anchors(parsed: Parsed, manuscript: Manuscript) -> Parsed:
    """Give each address to its entry, and count the lines that hold only mark-up as furniture."""
    entries = parsed.entries
    furniture = parsed.furniture
    if manuscript.markup and entries:
        furniture += (Furniture(entries[0].document, spans(manuscript.markup), "mark-up"),)
    names: dict[int, list[str]] = defaultdict(list)
    if entries:
        holder = Holder(entries)
        beside = _beside(manuscript) if manuscript.anchors else []
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


def _beside(manuscript: Manuscript) -> list[int]:
    """Return for each line the one that an address in it is meant for: itself, or the next that is not blank.

    An address after all text is in the line after the last.
    """
    lines = manuscript.source.lines
    meant = [len(lines) + 1]
    following = 0
    for number in range(len(lines), 0, -1):
        following = number if lines[number - 1].strip() else following
        meant.append(following or number)
    return meant[::-1]


def _linked_headings(entries: Sequence[Entry], manuscript: Manuscript, holder: Holder) -> Iterator[tuple[str, int]]:
    """Find the entries that links of the document name by the words of their headings."""
    links = {link.href for piece in manuscript.pieces for link in piece.text.links}
    links.update(link.href for note in manuscript.footnotes for link in note.text.links)
    if not links:
        return
    known = {folded(name): name for _, name in manuscript.anchors}
    named = frozenset(folded(found[2]) for link in links if (found := OWN_SCHEME.fullmatch(link)))
    slugs = _slugs(entries, manuscript, holder, named)
    for name in sorted(set(inner_links(links, {**{slug: slug for slug in slugs}, **known}).values())):
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


def slug(heading: str) -> str:
    """Return the address that web pages make of a heading.

    >>> slug("4. Rest & Recovery")
    '4-rest--recovery'
    """
    return NO_SLUG.sub("", heading.strip().casefold()).replace(" ", "-")


def folded(name: str) -> str:
    """Return a name of an address as names are compared."""
    return name.casefold()


def inner_links(links: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """Return the links that lead into their own document, each with the address that it names.

    `#low-tide` does if the document has the address. So does a link to the web if at least half of all links to that
    host do, as in a document that was copied from a web page.

    Args:
        links: all links of the document.
        known: the addresses of the document, `folded`, each as it is written.
    """
    targets = {link: target for link in links if (target := _target(link))}
    hosts = Counter(target.host for target in targets.values() if target.host)
    within = {link: target for link, target in targets.items() if folded(target.name) in known}
    hits = Counter(target.host for target in within.values())
    return {
        link: known[folded(target.name)]
        for link, target in within.items()
        if not target.host
        or (hits[target.host] * 2 >= hosts[target.host] and (not target.is_path or hits[target.host] >= FEWEST))
    }


def names_address(link: str) -> bool:
    """Tell whether a link names an address of its own document, and not what a browser or a script makes of it."""
    return link.startswith("#") and link[1:].casefold() not in TOP and link[1:2] not in NO_ADDRESS


def names_page(name: str) -> bool:
    """Tell whether an address inside a document is that of a page, as converters make them, or PDF links to one.

    >>> [names_page(name) for name in ("page10-div", "p_10", "Seite-3", "page-3-0-0", "page-3-40-96", "p1-anchors")]
    [True, True, True, True, False, False]
    """
    word = "".join(takewhile(str.isalpha, name)).casefold()
    rest = name[len(word) :].lstrip("._-")
    digits = "".join(takewhile(str.isdigit, rest))
    is_page = units().get(word) == PAGE and (len(word) > 1 or word == "p")
    return is_page and bool(digits) and rest[len(digits) :].lstrip("._-").casefold() in OF_PAGE


def _target(link: str) -> Target | None:
    """Return what a link may name in its own document; a bare `#` names nothing."""
    if link.startswith("#"):
        return Target(unquote(link[1:]), "", is_path=False) if len(link) > 1 else None
    if own := OWN_SCHEME.fullmatch(link):
        return Target(own[2], own[1].casefold(), is_path=False)
    found = ON_THE_WEB.fullmatch(link)
    if not found:
        return None
    end = found[2].rstrip("/").rpartition("/")[2]
    return Target(unquote(found[3] or end), found[1].casefold(), is_path=not found[3])


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
