"""From the tree to drafts: each node an entry, and what each paragraph between two nodes is.

What a paragraph is (text, ruling, errata, answer, pointer, step, furniture) is told in one place, by the table `RULES`
at the end of this module; the first that fits takes it.

Reads: a `Tree` and its `DocumentFeatures`. Writes: a `Sheet`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from judge.core.diagnostics import Report
from judge.core.model import Block, BlockKind, CardFact, Errata, Place, replace
from judge.reading.grammar.canonical import aliases_of, kind_of_block, pages_of
from judge.reading.grammar.entry_tree import Tree
from judge.reading.grammar.features import CHARTED, COUNTED, STAR, DocumentFeatures, LineFeatures, label_of
from judge.reading.grammar.line_forms import LABEL, REGULAR, begins_with_date
from judge.reading.grammar.nodes import RULED, Node
from judge.reading.lines import front_matter
from judge.reading.lines.alphabet import names_in_title, sort_key
from judge.reading.lines.numbers import MARK, MarkReading, readings
from judge.reading.lines.page_frames import find_bare_page_numbers
from judge.reading.lines.paragraphs import HYPHEN, goes_on, is_open, joined, words
from judge.reading.lines.questions import SEAM
from judge.reading.rulings.attribution import attributed, conventions_of, is_source_heading, listed_sources
from judge.reading.rulings.blocks import (
    add_credit,
    add_ruling,
    begins_bold,
    is_pointer,
    learn_variants,
    may_go_on,
    name_of,
    split_heading,
    take_errata,
)
from judge.reading.rulings.errata import (
    HABIT,
    errata_columns,
    first_value,
    is_nothing,
    nothing_at_end,
)
from judge.reading.text.drafts import ABOUT, LONGEST_HALF, Draft, Sheet, block
from judge.reading.text.manuscript import Manuscript, Piece
from judge.reading.text.rich_text import Text, join
from judge.reading.text.stated import Stated

LETTER = re.compile(r"[^\W一-鿿](?:\s?[-–/]\s?[^\W一-鿿])?")
IN_QUOTES = re.compile(r"([\"'“‘])(?P<inside>.+)[\"'”’]")
LONGER = 6
"""More words than a mere title has. Half changes 108 of 942 comparisons in the five documents, double 51."""
QUOTING = ("term", "qa", "card")
"""Kinds of entries whose quotations are notes."""


class TextStretch(Struct):
    """A stretch of text that is one block at most."""

    piece: Piece
    text: Text
    index: int
    """Of its piece."""
    is_own: bool = False
    """It is after a title, in the paragraph of the title."""

    @property
    def value(self) -> str:
        """Its words."""
        return self.text.value


class SheetBuilder:
    """Walks over nodes and what is between them, and fills a sheet."""

    def __init__(self, tree: Tree, features: DocumentFeatures, report: Report) -> None:
        """Look at all nodes together: titles before their text, variants, conventions of rulings."""
        self.tree = tree
        self.features = features
        self.manuscript = features.manuscript
        self.is_typed = self.manuscript.source.markdown and not self.manuscript.origin
        """Its line breaks are its author's, and not those of a field of a record."""
        self.sheet = Sheet(report)
        self.drafts: dict[int, Draft] = {}
        self.entry: Draft | None = None
        self.node: Node | None = None
        self.label: BlockKind | None = None
        """The kind of a labelled block that announces a list."""
        self.is_asking = False
        self.steps: list[MarkReading] = []
        """The last step of each list that is open in the current entry, the outermost first."""
        self.errata: list[Text] = []
        """The parts of the errata text of the entry's heading, while nothing else has followed it."""
        self.listed: dict[str, list[list[CardFact]]] = {}
        """What the errata list says of each card, by folded title: who owns it, which sets it is in."""
        rows = [node.line.index for node in tree.nodes if node.candidate.form == "cell"]
        self.heads = [features.heads[index] for index in rows if index in features.heads]
        """The heads of the tables whose rows are entries."""
        self.titles = frozenset(front_matter.fold_title(node.title) for node in tree.nodes)
        cards = [node.title for node in tree.nodes if node.kind in RULED]
        self.variants = learn_variants(name_of(title) for title in cards)
        listed = (node for node in tree.nodes if is_source_heading(node.title))
        own = (line.value for node in listed for line in features.lines[node.place + node.candidate.taken : node.whole])
        self.known = conventions_of((piece.value for piece in self.manuscript.pieces), list(listed_sources(own)))
        self.marks = features.marks
        self.has_marks = any(line.is_marked for line in features.lines)
        """Whether questions have marks before them."""
        self.chart = frozenset(line.at for line in features.lines if line.is_charted)
        """The source lines of charts of steps."""
        self.titled: dict[tuple[str, str], Draft] = {}
        """Entries by their number and title."""
        self.charted: dict[str, str] = {}
        """The titles that they have there, by their numbers."""
        self.run_in, self.above = _titled_levels(tree.nodes, features)

    @property
    def vocabulary(self) -> frozenset[str]:
        """The words of the document, which only the halves of a paragraph ask for."""
        return self.manuscript.once(words)

    def build(self) -> Sheet:
        """Read the document."""
        features = self.features
        for contents in features.addresses.contents:
            self.sheet.discard(contents.lines, "table of contents")
            self.sheet.contents += contents.listed
        for piece in self.manuscript.pieces:
            if piece.kind == "rule":
                self.sheet.discard(sorted({place.line for place in piece.text.places}), "separator")
        nodes = self.tree.nodes
        if self.manuscript.head:
            return self.build_stated()
        first = nodes[0].place if nodes else len(features.lines)
        front = features.lines[:first]
        is_head = bool(nodes) and nodes[0].kind == "part" and all(line.is_field for line in front)
        self.read_front([] if is_head else front)
        for node in nodes:
            self.begin(node)
            if is_head and node is nodes[0]:
                self.add_all(front)
        self.close_errata()
        for draft in self.sheet.drafts:  # two cards of one title are in the order of the errata list
            facts = self.listed.get(front_matter.fold_title(draft.title or ""), [])
            draft.facts = facts.pop(0) if facts and draft.kind == "card" and draft.errata else []
        self.sheet.furniture.sort(key=lambda one: one[0][:1])
        return self.sheet

    def build_stated(self) -> Sheet:
        """Read a document whose headings and blocks state what they are."""
        lines, nodes = self.features.lines, self.tree.nodes
        self.add_all(lines[: nodes[0].place] if nodes else lines)
        for node in nodes:
            self.open_stated(node)
            self.add_all(lines[node.place + len(node.line.parts) : node.end])
        return self.sheet

    def open_stated(self, node: Node) -> None:
        """Open the entry of a heading that states what it is."""
        said, stated, text = node.said, node.line.piece.stated, node.line.piece.text
        if not said or not stated:
            return
        heading = list(range(text.first, text.last + 1))
        draft = Draft(node.kind, said.title, heading, said.number, self.drafts.get(id(node.parent)))
        draft.counted = said.spec.counted
        draft.variant = stated.values.get("variant")
        draft.ordinal = stated.values.get("was", "")
        names = stated.listed("aka")
        draft.aliases = aliases_of(node.kind, said.title) if names is None else names
        draft.facts = [CardFact(*f": {fact}".split(": ")[-2:]) for fact in stated.listed("facts") or []]
        draft.pages = pages_of(stated.values.get("pages", ""))
        self.drafts[id(node)] = self.entry = self.sheet.open(draft)
        self.node = node

    def without_marker(self, heading: str) -> tuple[str, int | None]:
        """Part a heading that prints a card's face without the word ERRATA, by the title that the errata list has."""
        words = heading.split()
        for length in range(len(words) - 1, 0, -1):
            title = " ".join(words[:length])
            if front_matter.fold_title(title) in self.listed:
                return title, heading.index(words[length], len(title))
        return heading, None

    def gather_errata(self, parts: Sequence[Text]) -> None:
        """Take more of the errata text; "No rulings" at its end says that nothing follows."""
        self.errata += parts
        if parts and nothing_at_end(parts[-1].value) is not None:
            self.close_errata()

    def close_errata(self) -> None:
        """Write the errata text gathered so far into its entry."""
        if self.errata and self.entry:
            text = join(self.errata).flow().value
            if text:
                self.entry.errata = Errata(text[: nothing_at_end(text)], {})
        self.errata = []

    def goes_on_with_errata(self, node: Node) -> bool:
        """Tell whether a title is more of the new wording that the heading above it began."""
        if not self.errata or node.candidate.form not in ("heading", "bold"):
            return False
        _, variant, errata_at = split_heading(node.title, self.variants)
        return errata_at is None and not variant

    def read_front(self, lines: Sequence[LineFeatures]) -> None:
        """Keep what is before the first item under the document's own title."""
        found = []
        for one in self.paragraphs(lines):
            if self.tree.dialect == "glossary" and LETTER.fullmatch(one.value):
                self.sheet.discard(range(one.text.first, one.text.last + 1), "letter heading")
            elif one.piece.is_head and one.piece.cells in self.heads:
                self.sheet.discard(sorted({place.line for place in one.text.places}), "table head")
            else:
                found.append(one)
        if not found:
            return
        title = front_matter.document_title(one.piece for one in found if one.piece.kind != "table")
        if title:
            heading = list(range(title.text.first, title.text.last + 1))
            draft = Draft("part", title.value.replace("\n", " "), heading)
        else:
            draft = Draft("part", ABOUT, [found[0].text.first])
        self.entry = self.sheet.open(draft)
        for one in found:
            if one.piece is not title:
                self.add(one)

    def paragraphs(self, lines: Sequence[LineFeatures]) -> Iterator[TextStretch]:
        """Put lines together to paragraphs: those of one piece up to one that begins another paragraph."""
        solid = [line for line in lines if not line.listed]
        for _, own in groupby(solid, key=lambda line: line.index):
            gathered: list[LineFeatures] = []
            for line in own:
                if gathered and not self.manuscript.head and self.starts(line):
                    yield _paragraph(gathered)
                    gathered = []
                gathered.append(line)
            yield _paragraph(gathered)

    def add_all(self, lines: Sequence[LineFeatures]) -> None:
        """Put lines into the current entry."""
        for one in self.paragraphs(lines):
            self.add(one)

    def starts(self, line: LineFeatures) -> bool:
        """Tell whether a line begins another paragraph inside a piece."""
        if self.is_definition(line.piece, line.value):
            return True
        hard = line.piece.value[line.offset - 1 : line.offset] == "\n"
        label = label_of(line.value) if hard and line.behind else ""
        if label and LABEL.fullmatch(label):
            return True
        counts = line.counts and not self.manuscript.source.markdown
        says_nothing = is_nothing(line.value) or line.value == self.features.nothing
        if hard and (counts or line.is_charted or line.is_marked or says_nothing):
            return True
        is_ruling = line.counts or (hard and (self.is_typed or (line.behind and begins_with_date(line.value))))
        if self.entry and self.entry.kind in RULED and is_ruling:
            return True
        is_wrapped = not self.manuscript.source.markdown and self.tree.dialect != "outline"
        return line.starts and hard and is_wrapped

    def is_definition(self, piece: Piece, text: str) -> bool:
        """Tell whether a text is `: …` below the term that it defines, as Markdown prints definitions."""
        if not self.manuscript.source.markdown or not text.startswith(": "):
            return False
        above = next(iter(piece.text.by_line()), piece.text)
        return front_matter.is_title(above.value)

    def begin(self, node: Node) -> None:
        """Begin the entry of a node, and read what is below it up to the next."""
        lines = self.features.lines[node.place : node.end]
        own = [line for line in lines if line.index == node.line.index]
        if self.entry and self.goes_on_with_errata(node):
            taken = self.heading_lines(own)
            self.entry.heading += range(own[0].text.first, own[taken - 1].text.last + 1)
            self.gather_errata([line.text for line in own[:taken]])
            self.add_all(lines[taken:])
            return
        self.close_errata()
        if self.entry and node.is_text:
            self.add_all(lines)
            return
        title, body, taken = self.split(node, own, _joined(own))
        again = self.titled.get((node.number or "", title.value)) if self.chart and node.number_like and title else None
        if again:  # its title is above the chart of its steps as well
            again.heading += range(node.line.text.first, node.line.text.last + 1)
            self.node, self.entry, self.drafts[id(node)] = node, again, again
            self.add_all(lines[len(own) :])
            return
        draft = self.open(node, title)
        if title:
            self.titled[node.number or "", title.value] = draft
        FINISH.get(node.kind, _plain_title)(self, node, draft)
        if body or node.line.piece.kind == "table":
            for one in self.paragraphs_of(node, own, body, taken):
                self.add(one)
        rest = lines[len(own) :]
        while rest and rest[0].is_asked:
            draft.title = f"{draft.title} {rest[0].value}"
            draft.heading.append(rest[0].at)
            rest = rest[1:]
        for one in self.paragraphs(rest):
            if node.kind == "step" and node is node.group[-1] and _is_label_alone(one.value):
                self.entry = self.drafts.get(id(node.parent), draft)  # it is about all steps
            self.add(one)

    def open(self, node: Node, title: Text | None) -> Draft:
        """Open the entry of a node; nothing of what stood above it goes on below it."""
        heading_end = max(title.last if title else node.line.text.first, node.line.text.first)
        heading = list(range(node.line.text.first, heading_end + 1))
        if not node.line.number:  # its mark may be apart from it
            heading = [*(one.line for one in node.line.piece.text.places if one.line < heading[0]), *heading]
        shown = title.flow().value if title else None
        draft = Draft(node.kind, shown, heading, node.number, self.drafts.get(id(node.parent)), ordinal=node.ordinal)
        draft.counted = bool(node.number) and node.line.piece.is_counted and not node.line.number
        draft.aliases = aliases_of(node.kind, shown) if node.kind == "card" else []
        self.drafts[id(node)] = draft
        self.node = node
        self.entry = self.sheet.open(draft)
        self.label = None
        self.is_asking = False
        self.steps = []
        return draft

    def paragraphs_of(self, node: Node, own: Sequence[LineFeatures], body: Text, taken: int) -> Iterator[TextStretch]:
        """Yield the paragraphs of an item's own piece after its title."""
        piece = node.line.piece
        if piece.kind == "table":
            yield from self.cells(node)
            return
        offset = len(_joined(own).value) - len(body.value)
        begins = [
            line
            for line in own[1:]
            if line.offset - own[0].offset > offset
            and self.starts(line)
            and (line not in own[: taken + 1] or line.behind)
        ]
        later = own[own.index(begins[0]) :] if begins else []
        first = body.keep(0, max(0, len(body.value) - len(_joined(later).value))).cut(0) if later else body
        yield TextStretch(Piece("paragraph", first), first, node.line.index, is_own=True)
        yield from self.paragraphs(later)

    def cells(self, node: Node) -> Iterator[TextStretch]:
        """Yield the cells of an item's row after the first; old and new wordings become its errata."""
        piece, draft = node.line.piece, self.drafts[id(node)]
        head = self.features.heads.get(node.line.index, ())
        columns = errata_columns([cell.value for cell in head], self.features.columns)
        if node.candidate.look[1] == "errata" and not any(columns):
            columns = ("card", "printed", "should_read")
        if "should_read" in columns:
            cells = dict(zip(columns, piece.cells, strict=False))
            new, printed = cells.get("should_read"), cells.get("printed")
            draft.errata = Errata(new.value if new else "", {}, printed.value if printed and printed else None)
            shown = {place.line for cell in (new, printed) if cell for place in cell.places}
            draft.heading += sorted(shown - {*draft.heading})
            for role, cell in zip(columns, piece.cells, strict=False):
                if role not in ("should_read", "printed", "card"):
                    draft.add("note", cell)
            return
        for cell in piece.cells[1:]:
            if cell:
                yield TextStretch(piece, cell, node.line.index)

    def split(self, node: Node, own: Sequence[LineFeatures], whole: Text) -> tuple[Text | None, Text, int]:
        """Part the title of an item from its text; and say how many of its lines the title takes."""
        one = node.candidate
        if node.kind == "ruling" and one.number:
            seam = SEAM.search(whole.value, one.start)
            end, begins = (seam.end() - 1, seam.end()) if seam else (len(whole.value), len(whole.value))
            return whole.cut(one.start, end), whole.cut(begins), 0
        counts = one.order == "number" or one.form in ("mark", "counted", "numbered")
        if one.form in ("question", "asks") or (counts and node.kind == "qa"):
            return self.split_question(node, own, whole)
        if counts:
            rest = whole.cut(one.start)
            bold = node.line.bold or node.line.lead > one.start
            level = len(one.label) if isinstance(one.label, tuple) else 100
            title, body = front_matter.split_title(
                rest,
                is_heading=node.line.piece.kind == "heading",
                is_bold=bold,
                run_in=level in self.run_in,
                above=level in self.above,
            )
            if one.form == "counted" and not (node.parent or rest.marks) and body.value[:1].islower():
                return None, rest, 0  # `3. Anchor: the cost is 2.` is one sentence
            short = body.cut(0, len(body.value.rstrip(" .")))
            may_be = not title and node.line.piece.kind == "heading" and self.tree.dialect != "outline"
            if may_be and front_matter.is_title(short.value):
                return short, body.cut(len(body.value)), 0
            return title, body, 0
        if one.form in ("reads", "quoting"):
            return node.line.text.cut(one.start, one.end), whole.flow(), 0
        if one.rest:
            return node.line.text.cut(one.start, one.end), whole.cut(one.rest), 1
        taken = max(one.taken, self.heading_lines(own)) if node.kind in RULED else one.taken
        title = _joined(own[:taken]).cut(one.start)
        if one.end and taken == 1:
            title = node.line.text.cut(one.start, one.end)
        return title, _joined(own[taken:]) if own[taken:] else whole.cut(len(whole.value)), taken

    def heading_lines(self, own: Sequence[LineFeatures]) -> int:
        """Count the lines of a card's piece that are bold or print fields of a card."""
        for taken, line in enumerate(own):
            if not line.bold and not (taken and first_value(line.value) is not None):
                return max(taken, 1)
        return len(own)

    def split_question(self, node: Node, own: Sequence[LineFeatures], whole: Text) -> tuple[Text | None, Text, int]:
        """Part a question from its answer: at the mark of the answer, or at the end of the question."""
        one = node.candidate
        if one.form == "asks":
            taken = one.taken
        else:
            answered = (n for n, line in enumerate(own) if n and self.marks.answer.match(line.value))
            taken = next(answered, 0)
            asked = (n + 1 for n, line in enumerate(own) if line.value.rstrip('”"’) ').endswith("?"))
            taken = taken or (len(own) if own[-1].is_asked else next(asked, len(own)))
        title = _joined(own[:taken]).cut(one.start).flow()
        answer = self.marks.behind.search(title.value)
        body = _joined(own[taken:]) if own[taken:] else whole.cut(len(whole.value))
        if answer:
            body = join([part for part in (title.cut(answer.end()), body) if part], "\n")
            title = title.cut(0, answer.start())
        return title, body, 0 if answer else taken

    def current(self, one: TextStretch) -> Draft:
        """Return the entry that text belongs to; text before every heading makes one of its own."""
        if self.entry is None:
            self.entry = self.sheet.open(Draft("part", ABOUT, [one.text.first]))
        return self.entry

    def joined_to(self, last: Block, text: Text) -> Text:
        """Return the text of a block with the rest of it; the words of the document are looked up at a hyphen alone."""
        before = Text(last.text, last.places, last.marks, last.links)
        vocabulary = self.vocabulary if HYPHEN.search(last.text) else frozenset()
        return joined(before, text, vocabulary, self.sheet.report)

    def add(self, one: TextStretch) -> None:
        """Put a paragraph into the current entry, as what it is."""
        if one.piece.stated:
            self.add_stated(one.piece, one.piece.stated)
            return
        if not one.text:
            return
        if self.is_definition(self.node.line.piece if one.is_own and self.node else one.piece, one.value):
            one.text = one.text.cut(2)
        if self.errata and not begins_bold(one.piece):
            self.close_errata()
        for rule in RULES:
            if rule(self, one):
                break

    def add_stated(self, piece: Piece, stated: Stated) -> None:
        """Put a block into the current entry that states what it is."""
        entry = self.entry = self.entry or self.sheet.open(Draft("part", ABOUT, [piece.text.first]))
        known = entry.errata or Errata("", {}, None)
        text = piece.text.flow()
        if ERRATA.intersection(stated.classes):
            is_new = "errata" in stated.classes
            entry.errata = replace(known, text=text.value) if is_new else replace(known, printed=text.value)
            entry.heading += range(text.first, text.last + 1)
            return
        given = stated.values
        depth = int(given["depth"]) if given.get("depth", "").isdecimal() else piece.level
        kind = kind_of_block(stated, entry.kind, text.value)
        facts = given.get("date"), given.get("source"), given.get("author")
        entry.add(kind, text, date=facts[0], depth=depth, source=facts[1], author=facts[2])


