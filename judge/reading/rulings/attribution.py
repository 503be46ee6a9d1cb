"""Who ruled, where and when: what a ruling prints of that beside its own words.

    The copy keeps its name. (2007-07-02)                     a date, in brackets or not, at the end or the beginning
    [Mar 2021] The copy keeps its name.
    10 August 2007: The copy keeps its name.
    The copy keeps its name. [RTR 20070827]                   a source, with its date or without
    The copy keeps its name. [1]
    The copy keeps its name. — Jane Doe, rules forum, 3 May 2021
    — Jane Doe, rules forum, 3 May 2021                       a line of attribution: no words of a ruling are left

What else is in brackets belongs to the ruling: "(see 4.2)", "(24.8.1)", "(once per turn)", an icon such as [Tide].

Reads: the text of a ruling, and what its document's other rulings tell (`Conventions`). Writes: the ruling's own words
with date, source and author beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from judge.core.dates import last_day
from judge.core.model import Block, BlockKind, Entry, replace
from judge.core.tokens import fold
from judge.reading.rulings.printed_dates import DateOrder, PrintedDate, date_order, find_dates, read_date
from judge.reading.text.rich_text import Text, join, lines_of, spans, text_of

HEADING = frozenset("source sources quellen bibliography references citations fuentes fonti".split())
HEADING_LIMIT = 6
"""Words of a heading over a list of sources."""
LISTED = re.compile(
    r"\W{0,3}(?P<short>[^\W_][\w.&'’/-]{0,11}(?: \d{4,8})?)"
    r"(?:\s?[\])]\s?[:=|–—-]?|\s?[:=|–—\t]|\s-)\s{0,3}(?P<long>\w.{2,})"
)
"""`TOM – Tournament Operations Manual`, `[1] Harbour Rules`."""
FEWEST = 2
"""Lines of a list."""


def is_source_heading(title: str) -> bool:
    """Tell a heading over a list of sources: "Sources", "Key to the sources of rulings"."""
    words = fold(title).split()
    return len(words) <= HEADING_LIMIT and not HEADING.isdisjoint(words)


def listed_sources(lines: Iterable[str]) -> dict[str, str]:
    """Return what a list explains: each abbreviation with what it means; nothing where the lines are no such list."""
    given = [line for line in lines if line.strip()]
    found = [match for line in given if (match := LISTED.match(line))]
    if len(found) < FEWEST or len(found) * 3 < len(given) * 2:
        return {}
    return {match["short"]: match["long"].strip(" |") for match in found}


def is_listed(source: str, listed: Collection[str]) -> bool:
    """Tell whether a list has a source, whatever number or date it prints.

    Args:
        source: as a ruling prints it: "RTR 20070827", "TOM 5.2".
        listed: what the list explains, folded.
    """
    return bool(listed) and any(fold(form) in listed for form in (source, _bare(source)))


def _bare(source: str) -> str:
    """Return a source without the date that it prints, and without the number of a rule or page after it."""
    for date in reversed(find_dates(source)):
        source = f"{source[: date.start]} {source[date.end :]}"
    words = source.split()
    while len(words) > 1 and not any(char.isalpha() for char in words[-1]):
        words.pop()
    return " ".join(words).strip(",.:;- ") or source


class Conventions(Struct, frozen=True):
    """What a document tells of the way in which its rulings are attributed."""

    order: DateOrder | None = None
    """What is first in a date of numbers alone."""
    sources: frozenset[str] = frozenset()
    """What the document's own list explains, folded (`judge.reading.rulings.attribution`)."""
    initials: frozenset[str] = frozenset()
    """Abbreviations that are beside dates in brackets."""


class Credit(Struct, frozen=True):
    """When, where and by whom something was ruled."""

    date: str | None = None
    source: str | None = None
    """As it is printed: "RTR 20070827"."""
    author: str | None = None


class Position(Struct, frozen=True):
    """Where something is that may be an attribution."""

    square: bool
    """In square brackets."""
    apart: bool
    """After a whole sentence, in a line of its own, or with nothing before it."""
    last: bool
    """With not even a stop after it."""


