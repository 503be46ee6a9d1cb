"""A document as Markdown in canonical form, which read again gives the same tree (docs/canonical.md).

Reads: a document and its entries as they were read. Writes: text. Little is marked: what follows from the form, from
the entry or from what a heading says that it holds is left out, and a text is written with as few escapes as give it
back; each is read again before it is taken.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

from judge.core.model import Block, Document, Doubt, Entry, Link, Mark, MarkKind
from judge.core.names import NAMED_IN
from judge.reading.grammar.canonical import (
    DEEPEST,
    Outline,
    Spec,
    aliases_of,
    held,
    kind_of_block,
    named,
)
from judge.reading.lines import front_matter
from judge.reading.readers.canonical import FOOTNOTE_MARK, TAG_MARKS, TAGS, pieces
from judge.reading.readers.markup import NOTE, TAG
from judge.reading.text.rich_text import Text, lines_of, text_of
from judge.reading.text.source import CANONICAL, ENTITY, SourceText
from judge.reading.text.stated import (
    ANCHOR,
    SEPARATOR,
    UNNUMBERED,
    BlockForm,
    Stated,
    comments,
    split_attributes,
    write_attributes,
    write_head,
)

Care = Literal["light", "tags", "escapes"]
"""How a text is written: in plain Markdown; with tags for its marks; with an escape before each sign as well."""
SIGNS: dict[MarkKind, str] = {"strong": "**", "em": "*", "strike": "~~", "code": "`"}
ORDERED = re.compile(r"(?P<mark>\d{1,9}[.)]) (?=\S)")
FOOTNOTE = re.compile(r"\[(?P<name>[^\[\]\s^]{1,40})\] (?=\S)")
SIMPLE = re.compile(r"[^\W\d_](?:[^\W_]|[ .,;:?!'\"“”’()–/-])*(?<! )")
"""A text without marks that is written as it is."""
BEGINS = re.compile(
    r"(?P<before>\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|={1,}\s*$|-{2,}\s*$|~~~|<!--)"
)
"""What begins something else than a paragraph at the beginning of a line, and what is before the sign to escape."""
PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
CELLS = " | "


def write(
    document: Document,
    entries: Sequence[Entry],
    remarks: Mapping[int, Sequence[str]] | None = None,
    former: Iterable[tuple[str, str]] = (),
) -> str:
    """Return a document in canonical form.

    Args:
        document: what is known of it.
        entries: as they were read; of errata the whole text, not split into the fields of a game.
        remarks: comments above source lines, by the line; above line 0 those at the beginning.
        former: ids that entries once had, each with the one it has now.
    """
    return "\n".join(_Writer(document, entries, remarks or {}, former).lines()) + "\n"


def remarks_of(printed: Sequence[str], doubts: Iterable[Doubt], unsure: Mapping[int, str]) -> dict[int, list[str]]:
    """Return the comments of a document that is in canonical form already, or what is doubtful about its reading.

    Args:
        printed: the lines of its file.
        doubts: what speaks against the reading as a whole.
        unsure: what is doubtful about source lines.
    """
    found: dict[int, list[str]] = {}
    if printed[1:2] in ((CANONICAL,), [CANONICAL]):
        spans = list(comments(printed))
        inside = {number for span in spans for number in span}
        solid = [n for n, line in enumerate(printed, 1) if line.strip() and n not in inside]
        for span in spans:
            at = bisect_right(solid, span[-1])
            above = solid[at] if at < len(solid) else len(printed) + 1
            found.setdefault(above, []).append("\n".join(printed[n - 1] for n in span))
        return found
    told = [f"doubt, lines {one.lines[0]} to {one.lines[1]} of {{file}}: {one.message}" for one in doubts]
    found = {line: [comment(words)] for line, words in unsure.items()}
    return found | ({0: [comment(one) for one in told]} if told else {})


def comment(words: str) -> str:
    """Return words as a comment."""
    return f"<!-- {' '.join(words.split()).replace('--', '- -')} -->"


class _Writer(Struct):
    """Walks over entries."""

    document: Document
    entries: Sequence[Entry]
    remarks: Mapping[int, Sequence[str]]
    former: Iterable[tuple[str, str]]
    outline: Outline = field(default_factory=Outline)
    told: set[int] = field(default_factory=set)
    """Lines whose comments are written."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of the document."""
        index = {entry.id: n for n, entry in enumerate(self.entries)}
        above = [index.get(entry.parent or "") for entry in self.entries]
        below: dict[int | None, list[Spec]] = {}
        for entry, place in zip(self.entries, above, strict=True):
            below.setdefault(place, []).append(Spec(entry.kind, entry.counted))
        holds = {place: _most(specs) for place, specs in below.items()}
        own = f"{self.document.key}:"
        former = {new: old.removeprefix(own) for old, new in self.former if old.startswith(own)}
        yield from write_head(self.head(holds.get(None, "")))
        yield from self.comments([0])
        levels: list[int] = []
        for n, (entry, place) in enumerate(zip(self.entries, above, strict=True)):
            level = min(DEEPEST, levels[place] + 1) if place is not None else 1
            levels.append(level)
            yield from self.comments(lines_of(entry.lines))
            yield ""
            stated = held(holds.get(place, ""))
            yield self.heading(entry, level, place, stated, holds.get(n, ""), former.get(entry.id, ""))
            yield from self.errata(entry)
            yield from self.blocks(entry)
        left = sorted(line for line in self.remarks if line not in self.told)
        yield from self.comments(left)

    def head(self, holds: str) -> dict[str, str | None]:
        """Return the fields of the head."""
        one = self.document
        rank = None if one.authority is None else f"{one.authority:g}"
        facts = {"key": one.key, "title": one.title, "game": one.game, "edition": one.edition, "date": one.date}
        facts |= {"dialect": one.dialect, "work": one.work, "kind": one.kind, "authority": rank}
        return facts | {"origin": one.origin, "licence": one.licence, "holds": holds}

    def comments(self, lines: Iterable[int]) -> Iterator[str]:
        """Yield the comments above source lines, each once."""
        for line in lines:
            if line in self.remarks and line not in self.told:
                self.told.add(line)
                for remark in self.remarks[line]:
                    yield from ("", *remark.replace("{file}", self.document.file).split("\n"))

    def heading(self, entry: Entry, level: int, place: int | None, default: Spec, holds: str, was: str) -> str:
        """Return the heading of an entry."""
        kind = entry.kind
        own = Spec(kind, entry.counted)
        classes: list[str] = []
        if own != default:
            classes = [kind] * (own != Spec(counted=True)) + ["counted"] * entry.counted
        texts = (f"{entry.number or ''} {entry.title or ''}".strip(), entry.title or "")
        text = next((one for one in texts if named(one, Stated(), kind) == (entry.number, entry.title)), None)
        classes += [UNNUMBERED] if text is None and not entry.number else []
        names = list(entry.aliases)
        above = "" if place is None or self.outline.above(level) == place else self.entries[place].id
        values = {
            "number": entry.number or None if text is None else None,
            "aka": SEPARATOR.join(names) if names != aliases_of(kind, entry.title) else None,
            "variant": entry.variant or None,
            "facts": SEPARATOR.join(fact for fact in map(str, entry.facts) if not fact.startswith(NAMED_IN)) or None,
            "pages": "-".join(map(str, dict.fromkeys(entry.pages or ()))) or None,
            "was": was or None,
            "below": above.partition(":")[2] or None,
            "holds": holds or None,
        }
        self.outline.add(level, entry.number, entry.title)
        anchors = [anchor for anchor in entry.anchors if ANCHOR.fullmatch(anchor)]
        block = Block("text", texts[1] if text is None else text, ())
        return _checked("heading", block, "#" * level + " ", write_attributes(classes, values, anchors))

    def errata(self, entry: Entry) -> Iterator[str]:
        """Yield the new and the old wording of a card."""
        wordings = {"errata": entry.errata.text, "printed": entry.errata.printed} if entry.errata else {}
        for name, text in wordings.items():
            if text is not None:
                yield from ("", _checked("paragraph", Block("text", text, ()), "", f" {{.{name}}}"))

    def blocks(self, entry: Entry) -> Iterator[str]:
        """Yield the blocks of an entry, lists and tables without blank lines inside."""
        indents: list[int] = []
        """Of each list that is open: the columns before the text of its last item."""
        rows: list[Block] = []
        last: BlockForm = "heading"
        for block in entry.blocks:
            form = form_of(block)
            told = list(self.comments(lines_of(block.lines)))
            told += ["", comment(f"doubt: {block.doubt.reason}")] if block.doubt else []
            if rows and (form != "table" or told or _width(rows[0]) != _width(block)):
                yield from _table(rows)
                rows = []
            yield from told
            if form == "table":
                rows.append(block)
                last = form
                continue
            indents = indents if form == last == "list" and not told else []
            last = form
            if form == "list":
                yield from _item(block, indents, entry.kind)
            else:
                yield from ("", _block(block, form, entry.kind))
        if rows:
            yield from _table(rows)


