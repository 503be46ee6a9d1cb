"""Where the links of a page lead: to its own places, to other pages, or to addresses that its content does not have.

    <a href="#rest">                       into the page
    <a href="https://…/rules.html#rest">   into the page, where that is its canonical address
    <a href="rules.html#rest">             into the page, if it has `rest` and is called so

A link into the page is kept as its address alone; none is followed to another file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from judge.reading.readers.anchors import names_address
from judge.reading.readers.formats.html.tree import Element, Words
from judge.reading.readers.manuscript import LostLink

NOT_FOLLOWED = ("javascript:", "data:")


class Own(NamedTuple):
    """What a page knows of its own address."""

    ids: Collection[str]
    """The addresses of its places."""
    names: Collection[str]
    """What its file is called."""
    addresses: Collection[str]
    """Its whole addresses."""


def own_of(root: Element) -> Own:
    """Return what a page says of its own address: in its canonical one, or in that which it was saved from."""
    elements = [one for one in root.below() if isinstance(one, Element)]
    said = [one.get("href") for one in elements if one.tag == "link" and one.get("rel") == "canonical"]
    said += [one.get("content") for one in elements if one.tag == "meta" and one.get("property") == "og:url"]
    ids = {one.get("id") or one.get("name") for one in elements} - {""}
    return Own(ids, {_file_name(one) for one in said} - {""}, frozenset(said) - {""})


def followed(href: str, own: Own) -> str:
    """Return where a link leads; one into the page has only the address behind its hash."""
    href = href.strip()
    path, _, name = href.partition("#")
    known = unquote(name) in own.ids and _file_name(path) in own.names
    if name and (not path or path in own.addresses or known):
        return f"#{name}"
    return "" if href.lower().startswith(NOT_FOLLOWED) else href


def lost_links(
    shown: Iterable[Element], listed: Iterable[Element], own: Own, placed: Collection[str]
) -> Iterator[LostLink]:
    """Yield the links of a page that no reference shows, to addresses that its content does not have.

    Args:
        shown: the links of its texts; one to an address that the page does not have is a reference that leads nowhere.
        listed: those of its contents lists, which are left out.
        own: what the page knows of its address.
        placed: the addresses that are in its content.
    """
    for element in shown:
        name = _address(element, own)
        if name in own.ids and name not in placed:
            yield LostLink(element.line, _words(element), name, exists=True)
    for element in listed:
        name = _address(element, own)
        if name and name not in own.ids:
            yield LostLink(element.line, _words(element), name, exists=False)


def _address(link: Element, own: Own) -> str:
    """Return the address inside the page to which a link leads, or nothing."""
    href = followed(link.get("href"), own)
    return unquote(href[1:]) if names_address(href) else ""


def _words(link: Element) -> str:
    return " ".join("".join(one.text for one in link.below() if isinstance(one, Words)).split())


def _file_name(address: str) -> str:
    return unquote(urlsplit(address).path.rpartition("/")[2])
