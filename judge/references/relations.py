"""What texts state of the rules that they name: "HR 5.2 replaces CR 2.2", "despite 4.1", "2.2 entfällt".

Reads: the entries of a document and its resolved references. Writes: `StatedRelation`s, each with its sentence.

The words are data, `[relations]` of `judge.core.languages`. A row of it fits words right beside an
address; only articles, adverbs and words such as "rule" may be between. Rows are of four forms:

    says      This ruling replaces {}.    the subject must be this text or another address
    orders    Strike {}.                  the sentence begins so
    is        {} is deleted.              a clause begins so
    free      despite {}                  whatever the subject

A question, a negation or a condition states nothing. What is said of a part of a rule amends the rule; what replaces or
deletes it in some cases only is an exception from it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple, get_args

from msgspec import Struct

from judge.core.languages import abbreviations, any_of, ordinal, relations, units, words
from judge.core.model import Entry, Reference
from judge.core.numbering import PARTS, entry_id
from judge.core.text_facts import RelationKind, TextRelation

KINDS: tuple[RelationKind, ...] = get_args(RelationKind)
OVERRIDES, REPLACES, DELETES, AMENDS, NARROWS, EXCEPTS = KINDS
WHOLE = (OVERRIDES, REPLACES, DELETES)
"""Kinds of relations that leave nothing of a rule in force."""
SAYS, ORDERS, IS, FREE = FORMS = ("says", "orders", "is", "free")
ADDRESS, GAP = "{}", "…"
NOT_STATED = ("counterpart", "index", "page", "card")
"""Kinds of references that are no addresses of rules."""
SENTENCE_END = re.compile(r"(?P<word>[^\W_]*)[.!?]+[\"”“»’)]*(?:\s+|$)")
WORD = re.compile(r"(?:[^\W\d_]|qu)'(?=\w)|[^\W\d_]+(?:['-][^\W\d_]+)*|\d+")
BREAK = re.compile(r"[,;:(.!?–—]")
YEAR = re.compile(r"(?:19|20)\d\d")
LONGEST_SENTENCE = 1000
"""Characters of a sentence that may state something; longer ones are lists."""
LONGEST_QUOTE = 300
"""Characters of the longest text that is quoted whole."""
NEAREST = 3
"""Words after a statement in which its condition begins."""
MARK, FILL = "\x00", "\x01"
"""What stands for an address, and for the rest of its letters."""
SPACE = r"(?:(?<=')|,?\s+)"


class Relation(Struct, frozen=True):
    """`[[relation]]` of a manifest: what a person stated of two texts."""

    old: str
    new: str
    kind: str
    """A word of `KINDS`; renames; none: they were compared, and both hold."""
    by: str | None = None
    date: str | None = None


class StatedRelation(NamedTuple):
    """What a text states of a rule."""

    kind: RelationKind
    source: str
    """The entry that holds instead, or beside it: most often the one that says so."""
    source_block: int | None
    target: str
    target_block: int | None
    quote: str
    said_in: str
    """The entry that says so."""
    block: int | None
    """Where in it."""

    def record(self, date: str | None) -> TextRelation:
        """Return the contract's JSON, without the place of the rule.

        Args:
            date: of the text that says so.
        """
        return TextRelation(self.kind, self.source, self.source_block, self.quote, self.said_in, date)


class _Row(Struct, frozen=True):
    """A row of the table."""

    kind: RelationKind
    form: str
    text: str
    keys: frozenset[str]
    """Words of which a text has one, if the row fits it."""
    words: frozenset[str]


class _Tongue:
    """The rows of a language, and the words around them."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.table = table
        self.sets = {name: frozenset(value.lower().split()) for name, value in table.items() if type(value) is str}
        self.rows = [
            self._row(kind, form, line)
            for kind in KINDS
            for form in FORMS
            for line in table.get(kind, {}).get(form, "").splitlines()
            if line.strip()
        ]
        self.keys = frozenset[str]().union(*(row.keys for row in self.rows))
        self.beside = self.sets["beside"] | self.sets["texts"] | units().keys()
        texts = any_of(self.sets["texts"])
        self.fillers = rf"(?:(?:{any_of(self.sets['fillers'])}){SPACE})*"
        own = rf"(?:(?:{any_of(self.sets['beside'])}){SPACE})?(?:{any_of(self.sets['own'])})"
        text = rf"{own}\b(?:(?:{SPACE}\w+)?{SPACE}\w*(?:{texts}))?\b"
        begun = rf"^{text}[^,;:]*?\s(?:{any_of(self.sets['and'])})\s"
        clause = rf"(?:^|[,:;)–—]\s*){self.fillers}"
        which = any_of(self.sets["relative"])
        subject = (
            rf"(?:(?:(?:{texts})\s+)?(?P<by>{MARK}{FILL}*)(?:,?\s(?:{which}))?|{text}|"
            rf"(?<![{MARK}{FILL}],\s)(?:{which}))"
        )
        self.before = {
            SAYS: rf"(?:{begun}|(?<=\s){own}\s(?:{texts})\s|{clause}(?:{subject}\s+|(?<![,\w]\s)))",
            ORDERS: rf"^{self.fillers}",
            IS: rf"(?:^(?P<lead>(?:{any_of(self.sets['occasion'])})\s(?:[^\s,;:.{MARK}]+\s){{1,5}})|{clause})",
            FREE: "",
        }

    def _row(self, kind: RelationKind, form: str, text: str) -> _Row:
        sets = [self._element(word) for word in text.split() if word not in (ADDRESS, GAP)]
        return _Row(kind, form, text, max(sets, key=lambda one: min(map(len, one))), frozenset[str]().union(*sets))

    def _element(self, word: str) -> frozenset[str]:
        """Return what one word of a row stands for: `{own}` for the words of that name in the table."""
        return self.sets[word[1:-1]] if word[0] == "{" else frozenset(alternatives(word.lower()))

    @cached_property
    def address(self) -> re.Pattern[str]:
        """What is one address: several numbers, and the book after them."""
        joints = any_of([*self.sets["and"], *words("to")])
        joined = rf"(?:\s?[,/&–-]\s?|,?\s(?:{joints})\s)(?:(?:{any_of(self.beside)})\s+)*{MARK}{FILL}*"
        of, texts = any_of(self.sets["of"]), any_of(self.sets["texts"])
        book = rf"(?:\s\([^()]*\))?(?:\s(?:{of})(?:\s[^\W\d_]+){{0,4}}?\s\w*(?:{texts})(?:e?s)?\b)?"
        return re.compile(rf"{MARK}{FILL}*(?:{joined})*(?:\s?[\"”“»])?{book}", re.IGNORECASE)

    def collapse_addresses(self, text: str) -> str:
        """Return a text in which "3.1 and rule 3.2", and "3.1 of the rulebook", are one mark."""
        return self.address.sub(lambda match: MARK.ljust(len(match[0]), FILL), text)

    def pattern(self, row: _Row) -> str:
        """Return a row as a pattern."""
        found = r"(?<!\w)"
        for word in row.text.split():
            if word == GAP:
                found += rf"(?:[^\s,;:.]+{',?' if row.form == FREE else ''}\s+){{0,8}}?"
            elif word == ADDRESS:
                beside = r"(?P<beside>(?:[\w'§]+(?:(?<=')|\s+)){0,5}?)"
                found += rf"{self.fillers}{beside}(?:[\"“„«(]\s?)?(?P<address>{MARK}{FILL}*){SPACE}"
            else:
                found += rf"{self.fillers}(?:{any_of(self._element(word))})(?:(?<=')|(?!\w)){SPACE}"
        return found.removesuffix(SPACE)