def _most(specs: Iterable[Spec]) -> str:
    """Return what most of the entries below one are, as it states that; nothing where they are sections."""
    most = Counter(specs).most_common(1)[0][0]
    return "" if most == Spec() else f"{'counted ' if most.counted else ''}{most.kind}"


def form_of(block: Block) -> BlockForm:
    """Return the form in which a block is written."""
    has_facts = block.date or block.source or block.author
    if block.kind == "bullet" or (block.kind == "step" and ORDERED.match(block.text)):
        return "list"
    if block.kind == "table" and not has_facts and not block.depth and _cells(block):
        return "table"
    if block.kind == "note" and FOOTNOTE.match(block.text):
        return "note"
    if block.kind == "note" and not front_matter.label_of(block.text):
        return "quote"
    return "paragraph"


def attributes_of(block: Block, form: BlockForm, entry_kind: str, depth: int = 0) -> str:
    """Return what a block must state of itself.

    Args:
        block: the block.
        form: the form in which it is written.
        entry_kind: the kind of its entry.
        depth: how deep it is nested by its form.
    """
    default = kind_of_block(Stated(form), entry_kind, block.text)
    classes = [] if default == block.kind else [block.kind]
    deep = None if block.depth == depth else str(block.depth)
    given = {"date": block.date, "source": block.source, "author": block.author, "depth": deep}
    return write_attributes(classes, given)


