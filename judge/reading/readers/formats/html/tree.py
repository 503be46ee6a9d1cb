"""HTML to a tree of elements with their source lines, whatever is left open, closed twice or nested too deep.

The parser is the standard library's: it goes on at any mistake, and says in which line it is (docs/formats.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
"""Elements that hold nothing and are not closed."""
CLOSED_BY: dict[str, frozenset[str]] = {
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "tr": frozenset({"tr", "td", "th"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "thead": frozenset({"thead", "tbody", "tfoot", "tr", "td", "th", "caption"}),
    "tbody": frozenset({"thead", "tbody", "tfoot", "tr", "td", "th", "caption"}),
    "tfoot": frozenset({"thead", "tbody", "tfoot", "tr", "td", "th", "caption"}),
    "option": frozenset({"option"}),
}
"""What an element ends when it begins, if that is still open: `<li>one<li>two`."""
SCOPES: dict[str, frozenset[str]] = {
    "li": frozenset({"ul", "ol", "menu"}),
    "dt": frozenset({"dl"}),
    "dd": frozenset({"dl"}),
    **dict.fromkeys(("tr", "td", "th", "thead", "tbody", "tfoot"), frozenset({"table"})),
    "option": frozenset({"select"}),
}
"""What keeps the elements around it open: the list inside of an item, the table inside of a cell."""
ENDS_PARAGRAPH = frozenset(
    "address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header "
    "hr li main menu nav ol p pre section table ul dd dt".split()
)
DEEPEST = 150
"""Elements inside of each other; what is nested deeper stands side by side."""
DOCUMENT = "#document"


class Words(NamedTuple):
    """Text between two tags."""

    text: str
    line: int


@dataclass(slots=True, eq=False)
class Element:
    """An element with what stands in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    inside: list[Element | Words] = field(default_factory=list)

    def get(self, name: str) -> str:
        """Return an attribute, or nothing."""
        return self.attributes.get(name, "")

    def elements(self) -> Iterator[Element]:
        """Yield the elements right inside of it."""
        return (one for one in self.inside if isinstance(one, Element))

    def below(self) -> Iterator[Element | Words]:
        """Yield all that stands in it, in the order of the source."""
        waiting = self.inside[::-1]
        while waiting:
            one = waiting.pop()
            yield one
            if isinstance(one, Element):
                waiting += reversed(one.inside)


def parse_html(text: str) -> Element:
    """Read a page into a tree; its root is the document, whatever the page has at its top."""
    parser = _Tree()
    parser.feed(text)
    parser.close()
    return parser.root


class _Tree(HTMLParser):
    """Builds the tree; elements that are not closed end where the one around them does."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element(DOCUMENT, {}, 1)
        self.open = [self.root]
        self.counts: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        if tag in ENDS_PARAGRAPH and self.counts["p"]:
            self._end("p", frozenset({"table", "button", "object"}))
        for ended in CLOSED_BY.get(tag, ()):
            if self.counts[ended]:
                self._end(ended, SCOPES.get(tag, frozenset()))
        given = {name: value or "" for name, value in reversed(attrs)}
        element = Element(tag, given, self.getpos()[0])
        self.open[-1].inside.append(element)
        if tag not in VOID and len(self.open) < DEEPEST:
            self.open.append(element)
            self.counts[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element that ends itself; only those that hold nothing may, as browsers have it."""
        self.handle_starttag(tag, attrs)
        if ":" in tag:  # <o:p/>, which word processors write
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End an element, with all that is still open in it."""
        if tag not in VOID and self.counts[tag]:
            self._end(tag, frozenset({"table"}) if tag not in ("table", "body", "html", "div", "form") else frozenset())

    def handle_data(self, data: str) -> None:
        """Keep words; those below an element that is nested too deep stand in the last that is not."""
        self.open[-1].inside.append(Words(data, self.getpos()[0]))

    def unknown_decl(self, data: str) -> None:
        """Pass over what is no HTML, such as `<![if !supportLists]>`."""

    def _end(self, tag: str, kept: frozenset[str]) -> None:
        """End the innermost element of a name; not one outside of those that are kept open."""
        for index in range(len(self.open) - 1, 0, -1):
            if self.open[index].tag == tag:
                for element in self.open[index:]:
                    self.counts[element.tag] -= 1
                del self.open[index:]
                return
            if self.open[index].tag in kept:
                return