MOST_WORDS = 8
"""Words of a source beside a date."""
CUES = re.compile(
    r"(?:(?:last|first|newly|officially)\s)?(?:updated?|added|revised|ruled|ruling|ruling of|errata(?:ed)?|issued|"
    r"dated?|effective|as of|clarified|clarification|confirmed|posted|published|version|on|in)",
    re.IGNORECASE,
)
"""Words that say no more than that a date is beside them."""
POINTER = re.compile(
    r"(?:see|cf\.?|compare|(?:rules?|section|chapter|page|pp?\.|step)(?=\s?[\dIVX])|before|after|until|since|from|if|when|unless|but|not)\b",
    re.IGNORECASE,
)
"""Words with which brackets begin that belong to the ruling."""
NOTE_NUMBER = re.compile(r"\d{1,3}")
ABBREVIATION = re.compile(r"[A-Z][A-Z0-9]{1,5}(?:[ -]\d[\d.]*)?")
OF_A_PLACE = frozenset(
    "forum forums faq list group newsgroup discord blog article newsletter thread post email mail twitter tournament "
    "team rules rulebook ruling rulings errata notes update committee council court staff office games game website "
    "site official channel reddit facebook wiki database comprehensive reference edition set judges judge".split()
)
"""Words of a source, which a person's name does not have."""
PARTICLES = frozenset("de da di del der den van von la le el bin al".split())
NAME_WORD = re.compile(r"[^\W\d_]\.?|(?:[^\W\d_]\.){2,3}|[^\W\d_][\w'’-]*[^\W\d_A-Z]")
"""A word of a person's name, or an initial; an abbreviation ends in a capital."""
SEPARATOR = re.compile(r"\s?[,;|/]\s|\s(?:on|in|at|via)\s|\s[–—-]\s")
AROUND = " \t\n,;:–—-|/.·"
URL = re.compile(r"(?:https?://|www\.)\S+")


def in_brackets(content: str, place: Position, known: Conventions) -> Credit | None:
    """Read what is in brackets; None if it belongs to the ruling."""
    content = " ".join(content.split())
    dates = find_dates(content, known.order)
    if len(dates) == 1:
        return _dated(content, dates[0], place, known)
    if content in known.initials or is_listed(content, known.sources) or URL.fullmatch(content):
        return Credit(source=content)
    if not place.apart or not place.last:
        return None
    if place.square and (NOTE_NUMBER.fullmatch(content) or (known.sources and ABBREVIATION.fullmatch(content))):
        return Credit(source=content)
    credit = named(content, known)
    of_a_place = credit.source and OF_A_PLACE.intersection(fold(credit.source).split())
    return credit if credit.author and of_a_place else None


def _dated(content: str, date: PrintedDate, place: Position, known: Conventions) -> Credit | None:
    """Read what is in brackets with a date."""
    rest = f"{content[: date.start]} {content[date.end :]}".strip(AROUND)
    if not rest or CUES.fullmatch(rest):
        return Credit(date.date) if date.form != "year" or place.apart or place.last else None
    if is_listed(content, known.sources):
        return Credit(date.date, content)
    if date.form == "year" or POINTER.match(rest) or len(rest.split()) > MOST_WORDS:
        return None
    return named(content, known) if is_name(rest) else None


def named(words: str, known: Conventions) -> Credit:
    """Read "Jane Doe, rules forum, 3 May 2021": a person first is the author; what else is printed is the source."""
    words = " ".join(words.split())
    dates = find_dates(words, known.order)
    date = next((one for one in dates if one.form != "year"), None)
    bare = f"{words[: date.start]}, {words[date.end :]}" if date else words
    parts = [part for one in SEPARATOR.split(bare) if (part := one.strip(AROUND.replace(".", "")))]
    if parts and is_person(parts[0]):
        return Credit(date.date if date else None, ", ".join(parts[1:]) or None, parts[0])
    return Credit(date.date if date else None, words.strip(AROUND) if parts else None)


def is_person(words: str) -> bool:
    """Tell a person's name: two to four words with capitals, none of which is of a place where people rule."""
    found = words.split()
    capitals = [word for word in found if word not in PARTICLES]
    return (
        2 <= len(capitals) <= 4
        and all(word[0].isupper() and NAME_WORD.fullmatch(word) for word in capitals)
        and any(len(word) > 2 for word in capitals)
        and not OF_A_PLACE.intersection(fold(words).split())
    )


