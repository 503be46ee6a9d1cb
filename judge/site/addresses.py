"""File names, anchors and relative addresses of the site's pages.

An address is made from an entry's id and nothing else, so that it stays: `shadowfist-omnifaq:evil-twin#3` is
`shadowfist-omnifaq/evil-twin.html#3`. What a file system forbids is replaced, and of two names that a file system
would take for one, the later gets `~2`.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

UNSAFE = re.compile(r"[^\w.~-]+")
DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices, with whatever ending."""
LONGEST = 150
"""Bytes of a name; file systems allow 255, and an ending and a mark for a name taken are still to come."""


class Address(NamedTuple):
    """A place on the site."""

    path: str
    """The page's path inside the site, parted by slashes."""
    anchor: str = ""
    """The element on the page; none means the page as a whole."""


class Names:
    """Gives names that are unlike for every file system, whatever it does with case and marks."""

    def __init__(self, *taken: str) -> None:
        """Begin with names that are not to be given."""
        self._taken = {_alike(name) for name in taken}

    def take(self, wanted: str) -> str:
        """Return a safe name as near to what is wanted as is free."""
        base = name = safe(wanted)
        number = 1
        while _alike(name) in self._taken:
            number += 1
            name = f"{base}~{number}"
        self._taken.add(_alike(name))
        return name


def safe(name: str) -> str:
    """Return a name that every file system takes and that works as an anchor.

    >>> safe("24.8.1.3"), safe("Appendix I"), safe("con"), safe("../../etc"), safe("???")
    ('24.8.1.3', 'Appendix-I', 'con_', 'etc', 'entry')
    """
    plain = UNSAFE.sub("-", unicodedata.normalize("NFC", name)).strip("-._ ")
    while len(plain.encode("utf-8")) > LONGEST:
        plain = plain[:-1]
    plain = plain.rstrip("-.") or "entry"
    return f"{plain}_" if DEVICES.fullmatch(plain) else plain


def _alike(name: str) -> str:
    """Return a form that is the same for names that some file system takes for one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def relative(page: str, target: Address) -> str:
    """Return the address of a target as a link on a page writes it.

    >>> relative("games/ufs/cards.html", Address("ufs-rules/8.html", "8.1"))
    '../../ufs-rules/8.html#8.1'
    >>> relative("ufs-rules/8.html", Address("ufs-rules/8.html", "8.1"))
    '#8.1'
    >>> relative("a/b.html", Address("a/ключ.html", "ж")), relative("index.html", Address("index.html"))
    ('%D0%BA%D0%BB%D1%8E%D1%87.html#%D0%B6', 'index.html')
    """
    anchor = f"#{quote(target.anchor)}" if target.anchor else ""
    if target.path == page:
        return anchor or quote(posixpath.basename(page))
    return _from_folder(page.rpartition("/")[0], target.path) + anchor


@lru_cache(maxsize=8192)
def _from_folder(folder: str, path: str) -> str:
    """Return a path as it is written in a folder; most pages of a folder write the same ones."""
    return quote(posixpath.relpath(path, folder or "."))


def absolute(base: str, target: Address) -> str:
    """Return the address of a target under the site's own; a folder's index page is the folder.

    >>> absolute("https://example.org/rules/", Address("ufs-rules/index.html"))
    'https://example.org/rules/ufs-rules/'
    """
    path = target.path.removesuffix("index.html") if posixpath.basename(target.path) == "index.html" else target.path
    return base.rstrip("/") + "/" + quote(path) + (f"#{quote(target.anchor)}" if target.anchor else "")
