"""HTML to pieces: headings, paragraphs, lists, definitions, tables, with the addresses and links of the page.

    <h2 id="rest">Rest</h2>     a heading of level 2 with the address `rest`
    <dt>Anchor<dd>It holds.     a bold line, as a term is printed, and its text
    <td>                        a cell, unless the table only lays out the page

Lines and offsets are the file's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from judge.core.model import MarkKind, replace
from judge.reading.formats.composing import GLUE, MARKUP, NO_TEXT, Composer, Run, is_date, without_start, written
from judge.reading.formats.html_pages import read_positioned
from judge.reading.formats.html_tree import Element, TextNode, is_hidden, marks_of, parse_html, style_of, style_sheet
from judge.reading.formats.pdf import read_laid
from judge.reading.lines.contents import ANNOUNCED
from judge.reading.lines.links import names_address
from judge.reading.metadata.editions import KIND_OF_DOCUMENT, without_kinds
from judge.reading.readers.markup import NOTE
from judge.reading.text.manuscript import Footnote, LostLink, Manuscript

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
"""Share of the letters of an element that are links from which it is navigation, if it is called so."""
ONLY = 0.9
"""The same of a list that is called nothing."""
FEWEST_LINKS = 5
PROSE = 200
"""Letters of a paragraph that is not a link of a menu."""
HEADING = re.compile("h([1-6])")
LEAST_MAIN = 0.4
"""Share of the page's letters that its main element holds at least."""


SITE = re.compile(r" ?[|»·] ?| [–—-] ")
"""What parts the title of a page from the name of its site."""


class Content(Struct):
    """What an element holds, counted once for a whole page."""

    letters: int = 0
    linked: int = 0
    """Letters that are links."""
    links: int = 0
    inner: int = 0
    """Links to an address, which are those into a page."""
    headed: bool = False
    prose: bool = False
    """A paragraph or a heading of some length is in it."""
    is_comment: bool | None = None
    """It begins with the address of a comment, `<p><a href="#cmnt_ref1" id="cmnt1">`; None where nothing tells."""

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
    for element in reversed([root, *root.elements_below()]):
        content = found[id(element)] = Content()
        for one in element.inside:
            if isinstance(one, TextNode):
                content.letters += len(one.text) - one.text.count(" ") - one.text.count("\n")
                begins = False if one.text.strip() else None
            else:
                content.take(one.tag, found[id(one)])
                begins = _is_of_comment(one.get("id") or one.get("name")) or found[id(one)].is_comment
            content.is_comment = begins if content.is_comment is None else content.is_comment
        if element.tag == "a" and element.get("href"):
            content.linked = content.letters
            content.links += 1
            content.inner += len(element.get("href").partition("#")[2]) > 1
        content.headed = content.headed or HEADING.fullmatch(element.tag) is not None
        content.prose = content.prose or (element.tag in ("p", "h1", "h2", "h3") and content.letters > PROSE)
    return found