ERRATA = frozenset(("errata", "printed"))
"""What states that a block is the new wording of a card, or the old one."""


def _is_label_alone(text: str) -> bool:
    """Tell whether the first line of a paragraph is a label, `Notes:`, above what it labels."""
    first = text.partition("\n")[0]
    return first.endswith(":") and front_matter.label_of(first) is not None


def _joined(lines: Sequence[LineFeatures]) -> Text:
    """Return lines of one piece as the piece has them, hard breaks between them kept."""
    first, last = lines[0], lines[-1]
    if len(lines) == len(first.parts):
        return first.piece.text if first.piece.kind != "heading" else first.text
    return first.piece.text.cut(first.offset, last.offset + len(last.value))


def _paragraph(lines: Sequence[LineFeatures]) -> TextStretch:
    return TextStretch(lines[0].piece, _joined(lines), lines[0].index)


def _titled_levels(nodes: Sequence[Node], features: DocumentFeatures) -> tuple[frozenset[int], frozenset[int]]:
    """Find the levels most of whose longer rules begin with a title and a stop, and with one in a line of its own."""
    longer: Counter[int] = Counter()
    run_in: Counter[int] = Counter()
    above: Counter[int] = Counter()
    for node in nodes:
        one = node.candidate
        if one.form not in ("number", "mark") or node.line.piece.kind == "heading":
            continue
        level = len(one.label) if isinstance(one.label, tuple) else 100
        own = (line.value for line in features.lines[node.place : node.end] if line.index == node.line.index)
        text = "\n".join(own)[one.start :]
        if front_matter.word_count(text) > LONGER:
            longer[level] += 1
            run_in[level] += front_matter.has_run_in_title(text)
            above[level] += front_matter.has_title_above(text)

    def most(found: Counter[int]) -> frozenset[int]:
        return frozenset(level for level, count in longer.items() if count >= HABIT and found[level] >= REGULAR * count)

    return most(run_in), most(above)


