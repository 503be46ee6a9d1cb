"""Works, editions and authority: how the documents of one game relate to each other.

Reads: each document with what it says of itself. Writes: a `Standing` each: its work, its kind, its rank (1 wins where
two disagree) and the edition that follows it.

Two documents are editions of one work where their titles agree except the edition, and part of their entries; or,
under other titles, most of their texts. The order of authority: what documents say of themselves, then the `authority`
that a person gave, the kind, the date, the edition. What tells no date has an unknown age: it is never the oldest for
that, and shares the rank of what it cannot be distinguished from.

Documents say of their place among the others, in a sentence that speaks of the document itself or of differing
documents (that a card's text wins over the rules says nothing about documents):

    over       This FAQ takes precedence over the rulebook.   These rules override the Floor Rules.
    under      Where the two differ, the rulebook is right.   The Comprehensive Rules take precedence over this guide.
    replaces   This document replaces all earlier versions.   These rules supersede the Floor Rules.
    knows      These answers follow the Tide Rulebook 2.1.0.  See the Floor Rules, version 1.4.

Which edition of a work a text means by a number (`of_day`):

    the text names an edition, or says that it knows one     that edition
    an edition's day is no later than the text's             the newest of these
    all editions are later                                   the oldest, which is the nearest to what its author had
    one date is a year or month in which the other is        that edition and the one before it; nothing tells which
    the text has no date                                     the newest, though it may be any
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cmp_to_key, partial
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct, field

from judge.core.dates import first_day, last_day
from judge.core.languages import any_of, phrases, relations
from judge.core.model import Document, DocumentKind, Entry, replace
from judge.core.numbering import slug
from judge.references.document_names import (
    DIGEST,
    RULES,
    DocumentNames,
    is_draft,
    is_everyday,
    is_kind_of_work,
    kind_of,
    words_of,
)
from judge.references.relations import GAP, OVERRIDES, REPLACES, alternatives

OTHER = r"(?P<other>[^\W\d_][\w’'&-]{0,30}(?:\s[\w’'&-]{1,30}){0,6}?)"
CLAUSE = r"[^.;]{0,80}?"
FEW_WORDS = r"(?:[\w’'-]{1,20}\s){0,3}?"


class _Forms(Struct, frozen=True):
    """Ways in which documents rank themselves, and what each of them contains; few documents need more than that."""

    holds: re.Pattern[str]
    forms: Sequence[tuple[str, str]]
    """Patterns as texts, which `_form` compiles."""


_form = cache(partial(re.compile, flags=re.IGNORECASE))


@cache
def _forms() -> tuple[_Forms, ...]:
    """Return how documents rank themselves, in the words that rules have for each other (`[relations]`)."""
    return tuple(_Forms(_form(holds), forms) for table in relations() for holds, forms in _of_language(table))


def _of_language(table: Mapping[str, Any]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the forms of one language after what they contain; the first that fits a sentence counts."""
    this, article, documents = _any(table["own"]), _any(table["beside"]), _any(table["documents"])
    doubt, decides = rf"{_any(table['doubt'])}\w*", rf"(?:{_rows(table['decides'])})\b"
    own, other = rf"\b{this}\s{FEW_WORDS}\w*?{documents}", rf"(?:{article}\s|our\s)?{OTHER}"
    end = rf"(?=[.,;:()]|\s(?:{any_of(table['and'].split(), table['scope'].split())})\b|$)"
    earlier = rf"{FEW_WORDS}{_any(table['earlier'])}\b"
    replaces, overrides = (table[kind]["says"].strip().splitlines() for kind in (REPLACES, OVERRIDES))
    of_itself: list[tuple[str, str]] = []
    for row in replaces:
        of_itself.append(("replaces", rf"{own}\s{_filled(row, earlier)}"))
        of_itself.append(("replaces", rf"{own}\s{_filled(row, other)}{end}"))
    of_itself += [("over", rf"{own}\s{_filled(row, other)}{end}") for row in overrides]
    of_itself += [("under", rf"\b{other}\s(?:always\s)?{_filled(row, own)}\b") for row in (*overrides, *replaces)]
    yield own, of_itself
    begun = rf"\b(?:{_rows(table['in_doubt'])})\s{CLAUSE}{doubt}"
    yield (
        begun,
        [
            ("over", rf"{begun}\s(?:with|between\s\w+\sand|zu|mit|avec|con)\s{other},\s{own}\s{decides}"),
            ("under", rf"{begun}{CLAUSE},\s(?:then\s)?(?!{this}\b){other}\s{decides}"),
            ("under", rf"{begun}{CLAUSE}\s{decides}\s{article}\s{OTHER}{end}"),
        ],
    )


