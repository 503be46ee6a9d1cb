"""What a terminal shows: records and answers to lines of text.

Pure functions: they are given a `Screen` (how wide it is, whether it has colours) and return text. Foreign text is
never trusted: a title that holds line ends and escapes is on one line and is without them (`Screen.wrap`), and
`judge.cli.shared.put` lets nothing pass that was forgotten here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from judge.cli.screens.newer import status_lines
from judge.core.model import Block, CardFact, Document, Entry, PlaceDoubt, Reference
from judge.core.names import (
    citation,
    facts_line,
    full_citation,
    heading_of,
    is_unsure,
    name_of,
    on_one_line,
    pages_in_words,
    reference_doubt,
    renumbered,
    shortened,
)
from judge.core.numbering import block_of_part, part_at, part_in_words
from judge.core.text_facts import RANKED, InShort
from judge.core.tokens import sentences
from judge.editions.status import status_of

if TYPE_CHECKING:
    from judge.cli.screens.newer import Names
    from judge.core.diagnostics import Finding
    from judge.search.entries import EntryBelow, Transclusion
    from judge.search.lookup import Answer, Reply

LISTED = 12
"""How many references are listed before the rest is only counted."""
Named = tuple[str, Reference]
"""A reference with the name of the entry at its other end."""
LINES_OF_TEXT = 4
"""Lines of an answer's text, where its deciding sentence is not longer."""
SHORT_ERRATA = 160
"""Characters of an errata below an answer."""
LABELLED = ("example", "note", "tip")
APPLIES = {"no": "no longer applies", "unclear": "unclear whether it applies", "yes": "applies"}
"""How it is said whether an earlier state of a card's text still applies."""


class Screen(NamedTuple):
    """Where text is shown."""

    width: int | None = None
    """Columns; None where lines are not to be broken, as in a pipe."""
    colours: bool = False

    def style(self, text: str, code: str) -> str:
        """Return a text in an ANSI style, or as it is."""
        return f"\x1b[{code}m{on_one_line(text)}\x1b[0m" if self.colours and text else on_one_line(text)

    def bold(self, text: str) -> str:
        """Return a text that stands out."""
        return self.style(text, "1")

    def struck(self, text: str) -> str:
        """Return a text that is struck out."""
        return self.style(text, "9")

    def dim(self, text: str) -> str:
        """Return a text that is back."""
        return self.style(text, "2")

    def wrap(
        self, text: str, indent: int = 0, hanging: int = 0, style: Callable[[str], str] | None = None
    ) -> list[str]:
        """Return a paragraph as lines.

        Args:
            text: one paragraph.
            indent: columns before the first line.
            hanging: columns more before the others.
            style: applied to each line by itself.
        """
        margin = " " * indent
        text = on_one_line(text)
        lines = [margin + text]
        if self.width:
            rest = " " * (indent + hanging)
            width = max(self.width, indent + hanging + 20)
            lines = textwrap.wrap(text, width, initial_indent=margin, subsequent_indent=rest, break_on_hyphens=False)
        return [style(line) if style else line for line in lines]

    def clipped(self, text: str, indent: int = 0, *, dim: bool = False) -> list[str]:
        """Return a text as one line that fits the screen."""
        lines = self.wrap(shortened(text, self.width - indent - 2) if self.width else text, indent)
        return [self.dim(line) if dim else line for line in lines[:1]]


def answers(screen: Screen, found: Sequence[Answer], names: Names | None = None) -> str:
    """Return the answers of a search: number and title, where it is, the passage, what is newer.

    Args:
        screen: where it is shown.
        found: the answers, best first.
        names: what other entries are called; without it, nothing of other entries is shown.
    """
    lines: list[str] = []
    for place, answer in enumerate(found, 1):
        title = answer.path[-1]
        lines += screen.wrap(f"{place:>2}. {title}", style=screen.struck if answer.said.superseded else screen.bold)
        source = f"{answer.printed} {citation(answer.document)}".strip()
        where = " › ".join([source, *answer.path[1:-1]])
        lines += screen.wrap(where, 4, style=screen.dim)
        lines += _said(screen, answer, names)
        for other in answer.others:
            lines += screen.wrap(f"{other.printed or 'In'} {citation(other.document)}:", 4, style=screen.dim)
            lines += _said(screen, other, names)
        lines.append("")
    return "\n".join(lines)


