"""HTML to pieces: headings, paragraphs, lists, definitions, tables, with the addresses and links of the page.

    <h2 id="rest">Rest</h2>     a heading of level 2 with the address `rest`
    <dt>Anchor<dd>It holds.     a bold line, as a term is printed, and its text
    <td>                        a cell, unless the table only lays out the page

Lines and offsets are the file's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.core.model import MarkKind
from judge.reading.front_matter import CONTENTS
from judge.reading.readers.footnotes import Footnote
from judge.reading.readers.formats.composing import MARKUP, Composer, Run
from judge.reading.readers.formats.html.content import counted, left_out, main_content, title_of
from judge.reading.readers.formats.html.links import followed, footnotes_of, lost_links, own_of
from judge.reading.readers.formats.html.looks import is_hidden, marks_of, style_of, style_sheet
from judge.reading.readers.formats.html.tree import Element, Words, parse_html
from judge.reading.readers.inline import NOTE
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.told import GLUE, is_date

BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td "
    "tfoot th thead tr ul optgroup option".split()
)
HEADING = re.compile("h([1-6])")
OUTLINE_LEVEL = re.compile(r"mso-outline-level\s*:\s*([1-6])\b", re.IGNORECASE)
WORD_LIST = re.compile(r"mso-list\s*:\s*l\d+\s+level(\d)", re.IGNORECASE)
WORD_MARK = re.compile(r"\s*(?:[·•o§▪–-]|(?P<number>\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]))\s+")
TEMPLATE = re.compile(r"\{%.{0,500}?%\}|\{#.{0,500}?#\}")
"""What a template engine puts into a page before it is one."""
NUMBERED = {"a": "abcdefghijklmnopqrstuvwxyz", "A": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
DEEPEST_LIST = 8
PARTS = frozenset(("article", "section", "blockquote"))
"""What has a header of its own, which is not that of the page."""
LEADS = frozenset("b em i small span strong time".split())
"""What people print the date in with which a text begins."""
LAYOUT = frozenset("h1 h2 h3 h4 h5 h6 table ul ol dl blockquote article section".split())
"""What stands in no cell but of a table that lays out a page."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an element stands in."""

    marks: tuple[MarkKind, ...] = ()
    href: str = ""
    depth: int = 0
    """Lists around it."""
    quoted: int = 0
    heading: int = 0
    preformatted: bool = False
    in_main: bool = False


def read_html(text: str, lines: Sequence[str]) -> Manuscript:
    """Read a page.

    Args:
        text: the whole file.
        lines: its lines.
    """
    return _Reader(text).manuscript(lines)


def read_fragment(text: str, composer: Composer) -> None:
    """Read a piece of HTML that stands in something else; its lines count from 1.

    Args:
        text: the HTML.
        composer: receives its pieces.
    """
    reader = _Reader(text)
    reader.composer = composer
    reader.walk(reader.root, Surroundings(in_main=True))
    reader.flush(Surroundings())