def _block(block: Block, form: BlockForm, entry_kind: str) -> str:
    """Return the line of a paragraph, a quotation or a footnote."""
    found = FOOTNOTE.match(block.text) if form == "note" else None
    prefix = f"[^{found['name']}]: " if found else "> " if form == "quote" else ""
    return _checked(form, block, prefix, attributes_of(block, form, entry_kind), found.end() if found else 0)


def _item(block: Block, indents: list[int], entry_kind: str) -> Iterator[str]:
    """Yield the line of an item of a list."""
    found = ORDERED.match(block.text)
    in_mark = found and any(start < found.end() for start, _, _ in (*block.marks, *block.links))
    mark = f"{found['mark']} " if found and not in_mark else "- "
    is_new = block.depth == len(indents)
    depth = block.depth if block.depth <= len(indents) else 0
    blank = not indents or depth < block.depth or (is_new and mark[0].isdigit() and mark[:-2] != "1")
    indent = indents[depth - 1] if depth else 0
    indents[depth:] = [indent + len(mark)]
    attributes = attributes_of(block, "list", entry_kind, depth)
    begin = len(mark) if mark != "- " else 0
    yield from [""] * blank
    yield " " * indent + _checked("list", block, mark, attributes, begin)


def _cells(block: Block) -> list[Text]:
    """Return the cells of a row; none where its marks or its blanks are not those of cells."""
    whole = text_of(block)
    cells: list[Text] = []
    begin = 0
    for text in block.text.split(CELLS):
        end = begin + len(text)
        cut = any(begin <= first < end < last for first, last, _ in (*block.marks, *block.links))
        if cut or not text or text != text.strip():
            return []
        cells.append(whole.keep(begin, end))
        begin = end + len(CELLS)
    return cells