def _said(screen: Screen, answer: Answer, names: Names | None) -> Iterator[str]:
    """Yield the lines of the text of an answer, with what is to be known of it."""
    if summary := answer.layer.summary:
        yield from screen.wrap(summary, 4, style=screen.dim)
    yield from status_lines(screen, answer.said, names, 4) if names else ()
    from judge.cli.screens.sentences import fitted

    dated = answer.date if answer.date != answer.document.date else None
    passage = fitted(screen, answer.passage + credit(dated), answer.wanted, LINES_OF_TEXT, 4)
    has_errata = answer.errata and answer.errata != answer.passage
    errata = screen.wrap(f"Errata: {shortened(answer.errata or '', SHORT_ERRATA)}", 4) if has_errata else []
    yield from [*passage, *errata] if answer.why in RANKED else [*errata, *passage]
    yield from doubt_lines(screen, answer.doubt)
    yield from in_short_line(screen, answer.layer.in_short, 4)
    if names:
        for told in names.renumbered(answer.row.id, answer.passage):
            yield from screen.wrap(told, 4, style=screen.dim)


DOUBTS = {"unsure": "Not sure. Closest matches:", "none": "No answer found. Closest matches:"}
"""What is told above answers that are not sure."""


def doubt(reply: Reply) -> str:
    """Return what is told above answers that are not sure; nothing where they are."""
    is_mentioned = reply.graded == "unsure" and "mentioned" in [one.why for one in reply.answers[:2]]
    return "No entry with that name. It is mentioned in:" if is_mentioned else DOUBTS.get(reply.graded, "")


def guesses(reply: Reply) -> list[str]:
    """Return what is to be known of how a query was understood: words read as others, words that no document has."""
    said = [f"read as {', '.join(reply.read_as.values())}"] if reply.read_as else []
    said += [f"not in these documents: {', '.join(reply.missing)}"] if reply.missing else []
    said += [f"{reply.meant} first"] if reply.meant else []
    return [*said, *([reply.partial] if reply.partial else [])]


def fact_lines(screen: Screen, facts: Sequence[CardFact], first: Entry) -> list[str]:
    """Return the facts about a card as they are shown above its texts, of which an entry has the first."""
    return [*screen.wrap(facts_line(facts, is_corrected=bool(first.errata)), 2, style=screen.dim), ""] if facts else []


def entry(
    screen: Screen,
    record: Entry,
    document: Document,
    path: Sequence[str],
    below: Sequence[str],
    outward: Sequence[Named],
    inward: Sequence[Named],
    part: str = "",
    opened: Sequence[Transclusion] = (),
    names: Names | None = None,
    contents: Sequence[EntryBelow] = (),
    card_lines: Sequence[str] = (),
    in_short: InShort | None = None,
) -> str:
    """Return an entry: path, what is newer, text, what it refers to, what refers to it, source.

    Args:
        screen: where it is shown.
        record: the entry.
        document: its document.
        path: names from the document down to it.
        below: names of the entries right below it.
        outward: its references, each with the name of what it leads to.
        inward: the references to it, each with the name of where it is.
        part: what is meant of it: of its rulings, that one alone is shown; `b2`, its second bullet, is shown first.
        opened: what its short pointers lead to.
        names: what other entries are called; without it, nothing newer is shown.
        contents: the entries right below it with their texts; their first sentences are shown if it has no text.
        card_lines: of a card that several documents have, what all of them say of it; it stands for the entry's text.
        in_short: what a digest says of it.
    """
    lines = screen.wrap(" › ".join(path[:-1]), style=screen.dim)
    lines += [*screen.wrap(heading_of(record, path[-1]), style=screen.struck if record.superseded else screen.bold)]
    lines += [*standing(screen, record, names, in_short), ""]
    lines += fact_lines(screen, record.facts, record)
    ruling = block_of_part(part, [block.kind for block in record.blocks]) if part.isdecimal() else None
    lines += meant_lines(screen, record, part)
    lines += card_lines or [*errata_lines(screen, record), *text_lines(screen, record, opened, names, ruling)]
    if below and ruling is None:
        if contents and not any(block.text for block in record.blocks):
            lines += first_sentences(screen, contents)
        else:
            lines += [screen.bold("Below it"), *capped(screen, below), ""]
    if outward:
        lines += [screen.bold("Refers to"), *capped(screen, map(_outward, outward)), ""]
    if inward:
        sources = dict.fromkeys(name for name, _ in inward)
        lines += [screen.bold("Referred to by"), *capped(screen, sources), ""]
    lines += screen.wrap("Source: " + source_line(record, document, part), style=screen.dim)
    return "\n".join(lines) + "\n"


