"""Entry text to references: finds them, in their exact places, and decides nothing.

Addresses are found by `judge.references.written_addresses`, titles by `judge.references.named_titles`; where two claim
the same words, the earlier has them. A reference is `sure` where its words alone say that it is one; otherwise it is
one only if it resolves (`judge.references.weighing`). Repetitions are bounded and begin with something that cannot go
on forever, so no text makes a pattern slow.

The words beside a number may be the title of what it leads to (`title_beside`): the ways in which authors write both
are a table, `TITLE_FORMS`, and its examples are its tests with numbers of every shape.

Lists of titles ("Related: Cost, Effect") are parted by the titles of the document itself. Printed contents and indexes
that were read as text refer to nothing. They are recognised by their text, nothing but titles and numbers, with most
chapters among them; an overview of a chapter's own sections is not such a list:

    Sailing (see 1)               | 1.1 Anchors | 3 |              Contents: 1 Sailing, 1.1 Anchors, 2 Cargo
    Anchors: 1.1, 2.1             • Salt Cargo – rule 2.1          Anchors 1.1 Cargo 2 Salt Cargo 2.1
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Literal

from msgspec import Struct, field

from judge.core.languages import ENGLISH, RULE, any_of, fields, phrases, signs, units, words
from judge.core.model import Block, Entry, FoundReference, Link, Place, ReferenceKind
from judge.core.numbering import LEVEL, NUMBER, WORD_FIRST, lookup_key
from judge.core.tokens import capitalised_words, key, loose_key, title_roots
from judge.reading.lines.links import folded, inner_links, names_page
from judge.reading.text.rich_text import line_at
from judge.references.beside_numbers import is_cited, is_counting, is_other
from judge.references.named_titles import QUOTED, NamedTitle, find_named_titles, find_pages, page_end, split_list
from judge.references.written_addresses import OwnNumbers, Spoken, mentions, own_numbers, series

DOTTED = rf"(?:\d{{1,3}}(?:\.{LEVEL}){{1,9}}|[A-Z]\.\d{{1,3}}(?:\.{LEVEL}){{0,8}})"
"""A number of two levels or more, the first a letter or not; in running text a bare integer is a quantity."""
NOT_INSIDE = r"(?:(?<![\w.,$€£/])|(?<=\b[rR])|(?<=\d/)(?=\d{1,3}\.\d))"
"""Where a number may begin: not within a word or another number, but after the r of "r404.2"."""
CAPITALISED = r"[“\"'‘(]?[A-Z][\w’'&/-]{0,40}"
SMALL = rf"(?:{any_of(*map(words, ('of', 'and', 'article', 'small')))})"
TITLE_WORDS = rf"{CAPITALISED}(?:,?[ \-](?:{CAPITALISED}|{SMALL}(?= {CAPITALISED}))){{0,12}}[”\"']?"
TITLED_PARTS = any_of(word.capitalize() for word, unit in units().items() if unit in ("step", "phase", "part", "item"))
"""Words for what may be counted at the beginning of a title: "Step 2: Loading"."""
COUNTED = rf"(?:(?:{TITLED_PARTS})(?: \d{{1,2}})?: )?"
LABELLED = re.compile(rf"(?::?|,(?=\s[“\"‘]))\s(?!\()(?P<label>{QUOTED}|{COUNTED}{TITLE_WORDS})")
"""The words after a number of several levels that may be a title."""
LABELLED_SINGLE = re.compile(rf",\s(?P<label>{QUOTED})")
"""The same after a number of one level."""
IN_BRACKETS = re.compile(r"\w\s\((?P<number>\d{1,3})\)")
IN_SQUARES = re.compile(r"(?<=[\w.,;:”\"’'\])])\s?\[(?P<number>\d{1,3})\]")
"""A number of one level that is cited without a word, where the document writes its numbers so."""
RELATED = re.compile(rf"(?:^|(?<=[.:]\s))(?i:(?:{phrases('pointers', 'related')})(?:\s\w{{1,20}})?):\s+")
"""What begins a list of titles: "Related: Cost, Effect"."""
SEAM = r"[,;]\s+"
"""What parts them, as a pattern."""
LABEL_BEFORE = re.compile(r"(?P<label>[^.;:,()\[\]“”\"]{2,60})\s$")
OPENED = re.compile(rf"[(\[](?:(?:{any_of(words('see'))})\.?\s(?:(?:{any_of(signs('also'))})\s)?)?$", re.IGNORECASE)
"""The end of such a label, which most numbers have not before them."""
BRACKETS = " §()[]."
DOTTED_NUMBER = re.compile(NUMBER)
BRACKETED = re.compile(rf"[(\[](?:[^\W\d_]{{1,12}}\.?\s)?{DOTTED}[)\]]")
SQUARE = re.compile(rf"\[{DOTTED}\]")
SEVERAL = re.compile(r"[.-]\w")
Continued = tuple[str, int, int]
"""A number that may be continued, and from where to where the text prints it."""
FEWEST_HYPHENS = 3
"""Entries with hyphens in their numbers, at or above which a document writes its numbers so. Half or double changes
nothing in the five documents."""
INDEX_PAGES = re.compile(r"\s*(?P<at>(?P<first>\d{1,4})(?:\s?[–-]\s?\d{1,4})?)\s*")
FEWEST_BRACKETS = 20
"""Numbers of sections in brackets, for each bare one, that show that a document writes its references so. Half or
double changes nothing in the five documents."""


class Habits(Struct, frozen=True):
    """What of a whole document bears on its references."""

    titles: Collection[str] = ()
    """Its titles, as `titles.key` has them."""
    subjects: Collection[str] = ()
    """The same, as `titles.loose_key` has them."""
    brackets: bool = False
    """It writes its references as numbers in brackets, of one level as well."""
    squares: bool = False
    """The same for square brackets."""
    hyphens: bool = False
    """Its own numbers have levels with hyphens: `4-3-2`."""
    own: OwnNumbers | None = None
    """Its numbers whose shape no form knows."""
    language: str = ENGLISH
    """Its language; empty where that is not known."""
    roots: Collection[str] = ()
    """Its titles, as `tokens.title_roots` has them."""
    links: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    """Its links that lead inside it, with the entries of the address that they name; none where that is a page's."""

    def has_title(self, words: str) -> bool:
        """Tell whether the document has an entry of a title, in whatever number."""
        is_known = key(words) in self.titles or loose_key(words) in self.subjects
        return bool(key(words)) and (is_known or title_roots(words, self.language) in self.roots)