def is_name(words: str) -> bool:
    """Tell words that name something, as a source does."""
    return bool(words) and (words[0].isupper() or words[0].isdigit() or bool(URL.match(words)))


class Attributed(NamedTuple):
    """A ruling's own words, and what is printed beside them."""

    text: Text
    """Empty where there is nothing but the attribution; it has the source lines of all that was read."""
    date: str | None = None
    source: str | None = None
    author: str | None = None


class _Found(Struct, frozen=True):
    """A part of a text that is an attribution."""

    start: int
    end: int
    credit: Credit


PAIRS = {")": "(", "]": "[", "）": "（", "］": "［", "】": "【"}
CLOSING = {opening: closing for closing, opening in PAIRS.items()}
SQUARE = "[［【"
LONGEST = 120
"""Characters of an attribution."""
MOST = 4
"""Attributions of one ruling."""
DASH = re.compile(r"(?<!\S)(?P<dash>[—―~]|--|[–-](?=\s))\s?")
DAY_ALONE = re.compile(r"\s+(?=[\"“«„]?[^\W\d_a-z])")
"""What may be between a whole date at the beginning and the first sentence."""
BRACKETED = re.compile(r"[\[(](?P<content>[^\[\]()]{6,40})[\])]")
GENERIC = re.compile(r"(?:the )?(?:source|ruling|link|ref(?:erence)?|forum|thread|post|here|\d{1,3})", re.IGNORECASE)
"""Words of a link that say nothing, so that its address is the source."""
BEHIND_DATE = re.compile(r"[:—–|]\s*|\s+(?:--?|[—–|])\s+|\.?[ \t]*\n\s*|[.)]\s+(?=\S)")
QUOTES = "\"'”’»*"
NO_CONVENTIONS = Conventions()


def attributed(text: Text, known: Conventions = NO_CONVENTIONS) -> Attributed:
    """Part a ruling into its own words and what is printed of its date, source and author.

    Args:
        text: a ruling, or a line that may be nothing but an attribution.
        known: what the document tells (`conventions_of`).
    """
    credits: list[Credit] = []
    while len(credits) < MOST and (found := _next(text, known)):
        text = _without(text, found.start, found.end)
        credits.append(found.credit)
    date = max((one.date for one in credits if one.date), key=last_day, default=None)
    sources = dict.fromkeys(one.source for one in reversed(credits) if one.source)
    author = next((one.author for one in credits if one.author), None)
    return Attributed(text, date, ", ".join(sources) or None, author)


def conventions_of(texts: Iterable[str], sources: Iterable[str] = ()) -> Conventions:
    """Return what a document tells of its attributions.

    Args:
        texts: its rulings, and whatever else may hold dates.
        sources: the sources that its own list explains (`judge.reading.rulings.attribution`).
    """
    texts = list(texts)
    return Conventions(date_order(texts), frozenset(map(fold, sources)), frozenset(_beside_dates(texts)))


def _beside_dates(texts: Iterable[str]) -> Iterator[str]:
    """Yield the abbreviations that are in brackets beside a date, `[OM, 14 Jan 2019]`; alone they are sources too."""
    for text in texts:
        for match in BRACKETED.finditer(text):
            content = match["content"]
            dates = find_dates(content)
            rest = f"{content[: dates[0].start]} {content[dates[0].end :]}".strip(AROUND) if len(dates) == 1 else ""
            if ABBREVIATION.fullmatch(rest):
                yield rest


def _next(text: Text, known: Conventions) -> _Found | None:
    """Find an attribution at either end of a text."""
    if not text:
        return None
    return next((found for rule in RULES if (found := rule(text, known))), None)


def _without(text: Text, start: int, end: int) -> Text:
    """Return a text without a part; the lines of that part stay among its own."""
    parts = [part for part in (text.cut(0, start), text.cut(end)) if part]
    rest = join(parts, "") if parts else text.keep(0, 0)
    kept = {place.line for place in rest.places}
    gone = [place.line for place in text.places if place.line not in kept]
    before = [(0, line) for line in gone if line < rest.first]
    after = [(len(rest.value), line) for line in gone if line > rest.first]
    places = (*(rest.places[0]._replace(offset=at, line=line) for at, line in before), *rest.places)
    places += tuple(rest.places[0]._replace(offset=at, line=line) for at, line in after)
    return Text(rest.value, places, rest.marks, rest.links)