def first_sentences(screen: Screen, below: Sequence[EntryBelow]) -> Iterator[str]:
    """Show the entries below one, each with its first sentence."""
    for child in below:
        text = f": {first_sentence(child.text)}" if child.text else ""
        yield from screen.wrap(f"{child.name}{text}", 2, 2)
    if below:
        yield ""


def first_sentence(text: str, most: int = 160) -> str:
    """Return the first sentence of a text.

    >>> first_sentence("An anchor holds. A chain breaks.")
    'An anchor holds.'
    """
    return shortened(next((one.text for one in sentences(text)), text), most)


def meant_lines(screen: Screen, record: Entry, part: str) -> Iterator[str]:
    """Show the bullet, step or row of an entry that is meant, if one is."""
    kinds = [block.kind for block in record.blocks]
    place = block_of_part(part, kinds) if part else None
    if place is not None and kinds[place] != "ruling":
        total = f"{part_in_words(part).capitalize()} of {kinds.count(kinds[place])}"
        yield from screen.wrap(f"▸ {total}: {record.blocks[place].text}", 2, 2, screen.bold)
        yield ""


def source_line(record: Entry, document: Document, part: str = "") -> str:
    """Return the citation of an entry or a part of it, and the source lines its text is in."""
    spans = [*record.lines, *(span for block in record.blocks for span in block.lines)]
    first, last = min(start for start, _ in spans), max(end for _, end in spans)
    numbered = f", {part_in_words(part)}" if part else ""
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    return f"{full_citation(document, record)}{numbered} ({document.file}, {_page_of(record) or lines})"


def _page_of(record: Entry) -> str:
    """Return the pages of an entry of a PDF: those of the file, and the printed ones where they differ."""
    boxes = [box for block in record.blocks for box in block.boxes or ()]
    return pages_in_words((box[0] for box in boxes), record.pages)


def errata_lines(screen: Screen, record: Entry, *, is_short: bool = False) -> list[str]:
    """Show a card's new wording: the printed facts, in one line where there is little room, then the text."""
    errata = record.errata
    if not errata:
        return []
    facts = [
        f"{name}: {' '.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in errata.fields.items()
        if value not in (None, [])
    ]
    head = f"Errata · {' · '.join(facts)}" if facts else "Errata"
    lines = screen.clipped(head, 2, dim=True) if is_short else screen.wrap(head, 2, 2, screen.bold)
    lines += screen.wrap(errata.text, 2) if errata.text else []
    lines += doubt_lines(screen, errata.doubt)
    lines += screen.wrap(f"printed: {errata.printed}", 2, style=screen.dim) if errata.printed else []
    for state in errata.history[:-1]:
        if state.date or state.text != errata.printed:
            told = f"{state.date or 'before'}: {state.text} ({APPLIES[state.applies]})"
            lines += screen.wrap(told, 2, 2, screen.dim)
    return [*lines, ""]


def standing(screen: Screen, record: Entry, names: Names | None, in_short: InShort | None = None) -> Iterator[str]:
    """Show below a title what the entry sums up, what a digest says of it, whether it is in force, and since when."""
    yield from screen.wrap(record.summary, 2, style=screen.dim) if record.summary else ()
    yield from in_short_line(screen, in_short, 2)
    if names is not None:
        yield from status_lines(screen, record, names, 2)
        for one in status_of(record).since:
            yield from screen.wrap(one.text(names.edition(one.edition or "")), 2, 2, screen.dim)


def in_short_line(screen: Screen, said: InShort | None, indent: int) -> list[str]:
    """Show in one line what a digest says of a text, if one does."""
    return screen.clipped(f"in short: {first_sentence(said.text)}", indent, dim=True) if said else []