def _plain_title(builder: SheetBuilder, node: Node, draft: Draft) -> None:
    """Take what ends a title from it."""
    charted = builder.charted.get(node.candidate.number, "") if node.number_like else ""
    if draft.title and len(charted) < len(draft.title) and _unspaced(charted) == _unspaced(draft.title):
        draft.title = charted  # the extraction put blanks into its words
    if node.candidate.form not in ("number", "named") and draft.title:
        is_run_on = node.candidate.form == "bold" and draft.title[-2:-1].isalnum()
        draft.title = draft.title.removesuffix("." * is_run_on).rstrip(" :：").strip("*_ ") or None
    if node.candidate.form == "step" and node.number:
        draft.aliases.append(f"Step {node.number}")


def _unspaced(title: str) -> str:
    return title.replace(" ", "").casefold()


def _term_title(builder: SheetBuilder, node: Node, draft: Draft) -> None:
    """`Duel (Duelist)`: other names are aliases."""
    title = (draft.title or "").rstrip(" :：.").strip("*_ ")
    quoted = IN_QUOTES.fullmatch(title) if node.candidate.form == "colon" else None
    draft.title = (quoted["inside"] if quoted else title) or None
    own = front_matter.fold_title(node.title)
    names = ((name, front_matter.fold_title(name)) for name in names_in_title(draft.title or ""))
    draft.aliases = [name for name, folded in names if folded == own or folded not in builder.titles]