def main_content(root: Element, contents: Mapping[int, Content]) -> Element:
    """Return the element that holds the content of a page: its main element if that has most of it, else all."""
    elements = list(root.elements_below())
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
        in_main: whether it is in the page's main element, where a header is that of the text.
    """
    if element.tag in NO_TEXT:
        return "mark-up"
    if leads_to_comment(element) or (content.is_comment and element.tag in NOTED):
        return COMMENT
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
    """Return what a page calls itself in its `<title>`: the part that names a kind of document, or the first.

    A kind alone is below the name of what it is of: `Tide – Rules`.
    """
    found = next((one for one in root.elements_below() if one.tag == "title"), None)
    words = "".join(one.text for one in found.inside if isinstance(one, TextNode)) if found else ""
    parts = [part for part in SITE.split(" ".join(words.split())) if part]
    of_kind = next((part for part in parts if KIND_OF_DOCUMENT.search(part)), next(iter(parts), ""))
    return of_kind if len(parts) != 2 or without_kinds(of_kind) else " ".join(sorted(parts, key=of_kind.__eq__))


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
    elements = list(root.elements_below())
    said = [one.get("href") for one in elements if one.tag == "link" and one.get("rel") == "canonical"]
    said += [one.get("content") for one in elements if one.tag == "meta" and one.get("property") == "og:url"]
    ids = {one.get("id") or one.get("name") for one in elements} - {""}
    return Own(ids, {_file_name(one) for one in said} - {""}, frozenset(said) - {""})


def followed(href: str, own: Own) -> str:
    """Return where a link leads; one into the page has only the address after its hash."""
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
        shown: the links of its texts; one to an address that the page does not have does not resolve.
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
    return " ".join("".join(one.text for one in link.below() if isinstance(one, TextNode)).split())


def _file_name(address: str) -> str:
    return unquote(urlsplit(address).path.rpartition("/")[2])


COMMENT = "comment"
COMMENT_ADDRESSES = ("cmnt", "_msocom_")
"""What the addresses that Google Docs and Word give to the comments on a text begin with, before a number."""


def _is_of_comment(address: str) -> bool:
    """Tell whether an address is that of a comment."""
    return any(address.startswith(one) and address.removeprefix(one).isdigit() for one in COMMENT_ADDRESSES)


def leads_to_comment(element: Element) -> bool:
    """Tell whether an element is the mark of a comment in a text, `<a href="#cmnt1" id="cmnt_ref1">[a]</a>`."""
    return element.tag == "a" and _is_of_comment(element.get("href").removeprefix("#"))


def footnotes_of(root: Element) -> tuple[dict[Element, str], dict[Element, str], set[Element]]:
    """Find the footnotes of a page: a mark after words leads to what is printed, and a link in that back to the mark.

    Returns:
        The marks with their names, what is printed with its name, and the links back.
    """
    above = {one: element for element in (root, *root.elements_below()) for one in element.elements()}
    links = [one for one in root.elements_below() if one.tag == "a" and one.get("href").startswith("#")]
    links = [one for one in links if not leads_to_comment(one)]
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
            returning[note] = {one.get("href"): one for one in note.elements_below() if one.tag == "a"}
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
    """Tell whether there are words before a mark in its block."""
    before = takewhile(lambda one: one is not mark, block.below())
    return any(isinstance(one, TextNode) and one.text.strip() for one in before)


BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td "
    "tfoot th thead tr ul optgroup option".split()
)
OUTLINE_LEVEL = re.compile(r"mso-outline-level\s*:\s*([1-6])\b", re.IGNORECASE)
WORD_LIST = re.compile(r"mso-list\s*:\s*l\d+\s+level(\d)", re.IGNORECASE)
WORD_MARK = re.compile(r"\s*(?:[·•o§▪–-]|(?P<number>\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]))\s+")
TEMPLATE = re.compile(r"\{%.{0,500}?%\}|\{#.{0,500}?#\}")
"""What a template engine puts into a page before it is one."""
NUMBERED = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
"""How a list of each type shows its numbers."""
DEEPEST_LIST = 8
PARTS = frozenset(("article", "section", "blockquote"))
"""What has a header of its own, which is not that of the page."""
LEADS = frozenset("b em i small span strong time".split())
"""What people print the date in with which a text begins."""
LAYOUT = frozenset("h1 h2 h3 h4 h5 h6 table ul ol dl blockquote article section".split())
"""What is in no cell but of a table that lays out a page."""


class Surroundings(Struct, frozen=True):
    """What an element is in."""

    marks: tuple[MarkKind, ...] = ()
    href: str = ""
    depth: int = 0
    """Lists around it."""
    quoted: int = 0
    heading: int = 0
    preformatted: bool = False
    in_main: bool = False
    in_cell: bool = False
    """All words are those of one block."""


IN_CELL = frozenset(("a", "br", "img"))
"""What is read in a cell as it is elsewhere."""


def read_html(text: str, lines: Sequence[str]) -> Manuscript:
    """Read a page.

    Args:
        text: the whole file.
        lines: its lines.
    """
    reader = _HtmlReader(text)
    if pages := read_positioned(reader.root, reader.sheet):
        return replace(read_laid(pages, printed=lines), title=title_of(reader.root))
    return reader.manuscript(lines)


def read_fragment(text: str, composer: Composer) -> None:
    """Read a piece of HTML that is in something else; its lines count from 1.

    Args:
        text: the HTML.
        composer: receives its pieces.
    """
    reader = _HtmlReader(text)
    reader.composer = composer
    reader.walk(reader.root, Surroundings(in_main=True))
    reader.flush(Surroundings())


class _HtmlReader:
    """Walks over a page and gathers the words of one block until it ends."""

    def __init__(self, text: str) -> None:
        self.root = parse_html(text)
        self.sheet = style_sheet(self.root)
        self.contents = counted(self.root)
        self.own = own_of(self.root)
        self.shown: list[Element] = []
        """The links of texts."""
        self.listed: dict[Element, None] = {}
        """Those of contents lists."""
        self.note_marks, self.noted, self.links_back = footnotes_of(self.root)
        self.marked: dict[str, list[int]] = {}
        """Lines that hold the mark of each footnote."""
        self.notes: list[Footnote] = []
        self.composer = Composer()
        self.aside: dict[int, str] = {}
        self.runs: list[Run] = []
        self.item: tuple[int, str, int] | None = None
        """Level, mark and ordinal of the list item whose first words are awaited."""

    def manuscript(self, lines: Sequence[str]) -> Manuscript:
        """Return the content of the page."""
        main = main_content(self.root, self.contents)
        self.set_aside(self.root, "page frame")
        for one in self.root.elements_below():
            if one.tag == "nav":
                self.set_aside(one, self.left_out(one, Surroundings()))
        self.walk(main, Surroundings(in_main=main.tag in ("main", "article")))
        self.flush(Surroundings())
        placed = {one.name for one in self.composer.anchors}
        lost = tuple(lost_links(self.shown, self.listed, self.own, placed))
        read = self.composer.manuscript(lines, self.aside, self.notes)
        return replace(read, title=title_of(self.root), lost_links=lost)

    def set_aside(self, element: Element, reason: str) -> None:
        """Note why the lines of an element are not content."""
        for one in element.below():
            if isinstance(one, TextNode):
                for number, part in enumerate(one.text.split("\n"), one.line):
                    if part.strip():
                        self.aside[number] = reason if not TEMPLATE.fullmatch(part.strip()) else MARKUP
            elif one.tag == "a" and reason == "contents":
                self.listed[one] = None

    def walk(self, element: Element, around: Surroundings) -> None:
        """Read what is in an element."""
        for one in element.inside:
            if isinstance(one, TextNode):
                self.words(one, around)
            else:
                self.element(one, around)

    def words(self, words: TextNode, around: Surroundings) -> None:
        """Gather words; a line of the source is a blank, except for text that is set as it is typed."""
        text = TEMPLATE.sub("", words.text) if "{" in words.text else words.text
        glue = "\n" if around.preformatted else " "
        parts = text.split("\n")
        for number, part in enumerate(parts, words.line):
            last = number == words.line + len(parts) - 1
            self.runs.append(Run(part if last else part + glue, number, around.marks, around.href))

    def element(self, element: Element, around: Surroundings) -> None:
        """Read an element by what it is."""
        style = style_of(element, self.sheet)
        reason = "hidden" if is_hidden(element, style) else self.left_out(element, around)
        if reason:
            self.set_aside(element, reason)
            if reason == "contents" and not around.in_cell:
                self.flush(around)
                self.drop_contents_heading()
            return
        block = element.tag in BLOCKS
        if block:
            self.end_block(element, around)
        if self.noted.get(element) in self.marked:
            self.note(element, around)
            return
        in_part = around.in_main or element.tag in PARTS
        level = HEADING.fullmatch(element.tag) or OUTLINE_LEVEL.search(style if element.tag == "p" else "")
        inside = replace(
            around,
            marks=marks_of(element, style, around.marks),
            in_main=in_part,
            heading=int(level[1]) if level else around.heading,
            preformatted=around.preformatted or element.tag == "pre",
            quoted=around.quoted + (element.tag == "blockquote"),
        )
        if name := element.get("id") or (element.get("name") if element.tag == "a" else ""):
            self.runs.append(Run("", element.line, anchor=name))
        begins = not any(run.text.strip() for run in self.runs)
        self.by_tag(element, inside, style)
        if block:
            self.end_block(element, inside)
        elif begins and not around.in_cell and element.tag in LEADS and is_date("".join(run.text for run in self.runs)):
            self.runs = [*(run._replace(marks=()) for run in self.runs), Run(GLUE, element.line)]

    def end_block(self, element: Element, around: Surroundings) -> None:
        """End a block where an element begins or ends; in a cell, whose words are one block, put a blank there."""
        if around.in_cell:
            self.runs.append(Run(" ", element.line))
        else:
            self.flush(around)

    def left_out(self, element: Element, around: Surroundings) -> str:
        """Return why an element is not content, or nothing."""
        if element.tag == "footer" and around.quoted:  # says who is quoted
            return ""
        return left_out(element, self.contents[id(element)], in_main=around.in_main)

    def by_tag(self, element: Element, around: Surroundings, style: str) -> None:
        """Read an element that is content."""
        listed = WORD_LIST.search(style) if element.tag == "p" and not around.heading else None
        if around.in_cell and element.tag not in IN_CELL:
            self.walk(element, around)
        elif listed:
            self.word_item(element, around, int(listed[1]))
        elif element.tag in READERS:
            READERS[element.tag](self, element, around)
        else:
            self.walk(element, around)

    def flush(self, around: Surroundings) -> None:
        """End the block whose words were gathered."""
        runs, self.runs = self.runs, []
        for part in _paragraphs(runs) if runs else ():
            if around.heading:
                self.composer.add("heading", part, level=around.heading, quoted=around.quoted)
            elif self.item and any(run.text.strip() for run in part):
                level, mark, ordinal = self.item
                self.item = None
                self.composer.add("bullet", part, level=level, mark=mark, ordinal=ordinal, quoted=around.quoted)
            else:
                self.composer.add("paragraph", part, quoted=around.quoted)

    def link(self, element: Element, around: Surroundings) -> None:
        """Read a link; one that leads into the page has only the address, and one back from a footnote is left out."""
        if name := self.note_marks.get(element):
            self.marked.setdefault(name, []).append(len(self.composer.lines) + 1)
            self.runs.append(Run(f"[{name}]", element.line, around.marks, f"{NOTE}{name}"))
        if name or element in self.links_back:
            return
        self.shown.append(element)
        href = followed(element.get("href"), self.own)
        self.walk(element, replace(around, href=href or around.href))

    def note(self, element: Element, around: Surroundings) -> None:
        """Read what is printed at the mark of a footnote, without the mark."""
        name = self.noted[element]
        text = self.composer.text(run for run in self.cell(element, around) if not run.anchor)
        mark = re.match(rf"[\[(]?{re.escape(name)}[\])]?[.:]?(?=\s)", text.value)
        if text:
            self.notes.append(Footnote(name, text.cut(mark.end() if mark else 0), tuple(self.marked[name])))

    def line_break(self, element: Element, around: Surroundings) -> None:
        """Read `<br>`."""
        self.runs.append(Run("\n", element.line, around.marks, around.href))

    def picture(self, element: Element, around: Surroundings) -> None:
        """Read the words for a picture."""
        if words := " ".join(element.get("alt").split()):
            self.runs.append(Run(words, element.line, around.marks, around.href))

    def read_list(self, element: Element, around: Surroundings) -> None:
        """Read a list and its items."""
        ordered = element.tag == "ol"
        number = int(element.get("start")) if re.fullmatch(r"\d{1,6}", element.get("start")) else 1
        around = replace(around, depth=around.depth + 1)
        for one in element.inside:
            if isinstance(one, Element) and one.tag == "li":
                if re.fullmatch(r"\d{1,6}", one.get("value")):
                    number = int(one.get("value"))
                mark = f"{written(number, NUMBERED.get(element.get('type'), 'decimal'))}." if ordered else "-"
                self.item = (min(around.depth, DEEPEST_LIST) - 1, mark, number if ordered else 0)
                self.element(one, around)
                self.item = None
                number += 1
            elif isinstance(one, Element):
                self.element(one, around)
            else:
                self.words(one, around)

    def word_item(self, element: Element, around: Surroundings, level: int) -> None:
        """Read an item as a word processor writes it: a paragraph whose first words are the mark."""
        before, self.runs = self.runs, []
        self.walk(element, around)
        runs, self.runs = self.runs, []
        text = "".join(run.text for run in runs).replace("\xa0", " ")
        mark = WORD_MARK.match(text)
        kept = list(without_start(runs, mark.end() if mark else 0))
        shown = mark["number"] if mark and mark["number"] else "-"
        self.composer.add("bullet", [*before, *kept], level=level - 1, mark=shown, quoted=around.quoted)

    def table(self, element: Element, around: Surroundings) -> None:
        """Read a table by its rows; one that lays out a page is read through."""
        rows = list(_rows(element))
        wide = any(len([one for one in row.elements() if one.tag in ("td", "th")]) > 1 for row, _ in rows)
        if not wide or any(one.tag in LAYOUT for row, _ in rows for one in row.elements_below()):
            self.walk(element, around)
            return
        for one in element.elements():
            if one.tag == "caption":
                self.element(one, around)
        for row, in_head in rows:
            cells = [one for one in row.elements() if one.tag in ("td", "th")]
            for one in (element, row):
                if one.get("id"):
                    self.composer.address(one.get("id"))
            is_head = bool(cells) and (in_head or all(cell.tag == "th" for cell in cells))
            self.composer.add_row([self.cell(cell, around) for cell in cells], is_head=is_head, quoted=around.quoted)

    def cell(self, element: Element, around: Surroundings) -> list[Run]:
        """Return the words of a cell, its paragraphs one after the other."""
        kept, self.runs = self.runs, []
        marks = marks_of(element, style_of(element, self.sheet), around.marks)
        if name := element.get("id"):
            self.runs.append(Run("", element.line, anchor=name))
        self.walk(element, replace(around, marks=marks, in_cell=True, in_main=True))
        runs, self.runs = self.runs, kept
        return runs

    def drop_contents_heading(self) -> None:
        """Leave out the word "Contents" right above a contents list that is left out."""
        pieces = self.composer.pieces
        if not pieces or not ANNOUNCED.fullmatch(pieces[-1].value.strip()):
            return
        piece = pieces.pop()
        for line in range(piece.text.first, piece.text.last + 1):
            self.composer.lines[line - 1] = ""
            self.aside[self.composer.origins[line - 1]] = "contents"
            self.composer.origins[line - 1] = 0


READERS = {
    "a": _HtmlReader.link,
    "br": _HtmlReader.line_break,
    "img": _HtmlReader.picture,
    "ul": _HtmlReader.read_list,
    "ol": _HtmlReader.read_list,
    "menu": _HtmlReader.read_list,
    "table": _HtmlReader.table,
}


def _paragraphs(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """Yield the runs of a block; an empty line between two breaks parts paragraphs."""
    part: list[Run] = []
    breaks = 0
    for run in runs:
        if run.text == "\n":
            breaks += 1
        elif run.text.strip() or run.anchor:
            if breaks > 1:
                yield part
                part = []
            breaks = 0
        part.append(run)
    yield part


def _rows(table: Element) -> Iterator[tuple[Element, bool]]:
    """Yield the rows of a table, and whether each is in its head."""
    for one in table.elements():
        if one.tag == "tr":
            yield one, False
        elif one.tag in ("thead", "tbody", "tfoot"):
            yield from ((row, one.tag == "thead") for row in one.elements() if row.tag == "tr")
