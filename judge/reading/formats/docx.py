"""DOCX to pieces: headings by their styles, numbers as Word counts them, lists, tables, footnotes, links.

Tracked changes are accepted: what was inserted is text, what was deleted is none. Comments, running heads and hidden
words are left out. Each paragraph is a line; those of a text box are read after the paragraph that anchors it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from xml.etree.ElementTree import Element

from msgspec import Struct

from judge.core.model import MarkKind, replace
from judge.reading.formats.composing import Composer, Run
from judge.reading.formats.docx_parts import (
    BULLETS,
    RELATION,
    WORD,
    Counted,
    Numbering,
    Package,
    Styles,
    child,
    indent_of,
    is_on,
    read_numbering,
    read_styles,
    value,
)
from judge.reading.readers.markup import NOTE
from judge.reading.text.manuscript import Footnote, Manuscript

THROUGH = frozenset(
    WORD + name for name in "ins moveTo smartTag sdt sdtContent customXml fldSimple hyperlink dir bdo body".split()
)
"""What is only around paragraphs or words."""
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
"""The same box again, for programs that do not know the one before it."""
ASIDE = 40
"""Twentieths of a point by which items of one level may be beside one another, as in a PDF."""
NO_WORDS = frozenset(
    WORD + name for name in "del moveFrom instrText delText pPr rPr commentReference annotationRef".split()
)


def read_docx(data: bytes) -> Manuscript:
    """Read a Word document.

    Raises:
        SourceError: it is broken, locked or too large.
    """
    return _DocxReader(Package(data)).manuscript()


class Field(Struct):
    """A field of Word, such as the link of a contents list, while it is open."""

    code: str = ""
    shown: bool = False


class _DocxReader:
    """Walks over the paragraphs and tables of a document."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.styles: Styles = read_styles(package.part("word/styles.xml"))
        self.numbering: Numbering = read_numbering(package.part("word/numbering.xml"))
        self.targets = package.targets()
        self.composer = Composer()
        self.fields: list[Field] = []
        self.marks: dict[str, list[int]] = {}
        """Lines that hold the mark of each footnote."""
        self.ordinals: dict[int, str] = {}
        """Of each piece with a number of one level, the definition that counts it."""
        self.shown: dict[tuple[str, str], dict[int, int]] = {}
        """Of each list and each look of its marks: how deep the items are, by their indent."""
        self.initial: list[Run] = []
        """A first letter that is set large in a frame of its own, beside the paragraph that it begins."""

    def manuscript(self) -> Manuscript:
        """Return the text of the document."""
        self.blocks(self.package.document)
        pieces = self.composer.pieces
        for index, definition in self.ordinals.items():
            if definition in self.numbering.composed:
                # the items of a list that counts `1.1` below `1.` are paragraphs with the first level of their numbers
                pieces[index] = replace(pieces[index], kind="paragraph", mark="", ordinal=0)
        return self.composer.manuscript(notes=tuple(self.footnotes()))

    def blocks(self, element: Element) -> None:
        """Read the paragraphs and tables of an element."""
        for one in _inside(element, "p", "tbl"):
            if one.tag == WORD + "tbl":
                self.table(one)
            else:
                self.paragraph(one)
                for box in _boxes(one):
                    self.blocks(box)

    def paragraph(self, paragraph: Element) -> None:
        """Read a paragraph as what its style says that it is."""
        style = value(paragraph, "pPr", "pStyle") or self.styles.usual
        found = self.words_of(paragraph, style)
        if not any(one.text.strip() for one in found) or is_on(child(paragraph, "pPr", "rPr"), "del"):
            for name in (one.anchor for one in found if one.anchor):
                self.composer.address(name)
            return
        counted, depth = self.mark_of(paragraph, style)
        mark = counted.mark
        level = self.level_of(paragraph, style)
        if level:
            self.composer.add("heading", [*self.number(mark), *found], level=level, is_counted=bool(mark))
        elif counted.is_bullet:
            self.composer.add("bullet", found, level=depth, mark="-")
        elif mark and (counted.ordinal or not any(map(str.isdigit, mark))):
            if counted.ordinal:
                self.ordinals[len(self.composer.pieces)] = counted.list
                depth = self.depth_of(paragraph, counted, depth)
            shown = [*self.number(mark), *found]
            self.composer.add("bullet", shown, level=depth, mark=mark, ordinal=counted.ordinal, is_counted=True)
        else:
            self.composer.add("paragraph", [*self.number(mark), *found], is_counted=bool(mark))

    def words_of(self, paragraph: Element, style: str) -> list[Run]:
        """Return the words of a paragraph after its initial; one that is an initial has none of its own."""
        found = [*self.initial, *self.words(paragraph, style)]
        frame = child(paragraph, "pPr", "framePr")
        is_initial = frame is not None and frame.get(WORD + "dropCap", "none") != "none"
        self.initial = found if is_initial else []
        return found if not is_initial else []

    def depth_of(self, paragraph: Element, counted: Counted, depth: int) -> int:
        """Return how deep an item is nested: two levels of a list that are counted and indented alike are one."""
        own = indent_of(child(paragraph, "pPr"))
        indent = own if own is not None else counted.indent
        if indent is None:
            return depth
        shown = self.shown.setdefault((counted.list, counted.look), {})
        beside = next((other for other in shown if abs(other - indent) <= ASIDE), indent)
        return shown.setdefault(beside, depth)

    def number(self, mark: str) -> list[Run]:
        """Return the words of a number."""
        return [self.shown_as(f"{mark} ")] if mark and mark != BULLETS else []

    def shown_as(self, text: str, marks: tuple[MarkKind, ...] = (), href: str = "", anchor: str = "") -> Run:
        """Return words of the paragraph at hand, which is the next line."""
        return Run(text, len(self.composer.lines) + 1, marks, href, anchor=anchor)

    def level_of(self, paragraph: Element, style: str) -> int:
        """Return the level of a heading; 0 for what is none."""
        outline = value(paragraph, "pPr", "outlineLvl")
        if outline and outline.isdigit():
            return min(int(outline) + 1, 6) if int(outline) < 9 else 0
        return self.styles.level(style)

    def mark_of(self, paragraph: Element, style: str) -> tuple[Counted, int]:
        """Count a paragraph on, and return what Word shows before it and how deep it is."""
        own = value(paragraph, "pPr", "numPr", "numId")
        depth = value(paragraph, "pPr", "numPr", "ilvl")
        styled = self.styles.numbered(style)
        number = own if own is not None else styled[0] if styled else None
        if number is None or number == "0":
            return Counted(""), 0
        if depth is not None and depth.isdigit():
            level = int(depth)
        else:
            named = self.numbering.by_style(style) if own is None else None
            level = styled[1] if styled and styled[1] is not None else named[1] if named else 0
        counted = self.numbering.next(number, min(level, 8))
        return (counted._replace(mark=counted.mark.strip()), level) if counted else (Counted(""), 0)

    def words(self, element: Element, style: str, href: str = "") -> Iterator[Run]:
        """Yield the words in an element of a paragraph."""
        for one in element:
            if one.tag in NO_WORDS:
                continue
            if one.tag == WORD + "r":
                yield from self.run(one, style, href)
            elif one.tag == WORD + "hyperlink":
                inner = one.get(WORD + "anchor")
                yield from self.words(
                    one, style, f"#{inner}" if inner else self.targets.get(one.get(RELATION, ""), "") or href
                )
            elif one.tag == WORD + "bookmarkStart":
                name = one.get(WORD + "name", "")
                if name and name != "_GoBack":
                    yield self.shown_as("", anchor=name)
            elif one.tag in THROUGH:
                yield from self.words(one, style, href)

    def run(self, run: Element, style: str, href: str) -> Iterator[Run]:
        """Yield the words of a run; those of a field's code are none."""
        looks = child(run, "rPr")
        if is_on(looks, "vanish"):
            return
        marks = self.marks_of(looks, style)
        for one in run:
            if one.tag == WORD + "fldChar":
                self.field(one.get(WORD + "fldCharType", ""))
            elif one.tag == WORD + "instrText" and self.fields:
                self.fields[-1].code += one.text or ""
            elif any(not one.shown for one in self.fields):
                continue
            elif one.tag == WORD + "t":
                yield self.shown_as(one.text or "", marks, href or self.linked())
            elif one.tag in (WORD + "tab", WORD + "ptab"):
                yield self.shown_as(" ", marks, href)
            elif one.tag in (WORD + "br", WORD + "cr"):
                yield self.shown_as("\n" if one.get(WORD + "type") in (None, "textWrapping") else " ", marks, href)
            elif one.tag == WORD + "noBreakHyphen":
                yield self.shown_as("-", marks, href)
            elif one.tag in (WORD + "footnoteReference", WORD + "endnoteReference"):
                yield self.note_mark(one)

    def note_mark(self, element: Element) -> Run:
        """Return the mark of a footnote."""
        kind = "" if element.tag.endswith("footnoteReference") else "e"
        name = kind + element.get(WORD + "id", "")
        self.marks.setdefault(name, []).append(len(self.composer.lines) + 1)
        return self.shown_as(f"[{name}]", href=f"{NOTE}{name}")

    def field(self, kind: str) -> None:
        """Begin or end a field."""
        if kind == "begin":
            self.fields.append(Field())
        elif kind == "separate" and self.fields:
            self.fields[-1].shown = True
        elif kind == "end" and self.fields:
            self.fields.pop()

    def linked(self) -> str:
        """Return where the field leads that is open, if it is a link."""
        for one in reversed(self.fields):
            code = one.code.split()
            if code[:1] in (["REF"], ["PAGEREF"]) and len(code) > 1:
                return f"#{code[1]}"
            if code[:1] == ["HYPERLINK"] and len(code) > 1:
                return f"#{code[2]}".replace('"', "") if code[1] == "\\l" and len(code) > 2 else code[1].strip('"')
        return ""

    def marks_of(self, looks: Element | None, style: str) -> tuple[MarkKind, ...]:
        """Return the marks of a run, by its own looks and those of the styles."""
        own = value(looks, "rStyle") or ""
        found: list[MarkKind] = []
        kinds: dict[str, MarkKind] = {"b": "strong", "i": "em", "strike": "strike", "dstrike": "strike"}
        for name, kind in kinds.items():
            said = is_on(looks, name)
            if said if said is not None else self.styles.is_on(own, name) or self.styles.is_on(style, name):
                found.append(kind)
        return tuple(dict.fromkeys(found))

    def table(self, table: Element) -> None:
        """Read a table by its rows; one of a single column is read through, as a box is."""
        rows = list(_inside(table, "tr"))
        cells = [list(_inside(row, "tc")) for row in rows]
        nested = any(one.find(f".//{WORD}tbl") is not None for row in cells for one in row)
        if nested or all(len(row) < 2 for row in cells):
            for cell in chain(*cells):
                self.blocks(cell)
            return
        for number, (row, own) in enumerate(zip(rows, cells, strict=True)):
            is_head = child(row, "trPr", "tblHeader") is not None
            texts = [self.cell(cell) for cell in own]
            bold = not number and all(
                run.marks[:1] == ("strong",) for text in texts for run in text if run.text.strip()
            )
            self.composer.add_row(texts, is_head=is_head or (bold and len(rows) > 1))

    def cell(self, cell: Element) -> list[Run]:
        """Return the words of a cell or a footnote, its paragraphs one after the other."""
        found: list[Run] = []
        for one in _paragraphs(cell):
            style = value(one, "pPr", "pStyle") or self.styles.usual
            counted, _ = self.mark_of(one, style)
            found += (
                *self.number(counted.mark),
                *self.words(one, style),
                self.shown_as(" "),
            )
        return found

    def footnotes(self) -> Iterator[Footnote]:
        """Yield the footnotes that have a mark; each is a line after the text."""
        for name, kind, prefix in (("footnotes", "footnote", ""), ("endnotes", "endnote", "e")):
            root = self.package.part(f"word/{name}.xml")
            for one in root.iter(WORD + kind) if root is not None else ():
                label = prefix + one.get(WORD + "id", "")
                if label not in self.marks:
                    continue
                if text := self.composer.text(self.cell(one)):
                    yield Footnote(label, text, tuple(self.marks[label]))


def _inside(element: Element, *names: str) -> Iterator[Element]:
    """Yield the elements of these names in an element, and in what is only around them."""
    for one in element:
        if one.tag.removeprefix(WORD) in names:
            yield one
        elif one.tag in THROUGH:
            yield from _inside(one, *names)


def _paragraphs(element: Element) -> Iterator[Element]:
    """Yield the paragraphs of an element, each with those of the text boxes that it anchors after it."""
    for one in _inside(element, "p"):
        yield one
        for box in _boxes(one):
            yield from _paragraphs(box)


def _boxes(element: Element) -> Iterator[Element]:
    """Yield the text boxes that a paragraph anchors, each once."""
    for one in element:
        if one.tag == WORD + "txbxContent":
            yield one
        elif one.tag not in NO_WORDS and (one.tag != FALLBACK or len(element) == 1):
            yield from _boxes(one)