def _card_title(builder: SheetBuilder, node: Node, draft: Draft) -> None:
    """`Silver Jet PAP ERRATA Hero Cost: 5`: the title, the variant, the new wording."""
    heading = draft.title or ""
    title, variant, errata_at = split_heading(heading, builder.variants)
    if errata_at is None and first_value(heading):
        title, errata_at = builder.without_marker(heading)
    draft.title, draft.variant = title.rstrip(" :："), variant
    if errata_at is not None:
        builder.gather_errata([Text(heading[errata_at:].strip(), (Place(0, node.line.at),))])
    if node.candidate.form == "print":
        draft.aliases.append(node.line.value.rstrip(":"))


def _question_title(builder: SheetBuilder, node: Node, draft: Draft) -> None:
    """The whole question without its mark."""
    builder.is_asking = True
    draft.title = (draft.title or "").strip() or None
    number = node.candidate.number
    draft.number = number or draft.number
    if number and builder.has_marks and node.candidate.form in ("question", "asks"):
        draft.aliases.append(f"Q{number}")


def _whole_title(builder: SheetBuilder, node: Node, draft: Draft) -> None:
    """An appendix keeps its printed heading whole."""
    draft.title = node.line.piece.text.flow().value if node.candidate.taken > 1 else node.line.value