NO_HABITS = Habits()
"""Where nothing is known of the document."""


def extract(entries: Sequence[Entry], language: str = ENGLISH) -> Iterator[FoundReference]:
    """Find the references of entries, in the order of the text.

    An index names pages, and no numbers; contents and indexes that were read as text refer to nothing.

    Args:
        entries: of one document.
        language: its language; empty where that is not known.
    """
    habits, listed = habits_of(entries, language), listed_blocks(entries)
    for entry in entries:
        if entry.kind == "index":
            for index, block in enumerate(entry.blocks):
                yield from index_line(entry.id, index, block)
            continue
        if entry.title:
            yield from in_text(title_of(entry, entry.title), habits)
        for index, block in enumerate(entry.blocks):
            if (entry.id, index) not in listed:
                written = WrittenText(entry.id, index, block.text, block.places)
                yield from in_text(written, habits, block.links)


def habits_of(entries: Sequence[Entry], language: str = ENGLISH) -> Habits:
    """Look at a document as a whole; the rest is as for `extract`."""
    titles: set[str] = set()
    sections = bare = squares = 0
    for entry in entries:
        titles.update(title for title in (entry.title, *entry.aliases) if title)
        for block in entry.blocks:
            sections += len(BRACKETED.findall(block.text))
            bare += len(IN_BRACKETS.findall(block.text))
            squares += len(SQUARE.findall(block.text))
    subjects = frozenset(map(loose_key, titles))
    brackets = sections >= FEWEST_BRACKETS * max(bare, 1)
    return Habits(
        frozenset(map(key, titles)),
        subjects,
        brackets,
        squares >= FEWEST_BRACKETS,
        sum("-" in (entry.number or "") for entry in entries) >= FEWEST_HYPHENS,
        own_numbers(entries),
        language,
        frozenset(title_roots(title, language) for title in titles),
        _links_inside(entries),
    )