def _rows(rows: str) -> str:
    return "|".join(_filled(row) for row in rows.strip().splitlines())


def _any(words: str) -> str:
    return rf"(?:{'|'.join(map(re.escape, words.split()))})"


def _filled(row: str, other: str = "") -> str:
    """Return the pattern of a row, with another in place of the address."""
    words = (one if one in ("{}", GAP) else _any(" ".join(alternatives(one))) for one in row.split())
    return r"\s".join(words).replace("{}", other).replace(rf"{GAP}\s", FEW_WORDS)


KNOWN = re.compile(
    rf"\b(?P<other>(?:[A-Z][\w’'&-]{{0,30}}\s){{0,5}}(?P<kind>[A-ZÀ-Þ][\w’'&-]{{2,30}})),?\s"
    rf"(?:(?i:{phrases('imprint', 'edition')})\s?)?(?P<edition>\d{{1,2}}(?:\.\d{{1,3}}){{1,3}}[a-z]?)(?![\w]|\.\d)"
)
"""An edition of another document."""
SENTENCE = re.compile(r"(?<![^.!?])[^.!?]{1,2000}(?:[.!?]|$)")
LONGEST = 2000
"""Characters of a block that may rank documents; longer ones are rules. Half or double changes nothing in the five
documents."""


class Claim(NamedTuple):
    """One sentence in which a document ranks itself."""

    how: str
    other: str
    """The words for the other document; empty where earlier versions are meant."""
    sentence: str
    """Of a document that it knows, the edition."""


def find_claims(entries: Iterable[Entry]) -> Iterator[Claim]:
    """Yield what the texts of a document say of its place among others."""
    for text in (block.text for entry in entries for block in entry.blocks if len(block.text) <= LONGEST):
        for sentence in SENTENCE.findall(text):
            forms = (one for held in _forms() if held.holds.search(sentence) for one in held.forms)
            found = ((how, match) for how, form in forms if (match := _form(form).search(sentence)))
            for how, match in islice(found, 1):
                yield Claim(how, match.groupdict().get("other") or "", sentence.strip())
        known = (one for one in KNOWN.finditer(text) if is_kind_of_work(one["kind"]))
        yield from (Claim("knows", one["other"], one["edition"]) for one in known)


TIERS = {RULES: 0, "errata": 0, "rulings": 1, "faq": 1, DIGEST: 2}
"""Kinds of documents by whether they are the rules, explain them, or sum them up; drafts are with the last."""
SAME_TITLE, OTHER_TITLE = 0.25, 0.6
"""Shares of the entries of the smaller of two documents that make them editions of one work. The five documents have no
case for the first; of the second, half or double changes nothing in them."""
FEWEST = 3
"""Entries that two documents of different titles must share. Half or double changes nothing in the five documents."""
ALONE = "no other document is an edition of it"


class Paper(Struct, frozen=True):
    """A document as its standing is worked out."""

    document: Document
    entries: Sequence[tuple[str, str, str, str]] = ()
    """Kind, number, title and text of each, as keys; empty where it has none."""
    claims: Sequence[Claim] = ()
    latest: str | None = None
    """The newest date among its rulings."""

    @property
    def date(self) -> str:
        """Return its date, or that of its newest ruling; empty where none is known."""
        return self.document.date or self.latest or ""

    @property
    def day(self) -> str:
        """Return the last day of its date; empty where none is known."""
        return last_day(self.date)


class Standing(Struct, frozen=True):
    """How one document relates to the others of its game."""

    work: str
    kind: DocumentKind
    rank: int
    superseded_by: str | None = None
    why: Mapping[str, str] = field(default_factory=dict)