FINISH: dict[str, Callable[[SheetBuilder, Node, Draft], None]] = {
    "term": _term_title,
    "card": _card_title,
    "topic": _card_title,
    "qa": _question_title,
    "appendix": _whole_title,
}


def _picture(builder: SheetBuilder, one: TextStretch) -> bool:
    """`7`, `Zealous Pilot`: words of a picture, as its numbers show; the name of its artist."""
    credit = front_matter.CREDIT.match(one.value)
    is_artist = credit is not None and credit.group()[-1].isalpha() and is_open(one.value)
    if one.index not in builder.features.pictured and not (is_artist and one.piece.kind == "paragraph"):
        return False
    builder.current(one).add("figure", one.text)
    return True


def _page_number(builder: SheetBuilder, one: TextStretch) -> bool:
    """`17` alone between blank lines: the foot of a page; `- 17 -` looks like an item of a list.

    In a format without pages, or right below a question, it is content unless such numbers count pages.
    """
    is_foot = one.piece.kind == "paragraph" or (one.piece.kind == "bullet" and one.value.endswith("-"))
    if not is_foot or one.is_own or not front_matter.PAGE_NUMBER.fullmatch(one.value):
        return False
    manuscript, entry = builder.manuscript, builder.entry
    is_plain = not (manuscript.source.markdown or manuscript.origin)
    has_pages = is_plain or bool(manuscript.boxes or manuscript.source.breaks)
    may_answer = entry is not None and entry.kind == "qa" and not entry.blocks
    is_counted = one.text.first in manuscript.once(_paged)
    if one.value.isdigit() and not is_counted and (may_answer or not has_pages):
        return False
    builder.sheet.discard([one.text.first], "page number")
    return True