@cache
def _tongues() -> tuple[_Tongue, ...]:
    return tuple(map(_Tongue, relations()))


@cache
def _compiled(tongue: _Tongue, row: _Row) -> re.Pattern[str]:
    is_apart = row.kind == EXCEPTS and row.form == ORDERS  # "ships wait, contrary to 1.4"
    return re.compile(tongue.before[IS if is_apart else row.form] + tongue.pattern(row), re.IGNORECASE)


def alternatives(word: str) -> list[str]:
    """Return the words that one word of a row stands for.

    >>> alternatives("replace(s)|supersede(s)")
    ['replace', 'replaces', 'supersede', 'supersedes']
    """
    return [form for one in word.split("|") for form in _with_endings(one)]


def _with_endings(word: str) -> list[str]:
    stem, *endings = re.split(r"\(|\)\(?", word.removesuffix(")"))
    return ["".join((stem, *chosen)) for chosen in product(*(("", ending) for ending in endings))]


def _fits(text: str) -> Iterator[tuple[_Tongue, _Row, re.Match[str]]]:
    """Yield the rows that fit a text, each with its language, and where; those of many words first.

    Args:
        text: with marks in place of addresses.
    """
    present = set(_words(text))
    for tongue in _tongues():
        if not tongue.keys.isdisjoint(present):
            rows = [row for row in tongue.rows if not row.keys.isdisjoint(present)]
            read = tongue.collapse_addresses(text)
            for row in sorted(rows, key=lambda row: -len(row.text.split())):
                for match in _compiled(tongue, row).finditer(read):
                    if all(word.isupper() or word.lower() in tongue.beside for word in WORD.findall(match["beside"])):
                        yield tongue, row, match