class _Order(Struct):
    """Documents of one game by authority, with what the place of each rests on."""

    papers: list[Paper]
    ranks: dict[str, int] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)


def standings(papers: Sequence[Paper]) -> dict[str, Standing]:
    """Return how each document is, by key; documents without a game stand alone."""
    found: dict[str, Standing] = {}
    games: dict[str, list[Paper]] = defaultdict(list)
    for paper in papers:
        games[paper.document.game or f"document {paper.document.key}"].append(paper)
    for of_game in games.values():
        found.update(_of_game(of_game))
    return found


def summaries(documents: Iterable[Document]) -> frozenset[str]:
    """Return the keys of the documents that only sum others up.

    A digest that does not name what it sums up is one only beside rules of its game.

    Args:
        documents: their kinds are known.
    """
    every = list(documents)
    with_rules = {one.game for one in every if one.kind == RULES and one.game}
    digests = (one for one in every if one.kind == DIGEST)
    return frozenset(one.key for one in digests if one.summarises or one.game in with_rules)


def _of_game(papers: Sequence[Paper]) -> dict[str, Standing]:
    kinds = {paper.document.key: _kind(paper) for paper in papers}
    known = [replace(paper, document=replace(paper.document, kind=kinds[paper.document.key][0])) for paper in papers]
    names = DocumentNames(paper.document for paper in known)
    works = _works(known)
    order = _ordered(known, works, names)
    after = _next_editions(order, works)
    return {
        key: Standing(
            works[key][0],
            kinds[key][0],
            order.ranks[key],
            after.get(key),
            {"work": works[key][1], "kind": kinds[key][1], "authority": order.why[key]},
        )
        for key in works
    }


def known_editions(claims: Iterable[Claim], names: DocumentNames) -> list[str]:
    """Return the keys of the editions that a document says it knows, in the order of its text."""
    knows = [claim for claim in claims if claim.how == "knows"]
    return [key for claim in knows for key in names.find(claim.other) if names.editions.get(key) == claim.sentence]


def _kind(paper: Paper) -> tuple[DocumentKind, str]:
    if paper.document.kind:
        return paper.document.kind, "corpus.toml says so"
    if paper.document.summarises:
        return DIGEST, f"corpus.toml says that it summarises {', '.join(paper.document.summarises)}"
    return kind_of(paper.document.title, [kind for kind, *_ in paper.entries])


def _works(papers: Sequence[Paper]) -> dict[str, tuple[str, str]]:
    """Return the work of each document and what it rests on: the manifest, or editions that share their entries."""
    works: dict[str, tuple[str, str]] = {}
    leaders: list[Paper] = []
    for paper in papers:
        document = paper.document
        if document.work:
            works[document.key] = document.work, "corpus.toml says so"
            continue
        for leader in leaders:
            if reason := _one_work(leader, paper):
                works[document.key] = works[leader.document.key][0], reason
                break
        else:
            named = slug(" ".join(words_of(document.title)) or document.title)
            taken = {work for work, _ in works.values()}
            name = named if named not in taken else document.key
            works[document.key] = name, ALONE
        leaders.append(paper)
    editions = Counter(work for work, _ in works.values())
    for key, (work, why) in works.items():
        if editions[work] > 1 and why == ALONE:
            works[key] = work, "other editions share its entries"
    return works


def _one_work(one: Paper, other: Paper) -> str | None:
    """Return why two documents are editions of one work, or None."""
    if one.document.kind != other.document.kind or one.document.key in other.document.summarises:
        return None
    same = words_of(one.document.title) == words_of(other.document.title)
    small, large = sorted((one, other), key=lambda paper: len(paper.entries))
    count = _paired(small, large, by_title=same)
    enough = (
        count >= SAME_TITLE * len(small.entries) if same else count >= max(OTHER_TITLE * len(small.entries), FEWEST)
    )
    if not count or not enough:
        return None
    return f"it shares {count} of {len(small.entries)} entries with {one.document.key}"