def _paged(manuscript: Manuscript) -> frozenset[int]:
    return find_bare_page_numbers(manuscript.source.lines)


def _index_line(builder: SheetBuilder, one: TextStretch) -> bool:
    """`- attack, 5, 6` inside the index: each source line is one term with its pages."""
    entry = builder.entry
    if not entry or entry.kind != "index":
        return False
    for line in one.text.by_line():
        raw = builder.manuscript.raw(line.first)
        entry.add("bullet", line, depth=1 if raw[:1].isspace() else 0)
    return True


def _letter(builder: SheetBuilder, one: TextStretch) -> bool:
    """`A`, `C–D`: what parts titles by their initials; a letter with which no title begins is a text."""
    is_letter = builder.entry and builder.entry.kind in ("term", "card") and LETTER.fullmatch(one.value)
    initial = one.value[0].casefold()
    if not is_letter or not any(initial in (title[:1], sort_key(title)[:1]) for title in builder.titles):
        return False
    builder.sheet.discard([one.text.first], "letter heading")
    return True


def _repeated_titles(builder: SheetBuilder, one: TextStretch) -> bool:
    """A contents list under a part: lines that repeat the titles of entries, and no sentence or what announces them."""
    if one.piece.kind != "paragraph" or not builder.entry or builder.entry.kind != "part":
        return False
    lines = [line.value for line in one.text.by_line() if line]
    others = [line for line in lines if front_matter.fold_title(line) not in builder.titles]
    if len(others) * 3 > len(lines) or any(line[-1] in ".:!?" for line in others):
        return False
    builder.sheet.discard(range(one.text.first, one.text.last + 1), "contents list")
    return True