def _links_inside(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Find the links that lead to the addresses of entries."""
    holders: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for anchor in entry.anchors:
            holders[anchor].append(entry)
    if not holders:
        return {}
    links = {link.href for entry in entries for block in entry.blocks for link in block.links}
    known = {folded(anchor): anchor for anchor in holders}
    pages = {anchor for anchor in holders if names_page(anchor)}
    short = {anchor for anchor in pages if anchor[:1] in "pP" and anchor[1:].isdigit()}
    agreeing = sum(any(_ends_alike(anchor, one.number) for one in holders[anchor]) for anchor in short)
    if 2 * agreeing > len(short):
        pages -= short  # p12 is the address of paragraph 12
    inside = inner_links(links, known).items()
    return {href: [] if anchor in pages else holders[anchor] for href, anchor in inside}


def _ends_alike(anchor: str, number: str | None) -> bool:
    """Tell whether an address and the number of its entry end with the same digits."""
    return (number or "").rpartition(".")[2] == "".join(filter(str.isdigit, anchor))


def in_text(
    written: WrittenText, habits: Habits = NO_HABITS, links: Sequence[Link] = (), *, only_numbers: bool = False
) -> Iterator[FoundReference]:
    """Find the references of one block or title.

    Args:
        written: what is searched.
        habits: what is known of the document.
        links: those of the text.
        only_numbers: whether nothing but addresses is looked for, and of these no parts that are counted by themselves.
    """
    related = None if only_numbers else RELATED.search(written.text)
    end = related.end() if related else len(written.text)
    linked = list(_by_links(written, links, habits))
    claimed = bytearray(len(written.text))
    for one in linked:
        claimed[one.start : one.end] = b"\x01" * (one.end - one.start)
    listed = (
        [one for one in _listed(written, end, habits) if claimed.find(1, one.start, one.end) < 0] if related else []
    )
    found = [*linked, *_by_forms(written, end, habits, claimed, only_numbers=only_numbers), *listed]
    for one in sorted(found, key=lambda one: one.start):
        if not (written.block is None and one.start == 0 and one.number and not DOTTED_NUMBER.match(one.number)):
            yield one  # all but the heading's own address


class WrittenText(Struct, frozen=True):
    """A text of an entry: where its references are made."""

    source: str
    """Id of the entry."""
    block: int | None
    """Index of the block; None for the title."""
    text: str
    places: tuple[Place, ...]
    """Where it is in the source."""

    def reference(
        self,
        start: int,
        end: int,
        kind: ReferenceKind,
        number: str | None = None,
        label: str | None = None,
        *,
        sure: bool = True,
        anchor: str | None = None,
        card: str | None = None,
        edition: str | None = None,
        in_range: bool = False,
        is_quotation: bool = False,
    ) -> FoundReference:
        """Return the reference from one place of the text to another; the rest is as in `FoundReference`."""
        return FoundReference(
            source=self.source,
            block=self.block,
            start=start,
            end=end,
            line=line_at(self.places, start),
            text=self.text[start:end],
            kind=kind,
            number=number,
            label=label,
            anchor=anchor,
            sure=sure,
            card=card,
            edition=edition,
            in_range=in_range,
            is_quotation=is_quotation,
        )


def claim(claimed: bytearray, start: int, end: int) -> bool:
    """Claim a stretch of a text, unless a part of it is claimed already."""
    if claimed.find(1, start, end) >= 0:
        return False
    claimed[start:end] = b"\x01" * (end - start)
    return True


def title_of(entry: Entry, title: str) -> WrittenText:
    """Return the title of an entry as a text."""
    return WrittenText(entry.id, None, title, (Place(0, entry.lines[0][0]),))


def _by_links(written: WrittenText, links: Sequence[Link], habits: Habits) -> Iterator[FoundReference]:
    """Yield the links that lead inside the document; of two entries with one address the words name theirs."""
    for start, end, href in links:
        linked = written.text[start:end].strip()
        if not linked or href not in habits.links:
            continue
        holders = habits.links[href]
        bare = linked.strip(BRACKETS)
        bare += ")" * (bare.count("(") > bare.count(")"))  # "2.1(a)" keeps its own
        if _lists_numbers(linked) and all(linked != one.title for one in holders):
            continue
        named = (one for one in holders if bare in (one.number, one.title))
        holder = next(named, holders[0] if holders else None)
        number = _number_of_link(bare, holder)
        if number or holder:
            low = written.text.index(linked, start)
            kind: ReferenceKind = "number" if number else "title"
            label, anchor = None if number else linked, holder.id if holder else ""
            yield written.reference(low, low + len(linked), kind, number, label, anchor=anchor)


def _lists_numbers(linked: str) -> bool:
    """Tell whether the words of a link are several numbers, which are read as those of any text.

    >>> _lists_numbers("rules 2.1, 1.1"), _lists_numbers("2.1 and 1.1"), _lists_numbers("2.1 and more")
    (True, True, False)
    """
    found = list(mentions(linked))
    gaps = pairwise([0, *(place for one in found for place in (one.start, one.end)), len(linked)])
    return len(found) > 1 and all(_is_joined(linked[low:high]) for low, high in list(gaps)[::2])


def _number_of_link(linked: str, holder: Entry | None) -> str | None:
    """Return the number that the words of a link are, with words that send a reader to it; None where they say more.

    A single level is the number of a page where the link leads to one.
    """
    if DOTTED_NUMBER.fullmatch(linked) or any(one.number == linked for one in mentions(f"§{linked}")):
        return linked if holder or SEVERAL.search(linked) else None
    found = list(mentions(linked))
    if len(found) != 1 or found[0].unit not in (None, RULE) or any(map(str.isalnum, linked[found[0].end :])):
        return None
    before = (word.strip("([.:§") for word in linked[: found[0].start].casefold().split())
    sends = all(not word or word in words("see") or units().get(word) == RULE for word in before)
    is_own = holder and holder.number and lookup_key(holder.number) == lookup_key(found[0].number)
    return found[0].number if sends and not is_own else None


def _by_forms(
    written: WrittenText, limit: int, habits: Habits, claimed: bytearray, *, only_numbers: bool
) -> Iterator[FoundReference]:
    """Yield addresses, titles, pages and bare numbers; where two claim the same words, the earlier has them."""
    continued: list[Continued] = []
    text = written.text[:limit]
    named = [] if only_numbers else list(find_named_titles(text, habits.language, habits.has_title))
    yield from _naming((one for one in named if one.is_paged), written, claimed)
    for one in mentions(written.text, limit, hyphens=habits.hyphens, own=habits.own):
        if not (only_numbers and one.unit not in (None, RULE)):
            yield from _addressed(one, written, claimed, continued, habits.language)
    if not only_numbers:
        for match in find_pages(text, habits.language):
            if claim(claimed, *match.span()):
                yield written.reference(*match.span(), "page", match["number"], sure=False)
        yield from _in_brackets(written, limit, habits, claimed, continued)
        yield from _naming(named, written, claimed)
    yield from _continuing(written, sorted(continued, key=lambda one: one[2]), claimed, limit)


def _in_brackets(
    written: WrittenText, limit: int, habits: Habits, claimed: bytearray, continued: list[Continued]
) -> Iterator[FoundReference]:
    """Yield the numbers of one level that are in brackets, where the document writes its numbers so."""
    for pattern, is_used in ((IN_BRACKETS, habits.brackets), (IN_SQUARES, habits.squares)):
        for match in pattern.finditer(written.text, 0, limit) if is_used else ():
            start, end = match.span("number")
            if claim(claimed, start, end):
                label = _label_before(written.text, start)
                yield written.reference(start, end, "number", match[1], label, sure=pattern is IN_BRACKETS)
                continued.append((match[1], start, end))


def _naming(named: Iterable[NamedTitle], written: WrittenText, claimed: bytearray) -> Iterator[FoundReference]:
    """Yield the titles that a text names; of a list by itself each of which nothing has claimed anything."""
    for one in named:
        if claim(claimed, one.start, one.end):
            label = written.text[slice(*one.title)]
            yield written.reference(
                one.start, one.end, one.kind, None, label, sure=one.sure, is_quotation=one.is_quotation
            )


def _label_before(text: str, start: int) -> str | None:
    """Return the words before the bracket that a number opens; they may be a title."""
    opened = OPENED.search(text, max(0, start - 24), start)
    before = LABEL_BEFORE.search(text, max(0, start - 80), opened.start()) if opened else None
    return before["label"].strip() if before else None


def _addressed(
    one: Spoken, written: WrittenText, claimed: bytearray, continued: list[Continued], language: str
) -> Iterator[FoundReference]:
    """Yield the reference of an address, with the words after it that may be a title, and the page of both."""
    if claimed.find(1, one.start, one.end) >= 0:
        return
    text = written.text
    behind = (LABELLED if SEVERAL.search(one.number) else LABELLED_SINGLE).match(text, one.end)
    if is_other(text, one.start, one.end):
        return
    label, end = (behind["label"], behind.end()) if behind else (_label_before(text, one.start), one.end)
    end = page_end(text, end, language)
    claimed[one.start : end] = b"\x01" * (end - one.start)
    continued.append((one.number, one.start, one.end))
    kind: ReferenceKind = "step" if one.unit == "step" and not DOTTED_NUMBER.match(one.number) else "number"
    sure = is_cited(text, one.start, one.end, one.number)
    yield written.reference(one.start, end, kind, one.number, label, sure=sure)


def _continuing(
    written: WrittenText, numbers: Sequence[Continued], claimed: bytearray, limit: int
) -> Iterator[FoundReference]:
    """Yield the numbers of lists and ranges that no form finds, and those in the middle of ranges."""
    for number, start, end in numbers:
        middle: list[FoundReference] = []
        worded = WORD_FIRST.match(number)
        word = worded[0] if worded else ""
        for one in series(written.text, number, start, end):
            printed = one.number if one.number.startswith(word) else word + one.number
            is_range = one.ranged and SEVERAL.search(printed) is not None
            sure = one.printed and (is_range or is_cited(written.text, one.start, one.end, printed))
            reference = written.reference(one.start, one.end, "number", printed, sure=sure, in_range=not one.printed)
            if not one.printed:
                middle.append(reference)
                continue
            if one.end > limit or is_counting(written.text, one.end):
                break
            yield from middle
            middle = []
            if not claim(claimed, one.start, one.end):
                break
            yield reference


def _listed(written: WrittenText, start: int, habits: Habits) -> Iterator[FoundReference]:
    """Yield the titles of "Related: Cost, Effect"."""
    text = written.text.rstrip(" .")
    for low, high in split_list(text, start, len(text), SEAM, lambda one: key(one) in habits.titles):
        if low < high:
            yield written.reference(low, high, "related", None, text[low:high])


def index_line(source: str, block: int, line: Block) -> Iterator[FoundReference]:
    """Find the pages of "ally, 4, 17–18": one reference a page, its label the term."""
    written = WrittenText(source, block, line.text, line.places)
    end = len(line.text)
    pages: list[re.Match[str]] = []
    while end > 0:
        comma = line.text.rfind(",", 0, end)
        match = INDEX_PAGES.fullmatch(line.text, comma + 1, end)
        if not match or comma < 0:
            break
        pages.append(match)
        end = comma
    for page in reversed(pages):
        yield written.reference(*page.span("at"), "index", page["first"], line.text[:end], sure=False)


FEWEST = 5
"""Entries that a list names. Half changes 30 of 103 comparisons in the five documents, double 6."""
LIST_SEAM = re.compile(
    r"(?:^|(?<=[\s(\[|]))(?:(?:see|rules?|sections?|chapters?|pages?|pp?\.|§)\s?){0,3}"
    rf"{NUMBER}\.?(?=[\s,;:|)\]]|$)|[,;|•·…()\[\]\n]|\.{{2,}}|\s[–—-]\s|:(?=\s|$)",
    re.IGNORECASE,
)
"""What parts the titles of such a list: numbers, with or without a cue, and marks."""
LIST_HEADING = re.compile(r"(?:[\w’'-]{1,20}\s){0,3}(?:contents|index)\b", re.IGNORECASE)
"""What such a list may begin with: "Table of Contents", "Rules index"."""
COLUMNS = frozenset((*units(), *words("see"), *fields("title")))
"""What is above the columns of such a list, and between them."""


def listed_blocks(entries: Sequence[Entry]) -> frozenset[tuple[str, int]]:
    """Return the blocks that only list entries, by the id of their entry and their index."""
    titles = {key(entry.title): entry.id for entry in reversed(entries) if entry.title and entry.kind != "index"}
    parts = {entry.id for entry in entries if entry.kind == "part"}
    chapters = {
        entry.id for entry in entries if entry.title and entry.id not in parts and entry.parent in (None, *parts)
    }
    found: set[tuple[str, int]] = set()
    for entry in entries:
        named = [_named(block.text, titles) for block in entry.blocks]
        for bare, run in groupby(range(len(named)), key=lambda index: named[index] is not None):
            blocks = list(run)
            ids = {id for index in blocks for id in named[index] or ()}
            if bare and len(ids) >= FEWEST and 2 * len(ids & chapters) >= len(chapters):
                found.update((entry.id, index) for index in blocks)
    return frozenset(found)


def _named(text: str, titles: dict[str, str]) -> set[str] | None:
    """Return the entries that a text names, if it says nothing else."""
    ids: set[str] = set()
    heading = LIST_HEADING.match(text)
    for piece in _pieces(text, heading.end() if heading else 0):
        title = key(piece)
        if title in titles:
            ids.add(titles[title])
        elif title and title not in COLUMNS:
            return None
    return ids


def _pieces(text: str, start: int) -> Iterator[str]:
    """Yield what is between numbers and marks, one after the other: most texts are recognised by the first."""
    for seam in LIST_SEAM.finditer(text, start):
        yield text[start : seam.start()]
        start = seam.end()
    yield text[start:]


REACH = 100
"""Characters on each side of a number in which its title is."""
MOST_WORDS = 8
"""Words after a number that may be its title."""
END = re.compile(r"[.)\];:,”\"’'?!]|$")
CUES = r"(?:\b(?:see|also|under|in|at|by|cf|rules?|sections?|chapters?|sec|§)\.?:?\s?){0,4}"
"""What may be between a title and the number after it."""
QUOTED_BEHIND = r"[“\"'‘](?P<words>[^“”\"\n]{1,100})[”\"'’]"
QUOTED_BEFORE = r"[“\"‘'](?P<words>[^“”\"\n]{1,100})[”\"'’](?![\w“”\"‘’'])"
NEXT_NUMBER = re.compile(rf"[”\"’']?,?\s[(\[]{CUES}{NUMBER}\s?[)\]]", re.IGNORECASE)
"""What is after a title that is the one of the next number: "rules 2.1 and 2.3, Ropes (see 1.2)"."""
Titles = Mapping[str, object] | Iterable[str]
"""Keys of the titles that are known."""


class Label(Struct, frozen=True):
    """The words beside a number."""

    words: str
    whole: bool
    """They are written as a title: in quotes, in capitals, or between marks."""
    end: int
    """Where they end in the text, if they are right after the number; else 0."""


class TitleForm(Struct, frozen=True):
    """A way to write a title beside a number."""

    pattern: re.Pattern[str]
    """After a number: what is between it and the title; before one: all from the title on. The words of the
    title are a group where marks enclose them."""
    examples: tuple[str, ...]
    """{n} stands for the number, {t} for the title, {s} for the title as a sentence has it."""
    place: Literal["behind", "before"] = "behind"
    needs: Literal["marks", "capitals", "capitals or end", "some", "words"] = "marks"
    """What shows that words are the title: marks that enclose them; capitals; capitals, or that the sentence ends;
    capitals or several words; several words."""
    printed: bool = False
    """The title is a part of the reference as it is printed."""


TITLE_FORMS = (
    TitleForm(
        re.compile(rf"(?:[.:,;]|\s?[–—-])?\s?\(?{QUOTED_BEHIND}"),
        ("as {n}, “{t}”, has it", "as {n} “{t}” has it", "(see {n}: “{s}”)", "see {n} (“{t}”)", "{n} – “{t}”"),
    ),
    TitleForm(
        re.compile(r":?\s(?![“\"'‘–—(-])"),
        ("see {n} {t} now", "see {n} {s} now", "section {n}: {t}"),
        needs="some",
        printed=True,
    ),
    TitleForm(re.compile(r"\.\s"), ("see {n}. {t}", "as rule {n}. {t} has it"), needs="capitals or end", printed=True),
    TitleForm(
        re.compile(r"[,;]\s|\s?[–—-]\s"), ("({n}, {t})", "rule {n} – {t}", "rule {n}, {t}, holds"), needs="capitals"
    ),
    TitleForm(re.compile(r"\s?\("), ("see {n} ({t})", "see {n} ({s})"), needs="some"),
    TitleForm(
        re.compile(rf"{QUOTED_BEFORE}(?:[,:]|\s?[–—-])?\s?[(\[]?{CUES}$", re.IGNORECASE),
        ("“{t}” ({n})", "“{t}”, {n}", "“{s}” (see rule {n})", "“{t}” – see {n}", "“{t}” [{n}]"),
        "before",
    ),
    TitleForm(
        re.compile(rf"{QUOTED_BEFORE}\s(?:in|of|from)\s[^.;()“”]{{1,60}}\s[(\[]{CUES}$", re.IGNORECASE),
        ("see “{t}” in the handbook ({n})", "“{s}” from the tide rules (rule {n})"),
        "before",
    ),
    TitleForm(
        re.compile(
            r"(?<![^\W\d_])(?P<title>(?:[^\W\d_][\w’'&/-]{0,30}\s){0,7}[^\W\d_][\w’'&/-]{0,30}),\s(?=[a-z§])"
            rf"{CUES}$"
        ),
        ("{t}, rule {n}, has it", "It is told under {t}, see section {n}."),
        "before",
        "capitals",
    ),
    TitleForm(
        re.compile(
            r"\b(?:for|on|about|of)\s(?P<words>[^.;:,()]{1,80}?)\s(?:is|are|stands?)\s(?:[a-z]{3,9}\s)?"
            rf"(?=(?:in|under|at|by)\b){CUES}$",
            re.IGNORECASE,
        ),
        ("The rules for {s} are in section {n}.", "What is said of {t} is under {n}."),
        "before",
        "words",
    ),
    TitleForm(
        re.compile(
            r"\b(?:for|on|about)\s(?:more\s(?:on|about)\s)?(?P<words>[^.;:,()]{1,80}?),?\s[(\[]?"
            rf"(?=see\b){CUES}$",
            re.IGNORECASE,
        ),
        ("For {s} see {n}.", "for more on {t} see rule {n}"),
        "before",
        "words",
    ),
)


def title_beside(text: str, start: int, end: int, titles: Titles) -> Label | None:
    """Return the title that is beside a number.

    Args:
        text: the text.
        start: where the number begins.
        end: where it ends.
        titles: keys of the titles that are known.
    """
    behind = next(_titles_in("behind", text, text, end, titles), None)
    own = _title_before(text, start, titles)
    if not behind or not own:
        return behind or own
    rest = text[text.index(behind.words, end) + len(behind.words) :][:REACH]
    is_chain = any(_is_joined(rest[: one.start]) for one in mentions(rest))  # "“Salt,” rule 12, “Ropes,” rule 14"
    return own if is_chain else behind


def _title_before(text: str, start: int, titles: Titles) -> Label | None:
    """Return the title right before a number, unless it is that of the number before it."""
    before = text[max(0, start - REACH) : start]
    found = next(_titles_in("before", text, before, 0, titles), None)
    return None if found and is_of_number_before(before, before.rfind(found.words), titles) else found


def is_of_number_before(text: str, place: int, titles: Titles) -> bool:
    """Tell whether a title is that of a number before it: "rule 12, “Salt,” rule 14", but not "“Ropes” 12, “Salt” 14".

    Args:
        text: the text.
        place: where the title begins.
        titles: keys of the titles that are known.
    """
    for one in mentions(text, place):
        if one.unit or not WORD_FIRST.match(one.number):
            listed = ((more.start, more.end) for more in series(text, one.number, one.start, one.end))
            for start, end in ((one.start, one.end), *listed):
                found = next(_titles_in("behind", text, text, end, titles), None)
                if found and text.index(found.words, end) == place:
                    return not _title_before(text, start, titles)
    return False


def _is_joined(between: str) -> bool:
    """Tell whether there are only marks and words that join two numbers between them: their title is taken out.

    >>> [_is_joined(one) for one in (", “,” rule ", " and ", ", “.” Rule ", ") and ", " is not ")]
    [True, True, False, False, False]
    """
    is_ended = any(mark in between for mark in ".!?") and next(filter(str.isalnum, between), "").isupper()
    is_closed = ")" in between.replace("]", ")").partition("(")[0]
    joining = words("and") | words("see") | units().keys()
    found = "".join(mark if mark.isalnum() else " " for mark in between).split()
    return not is_ended and not is_closed and all(word.casefold() in joining for word in found)


def _titles_in(
    place: Literal["behind", "before"], text: str, searched: str, start: int, titles: Titles
) -> Iterator[Label]:
    """Yield what the ways to write a title on one side of a number find there."""
    for way in TITLE_FORMS:
        if way.place == place:
            match = way.pattern.match(searched, start) if place == "behind" else way.pattern.search(searched)
            if match and (found := _title(way, match, text, titles)):
                yield found


def _title(way: TitleForm, match: re.Match[str], text: str, titles: Titles) -> Label | None:
    """Return the title in what a way to write one was found in."""
    if "title" in match.re.groupindex:  # the longest one of several words in capitals that they end with
        printed = match["title"].split()
        rests = (" ".join(printed[first:]) for first in range(len(printed) - 1))
        return next((Label(rest, True, 0) for rest in rests if key(rest) in titles and is_capitalised(rest)), None)
    if "words" in match.re.groupindex:  # marks or words enclose it
        words = match["words"].strip(" .,")
        whole = way.needs == "marks" or len(words.split()) > 1
        return Label(words, whole, 0) if words and key(words) in titles else None
    return _along(way, match, text, titles)


def _along(way: TitleForm, match: re.Match[str], text: str, titles: Titles) -> Label | None:
    """Return the longest title that the words after a number begin with, if it is written as the way asks."""
    rest = text[match.end() : match.end() + REACH]
    ends = [word.end() for word in re.finditer(r"\S+", rest)][:MOST_WORDS]
    for stop in reversed(ends):
        words = rest[:stop].strip(" .,;:()[]”\"'’")
        if not words or key(words) not in titles:
            continue
        closed, capitals = bool(END.match(rest[len(words) :])), is_capitalised(words)
        if way.needs.startswith("capitals") and not (capitals or (closed and way.needs.endswith("end"))):
            continue
        if way.needs == "capitals" and NEXT_NUMBER.match(rest, len(words)):
            return None
        several = len(key(words, " ").split()) > 1
        end = match.end() + len(words) if way.printed else 0
        return Label(words, several or (capitals and closed), end) if several or capitals else None
    return None


def is_capitalised(words: str) -> bool:
    """Tell whether words are written as a title: each that is not small has a capital."""
    telling = capitalised_words(words)
    return bool(telling) and all(word[0].isupper() or not word[0].isalpha() for word in telling)