def read_relations(entries: Iterable[Entry], references: Iterable[Reference]) -> Iterator[StatedRelation]:
    """Yield what the texts of a document state of rules.

    Args:
        entries: of the document.
        references: those in its texts, resolved.
    """
    by_text: dict[tuple[str, int | None], list[Reference]] = defaultdict(list)
    for one in references:
        if one.kind not in NOT_STATED:
            by_text[one.source, one.block].append(one)
    for entry in entries:
        texts = [(None, entry.title or ""), *((place, one.text) for place, one in enumerate(entry.blocks))]
        for block, text in texts:
            if found := by_text.get((entry.id, block)):
                yield from _of_text(entry.id, block, text, found)


def _of_text(id: str, block: int | None, text: str, references: Sequence[Reference]) -> Iterator[StatedRelation]:
    seen: set[tuple[str, str]] = set()
    marked = _mark_addresses(text, references)
    for start, end in _sentences(marked):
        if MARK not in marked[start:end]:
            continue
        quote = shortened_quote(text[start:end].strip())
        for kind, place, by in _of_sentence(marked[start:end]):
            named = [one for one in references if start + place[0] <= one.start < start + place[1] and _is_one(one)]
            agents = [one for one in references if by and start + by[0] <= one.start < start + by[1]]
            source = entry_id(agents[0].target or "") if agents else ""
            for one in named:
                target = entry_id(one.target or "")
                of_whole = AMENDS if kind in WHOLE and _is_part(one) else kind
                if target not in (id, source) and (of_whole, target) not in seen:
                    seen.add((of_whole, target))
                    source_block = None if source else block
                    yield StatedRelation(of_whole, source or id, source_block, target, None, quote, id, block)


def _mark_addresses(text: str, references: Iterable[Reference]) -> str:
    """Return a text with a mark in place of each address, as long as before."""
    letters = list(text.replace("’", "'"))
    for one in references:
        start, end = one.start, one.start + len(_bare(one))
        if not {MARK, FILL}.intersection(letters[start:end]):
            letters[start:end] = MARK.ljust(end - start, FILL)
    return "".join(letters)