class _Reader:
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
        for one in self.root.below():
            if isinstance(one, Element) and one.tag == "nav":
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
            if isinstance(one, Words):
                for number, part in enumerate(one.text.split("\n"), one.line):
                    if part.strip():
                        self.aside[number] = reason if not TEMPLATE.fullmatch(part.strip()) else MARKUP
            elif one.tag == "a" and reason == "contents":
                self.listed[one] = None
            elif one.tag in ("script", "style", "template"):
                for number in range(
                    one.line, one.line + sum(w.text.count("\n") for w in one.inside if isinstance(w, Words))
                ):
                    self.aside.setdefault(number, MARKUP)

    def walk(self, element: Element, around: Surroundings) -> None:
        """Read what stands in an element."""
        for one in element.inside:
            if isinstance(one, Words):
                self.words(one, around)
            else:
                self.element(one, around)

    def words(self, words: Words, around: Surroundings) -> None:
        """Gather words; a line of the source is a blank, but for text that is set as it is typed."""
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
            if reason == "contents":
                self.flush(around)
                self.drop_contents_heading()
            return
        block = element.tag in BLOCKS
        if block:
            self.flush(around)
        if self.noted.get(element) in self.marked:
            self.note(element, around)
            return
        in_part = around.in_main or element.tag in PARTS
        inside = replace(around, marks=marks_of(element, style, around.marks), in_main=in_part)
        if name := element.get("id") or (element.get("name") if element.tag == "a" else ""):
            self.runs.append(Run("", element.line, anchor=name))
        begins = not any(run.text.strip() for run in self.runs)
        self.by_tag(element, inside, style)
        if block:
            self.flush(inside)
        elif begins and element.tag in LEADS and is_date("".join(run.text for run in self.runs)):
            self.runs = [*(run._replace(marks=()) for run in self.runs), Run(GLUE, element.line)]

    def left_out(self, element: Element, around: Surroundings) -> str:
        """Return why an element is not content, or nothing."""
        if element.tag == "footer" and around.quoted:  # says who is quoted
            return ""
        return left_out(element, self.contents[id(element)], in_main=around.in_main)

    def by_tag(self, element: Element, around: Surroundings, style: str) -> None:
        """Read an element that is content."""
        level = HEADING.fullmatch(element.tag) or OUTLINE_LEVEL.search(style if element.tag == "p" else "")
        listed = WORD_LIST.search(style) if element.tag == "p" and not level else None
        if level:
            self.walk(element, around := replace(around, heading=int(level[1])))
            self.flush(around)
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
                plain = [run._replace(marks=tuple(kind for kind in run.marks if kind != "strong")) for run in part]
                self.composer.add("heading", plain, level=around.heading, quoted=around.quoted)
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

    def rule(self, element: Element, around: Surroundings) -> None:
        """Pass over a line that parts texts; what stands behind it is another block."""

    def preformatted(self, element: Element, around: Surroundings) -> None:
        """Read a text that is set as it is typed."""
        self.walk(element, replace(around, preformatted=True))

    def quotation(self, element: Element, around: Surroundings) -> None:
        """Read a quotation."""
        around = replace(around, quoted=around.quoted + 1)
        self.walk(element, around)
        self.flush(around)

    def read_list(self, element: Element, around: Surroundings) -> None:
        """Read a list and its items."""
        ordered = element.tag == "ol"
        number = int(element.get("start")) if re.fullmatch(r"\d{1,6}", element.get("start")) else 1
        around = replace(around, depth=around.depth + 1)
        for one in element.inside:
            if isinstance(one, Element) and one.tag == "li":
                if re.fullmatch(r"\d{1,6}", one.get("value")):
                    number = int(one.get("value"))
                mark = f"{_shown_number(number, element.get('type'))}." if ordered else "-"
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
        kept = list(_behind(runs, mark.end() if mark else 0))
        shown = mark["number"] if mark and mark["number"] else "-"
        self.composer.add("bullet", [*before, *kept], level=level - 1, mark=shown, quoted=around.quoted)

    def term(self, element: Element, around: Surroundings) -> None:
        """Read what is defined: a bold line, as terms are printed."""
        around = replace(around, marks=tuple(dict.fromkeys((*around.marks, "strong"))))
        self.walk(element, around)

    def table(self, element: Element, around: Surroundings) -> None:
        """Read a table by its rows; one that lays out a page is read through."""
        rows = list(_rows(element))
        wide = any(len([one for one in row.elements() if one.tag in ("td", "th")]) > 1 for row, _ in rows)
        if not wide or any(isinstance(one, Element) and one.tag in LAYOUT for row, _ in rows for one in row.below()):
            self.walk(element, around)
            return
        for caption in (one for one in element.elements() if one.tag == "caption"):
            self.element(caption, around)
        for row, in_head in rows:
            cells = [one for one in row.elements() if one.tag in ("td", "th")]
            for one in (element, row):
                if one.get("id"):
                    self.composer.address(one.get("id"))
            is_head = bool(cells) and (in_head or all(cell.tag == "th" for cell in cells))
            self.composer.add_row([self.cell(cell, around) for cell in cells], is_head=is_head, quoted=around.quoted)

    def cell(self, element: Element, around: Surroundings) -> list[Run]:
        """Return the words of a cell, its paragraphs one behind the other."""
        kept, self.runs = self.runs, []
        pieces, self.composer.pieces = self.composer.pieces, []
        style = style_of(element, self.sheet)
        marks = marks_of(element, style, around.marks)
        for one in element.inside:
            if isinstance(one, Words):
                self.words(one, replace(around, marks=marks))
            elif not self.left_out(one, replace(around, in_main=True)):
                self.inline(one, replace(around, marks=marks))
        self.composer.pieces = pieces
        runs, self.runs = self.runs, kept
        if element.get("id"):
            runs.insert(0, Run("", element.line, anchor=element.get("id")))
        return runs

    def inline(self, element: Element, around: Surroundings) -> None:
        """Read an element of a cell into its words."""
        around = replace(around, marks=marks_of(element, style_of(element, self.sheet), around.marks))
        if element.get("id"):
            self.runs.append(Run("", element.line, anchor=element.get("id")))
        if element.tag in BLOCKS:
            self.runs.append(Run(" ", element.line))
        if element.tag in ("a", "br", "img"):
            READERS[element.tag](self, element, around)
            return
        for one in element.inside:
            if isinstance(one, Words):
                self.words(one, around)
            else:
                self.inline(one, around)
        if element.tag in BLOCKS:
            self.runs.append(Run(" ", element.line))

    def drop_contents_heading(self) -> None:
        """Leave out the word "Contents" right above a contents list that is left out."""
        pieces = self.composer.pieces
        if pieces and CONTENTS.fullmatch(pieces[-1].value.strip()):
            self.drop(len(pieces) - 1)

    def drop(self, index: int) -> None:
        """Leave a piece out, with its words."""
        piece = self.composer.pieces.pop(index)
        for line in range(piece.text.first, piece.text.last + 1):
            self.composer.lines[line - 1] = ""
            self.aside[self.composer.origins[line - 1]] = "contents"
            self.composer.origins[line - 1] = 0