def _paired(small: Paper, large: Paper, *, by_title: bool) -> int:
    """Count the entries of one document that another has too: by number and title, or by text."""
    numbered = {(number, title) for _, number, title, _ in large.entries if number and title}
    titles = {title for *_, title, _ in large.entries if title}
    texts = {text for *_, text in large.entries if text}
    return sum(
        bool(text and text in texts) or (by_title and bool((number, title) in numbered or (title and title in titles)))
        for _, number, title, text in small.entries
    )


def _ordered(papers: Sequence[Paper], works: dict[str, tuple[str, str]], names: DocumentNames) -> _Order:
    """Return documents by authority."""
    order = _Order([], {}, {})
    groups: dict[tuple[float, float], list[Paper]] = defaultdict(list)
    for paper in papers:
        given, is_open = paper.document.authority, is_draft(paper.document)
        tier = TIERS.get(DIGEST if is_open else paper.document.kind, 0)
        groups[(0, given) if given is not None else (1, tier)].append(paper)
        order.why[paper.document.key] = _place(paper, "it calls itself a draft" if is_open else "its kind")
    tied: dict[str, str] = {}
    for _, group in sorted(groups.items()):
        order.papers += _by_age(group, works, tied)
    _follow_claims(order, tied, names)
    rank = 0
    for place, paper in enumerate(order.papers, 1):
        key = paper.document.key
        before = order.papers[place - 2].document.key if place > 1 else None
        if before is None or (tied.get(key) != before and tied.get(before) != key):
            rank = place
        order.ranks[key] = rank
    return order


def _place(paper: Paper, first: str) -> str:
    """Return in words what the place of a document rests on, before claims; what it is comes first."""
    document = paper.document
    if document.authority is not None:
        return "corpus.toml says so"
    reasons = [first]
    if document.date:
        reasons.append(f"its date, {document.date}")
    elif paper.latest:
        reasons.append(f"its newest ruling, of {paper.latest}")
    if document.edition:
        reasons.append(f"its edition, {document.edition}")
    return ", then ".join(reasons)


def _by_age(group: Sequence[Paper], works: dict[str, tuple[str, str]], tied: dict[str, str]) -> list[Paper]:
    """Return documents of equal standing, the newest first; of unknown age are before what they may be newer than."""
    dated = sorted((paper for paper in group if paper.day), key=cmp_to_key(_newer))
    for paper in (one for one in group if not one.day):
        mates = [place for place, one in enumerate(dated) if _work(one, works) == _work(paper, works)]
        older = [place for place in mates if _newer_edition(paper, dated[place]) < 0]
        newer = [place for place in mates if _newer_edition(paper, dated[place]) > 0]
        place = older[0] if older else newer[-1] + 1 if newer else 0
        if not older and not newer and dated:
            tied[paper.document.key] = dated[0].document.key
        dated.insert(place, paper)
    return dated


def _work(paper: Paper, works: dict[str, tuple[str, str]]) -> str:
    return works[paper.document.key][0]


def _newer(one: Paper, other: Paper) -> int:
    """Compare two dated documents, the newer first: 2025 and 2025-06 may be one day, so their editions decide."""
    first, second = one.date, other.date
    if not first.startswith(second) and not second.startswith(first):
        return -1 if one.day > other.day else 1
    return _newer_edition(one, other)


def _newer_edition(one: Paper, other: Paper) -> int:
    """Compare the editions of two documents, the newer first; 0 where nothing tells."""
    first, second = (_edition(paper.document.edition) for paper in (one, other))
    return (first < second) - (first > second) if first and second else 0


def _edition(edition: str | None) -> list[tuple[int, str]]:
    """Return the levels of an edition in a form that compares: 2.10 is newer than 2.9, 1.4b than 1.4."""
    return [(int(digits), letter) for digits, letter in re.findall(r"(\d+)([a-z]?)\b", (edition or "").lower())]


def _follow_claims(order: _Order, tied: dict[str, str], names: DocumentNames) -> None:
    """Put documents where they say themselves that they belong, and digests after what they summarise."""
    pairs = list(_pairs(order.papers, names))
    wanted = {(high, low) for high, low, _ in pairs}
    for high, low, why in pairs:
        keys = [paper.document.key for paper in order.papers]
        if high not in keys or low not in keys or high == low or (low, high) in wanted:
            continue
        for key in (high, low):
            if tied.get(key) in (high, low):
                del tied[key]
        order.why[high if why.startswith("it says") else low] = why
        if keys.index(high) > keys.index(low):
            if why.startswith("it says"):
                order.papers.insert(keys.index(low), order.papers.pop(keys.index(high)))
            else:
                moved = order.papers.pop(keys.index(low))
                order.papers.insert(keys.index(high), moved)