def block_lines(
    screen: Screen, record: Entry, index: int, name: str, opened: Sequence[Transclusion], names: Names | None
) -> Iterator[str]:
    """Show a block, its own status as far as that of its entry does not name the same texts, and what it points to.

    Args:
        screen: where it is shown.
        record: its entry.
        index: which block it is.
        name: what it is addressed by, if it is a ruling: `#3`.
        opened: what the short pointers of the entry lead to.
        names: what other entries are called; without it, nothing newer is shown.
    """
    shown = list(_own_lines(screen, record.blocks[index], name))
    yield from shown
    if shown and names:
        known = {sentence.id for sentence in status_of(record).sentences}
        lines = [*status_lines(screen, record.blocks[index], names, 4, known)]
        yield from [*lines, ""] if lines else ()
    for target in opened:
        if target.block == index:
            yield from opened_lines(screen, target)


def text_lines(
    screen: Screen,
    record: Entry,
    opened: Sequence[Transclusion] = (),
    names: Names | None = None,
    ruling: int | None = None,
) -> Iterator[str]:
    """Show the blocks of an entry, or one ruling alone, each with what it points to after it."""
    for index in _block_order(record) if ruling is None else [ruling]:
        beside = opened if ruling is None else ()
        yield from block_lines(screen, record, index, ruling_number(record, index), beside, names)


def _block_order(record: Entry) -> Sequence[int]:
    """Return the blocks of an entry in the order in which it is shown: that of a card, or as they are printed."""
    if record.kind != "card":
        return range(len(record.blocks))
    from judge.search.interactions.card_order import card_order

    return [index for part in card_order([record]).of_entry() for index in part]


def ruling_number(record: Entry, index: int) -> str:
    """Return what a ruling of an entry is addressed by, `#3`; empty for a block that is not a ruling."""
    kinds = [block.kind for block in record.blocks]
    return f"#{part_at(index, kinds)}" if kinds[index] == "ruling" else ""


def opened_lines(screen: Screen, target: Transclusion) -> Iterator[str]:
    """Show an entry that a pointer leads to, set in."""
    record, margin = target.record, "  " * target.depth
    inner = screen._replace(width=screen.width - len(margin) if screen.width else None)
    yield from (f"{margin}{line}".rstrip() for line in inner.wrap(f"▸ {name_of(record)}", style=screen.bold))
    yield from (f"{margin}{line}".rstrip() for line in text_lines(inner, record))


def credit(*known: str | None) -> str:
    """Return what is known of a ruling's date, author and source, as it is after its text.

    >>> credit("2021-05-03", "Jane Doe", None), credit(None, None, None)
    (' (2021-05-03 · Jane Doe)', '')
    """
    told = [one for one in known if one]
    return f" ({' · '.join(told)})" if told else ""


def _own_lines(screen: Screen, block: Block, name: str) -> Iterator[str]:
    """Show a block as its kind is shown; a ruling bears what it is addressed by, `#3`."""
    text, kind = block.text, block.kind
    date = credit(block.date, block.author, block.source)
    if not text:
        return
    if kind == "ruling":
        yield from screen.wrap(f"{name} {text}{date}", 2, 3)
        yield ""
        return
    if kind == "bullet":
        yield from screen.wrap(f"• {text}{date}", 2 + 2 * block.depth, 2)
    elif kind in LABELLED:
        yield from screen.wrap(f"│ {text}{date}", 2, 2, screen.dim)
    else:
        yield from screen.wrap(f"{text}{date}", 2)
    yield from doubt_lines(screen, block.doubt)
    yield ""


def doubt_lines(screen: Screen, doubt: PlaceDoubt | None) -> list[str]:
    """Say below a text that its place among woven columns is not sure."""
    return screen.wrap(f"? {doubt.reason}", 4, 2, screen.dim) if doubt else []


def capped(screen: Screen, names: Iterable[str]) -> Iterator[str]:
    """List names, the first of many and how many more there are; on a terminal one after the other."""
    listed = list(names)
    if screen.width:
        more = [f"… and {len(listed) - LISTED} more; see judge refs"] if len(listed) > LISTED else []
        yield from screen.wrap(" · ".join([*listed[:LISTED], *more]), 2, 2)
        return
    for name in listed[:LISTED]:
        yield from screen.wrap(name, 2, 2)
    if len(listed) > LISTED:
        yield f"  … and {len(listed) - LISTED} more; see judge refs"