def _list_of_names(builder: SheetBuilder, one: TextStretch) -> bool:
    """Many short lines such as an errata list prints: one block a line."""
    entry = builder.current(one)
    is_listed = entry.kind == "topic" or (entry.kind == "card" and not entry.parent)
    lines = one.piece.text.hard_lines() if is_listed and one.piece.kind == "paragraph" else []
    if len(lines) < NAMES_LISTED or any(not is_open(line.value) for line in lines):
        return False
    entry.add("bullet", one.text)
    if listed := LISTED.fullmatch(one.value):
        facts = [CardFact("", fact) for fact in (listed["owner"], listed["sets"], "errata") if fact]
        builder.listed.setdefault(front_matter.fold_title(listed["title"]), []).append(facts)
    return True


ITEM = re.compile(r"(?P<sign>[•◊▪‣]+\s+|)(?:(?<=\s)|\d{1,2}[.)]\s)(?=\S)")
"""`• They eat.`, `1. Count crews.`: an item of a list that is a paragraph of its own; numbers are kept."""
NAMES_LISTED = 8
"""Lines of the shortest list of names. Half or double changes nothing in the five documents."""
LISTED = re.compile(r"(?P<title>.+?)(?: \((?P<owner>[^()]+)\))?(?: [-–] (?P<sets>[A-Z0-9][\w ]*))?")
"""A line of an errata list: `Ho Chen (Masters) - RW 7M`."""


def _nothing(builder: SheetBuilder, one: TextStretch) -> bool:
    """`No rulings`."""
    told = is_nothing(one.value) or one.value == builder.features.nothing
    if builder.current(one).kind not in RULED or not told:
        return False
    builder.sheet.discard(range(one.text.first, one.text.last + 1), "no rulings")
    return True


def _table_row(builder: SheetBuilder, one: TextStretch) -> bool:
    """A row of a table; in the row of an item, a cell is its text."""
    entry = builder.current(one)
    if one.piece.kind != "table":
        return False
    own = one.piece.text.first in entry.heading
    if not own and one.piece.is_head and one.piece.cells in builder.heads:
        builder.sheet.discard(sorted({place.line for place in one.text.places}), "table head")
    elif not own or entry.kind not in RULED:
        entry.add("text" if own else "table", one.text)
    elif (found := attributed(one.text, builder.known)).text:
        add_ruling(entry, found, "ruling", 0)
    else:
        add_credit(entry, one.text, found)
    return True


def _ruling(builder: SheetBuilder, one: TextStretch) -> bool:
    """A ruling, a pointer, or what the card should read."""
    entry = builder.current(one)
    if entry.kind not in RULED or one.piece.kind == "heading" or one.text.first in builder.manuscript.faces:
        return False
    if builder.errata and begins_bold(one.piece) and one.text.first == one.piece.text.first:
        entry.heading += range(one.text.first, one.text.last + 1)
        builder.gather_errata([one.text])
        return True
    builder.close_errata()
    text = one.text.flow()
    kind: BlockKind = "bullet" if one.piece.kind == "bullet" else "ruling"
    if counted := COUNTED.match(text.value):
        text = text.cut(counted.end())
    found = attributed(text, builder.known)
    if not found.text:
        add_credit(entry, text, found)
    elif is_pointer(text.value) or (is_pointer(found.text.value) and not found.source):
        entry.add("text", found.text if found.date else text, date=found.date)
    elif entry.errata and REMARK.fullmatch(text.value):
        entry.add("note", text)
    elif not take_errata(entry, text, found, builder.node.candidate.form if builder.node else ""):
        last = entry.blocks[-1] if entry.blocks else None
        cut = kind == "ruling" and last and may_go_on(last) and goes_on(last.text, found.text.value, prose=False)
        if cut and last:
            entry.blocks.pop()
            whole = builder.joined_to(last, found.text)
            entry.add("ruling", whole, date=found.date, source=found.source, author=found.author)
        else:
            add_ruling(entry, found, kind, one.piece.level)
    return True