def _bare(reference: Reference) -> str:
    """Return the text of a reference without the title after its number."""
    text, label = str(reference.text), reference.label
    number = text[: text.rindex(label)].rstrip(" \u00a0\u202f,:.(“„«\"'") if label and label in text else text
    return number or text


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence that may state something begins and ends."""
    start = 0
    for match in SENTENCE_END.finditer(text):
        if match["word"].casefold() not in abbreviations() or match.end() == len(text):
            if match.end() - start <= LONGEST_SENTENCE:
                yield start, match.end()
            start = match.end()
    if start < len(text) <= start + LONGEST_SENTENCE:
        yield start, len(text)


_Span = tuple[int, int]


def _of_sentence(text: str) -> Iterator[tuple[RelationKind, _Span, _Span | None]]:
    """Yield what a sentence states: its kind, where its addresses are, and where that of what holds instead is."""
    claimed: set[int] = set()
    if text.rstrip().endswith("?"):
        return
    for tongue, row, match in _fits(text):
        place = match.span("address")
        if place[1] not in claimed and (kind := _judge_row(row, match, tongue)):
            claimed.add(place[1])
            yield kind, place, _agent(row, match, tongue)


def _agent(row: _Row, match: re.Match[str], tongue: _Tongue) -> _Span | None:
    """Return where the address of what holds instead is, if one is named: "is replaced by 5.2"."""
    if row.form == SAYS:
        return match.span("by") if match["by"] else None
    by = re.compile(rf"\b(?:{any_of(tongue.sets['by'])})\s+(?:[\w']+\s+){{0,3}}?({MARK}{FILL}*)", re.IGNORECASE)
    found = by.search(match.string, match.end())
    return found.span(1) if found else None


def _judge_row(row: _Row, match: re.Match[str], tongue: _Tongue) -> RelationKind | None:
    """Return the kind of what a row states where it fits a sentence; None for nothing."""
    sets, text = tongue.sets, match.string
    lead = match.groupdict().get("lead") or ""
    before, behind = _words(text[: match.start()] + lead), text[match.end() :]
    clause = [word for word in _words(BREAK.split(behind, maxsplit=1)[0]) if word not in sets["fillers"]]
    clause = clause[: next((at for at, word in enumerate(clause) if word in sets["but"]), None)]
    around = {*before, *clause, *_words(match[0])} - row.words
    is_whole = row.kind in WHOLE
    own_clause = text[: match.start() + 1].rpartition(";")[2]
    is_apart = row.kind == EXCEPTS and row.form != ORDERS
    earlier = _words(text[: match.start()].rpartition(",")[0] if is_apart else own_clause)
    if lead and before[-1] in sets["scope"] | sets["of"]:
        return None  # "At events ships in 1.4 are removed."
    if not around.isdisjoint(sets["not"]) or not sets["perhaps"].isdisjoint(earlier):
        return None
    if clause and row.form == IS and clause[0] in sets["by"] and MARK not in behind:
        is_whole = is_whole and not sets["own"].isdisjoint(clause)
        return row.kind if is_whole else None
    if clause and row.kind == EXCEPTS and clause[0] in sets["only"]:
        return None
    if row.form == FREE and not sets["relative"].isdisjoint(_words(BREAK.split(text[: match.start()])[-1])[-NEAREST:]):
        return None  # "a ship that moves in spite of 1.4 is put back"
    if clause and is_whole and row.form != FREE and clause[0] not in sets["scope"] | sets["by"] | sets["of"]:
        return None  # "remove 1.4 coins", "is no more than a reminder"
    next_ = _words(behind)[:NEAREST]
    known = sets["fillers"] | sets["texts"] | sets["own"] | sets["beside"] | sets["always"] | units().keys()
    is_case = match[0].startswith(":") and not known.issuperset(before)  # "Two-player game: 1.5 is removed"
    is_told = behind.startswith(",") and not (sets["only"] | sets["perhaps"]).isdisjoint(next_)
    is_limited = is_case or is_told or _limits(before, sets) or _limits(next_, sets)
    return EXCEPTS if is_whole and is_limited else row.kind


def _words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def _limits(some: Sequence[str], sets: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether words say in which cases a statement holds; "from now on" and "as of 2024" do not."""
    begins = bool(some) and some[0] in sets["scope"] and some[0] not in sets["by"]
    is_here = begins and some[0] in sets["in"] and not sets["own"].isdisjoint(some)
    return begins and not (is_here or any(word in sets["always"] or YEAR.fullmatch(word) for word in some))


def _is_one(reference: Reference) -> bool:
    """Tell whether a reference leads to one entry; that words state something of it makes a likely one sure."""
    return bool(reference.target and (reference.status == "ok" or reference.candidates == (reference.target,)))


def _is_part(reference: Reference) -> bool:
    """Tell whether a reference is to a part of what it leads to: "the second paragraph of 3.1"."""
    spoken = _words(reference.text)
    return "#" in (reference.target or "") or any(units().get(word) in PARTS or ordinal(word) for word in spoken)


def shortened_quote(text: str) -> str:
    """Return the beginning of a sentence that is quoted, cut at a word."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rsplit(" ", 1)[0] + "…"