def _width(row: Block) -> int:
    return row.text.count(CELLS)


def _table(rows: Sequence[Block]) -> Iterator[str]:
    """Yield the lines of a table, or of paragraphs where it does not give its rows back."""
    for care in CARES:
        lines = [f"| {CELLS.join(_inline(cell, care, in_table=True) for cell in _cells(row))} |" for row in rows]
        lines.insert(1, f"|{' --- |' * (_width(rows[0]) + 1)}")
        read = [one for one in pieces(_source(lines)) if one.kind != "rule"]
        if [(one.kind, *_shown(one.text)) for one in read] == [("table", *_shown(text_of(row))) for row in rows]:
            yield from ("", *lines)
            return
    for row in rows:
        yield from ("", _checked("paragraph", row, "", " {.table}"))


CARES: tuple[Care, ...] = ("light", "tags", "escapes")


def _checked(form: BlockForm, block: Block, prefix: str, attributes: str, begin: int = 0) -> str:
    """Return the line of a heading or a block with the fewest signs that give it back.

    Args:
        form: its form.
        block: its text, marks and links.
        prefix: what its line begins with.
        attributes: what it states.
        begin: offset of the text that the prefix says.
    """
    shown = text_of(block).keep(begin, len(block.text))
    if not shown.marks and not shown.links and (not shown.value or SIMPLE.fullmatch(shown.value)):
        return f"{prefix}{shown.value}{attributes}".replace("#  {", "# {").strip()
    line = ""
    for care in CARES:
        text = _inline(shown, care)
        text = BEGINS.sub(r"\g<before>\\", text, count=1) if BEGINS.match(text) else text
        if not attributes and split_attributes(text)[1]:
            place = text.rindex("{")
            text = f"{text[:place]}\\{text[place:]}"
        if form == "heading" and (hashes := re.search(r"(?<=\s)#+$", text)):
            text = f"{text[: hashes.start()]}\\{hashes.group()}"
        line = f"{prefix}{text}{attributes}"
        if _gives_back(line, form, block, split_attributes(attributes)[1]):
            return line
    return line


def _gives_back(line: str, form: BlockForm, block: Block, stated: Stated | None) -> bool:
    """Tell whether a line is read as one piece of a form with the text of a block."""
    read = [one for one in pieces(_source([line])) if one.kind != "rule" or one.value]
    if len(read) != 1 or not read[0].stated:
        return False
    one, own = read[0], read[0].stated
    wanted = stated or Stated()
    is_same = (own.classes, own.anchors, own.values) == (wanted.classes, wanted.anchors, wanted.values)
    is_given = one.value == block.text if form == "heading" else _shown(one.text) == _shown(text_of(block))
    return own.form == form and is_same and is_given


def _shown(text: Text) -> tuple[object, ...]:
    return text.value, sorted(text.marks), sorted(text.links)


def _source(lines: Sequence[str]) -> SourceText:
    return SourceText(tuple(lines), frozenset(), markdown=True, canonical=True)


class _Span(Struct):
    """A mark or a link, with the signs around it."""

    start: int
    end: int
    opening: str
    closing: str


