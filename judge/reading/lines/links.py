"""What links name: addresses of their own document, of headings, of pages.

Reads: a `Manuscript`, links as they are written. Writes: names of addresses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import unquote

from judge.core.languages import PAGE, units
from judge.reading.text.manuscript import Manuscript
from judge.reading.text.rich_text import line_at

OWN_SCHEME = re.compile(
    r"(?!(?:https?|ftp|file|mailto|tel|data|javascript):)([a-z]\w{0,30}(?::\w{1,30})?):([\w+-]{1,60})", re.IGNORECASE
)
"""An address in a scheme of the author's own: `regulations:regulation:2k2a`."""
NO_SLUG = re.compile(r"[^\w\- ]")
ON_THE_WEB = re.compile(r"https?://([^/?#\s]++)((?:/[^?#\s]*+)?)(?:\?[^#\s]*+)?(?:#(\S*+))?", re.IGNORECASE)
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


def links_of(manuscript: Manuscript) -> dict[str, int]:
    """Return what the links of a document name, each with the line where it does first."""
    texts = [*(note.text for note in manuscript.footnotes), *(piece.text for piece in reversed(manuscript.pieces))]
    found = ((link.href, line_at(text.places, link.start)) for text in texts for link in reversed(text.links))
    return dict(found)


def lines_beside(manuscript: Manuscript) -> list[int]:
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
