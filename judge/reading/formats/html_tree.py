"""HTML to a tree of elements with their source lines, closed as browsers close them.

    <p>one <b>two<p>three</b> four      <p>one <b>two</b></p> <p><b>three</b> four</p>
    <table>stray<tr><td>cell            stray <table><tr><td>cell</td></tr></table>

The tags come from the standard library's parser, with their lines; what they open and close follows the HTML standard
(§ 13.2.6, tree construction), as far as the words of a page depend on it. docs/formats.md says why no library does it.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

from judge.core.model import MarkKind

DEEPEST = 150
"""Elements inside of each other; what is nested deeper is side by side."""
DOCUMENT = "#document"
COMMENTS = (("<!-->", ""), ("<!--->", ""), ("--!>", "-->"), ("<![", "<!x"))
"""Comments and sections of which the parser of older Pythons takes too much, or at which it fails."""

VOID = frozenset(
    "area base basefont bgsound br col colgroup embed frame hr img input keygen link meta param source track "
    "wbr".split()
)
"""Elements that hold nothing and are not closed."""
FORMATS = frozenset("a b big code em font i nobr s small strike strong tt u".split())
"""What goes on after the end of a block in which it was left open."""
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
IN_HEAD = frozenset("base basefont bgsound head link meta noframes noscript script style template title".split())
FOREIGN = frozenset(("svg", "math"))
"""Drawings and formulas, in which any tag may end itself; a block of the page ends them."""

ROWS = frozenset(("tbody", "tfoot", "thead"))
CELLS = frozenset(("td", "th"))
TABLE_PARTS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("caption", "col", "colgroup", *ROWS), frozenset({"table"})),
    "tr": ROWS,
    **dict.fromkeys(CELLS, ROWS | {"tr"}),
}
"""What the parts of a table are in."""
AROUND_PARTS = frozenset({"table", "tr", *ROWS})
"""What holds no words itself; they are before the table."""
IN_TABLE_ALONE = TABLE_PARTS.keys() | {"form", "script", "style", "template"}
FORMATS_END = CELLS | {"caption", "object", "applet", "marquee", "template"}
"""What ends the formats that were begun in it."""

SCOPE = FORMATS_END | {"table", *FOREIGN}
"""Outside of what no end tag ends anything."""
IN_BUTTON = SCOPE | {"button"}
IN_LIST = SCOPE | {"ol", "ul"}
IN_TABLE = frozenset({"table", "template"})
BLOCKS = frozenset(
    "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer form "
    "header hgroup listing main menu nav ol pre search section summary ul".split()
)
SPECIAL = (
    BLOCKS
    | HEADINGS
    | SCOPE
    | IN_HEAD
    | ROWS
    | frozenset("body dd dt hr html iframe li p select textarea tr xmp".split())
)
"""What the end tags of other elements do not end, and what misnested formats are moved into."""
ENDS_PARAGRAPH = BLOCKS - {"button"} | HEADINGS | {"dd", "dt", "hr", "li", "p", "table", "xmp"}
ITEM_SCOPE = SPECIAL - {"address", "div", "p"}
CLOSED_BY: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), ITEM_SCOPE),
    **dict.fromkeys(("dt", "dd"), (frozenset({"dt", "dd"}), ITEM_SCOPE)),
    "option": (frozenset({"option"}), SPECIAL),
    "optgroup": (frozenset({"option", "optgroup"}), SPECIAL),
    **dict.fromkeys(("rb", "rp", "rt", "rtc"), (frozenset({"rb", "rp", "rt", "rtc"}), SPECIAL | {"ruby"})),
    "button": (frozenset({"button"}), SCOPE),
}
"""What an element ends when it begins, if that is still open, and what keeps it open: `<li>one<li>two`."""
SCOPES: dict[str, frozenset[str]] = {
    "p": IN_BUTTON,
    "li": IN_LIST,
    **dict.fromkeys((*BLOCKS, *HEADINGS, "dd", "dt", "object", "applet", "marquee"), SCOPE),
    **dict.fromkeys((*TABLE_PARTS, "table"), IN_TABLE),
    **dict.fromkeys(("select", "template", *FOREIGN), frozenset[str]()),
}
"""Outside of what an end tag ends nothing; that of another element, outside of anything special."""


class TextNode(NamedTuple):
    """Text between two tags."""

    text: str
    line: int


@dataclass(slots=True, eq=False)
class Element:
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

    def again(self) -> Element:
        """Return an element that goes on with the look of this one; its address stays where it began."""
        kept = {name: value for name, value in self.attributes.items() if name not in ("id", "name")}
        return Element(self.tag, kept, self.line)


def parse_html(text: str) -> Element:
    """Read a page into a tree; its root is the document, whatever the page has at its top."""
    parser = _TreeBuilder()
    for old, new in COMMENTS:
        text = text.replace(old, new)
    closed, whole = text.rfind("-->") + 1, text.rfind(">") + 1
    # No comment after the last end of one ends, and no tag after the last ">"; their words are text.
    parser.feed(text[:closed] + text[closed:whole].replace("<!--", "&lt;!--"))
    parser.close()
    if rest := text[whole:]:
        parser.words(html.unescape(rest), text.count("\n", 0, whole) + 1)
    return parser.root


class _TreeBuilder(HTMLParser):
    """Builds the tree; elements that are not closed end where browsers end them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element(DOCUMENT, {}, 1)
        self.open = [self.root]
        self.counts: Counter[str] = Counter()
        """Open elements by name."""
        self.formats: list[Element | None] = []
        """Formats that go on until their end tag; None is where a cell or the like began."""
        self.has_content = False
        """Whether the body of the page has begun."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        given = {name: value or "" for name, value in reversed(attrs)}
        self._begin(Element("img" if tag == "image" else tag, given, self.getpos()[0]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element that ends itself; only those that hold nothing may, as browsers have it."""
        self.handle_starttag(tag, attrs)
        ends_itself = ":" in tag or any(self.counts[foreign] for foreign in FOREIGN)
        if ends_itself and self.open[-1].tag == tag:  # <o:p/>, which word processors write
            self._close(len(self.open) - 1)

    def handle_endtag(self, tag: str) -> None:
        """End an element, with all that is still open in it."""
        if tag == "br" or (tag == "p" and not self._innermost({"p"}, IN_BUTTON)):
            self._begin(Element(tag, {}, self.getpos()[0]))
        if tag in FORMATS and tag in (one.tag for one in self._begun()):
            self._end_format(tag)
        elif tag in HEADINGS:
            self._close(self._innermost(HEADINGS, SCOPE))
        elif tag not in ("body", "html"):  # what follows them belongs to them
            self._close(self._innermost({tag}, SCOPES.get(tag, SPECIAL)))

    def handle_data(self, data: str) -> None:
        """Keep words; those below an element that is nested too deep are in the last that is not."""
        self.words(data, self.getpos()[0])

    def unknown_decl(self, data: str) -> None:
        """Pass over what is no HTML, such as `<![if !supportLists]>`."""

    def words(self, text: str, line: int) -> None:
        """Put words where they are read."""
        if text.isspace() and (not self.has_content or self.open[-1].tag in AROUND_PARTS):
            self.open[-1].inside.append(TextNode(text, line))
            return
        if self.open[-1].tag == "head":
            self._close(len(self.open) - 1)
        if self.open[-1].tag not in IN_HEAD:
            self.has_content = True
            self._go_on()
        self._put(TextNode(text, line))

    def _begin(self, element: Element) -> None:
        """Begin an element, and end what it ends."""
        tag = element.tag
        if tag in ("html", "body", "head") and (self.has_content or self.counts[tag]):
            return
        if tag not in IN_HEAD and tag != "html":
            self._close(self._innermost({"head"}, SPECIAL - {"head"}))
            self.has_content = self.has_content or tag != "body"
        if tag in TABLE_PARTS:
            self._begin_part(element)
            return
        self._end_before(tag)
        if tag not in SPECIAL:
            self._go_on()
        self._open(element)
        if tag in FORMATS and self.open[-1] is element and len(self.formats) < DEEPEST:
            self.formats.append(element)

    def _end_before(self, tag: str) -> None:
        """End what an element ends when it begins."""
        if tag in ENDS_PARAGRAPH:
            self._close(self._innermost(FOREIGN, {"foreignobject"}))
            self._close(self._innermost({"p"}, IN_BUTTON))
        if tag in HEADINGS and self.open[-1].tag in HEADINGS:
            self._close(len(self.open) - 1)
        if tag in CLOSED_BY:
            self._close(self._innermost(*CLOSED_BY[tag]))
        if tag == "table" and self.open[-1].tag in AROUND_PARTS:
            self._close(self._innermost({"table"}, IN_TABLE))
        if tag in ("a", "nobr") and (before := next((one for one in self._begun() if one.tag == tag), None)):
            self._end_format(tag)
            if before in self.formats:  # it ends wherever it is open
                self.formats.remove(before)
            if before in self.open:
                self.open.remove(before)
                self.counts[tag] -= 1

    def _begin_part(self, element: Element) -> None:
        """Begin a part of a table, with the rows around it that nobody wrote."""
        parents = TABLE_PARTS[element.tag]
        if not self._innermost({"table"}, IN_TABLE):
            return  # browsers keep the words of a cell without a table
        index = len(self.open) - 1
        while self.open[index].tag not in parents and self.open[index].tag != "table":
            index -= 1
        self._close(index + 1)
        if element.tag in ("tr", *CELLS) and self.open[-1].tag == "table":
            self._open(Element("tbody", {}, element.line))
        if element.tag in CELLS and self.open[-1].tag != "tr":
            self._open(Element("tr", {}, element.line))
        self._open(element)

    def _open(self, element: Element) -> None:
        """Put an element where it is, and leave it open unless it holds nothing or is nested too deep."""
        self._put(element)
        if element.tag in VOID or len(self.open) >= DEEPEST:
            return
        self.open.append(element)
        self.counts[element.tag] += 1
        if element.tag in FORMATS_END:
            self.formats.append(None)

    def _put(self, one: Element | TextNode) -> None:
        """Put what is read into the innermost element; before the table if it is between cells."""
        inner = self.open[-1]
        index = 0
        if inner.tag in AROUND_PARTS and (isinstance(one, TextNode) or one.tag not in IN_TABLE_ALONE):
            index = self._innermost({"table"}, IN_TABLE)
        if not index:
            inner.inside.append(one)
        elif (above := self.open[index - 1]).inside[-1] is self.open[index]:
            above.inside.insert(-1, one)
        else:
            above.inside.append(one)

    def _innermost(self, tags: Collection[str], kept: Collection[str]) -> int:
        """Return the place of the innermost open element called so; 0 if it is outside of one that is kept open."""
        if any(self.counts[tag] for tag in tags):
            for index in range(len(self.open) - 1, 0, -1):
                if self.open[index].tag in tags:
                    return index
                if self.open[index].tag in kept:
                    break
        return 0

    def _close(self, index: int) -> None:
        """End the elements from a place on; none if that is 0."""
        while 0 < index < len(self.open):
            element = self.open.pop()
            self.counts[element.tag] -= 1
            if element.tag in FORMATS_END:
                while self.formats and self.formats.pop() is not None:
                    pass

    def _begun(self) -> Iterator[Element]:
        """Yield the formats that go on, from the last to the first of this cell."""
        for one in reversed(self.formats):
            if one is None:
                return
            yield one

    def _go_on(self) -> None:
        """Begin the formats again that ended with a block and not by an end tag; of each name one.

        Browsers begin them all, which makes pages that grow with the square of their tags.
        """
        ended: dict[str, Element] = {}
        for one in self._begun():
            if any(one is other for other in reversed(self.open)):
                break
            ended.setdefault(one.tag, one)
        if not ended:
            return
        self.formats = [
            one for one in self.formats if one is None or one is ended.get(one.tag, one) or one in self.open
        ]
        for one in reversed(ended.values()):
            again = one.again()
            self._open(again)
            if self.open[-1] is again:
                self.formats[self.formats.index(one)] = again

    def _end_format(self, tag: str) -> None:
        """End a format; where blocks began in it, their words up to here have it as well (the "adoption agency")."""
        for _ in range(8):  # as the standard has it
            element = next((one for one in self._begun() if one.tag == tag), None)
            if element is None:
                return
            if element not in self.open:
                self.formats.remove(element)
                return
            index = self.open.index(element)
            if any(one.tag in SCOPE for one in self.open[index + 1 :]):
                return
            block = next((place for place in range(index + 1, len(self.open)) if self.open[place].tag in SPECIAL), 0)
            if not block:
                self._close(index)
                self.formats.remove(element)
                return
            self._adopt(index, block)

    def _adopt(self, index: int, block: int) -> None:
        """Take a block out of the format in which it began, and put its words into one of their own.

        Args:
            index: the place of the format among the open elements.
            block: that of the block.
        """
        element, last = self.open[index], self.open[block]
        own = last
        self.open[block - 1].inside = [one for one in self.open[block - 1].inside if one is not own]
        between = []
        for one in reversed(self.open[index + 1 : block]):
            if one not in self.formats:
                self.counts[one.tag] -= 1
                continue
            again = one.again()
            self.formats[self.formats.index(one)] = again
            again.inside.append(last)
            between.append(again)
            last = again
        inner = element.again()
        inner.inside, own.inside = own.inside, [inner]
        rest = self.open[block + 1 :]
        del self.open[index:]
        self._put(last)
        self.open += [*reversed(between), own, inner, *rest]
        self.formats[self.formats.index(element)] = inner


TAGS: dict[str, MarkKind] = {
    **dict.fromkeys(("b", "strong"), "strong"),
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