# What each rule finds: at the end of a text, then at its beginning


def _only_a_date(text: Text, known: Conventions) -> _Found | None:
    """`2007-07-02`, `[Mar 2021]`: a line that is a date; a bare year is a number."""
    found = read_date(text.value, known.order)
    bracketed = text.value.strip(QUOTES + " ")[:1] in CLOSING
    return _Found(0, len(text.value), Credit(found.date)) if found and (found.form != "year" or bracketed) else None


def _brackets_at_the_end(text: Text, known: Conventions) -> _Found | None:
    """`… its name. [RTR 20070827]`, `… its name (2007-07-02).`: after the text."""
    value = text.value
    end = len(value.rstrip(" \n" + QUOTES))
    close = end - 1 if value[:end][-1:] in PAIRS else end - 2
    if close < 1 or value[close] not in PAIRS or value[close + 1 : end] not in ("", ".", ";"):
        return None
    start = value.rfind(PAIRS[value[close]], max(0, close - LONGEST), close)
    if start < 0:
        return None
    place = Position(value[start] in SQUARE, _is_apart(value[:start]), close + 1 == end)
    credit = in_brackets(value[start + 1 : close], place, known)
    if not credit:
        return None
    stop_stays = not place.last and not place.apart
    return _Found(
        start - len(value[:start]) + len(value[:start].rstrip()), close + 1 if stop_stays else len(value), credit
    )


def _link_at_the_end(text: Text, known: Conventions) -> _Found | None:
    """`… its name. source`, where the last words are a link to a page."""
    end = len(text.value.rstrip(" \n."))
    link = next((link for link in reversed(text.links) if link.end >= end > link.start), None)
    if not link or not link.href.strip("#") or not _is_apart(text.value[: link.start]):
        return None
    words = text.value[link.start : link.end]
    if GENERIC.fullmatch(words.strip("()[]. ")) or URL.fullmatch(words):
        return _Found(link.start, len(text.value), Credit(source=link.href))
    credit = in_brackets(words, Position(True, True, True), known)
    return _Found(link.start, len(text.value), credit) if credit else None


def _dash_at_the_end(text: Text, known: Conventions) -> _Found | None:
    """`… its name. — Jane Doe, rules forum, 3 May 2021`: after a dash."""
    for dash in reversed([*DASH.finditer(text.value, max(0, len(text.value) - LONGEST))]):
        tail = text.value[dash.end() :]
        if not tail.strip() or not _is_apart(text.value[: dash.start()]):
            continue
        credit = named(tail.strip().rstrip("."), known)
        alone = not text.value[: dash.start()].strip()
        sure = credit.date is not None or not alone or dash["dash"] in ("—", "―", "--")
        if sure and (credit.author or (credit.date and (not credit.source or is_name(credit.source)))):
            return _Found(dash.start(), len(text.value), credit)
    return None


def _date_at_the_end(text: Text, known: Conventions) -> _Found | None:
    """`… its name. 2007-07-02`: a date after a whole sentence."""
    value = text.value
    cut = max(0, len(value) - LONGEST)
    end = len(value.rstrip(" \n."))
    for date in find_dates(value[cut:], known.order)[-1:]:
        start = cut + date.start
        if date.form in ("day", "numbers", "month") and cut + date.end == end and (date.start or not cut):
            before = value[:start].rstrip(" –—-|(")
            if _is_apart(before + (" " if before == value[:start] else "")) and "(" not in value[len(before) : start]:
                return _Found(len(before), len(value), Credit(date.date))
    return None


def _brackets_at_the_beginning(text: Text, known: Conventions) -> _Found | None:
    """`[Mar 2021] The copy …`, `(RTR 2007-08-27): The copy …`: before the text."""
    value = text.value
    close = value.find(CLOSING[value[0]], 1, LONGEST) if value[0] in CLOSING else -1
    if close < 0:
        return None
    credit = in_brackets(value[1:close], Position(value[0] in SQUARE, apart=False, last=True), known)
    if not credit or not (credit.date or (credit.source and is_listed(credit.source, known.sources))):
        return None
    rest = value[close + 1 :]
    return _Found(0, len(value) - len(rest.lstrip(" :–—-\n")), credit)


