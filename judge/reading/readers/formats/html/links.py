"""Where the links of a page lead: to its own places, to other pages, or to addresses that its content does not have.

    <a href="#rest">                       into the page
    <a href="https://…/rules.html#rest">   into the page, where that is its canonical address
    <a href="rules.html#rest">             into the page, if it has `rest` and is called so

A link into the page is kept as its address alone; none is followed to another file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from judge.reading.readers.anchors import names_address
from judge.reading.readers.formats.html.tree import Element, Words
from judge.reading.readers.manuscript import LostLink

NOT_FOLLOWED = ("javascript:", "data:")


NOTED = frozenset("aside dd div li p td".split())
"""What a footnote is printed in."""


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
    elements = list(_elements(root))
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


def footnotes_of(root: Element) -> tuple[dict[Element, str], dict[Element, str], set[Element]]:
    """Find the footnotes of a page: a mark after words leads to what is printed, and a link in that back to the mark.

    Returns:
        The marks with their names, what is printed with its name, and the links back.
    """
    above = {one: element for element in (root, *_elements(root)) for one in element.elements()}
    links = [one for one in _elements(root) if one.tag == "a" and one.get("href").startswith("#")]
    held = {name: one for one in reversed(above) for name in (one.get("id"), one.get("name")) if name}
    marks: dict[Element, str] = {}
    named: dict[str, Element] = {}
    back: set[Element] = set()
    returning: dict[Element, dict[str, Element]] = {}
    for mark in links:
        name, target = _words(mark).strip("[]()"), held.get(mark.get("href")[1:])
        if mark in back or not target or not (name.isdecimal() or len(set(name)) == 1):
            continue  # `12`, `***`, `a`
        around, note = list(_up_to_block(mark, above)), list(_up_to_block(target, above))[-1]
        if note is around[-1] or note.tag not in NOTED or not _is_after_words(mark, around[-1]):
            continue
        if note not in returning:
            returning[note] = {one.get("href"): one for one in _elements(note) if one.tag == "a"}
        own = {f"#{one.get(key)}" for one in around[:-1] for key in ("id", "name") if one.get(key)}
        returns = [returning[note][href] for href in own if href in returning[note]]
        if returns and named.setdefault(name, note) is note:
            marks[mark] = name
            back.update(returns)
    return marks, {note: name for name, note in named.items()}, back


def _up_to_block(element: Element, above: Mapping[Element, Element]) -> Iterator[Element]:
    """Yield an element and those around it, up to the first that may hold a paragraph."""
    yield element
    while element.tag not in NOTED and not element.tag.startswith("h") and element in above:
        element = above[element]
        yield element


def _is_after_words(mark: Element, block: Element) -> bool:
    """Tell whether words stand before a mark in its block."""
    before = takewhile(lambda one: one is not mark, block.below())
    return any(isinstance(one, Words) and one.text.strip() for one in before)


def _elements(root: Element) -> Iterator[Element]:
    return (one for one in root.below() if isinstance(one, Element))
