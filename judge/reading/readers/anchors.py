"""The addresses that a source gives to its own places, and where its links lead.

<a id="132a"></a>            an address: that of the entry whose heading follows
see [1.3.2a](#132a)          a link to it
see [Rest](#rest-and-sleep)  a link to a heading by its words, as web pages make an address of them
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import unquote

from judge.core.model import Entry, Furniture
from judge.reading.drafts import Parsed
from judge.reading.readers.manuscript import Manuscript
from judge.reading.rich_text import lines_of, spans

NO_SLUG = re.compile(r"[^\w\- ]")
ON_THE_WEB = re.compile(r"https?://([^/?#\s]++)((?:/[^?#\s]*+)?)(?:\?[^#\s]*+)?(?:#(\S*+))?", re.IGNORECASE)
LONGEST = 100
"""Characters of the longest bold words that a link may name."""
TOP = ("", "top")
"""Behind a hash: the beginning of the page, whatever addresses it has."""
NO_ADDRESS = ("!", "/", ":", "^")
"""What an address does not begin with: routes of scripts, words to look for (`#:~:text=Rest`), marks of footnotes."""
FEWEST = 2
"""So many links to a site that name a heading in their path show that the site is the document itself."""


class Target(NamedTuple):
    """What a link may name in its own document."""

    name: str
    host: str
    """Of a link to the web."""
    is_path: bool
    """The name is the end of a path, not behind a hash."""


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
    """Return for each line the one that an address in it is meant for: itself, or the next that is not blank."""
    meant: list[int] = []
    following = 0
    for number in range(len(manuscript.source.lines), 0, -1):
        following = number if manuscript.source.lines[number - 1].strip() else following
        meant.append(following or number)
    return meant[::-1]


def _linked_headings(entries: Sequence[Entry], manuscript: Manuscript, holder: Holder) -> Iterator[tuple[str, int]]:
    """Find the entries that links of the document name by the words of their headings."""
    links = {link.href for piece in manuscript.pieces for link in piece.text.links}
    links.update(link.href for note in manuscript.footnotes for link in note.text.links)
    if not links:
        return
    known = {folded(name): name for _, name in manuscript.anchors}
    slugs = _slugs(entries, manuscript, holder)
    for name in sorted(set(inner_links(links, {**{slug: slug for slug in slugs}, **known}).values())):
        if name in slugs and folded(name) not in known:
            yield name, slugs[name]


def _slugs(entries: Sequence[Entry], manuscript: Manuscript, holder: Holder) -> dict[str, int]:
    """Return the addresses that web pages make of headings and of bold words that a line begins with.

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


def _target(link: str) -> Target | None:
    """Return what a link may name in its own document; a bare `#` names nothing."""
    if link.startswith("#"):
        return Target(unquote(link[1:]), "", is_path=False) if len(link) > 1 else None
    found = ON_THE_WEB.fullmatch(link)
    if not found:
        return None
    end = found[2].rstrip("/").rpartition("/")[2]
    return Target(unquote(found[3] or end), found[1].casefold(), is_path=not found[3])
