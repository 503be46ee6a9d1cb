"""HTML to a tree of elements with their source lines, closed as browsers close them.

    <p>one <b>two<p>three</b> four      <p>one <b>two</b></p> <p><b>three</b> four</p>
    <table>stray<tr><td>cell            stray <table><tr><td>cell</td></tr></table>

The library justhtml builds the tree as the HTML standard has it (§ 13.2.6, tree construction).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from justhtml import JustHTML, Template, Text
from justhtml.dom import NodeType
from msgspec import Struct, field

from judge.core.errors import SourceError
from judge.core.model import MarkKind

DEEPEST = 150
"""Elements inside of each other; what is nested deeper is side by side."""
DOCUMENT = "#document"
DOCTYPE = "<!doctype html>"
"""Without one, and with some old ones, browsers close fewer elements; a file of several pages has several."""
NO_NODES = frozenset(("#comment", "!doctype"))
IMPLIED = frozenset("html head body".split())
"""What every page has, written or not."""
TAG = re.compile(
    r"<!--(?:-?>|.*?--!?>)|<(?P<other>\?|!(?!--))(?P<within>[^<>]*)>"
    r"|<(?P<end>/?)(?P<format>big|b|code|em|font|i|small|strike|strong|s|tt|u)(?=[\s/>])[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
"""A comment, what browsers take for one (`<![if !supportLists]>`), a doctype, or the tag of a format."""
MOST_CHARACTERS = 8_000_000
"""Of a page with its mark-up, of which word processors write six times as much as text."""
MOST_TAGS = 150_000
"""The number of tags of a page, and of the elements that formats without an end tag may add to it. Browsers begin all
open ones again in each block, so pages may grow with the square of their tags. Words that moved before a table are
looked for in as many letters."""


class TextNode(NamedTuple):
    """Text between two tags."""

    text: str
    line: int


class Element(Struct, eq=False):
    """An element with what is in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    inside: list[Element | TextNode] = field(default_factory=list)

    def get(self, name: str) -> str:
        """Return an attribute, or nothing."""
        return self.attributes.get(name, "")

    def elements(self) -> Iterator[Element]:
        """Yield the elements right inside of it."""
        return (one for one in self.inside if isinstance(one, Element))

    def below(self) -> Iterator[Element | TextNode]:
        """Yield all that is in it, in the order of the source."""
        waiting = self.inside[::-1]
        while waiting:
            one = waiting.pop()
            yield one
            if isinstance(one, Element):
                waiting += reversed(one.inside)

    def elements_below(self) -> Iterator[Element]:
        """Yield all elements in it, in the order of the source."""
        return (one for one in self.below() if isinstance(one, Element))


def parse_html(text: str) -> Element:
    """Read a page into a tree as browsers do; its root is the document, whatever the page has at its top.

    Words that no browser shows, after a comment or a tag that does not end, are text.

    Raises:
        SourceError: the page has too many tags to fit into memory, or is too long.
    """
    for count, most, what in ((len(text), MOST_CHARACTERS, "characters"), (text.count("<"), MOST_TAGS, "tags")):
        if count > most:
            raise SourceError(f"contains more than {most:,} {what}; split it")
    closed = max(text.rfind("-->"), text.rfind("--!>")) + 1
    whole = text.rfind(">") + 1
    # No comment after the last end of one ends, and no tag after the last ">".
    text = text[:closed] + text[closed:whole].replace("<!--", "&lt;!--") + text[whole:].replace("<", "&lt;")
    text = DOCTYPE + _without_endless_formats(text)
    return _build_tree(JustHTML(text, sanitize=False, track_node_locations=True).root, text)