def _inline(shown: Text, care: Care, *, in_table: bool = False) -> str:
    """Return a text with its marks and links as Markdown."""
    text = shown.value
    notes = {one.start: one for one in shown.links if one.href.startswith(NOTE) and _is_mark(text, one)}
    spans = [_mark_span(one, text, care) for one in shown.marks]
    spans += [_link_span(one, care) for one in shown.links if one.start not in notes]
    coded = {at for one in shown.marks if one.kind == "code" and care == "light" for at in range(one.start, one.end)}
    opens: dict[int, list[_Span]] = {}
    for span in sorted(spans, key=lambda one: -one.end):
        opens.setdefault(span.start, []).append(span)
    written: list[str] = []
    inside: list[_Span] = []
    position = 0
    while position <= len(text):
        written += _turned(position, opens.get(position, ()), inside)
        if position in notes:
            written.append(f"[^{text[position + 1 : notes[position].end - 1]}]")
            position = notes[position].end
            continue
        if position < len(text):
            escaped = text[position] if position in coded else _escaped(text, position, care)
            written.append(f"\\{text[position]}" if in_table and text[position] == "|" else escaped)
        position += 1
    return "".join(written)


def _turned(position: int, opening: Iterable[_Span], inside: list[_Span]) -> Iterator[str]:
    """Yield the signs at an offset: of what ends there, the innermost first, then of what begins."""
    for span in [one for one in reversed(inside) if one.end == position]:
        inside.remove(span)
        yield span.closing
    for span in opening:
        yield span.opening
        if span.end == position:
            yield span.closing
        else:
            inside.append(span)


def _is_mark(text: str, link: Link) -> bool:
    name = link.href.removeprefix(NOTE)
    return text[link.start : link.end] == f"[{name}]" and FOOTNOTE_MARK.fullmatch(f"[^{name}]") is not None


TAG_OF = {kind: name for name, kind in TAG_MARKS.items()}


def _mark_span(mark: Mark, text: str, care: Care) -> _Span:
    if care == "light" and mark.kind in SIGNS:
        sign = SIGNS[mark.kind]
        return _Span(mark.start, mark.end, sign, sign)
    name = TAG_OF[mark.kind]
    return _Span(mark.start, mark.end, f"<{name}>", f"</{name}>")


def _link_span(link: Link, care: Care) -> _Span:
    if care == "light":
        return _Span(link.start, link.end, "[", f"]({link.href})")
    return _Span(link.start, link.end, f'<a href="{link.href}">', "</a>")


def _escaped(text: str, position: int, care: Care) -> str:
    """Return a sign of a text, with an escape where Markdown would read it otherwise."""
    sign = text[position]
    if sign not in PUNCTUATION:
        is_edge = position in (0, len(text) - 1)
        is_lost = sign.isspace() and (is_edge or (ord(sign) < 128 and sign != " "))
        return f"&#{ord(sign)};" if is_lost else sign
    if care == "escapes":
        return f"\\{sign}"
    needs = NEEDS.get(sign)
    return f"\\{sign}" if needs and needs(text, position) else sign


def _around(text: str, position: int) -> tuple[str, str]:
    return text[position - 1 : position] if position else " ", text[position + 1 : position + 2] or " "


def _in_words(text: str, position: int) -> bool:
    """Tell whether a sign is inside of a word or apart from all, where it marks nothing."""
    before, after = _around(text, position)
    return (before.isspace() and after.isspace() and position > 0) or (
        text[position] == "_" and before.isalnum() and after.isalnum()
    )


LINKED = re.compile(r"\[[^\[\]]*\]\(")
NEEDS: dict[str, Callable[[str, int], bool]] = {
    "\\": lambda text, at: _around(text, at)[1] in PUNCTUATION or at + 1 == len(text),
    "`": lambda text, at: True,
    "*": lambda text, at: not _in_words(text, at),
    "_": lambda text, at: not _in_words(text, at),
    "~": lambda text, at: "~" in _around(text, at),
    "[": lambda text, at: LINKED.match(text, at) is not None or text.startswith("[^", at),
    "<": lambda text, at: bool((found := TAG.match(text, at)) and found["name"] in TAGS),
    "&": lambda text, at: ENTITY.match(text, at) is not None,
}
"""When a sign means something in Markdown."""