READERS = {
    "a": _Reader.link,
    "br": _Reader.line_break,
    "img": _Reader.picture,
    "hr": _Reader.rule,
    "pre": _Reader.preformatted,
    "blockquote": _Reader.quotation,
    "ul": _Reader.read_list,
    "ol": _Reader.read_list,
    "menu": _Reader.read_list,
    "dt": _Reader.term,
    "table": _Reader.table,
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


def _behind(runs: Sequence[Run], length: int) -> Iterator[Run]:
    """Yield runs without so many characters at their beginning."""
    for run in runs:
        cut = min(length, len(run.text))
        length -= cut
        yield run._replace(text=run.text[cut:])


def _rows(table: Element) -> Iterator[tuple[Element, bool]]:
    """Yield the rows of a table, and whether each is in its head."""
    for one in table.elements():
        if one.tag == "tr":
            yield one, False
        elif one.tag in ("thead", "tbody", "tfoot"):
            yield from ((row, one.tag == "thead") for row in one.elements() if row.tag == "tr")


def _shown_number(number: int, kind: str) -> str:
    """Return the number of an item as the page shows it.

    >>> _shown_number(3, ""), _shown_number(3, "a"), _shown_number(14, "i")
    ('3', 'c', 'xiv')
    """
    if kind in NUMBERED and 0 < number <= len(NUMBERED[kind]):
        return NUMBERED[kind][number - 1]
    if kind in ("i", "I") and 0 < number < 40:
        shown = ""
        for value, sign in ROMAN:
            shown, number = shown + sign * (number // value), number % value
        return shown if kind == "i" else shown.upper()
    return str(number)