def _without_endless_formats(text: str) -> str:
    """Leave out the tags of formats that would make the tree far larger than the page."""
    most = max(8, MOST_TAGS // (text.count("<") + 1))
    opened = dict[str, list[str]]()

    def rewrite_tag(tag: re.Match[str]) -> str:
        if tag["other"]:  # the library takes it for text
            return f"<!--{tag['within']}-->"
        if not tag["format"]:
            return tag[0]
        alike = opened.setdefault(tag["format"].lower(), [])
        if tag["end"]:
            del alike[-1:]
        elif sum(map(len, opened.values())) >= most:
            return " " * len(tag[0])
        elif tag[0] not in alike:
            alike.append(tag[0])
        return tag[0]

    return TAG.sub(rewrite_tag, text)


def _build_tree(page: NodeType, text: str) -> Element:
    """Return the tree of a parsed page; what nobody wrote in it has the line of what it is in."""
    root = Element(DOCUMENT, {}, 1)
    waiting: list[tuple[NodeType, Element, int, bool]] = [(page, root, 0, False)]
    while waiting:
        node, above, depth, before_table = waiting.pop()
        if isinstance(node, Text):
            words = TextNode(node.data or "", node.origin_line or 1)
            above.inside += _moved_words(node, text) if before_table else (words,)
            continue
        line, inner = node.origin_line or above.line, above
        if node.origin_line or node.name not in IMPLIED:
            inner = Element(node.name, {name: value or "" for name, value in (node.attrs or {}).items()}, line)
            above.inside.append(inner)
        if depth >= DEEPEST:
            inner = above
        inside = pairwise([page, *reversed(_nodes_in(node))])
        waiting += ((one, inner, depth + 1, following.name == "table") for following, one in inside)
    return root


def _nodes_in(node: NodeType) -> list[NodeType]:
    """Return the elements and texts right inside of a node; what a template holds is in it."""
    inside = [*(node.children or ())]
    if isinstance(node, Template) and node.template_content:
        inside += node.template_content.children or ()
    return [one for one in inside if one.name not in NO_NODES]


def _moved_words(node: Text, text: str) -> Iterator[TextNode]:
    """Yield the words before a table, line by line; some may have been moved there from between its cells."""
    line, place = node.origin_line or 1, node.origin_offset or 0
    for part in (node.data or "").splitlines(keepends=True):
        found = text.find(part.strip(), place, place + MOST_TAGS)
        if part.strip() and found >= 0:
            line += text.count("\n", place, found)
            place = found
        yield TextNode(part, line)


TAGS: dict[str, MarkKind] = {
    **dict.fromkeys(("b", "dt", "strong"), "strong"),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "em"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    **dict.fromkeys(("s", "strike", "del"), "strike"),
    "ins": "changed",
}
RULE = re.compile(r"(?<![^{}])([^{}]{1,4000})\{([^{}]{0,4000})\}")
CLASS = re.compile(r"(?:[a-z0-9]{1,10})?\.([\w-]{1,100})", re.IGNORECASE)
BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
NOT_BOLD = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)", re.IGNORECASE)
ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.IGNORECASE)
STRUCK = re.compile(r"text-decoration[\w-]{0,10}\s{0,9}:[^;]{0,100}line-through", re.IGNORECASE)
HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)", re.IGNORECASE)
LONGEST_SHEET = 2_000_000
"""Characters of style sheets that are looked at."""

Sheet = Mapping[str, str]
"""What a page's style sheets say of each class."""


def style_sheet(root: Element) -> Sheet:
    """Return what the style sheets inside a page say of classes; those of other files are not fetched."""
    found: dict[str, str] = {}
    left = LONGEST_SHEET
    for style in (one for one in root.elements_below() if one.tag == "style"):
        text = "".join(one.text for one in style.inside if isinstance(one, TextNode))[:left]
        left -= len(text)
        for rule in RULE.finditer(text):
            for selector in rule[1].split(","):
                if name := CLASS.fullmatch(selector.strip()):
                    found[name[1]] = f"{found.get(name[1], '')};{rule[2]}"
    return found


def style_of(element: Element, sheet: Sheet) -> str:
    """Return what is said of the look of an element."""
    own = element.get("style")
    if not element.get("class") or not sheet:
        return own
    return ";".join([*(sheet.get(name, "") for name in element.get("class").split()), own])


def marks_of(element: Element, style: str, around: tuple[MarkKind, ...]) -> tuple[MarkKind, ...]:
    """Return the marks of the words in an element.

    Args:
        element: the element.
        style: what is said of its look.
        around: the marks of the words around it.
    """
    found = dict.fromkeys(around)
    if element.tag in TAGS:
        found[TAGS[element.tag]] = None
    if style:
        if NOT_BOLD.search(style):
            found.pop("strong", None)
        looks: tuple[tuple[re.Pattern[str], MarkKind], ...] = ((BOLD, "strong"), (ITALIC, "em"), (STRUCK, "strike"))
        found |= {kind: None for pattern, kind in looks if pattern.search(style)}
    return tuple(found)


def is_hidden(element: Element, style: str) -> bool:
    """Tell whether a reader of the page does not see an element at all."""
    if "hidden" in element.attributes and element.get("hidden") != "until-found":
        return True
    return bool(style) and HIDDEN.search(style) is not None
