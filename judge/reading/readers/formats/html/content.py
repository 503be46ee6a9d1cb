"""What of a page is its content: not its navigation, its frame, its forms, or what is not text.

<nav> <header> <footer> <form> role="navigation"     left out
<div class="sidebar">                                left out if it is mostly links
<ul> of links into the page itself                   its contents list
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from judge.reading.metadata.kinds import KIND_OF_DOCUMENT
from judge.reading.readers.formats.html.tree import Element, Words

NO_TEXT = frozenset(
    "script style template noscript iframe object embed applet svg math canvas audio video map head link meta base "
    "select button input textarea datalist progress meter title xml".split()
)
"""Elements whose words are not text of the page."""
FRAME = {"nav": "navigation", "footer": "page frame", "form": "form", "dialog": "page frame"}
ROLES = {
    "navigation": "navigation",
    "banner": "page frame",
    "contentinfo": "page frame",
    "search": "form",
    "complementary": "page frame",
}
NAMES = re.compile(
    r"(?:^|[\s_-])(?:nav(?:bar|box|igation)?|menu|breadcrumbs?|side-?bar|toc|footer|cookies?|pager|pagination|share|social|"
    r"skip-?link|edit-?section|catlinks|toolbar|related)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""What people call the parts of a page that are not its content."""
PAGE_TOOL = re.compile(r"(?:^|\s)(?:mw-editsection|headerlink|anchorjs-link|skip-link|back-to-top)(?:$|\s)")
"""Small tools inside of headings and texts."""
MOSTLY = 0.6
"""Share of the letters of an element that are links from which on it is navigation, if it is called so."""
ONLY = 0.9
"""The same of a list that is called nothing."""
FEWEST_LINKS = 5
PROSE = 200
"""Letters of a paragraph that is not a link of a menu."""
HEADING = re.compile("h[1-6]")
LEAST_MAIN = 0.4
"""Share of the page's letters that its main element holds at least."""


SITE = re.compile(r" ?[|»·] ?| [–—-] ")
"""What parts the title of a page from the name of its site."""
LONGEST_TITLE = 300
"""Characters of a page's title that are looked at."""


@dataclass(slots=True)
class Content:
    """What an element holds, counted once for a whole page."""

    letters: int = 0
    linked: int = 0
    """Letters that are links."""
    links: int = 0
    inner: int = 0
    """Links that lead to an address, which are those into a page."""
    headed: bool = False
    prose: bool = False
    """A paragraph or a heading of some length is in it."""

    def take(self, tag: str, other: Content) -> None:
        """Add what an element inside holds."""
        if tag in NO_TEXT:
            return
        self.letters += other.letters
        self.linked += other.linked
        self.links += other.links
        self.inner += other.inner
        self.headed = self.headed or other.headed
        self.prose = self.prose or other.prose


def counted(root: Element) -> dict[int, Content]:
    """Return what each element of a page holds, by its identity."""
    found: dict[int, Content] = {}
    order = [root, *(one for one in root.below() if isinstance(one, Element))]
    for element in reversed(order):
        content = found[id(element)] = Content()
        for one in element.inside:
            if isinstance(one, Words):
                content.letters += len(one.text) - one.text.count(" ") - one.text.count("\n")
            else:
                content.take(one.tag, found[id(one)])
        if element.tag == "a" and element.get("href"):
            content.linked = content.letters
            content.links += 1
            content.inner += len(element.get("href").partition("#")[2]) > 1
        content.headed = content.headed or HEADING.fullmatch(element.tag) is not None
        content.prose = content.prose or (element.tag in ("p", "h1", "h2", "h3") and content.letters > PROSE)
    return found


def main_content(root: Element, contents: Mapping[int, Content]) -> Element:
    """Return the element that holds the content of a page: its main element if that has most of it, else all."""
    elements = [one for one in root.below() if isinstance(one, Element)]
    body = next((one for one in elements if one.tag == "body"), root)
    whole = contents[id(body)].letters
    for found in (
        [one for one in elements if one.tag == "main" or one.get("role") == "main"],
        [one for one in elements if one.tag == "article"],
    ):
        if len(found) == 1 and contents[id(found[0])].letters >= LEAST_MAIN * whole:
            return found[0]
    return root if body is not root and contents[id(root)].letters > 2 * whole else body


def left_out(element: Element, content: Content, *, in_main: bool) -> str:
    """Return why an element is not content, or nothing.

    Args:
        element: the element.
        content: what it holds.
        in_main: whether it stands in the page's main element, where a header is that of the text.
    """
    if element.tag in NO_TEXT:
        return "mark-up"
    leads_inside = content.inner * 2 > content.links
    if element.tag in FRAME and not (element.tag == "form" and content.headed):
        return "contents" if element.tag == "nav" and leads_inside else FRAME[element.tag]
    if element.get("role") in ROLES:
        return ROLES[element.get("role")]
    if PAGE_TOOL.search(element.get("class")):
        return "navigation"
    if element.tag == "header" and not in_main and not content.headed:
        return "page frame"
    named = NAMES.search(f"{element.get('class')} {element.get('id')}")
    if content.prose or not (named or element.tag in ("ul", "ol", "table")):
        return ""
    fewest, least = (1, MOSTLY) if named else (FEWEST_LINKS, ONLY)
    if content.links < fewest or content.linked < least * content.letters:
        return ""
    return "contents" if leads_inside else "navigation" if named or element.tag == "table" else ""


def title_of(root: Element) -> str:
    """Return what a page calls itself in its `<title>`: the part that names a kind of document, or the first."""
    found = next((one for one in root.below() if isinstance(one, Element) and one.tag == "title"), None)
    words = "".join(one.text for one in found.inside if isinstance(one, Words))[:LONGEST_TITLE] if found else ""
    parts = [part for part in SITE.split(" ".join(words.split())) if part]
    return next((part for part in parts if KIND_OF_DOCUMENT.search(part)), next(iter(parts), ""))