def _date_at_the_beginning(text: Text, known: Conventions) -> _Found | None:
    """`2007-07-02: The copy …`, `Jane Doe, 3 May 2021 – The copy …`: up to a mark."""
    value = text.value
    for date in find_dates(value[:LONGEST], known.order)[:1]:
        mark = BEHIND_DATE.match(value, date.end)
        if not mark and date.form == "day" and not date.start:
            mark = DAY_ALONE.match(value, date.end)
        head = value[: date.start].strip(AROUND + "([")
        if not mark or (date.form == "year" and mark.group()[0] not in ":\n") or mark.end() == len(value):
            return None
        if head and not CUES.fullmatch(head) and not (is_person(head) or is_listed(head, known.sources)):
            return None
        tells = head and not CUES.fullmatch(head)
        credit = named(value[: date.end], known) if tells else Credit(date.date)
        return _Found(0, mark.end(), credit)
    return None


RULES: tuple[Callable[[Text, Conventions], _Found | None], ...] = (
    _only_a_date,
    _brackets_at_the_end,
    _link_at_the_end,
    _dash_at_the_end,
    _date_at_the_end,
    _brackets_at_the_beginning,
    _date_at_the_beginning,
)
"""In order of precedence; each finds one attribution, and all are asked again until none finds one."""


def _is_apart(before: str) -> bool:
    """Tell whether what follows a text is after a whole sentence, in a line of its own, or at the beginning."""
    bare = before.rstrip()
    if not bare or "\n" in before[len(bare) :] or bare[-1] in ")]":
        return True
    return bare.rstrip(QUOTES + ")]")[-1:] in tuple(".!?…。")


def with_credits(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries, the date, source and author of each ruling and each answer in its fields."""
    texts = [block.text for entry in entries for block in entry.blocks]
    has_rulings = any(block.kind == _credited_kind(entry) for entry in entries for block in entry.blocks)
    known = conventions_of(texts, sources_of(entries)) if has_rulings else Conventions()
    for entry in entries:
        blocks = tuple(_credited(entry.blocks, _credited_kind(entry), known))
        yield replace(entry, blocks=blocks) if blocks != entry.blocks else entry


def sources_of(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the sources that a document's own list explains, each with what it means."""
    listed: dict[str, str] = {}
    headings: set[str] = set()
    for entry in entries:
        if entry.title and is_source_heading(entry.title):
            headings.add(entry.id)
            listed |= listed_sources(line.value for block in entry.blocks for line in text_of(block).by_line())
        elif entry.title and entry.parent in headings and entry.blocks:
            listed[entry.title] = entry.blocks[0].text
    return listed


def _credited_kind(entry: Entry) -> BlockKind:
    """Return the kind of the blocks of an entry that print sources: the answer to a question is text."""
    return "text" if entry.kind == "qa" else "ruling"


def _credited(blocks: Sequence[Block], kind: BlockKind, known: Conventions) -> Iterator[Block]:
    """Yield blocks, those of a kind with their fields; an attribution alone belongs to the block before it."""
    waiting: Block | None = None
    for block in blocks:
        made = _with_fields(block, known) if block.kind == kind else block
        if not made.text and waiting and waiting.kind == kind and not (waiting.date or waiting.source):
            lines = spans((*lines_of(waiting.lines), *lines_of(made.lines)))
            author = waiting.author or made.author
            waiting = replace(waiting, date=made.date, source=made.source, author=author, lines=lines)
            continue
        if waiting:
            yield waiting
        waiting = made if made.text else block
    if waiting:
        yield waiting


def _with_fields(block: Block, known: Conventions) -> Block:
    """Part one ruling from what is printed beside it."""
    found = attributed(text_of(block), known)
    if not (found.date or found.source or found.author):
        return block
    shown = found.text.cut(0)
    return replace(
        block,
        text=shown.value,
        marks=shown.marks,
        links=shown.links,
        places=shown.places,
        date=block.date or found.date,
        source=block.source or found.source,
        author=block.author or found.author,
    )