def _pairs(papers: Sequence[Paper], names: DocumentNames) -> Iterable[tuple[str, str, str]]:
    """Yield which document is above which, and why."""
    for paper in papers:
        key = paper.document.key
        for claim in paper.claims:
            if claim.how == "knows" or (is_everyday(claim.other) and claim.sentence.startswith(claim.other)):
                continue
            for other in names.find(claim.other):
                if claim.how == "under":
                    yield other, key, f"it puts {other} above itself: “{claim.sentence}”"
                elif other != key:
                    yield key, other, f"it says so: “{claim.sentence}”"
    for paper in papers:
        for other in paper.document.summarises:
            yield other, paper.document.key, f"it summarises {other}"


def _next_editions(order: _Order, works: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Return the edition that follows each document, where the order of the two is certain; a draft follows drafts."""
    editions: dict[str, list[Paper]] = defaultdict(list)
    for paper in order.papers:
        editions[_work(paper, works)].append(paper)
    found: dict[str, str] = {}
    for papers in editions.values():
        newest_first = sorted(papers, key=cmp_to_key(_age))
        for place, older in enumerate(newest_first[1:], 1):
            followers = [one for one in newest_first[:place] if is_draft(older.document) or not is_draft(one.document)]
            if followers and _age(followers[-1], older) < 0:
                found[older.document.key] = followers[-1].document.key
    return found


def _age(one: Paper, other: Paper) -> int:
    """Compare two editions of one work, the newer first: by date, edition, or as one says that it replaces the rest."""
    if one.day and other.day and (told := _newer(one, other)):
        return told
    if told := _newer_edition(one, other):
        return told
    replaces = [any(claim.how == "replaces" and not claim.other for claim in paper.claims) for paper in (one, other)]
    return replaces[1] - replaces[0]


LAST = "9999"
"""Later than all days."""


class OfDay(Struct, frozen=True):
    """The editions of a work by how a text may mean them, each group with the newest first."""

    meant: Sequence[str]
    """Of several, nothing tells which."""
    later: Sequence[str] = ()
    """Those that came after the text."""
    earlier: Sequence[str] = ()
    """Those that another had followed by then."""
    is_dated: bool = True
    """Whether a day, or the text itself, tells which are meant."""

    @property
    def every(self) -> tuple[str, ...]:
        """All editions, in the order in which a number is looked for in them."""
        return (*self.meant, *self.later, *self.earlier)


def of_day(editions: Sequence[tuple[str, str | None]], day: str | None, known: Collection[str] = ()) -> OfDay:
    """Return which edition a text means.

    Args:
        editions: keys and dates, the oldest first.
        day: of the text, if it has one.
        known: keys of the editions that the text names or says it knows.
    """
    keys = [key for key, _ in editions]
    named = [place for place, key in enumerate(keys) if key in known]
    if named:
        first = last = named[-1]
    elif not day:
        return OfDay(keys[::-1], is_dated=False)
    else:
        spans = _spans([date for _, date in editions])
        first = max((place for place, (_, latest) in enumerate(spans) if latest <= first_day(day)), default=0)
        last = max((place for place, (earliest, _) in enumerate(spans) if earliest <= last_day(day)), default=0)
        last = max(first, last)
    return OfDay(keys[first : last + 1][::-1], keys[last + 1 :][::-1], keys[:first][::-1])


def _spans(dates: Sequence[str | None]) -> list[tuple[str, str]]:
    """Return the first and the last day on which each edition may have come out; without a date, between others."""
    found = []
    for place, date in enumerate(dates):
        before = max((last_day(one) for one in dates[:place]), default="")
        behind = min((first_day(one) for one in dates[place + 1 :] if one), default=LAST)
        found.append((first_day(date), last_day(date)) if date else (before, behind))
    return found