REMARK = re.compile(r"\((?=[^()]*[^\W\d_]{3})[^()]*\)")
"""`(Added “and ready.”)`: what is new about errata."""


def _answer(builder: SheetBuilder, one: TextStretch) -> bool:
    """`A. Yes, with a lantern.`, after the mark of an answer."""
    entry = builder.current(one)
    mark = builder.marks.answer.match(one.value) if entry.kind == "qa" else None
    if not mark or not (builder.is_asking or ":" in mark.group()):
        return False
    builder.is_asking = False
    answer = one.text.cut(mark.end())
    if answer:
        entry.add("text", answer)
    else:
        builder.sheet.discard([one.text.first], "answer mark")
    return True


def _step(builder: SheetBuilder, one: TextStretch) -> bool:
    """`2. Obey it.` in an answer: the next step of a list, or the first one of a list inside it."""
    entry = builder.current(one)
    found = MARK.match(one.value) if builder.tree.dialect == "questions" and entry.kind not in RULED else None
    if not found or one.piece.kind not in ("paragraph", "bullet"):
        return False
    for reading in readings(found):
        open_lists = [MarkReading(last.style, last.value + 1) for last in builder.steps]
        depth = open_lists.index(reading) if reading in open_lists else len(open_lists)
        if depth < len(open_lists) or reading.value == 1:
            builder.steps[depth:] = [reading]
            entry.add("step", one.text.flow(), depth=depth)
            return True
    return False


def _chart_line(builder: SheetBuilder, one: TextStretch) -> bool:
    """`2.1 Draw phase begins.`: a line of a chart of steps."""
    charted = CHARTED.match(one.value)
    if charted and one.text.first in builder.chart:
        builder.current(one).add("step", one.text)
        builder.charted.setdefault(charted["number"], one.value[charted.end() :].rstrip(" ."))
        return True
    return False


def _figure(builder: SheetBuilder, one: TextStretch) -> bool:
    """`Figure 1`; `High Zone  Mid Zone  Low Zone`: words of a picture, set far apart."""
    if one.piece.kind != "paragraph" or one.is_own:
        return False
    lines = [builder.manuscript.raw(line) for line in range(one.text.first, one.text.last + 1)]
    apart = all(front_matter.PICTURE_TEXT.fullmatch(line) for line in lines)
    if not front_matter.CAPTION.fullmatch(one.value) and not apart:
        return False
    builder.current(one).add("figure", one.text)
    return True


def _ends_with_stops(builder: SheetBuilder, entry: Draft, place: int) -> bool:
    """Tell whether texts like a block end with a stop: those of rules do, but not the items of a list without any."""
    last, before = entry.blocks[place], entry.blocks[place - 1]
    if place and last.kind == before.kind == "bullet" and is_open(before.text):
        return False
    return builder.tree.dialect == "outline" or entry.number is not None


def _text(builder: SheetBuilder, one: TextStretch) -> bool:
    """Anything else is text: a block, or the rest of the paragraph above."""
    entry = builder.current(one)
    text = one.text.flow()
    piece = one.piece
    place = next((n for n in reversed(range(len(entry.blocks))) if entry.blocks[n].kind != "figure"), -1)
    last = entry.blocks[place] if place >= 0 else None
    label = label_of(text.value)
    if (
        last
        and piece.kind == "paragraph"
        and len(last.places) <= LONGEST_HALF
        and not (label and label == label_of(last.text))
        and goes_on(last.text, text.value, prose=_ends_with_stops(builder, entry, place))
    ):
        entry.blocks[place] = block(last.kind, builder.joined_to(last, text), depth=last.depth)
    elif piece.kind == "paragraph" and (star := STAR.match(text.value)):
        entry.add("bullet", text.cut(star.end()))
    elif entry.kind == "term" and piece.kind == "paragraph" and (sign := ITEM.match(text.value)):
        entry.add("bullet", text.cut(sign.end("sign")))
    elif kind := front_matter.label_of(text.value):
        builder.label = kind if text.value.endswith(":") else None
        entry.add(kind, text)
    elif piece.kind == "bullet":
        entry.add(builder.label or "bullet", text, depth=piece.level)
    else:
        builder.label = None
        entry.add("note" if piece.quoted and entry.kind in QUOTING else "text", text)
    return True


RULES: tuple[Callable[[SheetBuilder, TextStretch], bool], ...] = (
    _picture,
    _page_number,
    _index_line,
    _letter,
    _repeated_titles,
    _list_of_names,
    _nothing,
    _table_row,
    _ruling,
    _answer,
    _step,
    _chart_line,
    _figure,
    _text,
)
"""What a paragraph is, in order of precedence; each takes a paragraph and tells whether it was its own."""