def _outward(named: Named) -> str:
    name, reference = named
    told = told_of(named)
    if reference.status in ("ok", "partial") or (is_unsure(reference.sure) and reference.target):
        return f"{name} ({told})" if told else name
    return f"printed {reference.text}; {told}"


def told_of(named: Named) -> str:
    """Return in a reader's words what became of a reference that is at fault or renumbered; empty where it is neither.

    "probably means 11.0 Body"   "may mean several entries"   "outside these documents"
    "1.1 has no (b)"   "has no entry", of a card   "does not resolve"   "50% sure: without a date, …"   "written as 3.2"
    """
    name, reference = named
    if reference.sure is not None and is_unsure(reference.sure) and reference.target:
        doubt = reference_doubt(reference.sure, reference.reason)
        return f"{renumbered(reference.written_as, None)}; {doubt}" if reference.written_as else doubt
    if reference.status == "ok":
        return renumbered(reference.written_as, None) if reference.written_as else ""
    if reference.status == "partial":
        return reference.reason or ""
    if reference.suggestion:
        return f"probably means {name}"
    if reference.kind == "card" and reference.status == "dangling":
        return "has no entry"
    told = {"ambiguous": "may mean several entries", "external": "outside these documents"}
    return told.get(reference.status, "does not resolve")


def references(screen: Screen, title: str, named: Sequence[Named], doubts: Sequence[PlaceDoubt | None]) -> str:
    """Return a list of references with the line each is in, what became of it, and the doubt about its text."""
    lines = [screen.bold(f"{title} ({len(named)})")]
    for (name, reference), doubt in zip(named, doubts, strict=True):
        status = f" ({told})" if (told := told_of((name, reference))) else ""
        lines += screen.wrap(f"{name}  “{reference.text}”, line {reference.line}{status}".rstrip(), 2, 4)
        lines += doubt_lines(screen, doubt)
    return "\n".join(lines) + "\n"


def documents(screen: Screen, listed: Sequence[Document]) -> str:
    """Return the documents as a table, or one below the other where the terminal is too narrow for that."""
    head = ("key", "title", "edition", "date", "dialect", "entries", "references", "resolved", "faulty")
    rows = [
        tuple(on_one_line("–" if value is None else str(value)) for value in _cells(document)) for document in listed
    ]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    if screen.width and sum(widths) + 2 * len(widths) > screen.width:
        return "".join(_stacked(screen, row) for row in rows)
    lines = [screen.bold(_columns(head, widths)), *(_columns(row, widths) for row in rows)]
    return "\n".join(lines) + "\n"


def _cells(one: Document) -> tuple[str | int | None, ...]:
    """Return a row of the table of documents; an edition that another follows says so."""
    edition = f"{one.edition or '–'} (superseded)" if one.superseded_by else one.edition
    counts = one.entries, one.references, one.resolved, one.faulty
    return one.key, one.title, edition, one.date, one.dialect, *counts


def _stacked(screen: Screen, row: Sequence[str]) -> str:
    key, title, edition, date, dialect, entries, references, resolved, faulty = row
    counts = f"{entries} entries, {references} references: {resolved} resolved, {faulty} faulty"
    lines = screen.wrap(key, style=screen.bold)
    lines += screen.wrap(f"{title}, edition {edition}, {date}", 2) + screen.wrap(f"{dialect}: {counts}", 2)
    return "\n".join(lines) + "\n"


def findings(screen: Screen, found: Sequence[Finding], under: str = "document") -> str:
    """Return findings, one a line and grouped by document: where, what, and what to type instead.

    Args:
        screen: where they are shown.
        found: the findings.
        under: the field by which they are grouped.
    """
    lines: list[str] = []
    group = None
    for finding in found:
        if getattr(finding, under) != group:
            group = getattr(finding, under)
            lines += [*([""] if lines else []), screen.bold(group)]
        where = f"{finding.file}:{finding.line}:{finding.column}"
        advice = f"; write {finding.suggestion}" if finding.suggestion else ""
        lines += screen.wrap(f"{where}: {finding.level} [{finding.code}] {finding.message}{advice}", 0, 4)
    return "\n".join(lines) + "\n" if lines else "no findings\n"


def _columns(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        text.rjust(width) if column >= 5 else text.ljust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
