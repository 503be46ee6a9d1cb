"""What texts state of the rules that they name: "HR 5.2 replaces CR 2.2", "despite 4.1", "2.2 entfällt".

Reads: the entries of a document and its resolved references. Writes: `StatedRelation`s, each with its sentence.

The words are data, `[relations]` of `judge.core.languages`. A row of it fits words right beside an
address; only articles, adverbs and words such as "rule" may be between. Rows are of four forms:

    says      This ruling replaces {}.    the subject must be this text, a part of it, or another address
    orders    Strike {}.                  the sentence begins so
    is        {} is deleted.              nothing but the address is the subject, or a part: "the last sentence of {}"
    free      despite {}                  whatever the subject

A question, a negation or a condition states nothing. What is said of a part of a rule amends the rule; what replaces or
deletes it in some cases only is an exception from it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.languages import abbreviations, ordinal, relations, units, words
from judge.core.numbering import PARTS, entry_id

OVERRIDES, REPLACES, DELETES, AMENDS, NARROWS, EXCEPTS = KINDS = (
    "overrides",
    "replaces",
    "deletes",
    "amends",
    "narrows",
    "excepts",
)
WHOLE = (OVERRIDES, REPLACES, DELETES)
"""Kinds of relations that leave nothing of a rule in force."""
SAYS, ORDERS, IS, FREE = FORMS = ("says", "orders", "is", "free")
ADDRESS, HEADING, QUOTATION, VALUE, GAP = "@", "{:}", '"', "#", "…"
TOKEN = re.compile(
    r"\x00\x01*|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|\"[^\"]*\"|"
    r"(?:[^\W\d_]|[Qq]u)['’](?=\w)|[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\w\s]"
)
"""An address (a mark and what fills its place), a quotation, a word, a number, or another mark."""
OPENING = '“„«»"'
ENDS = (".", "!", "?")
BREAKS = (",", ";", ":", "(", ")", "–", "—")
NOT_STATED = ("counterpart", "index", "page", "card")
"""Kinds of references that are no addresses of rules."""
MOST_BETWEEN = 8
"""Words in a gap, and in the name of a part. Chosen, not fitted."""
LONGEST_LEAD = 3
"""Words up to an address that leads a sentence: "Zu Regel 2.3:". Chosen, not fitted."""
LONGEST_SENTENCE = 200
"""Words of a sentence that may state something; longer ones are lists. Chosen, not fitted."""
MOST_OF_A_VALUE = 4
"""Words of a value: "four ships each". Chosen, not fitted."""
BEFORE_HEADING = len("Article ")
"""Characters of a title before the address of the rule that it is headed by."""
LONGEST_QUOTE = 300
"""Chosen, not fitted."""
NEAREST = 3
"""Words before an exception in which it may be denied. Chosen, not fitted."""


class StatedRelation(NamedTuple):
    """What a text states of a rule."""

    kind: str
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

    def record(self, date: str | None) -> Record:
        """Return the contract's JSON, without the place of the rule.

        Args:
            date: of the text that says so.
        """
        return {
            "kind": self.kind,
            "id": self.source,
            "block": self.source_block,
            "quote": self.quote,
            "source": self.said_in,
            "date": date,
        }


class _Row(NamedTuple):
    """A row of the table."""

    kind: str
    form: str
    pattern: tuple[frozenset[str] | str, ...]
    keys: frozenset[str]
    """Words of which a text has one, if the row fits it."""


class _Tongue(NamedTuple):
    """The rows of a language, and the words around them."""

    rows: Sequence[_Row]
    keys: frozenset[str]
    own: frozenset[str]
    texts: frozenset[str]
    beside: frozenset[str]
    fillers: frozenset[str]
    not_: frozenset[str]
    perhaps: frozenset[str]
    scope: frozenset[str]
    since: frozenset[str]
    always: frozenset[str]
    by: frozenset[str]
    inside: frozenset[str]
    but: frozenset[str]
    only: frozenset[str]
    joints: frozenset[str]
    of: frozenset[str]
    counts: frozenset[str]


class _Token(NamedTuple):
    """A word or mark of a sentence; ADDRESS or QUOTATION for those."""

    word: str
    start: int
    end: int
    references: tuple[Record, ...] = ()
    capitals: bool = False
    beside: bool = False
    """It only says whose or what an address is: the words in "of the rulebook's rule 3.1"."""


class _Fit(NamedTuple):
    """A row that fits a sentence."""

    row: _Row
    taken: tuple[int, ...]
    """The places of its words."""
    part: bool
    """The address is that of the whole of what is meant."""

    @property
    def first(self) -> int:
        return self.taken[0]

    @property
    def end(self) -> int:
        return self.taken[-1] + 1


@cache
def _tongues() -> tuple[_Tongue, ...]:
    return tuple(map(_tongue, relations()))


def _tongue(table: Mapping[str, object]) -> _Tongue:
    rows = [
        _row(kind, form, line, table)
        for kind in KINDS
        if isinstance(of_kind := table.get(kind), dict)
        for form in FORMS
        for line in of_kind.get(form, "").splitlines()
        if line.strip()
    ]
    names = "own texts beside fillers not perhaps scope since always by in but only and of counts".split()
    sets = (frozenset(str(table[name]).casefold().split()) for name in names)
    return _Tongue(rows, frozenset().union(*(row.keys for row in rows)), *sets)


def _row(kind: str, form: str, line: str, table: Mapping[str, object]) -> _Row:
    pattern = tuple(_element(word, table) for word in line.replace("{}", ADDRESS).split())
    sets = [one for one in pattern if isinstance(one, frozenset)]
    return _Row(kind, form, pattern, max(sets, key=lambda one: min(map(len, one))))


def _element(word: str, table: Mapping[str, object]) -> frozenset[str] | str:
    """Return what one word of a row stands for: `{own}` for the words of that name in the table."""
    if word in (ADDRESS, HEADING, VALUE, GAP):
        return word
    if word[0] == "{":
        return frozenset(str(table[word[1:-1]]).casefold().split())
    return frozenset(alternatives(word.casefold()))


def alternatives(word: str) -> list[str]:
    """Return the words that one word of a row stands for.

    >>> alternatives("replace(s)|supersede(s)")
    ['replace', 'replaces', 'supersede', 'supersedes']
    """
    return [form for one in word.split("|") for form in _with_endings(one)]


def _with_endings(word: str) -> list[str]:
    stem, *endings = re.split(r"\(|\)\(?", word.removesuffix(")"))
    return ["".join((stem, *chosen)) for chosen in product(*(("", ending) for ending in endings))]


def states(before: str, behind: str) -> tuple[bool, bool]:
    """Tell whether the words before a number, and those after it, state something of it.

    >>> states("abweichend von ", " wartet es"), states("", " no longer applies."), states("see ", " again")
    ((True, False), (False, True), (False, False))
    """
    number: Record = {"start": len(before), "text": "0", "label": None}
    tokens = _tokens(f"{before}0{behind}", [number])[:LONGEST_SENTENCE]
    present = {one.word for one in tokens}
    for tongue in (one for one in _tongues() if not one.keys.isdisjoint(present)):
        rows = [row for row in tongue.rows if not row.keys.isdisjoint(present)]
        read = _collapsed(tokens, tongue)
        at = next((place for place, one in enumerate(read) if one.word == ADDRESS), 0)
        fits = (_fitted(row, read, first, tongue) for row in rows for first in range(at + 1))
        if found := next((one for one in fits if one and at in one.taken), None):
            return found.first < at, found.end > at + 1
    return False, False


def headings(entries: Iterable[Record], references: Iterable[Record]) -> dict[str, str]:
    """Return the rules of other documents that entries of a document are headed by, by the ids of the entries.

    A heading is a rule's where it begins with its address, or has its number and its title.

    Args:
        entries: of the document.
        references: those in its texts, resolved.
    """
    numbers = {entry["id"]: entry["number"] for entry in entries}
    found: dict[str, str] = {}
    for one in references:
        target = entry_id(one["target"] or "")
        if one["block"] is None and one["status"] == "ok" and target not in numbers:
            number = numbers.get(one["source"])
            is_same = one["kind"] == "counterpart" and bool(number) and target.partition(":")[2] == number
            if is_same or (one["kind"] not in NOT_STATED and one["start"] <= BEFORE_HEADING):
                found.setdefault(one["source"], target)
    return found


def stated(
    entries: Iterable[Record], references: Iterable[Record], headings: Mapping[str, str]
) -> Iterator[StatedRelation]:
    """Yield what the texts of a document state of rules.

    Args:
        entries: of the document.
        references: those in its texts, resolved.
        headings: the rules that entries are headed by, by the ids of the entries: "### 1.2 Flooding" in errata.
    """
    by_text: dict[tuple[str, int | None], list[Record]] = defaultdict(list)
    for one in references:
        if one["kind"] not in NOT_STATED:
            by_text[one["source"], one["block"]].append(one)
    for entry in entries:
        texts = [(None, entry["title"] or ""), *((place, one["text"]) for place, one in enumerate(entry["blocks"]))]
        for block, text in texts:
            heading = headings.get(entry["id"]) if block is not None else None
            if (entry["id"], block) in by_text or heading:
                yield from _of_text(entry, block, text, by_text[entry["id"], block], heading)


def _of_text(
    entry: Record, block: int | None, text: str, references: Sequence[Record], heading: str | None
) -> Iterator[StatedRelation]:
    seen: set[tuple[str, str]] = set()
    for sentence in _sentences(_tokens(text, references)):
        if len(sentence) > LONGEST_SENTENCE:
            continue
        quote = _shortened(text[sentence[0].start : sentence[-1].end])
        for kind, reference, source in _of_sentence(sentence, entry, heading):
            target = entry_id(reference["target"])
            kind = AMENDS if kind in WHOLE and _is_part(reference) else kind
            if target not in (entry["id"], source) and (kind, target) not in seen:
                seen.add((kind, target))
                place = None if source else block
                yield StatedRelation(kind, source or entry["id"], place, target, None, quote, entry["id"], block)


def _of_sentence(
    sentence: Sequence[_Token], entry: Record, heading: str | None
) -> Iterator[tuple[str, Record, str | None]]:
    """Yield what a sentence states: its kind, of which reference, and the entry that it says holds instead."""
    present = {one.word for one in sentence}
    if sentence[-1].word == "?":
        return
    for tongue in _tongues():
        if not tongue.keys.isdisjoint(present):
            readings = (list(_relations(tokens, tongue, entry)) for tokens in _readings(sentence, tongue, heading))
            yield from next(filter(None, readings), [])


def _is_part(reference: Record) -> bool:
    """Tell whether a reference is to a part of what it leads to: "the second paragraph of 3.1"."""
    spoken = TOKEN.findall(reference["text"].casefold())
    return "#" in reference["target"] or any(units().get(word) in PARTS or ordinal(word) for word in spoken)


def _readings(sentence: Sequence[_Token], tongue: _Tongue, heading: str | None) -> Iterator[list[_Token]]:
    """Yield a sentence as it is read: one without an address, below a heading that is one, speaks of that.

    So does what follows an address and a colon: "Zu 2.3 Fares: here …".
    """
    places = [place for place, one in enumerate(sentence) if one.word == ADDRESS]
    colons = (place for place, one in enumerate(sentence) if one.word == ":")
    lead: tuple[Record, ...] = ({"target": heading, "status": "ok", "text": ""},) if heading else ()
    if places:
        yield _collapsed(sentence, tongue)
        colon = next(colons, 0)
        is_lead = len(places) == 1 and places[0] < LONGEST_LEAD and places[0] < colon <= places[0] + MOST_BETWEEN
        lead, sentence = (sentence[places[0]].references, sentence[colon + 1 :]) if is_lead else ((), ())
    if lead and sentence:
        start = sentence[0].start
        address = _Token(ADDRESS, start, start, lead)
        first = next((place for place, one in enumerate(sentence) if one.word not in tongue.texts | tongue.own), 0)
        yield [address, *sentence[first:]]
        yield [_Token(min(tongue.inside), start, start), address, *sentence]


def _tokens(text: str, references: Sequence[Record]) -> list[_Token]:
    """Return the tokens of a text; an address in a quotation of more than itself is not seen."""
    letters = list(text)
    spots: dict[int, list[Record]] = {}
    ends: dict[int, int] = {}
    for one in references:
        start, end = one["start"], one["start"] + len(_bare(one))
        if ends.get(start) == end or (start in ends and one["kind"] == "number"):  # in the range that begins there
            spots[start].append(one)
        elif not {"\x00", "\x01"}.intersection(letters[start:end]):
            letters[start:end] = "\x00".ljust(end - start, "\x01")
            spots.setdefault(start, []).append(one)
            ends[start] = end
    found = []
    for match in TOKEN.finditer("".join(letters)):
        word = match[0]
        inner = word[1:-1].strip(" .,")
        start = match.start() + word.find("\x00")
        if start in spots and (word[0] == "\x00" or set(inner) <= {"\x00", "\x01"}):
            found.append(_Token(ADDRESS, match.start(), match.end(), tuple(spots[start])))
        elif word[0] in OPENING and len(word) > 1:
            found.append(_Token(QUOTATION, match.start(), match.end()))
        else:
            shape = len(word) > 1 and word[-1].isupper() and word[0].isupper()
            found.append(_Token(word.casefold().replace("’", "'"), match.start(), match.end(), (), shape))
    return found


def _bare(reference: Record) -> str:
    """Return the text of a reference without the title after its number."""
    text, label = str(reference["text"]), reference["label"]
    number = text[: text.rindex(label)].rstrip(" ,:.(“„«\"'") if label and label in text else text
    return number or text


def _sentences(tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """Yield the tokens of each sentence, its mark the last."""
    sentence: list[_Token] = []
    for token in tokens:
        is_short = bool(sentence) and token.word == "." and sentence[-1].word in abbreviations()
        sentence.append(token)
        if token.word in ENDS and not is_short:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _collapsed(tokens: Sequence[_Token], tongue: _Tongue) -> list[_Token]:
    """Return a sentence in which an address is one token, with the words that only say whose and what it is."""
    found: list[_Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if token.word == ADDRESS:
            references = [*token.references]
            while (next_ := _joined(tokens, place, tongue)) is not None:
                references += tokens[next_].references
                place = next_ + 1
            place = _behind_address(tokens, place, tongue)
            for at in _beside_address(found, tongue):
                found[at] = found[at]._replace(beside=True)
            token = token._replace(references=tuple(references))
        found.append(token)
    return found


def _joined(tokens: Sequence[_Token], place: int, tongue: _Tongue) -> int | None:
    """Return the place of an address that an address is joined with: "3.1, 3.2 and rule 3.4"."""
    joints = {",", "/", "–", "-", "&"} | tongue.joints | words("to")
    first = place
    while place < len(tokens) and place - first < 2 and tokens[place].word in joints:
        place += 1
    if place == first:
        is_next = place < len(tokens) and tokens[place].word == ADDRESS
        return place if is_next else None
    while place < len(tokens) and tokens[place].word in units():
        place += 1
    return place if place < len(tokens) and tokens[place].word == ADDRESS else None


def _behind_address(tokens: Sequence[_Token], place: int, tongue: _Tongue) -> int:
    """Return where an address ends: "3.1 (Fares)", "3.1 of the Tide rulebook"."""
    if place < len(tokens) and tokens[place].word == "(":
        closed = (at for at in range(place, min(place + MOST_BETWEEN, len(tokens))) if tokens[at].word == ")")
        place = next(closed, place - 1) + 1
    if place < len(tokens) and tokens[place].word in tongue.of:
        named = tokens[place + 1 : place + 6]
        for count, one in enumerate(named):
            if _is_text(one, tongue):
                return place + count + 2
            if not one.word[0].isalpha():
                break
    return place


def _is_text(token: _Token, tongue: _Tongue) -> bool:
    """Tell whether a word is one for a text, a compound of one, or the letters of a document."""
    return token.capitals or any(
        token.word == one or (len(one) > len("text") and token.word.endswith(one)) for one in tongue.texts
    )


def _beside_address(before: Sequence[_Token], tongue: _Tongue) -> Iterator[int]:
    """Yield the places of the words before an address that belong to it: those of "the old text of rule 3.1"."""
    for at in range(len(before) - 1, -1, -1):
        one, word = before[at], before[at].word
        is_unit = word in units() and len(word) > 1
        is_of = word in tongue.of | tongue.inside and at > 0 and before[at - 1].word in tongue.texts
        is_named = is_unit or is_of or word in tongue.texts or one.capitals or word == "§" or word.endswith("'s")
        if not (is_named or word in tongue.beside) or word in tongue.own:
            return
        yield at


def _relations(tokens: Sequence[_Token], tongue: _Tongue, entry: Record) -> Iterator[tuple[str, Record, str | None]]:
    """Yield what rows of one language find in a sentence."""
    present = {one.word for one in tokens}
    claimed: set[int] = set()
    fits = [
        fit
        for row in tongue.rows
        if not row.keys.isdisjoint(present)
        for first in range(len(tokens))
        if (fit := _fitted(row, tokens, first, tongue))
    ]
    for fit in sorted(fits, key=lambda fit: -len(fit.taken)):
        place = next(at for at in fit.taken if tokens[at].word == ADDRESS)
        meant = [one for one in tokens[place].references if one["target"] and _is_one(one)]
        if place in claimed or not meant:
            continue
        found = _judged(fit, tokens, tongue, entry)
        if found:
            claimed.add(place)
            yield from ((found[0], one, found[1]) for one in meant)


def _is_one(reference: Record) -> bool:
    """Tell whether a reference leads to one entry; that words state something of it makes a likely one sure."""
    return bool(reference["status"] == "ok" or reference["candidates"] == [reference["target"]])


def _fitted(row: _Row, tokens: Sequence[_Token], first: int, tongue: _Tongue) -> _Fit | None:
    """Return how a row fits the words from a place on, if it does."""
    loose = tongue.fillers | ({",", ";", ":"} if {VALUE, GAP}.intersection(row.pattern) else frozenset())

    def fit(step: int, place: int, taken: tuple[int, ...], part: bool) -> _Fit | None:
        if step == len(row.pattern):
            return _Fit(row, taken, part)
        if place >= len(tokens):
            return None
        wanted, here = row.pattern[step], tokens[place].word
        found = None
        if wanted == GAP:
            stop = next((at for at in range(place, len(tokens)) if tokens[at].word in BREAKS + ENDS), len(tokens))
            ends = range(place, min(stop, place + MOST_BETWEEN) + 1)
            return next((one for end in ends if (one := fit(step + 1, end, taken, part))), None)
        if wanted == VALUE and (here == QUOTATION or here[0].isdigit() or here in tongue.counts):
            ends = range(place + 1, place + 1 + MOST_OF_A_VALUE)
            return next((one for end in ends if (one := fit(step + 1, end, (*taken, place), part))), None)
        is_heading = wanted == HEADING and here == ADDRESS and tokens[place].start == tokens[place].end
        if here == wanted or is_heading or (isinstance(wanted, frozenset) and here in wanted):
            found = fit(step + 1, place + 1, (*taken, place), part)
        is_article = wanted == VALUE and here in tongue.beside
        is_other = here in tongue.joints and place > 0 and tokens[place - 1].word == ","  # ", and" begins a clause
        is_loose = (here in loose and not is_other) or is_article or (wanted == ADDRESS and tokens[place].beside)
        if not found and step and (is_loose or (row.pattern[step - 1] == ADDRESS and here in (",", ":"))):
            found = fit(step, place + 1, taken, part)
        if not found and step and row.form == SAYS and _is_this(tokens[place : place + 2], tongue):
            found = fit(step, place + 2, taken, part)
        if not found and step and wanted == ADDRESS and row.form in (SAYS, ORDERS) and not part:
            end = _part(tokens, place, tongue)
            found = fit(step, end, taken, True) if end else None
        return found

    return fit(0, first, (), False)


def _part(tokens: Sequence[_Token], place: int, tongue: _Tongue) -> int | None:
    """Return the place of an address after "the last sentence of"."""
    if tokens[place].word not in tongue.beside:
        return None
    for end in range(place + 1, min(place + MOST_BETWEEN, len(tokens))):
        word = tokens[end].word
        if word == ADDRESS:
            between = tokens[place + 1 : end]
            is_of = any(one.word in tongue.of | tongue.inside for one in between)
            is_text = any(one.word == QUOTATION or _is_text(one, tongue) for one in between)
            return end if is_of and is_text else None
        if not word[0].isalpha() or word in tongue.not_:
            return None
    return None


def _is_this(tokens: Sequence[_Token], tongue: _Tongue) -> bool:
    """Tell whether two words are this text: the subject after its verb, in "here prevails this rule over"."""
    return len(tokens) > 1 and tokens[0].word in tongue.own and _is_text(tokens[1], tongue)


class _Clause(NamedTuple):
    """What is around the words of a row in a sentence."""

    earlier: Sequence[_Token]
    """What is before the clause."""
    before: Sequence[_Token]
    inner: Sequence[_Token]
    """What the row leaves between its words."""
    behind: Sequence[_Token]
    later: Sequence[_Token]
    part: bool
    """Not the whole of the address is meant."""


_Subject = tuple[bool, str | None]
"""Of what a clause speaks: whether of some cases only, and the entry that it says holds instead."""


def _clause(fit: _Fit, tokens: Sequence[_Token], tongue: _Tongue) -> _Clause:
    starts, stops = {*BREAKS} | tongue.joints | tongue.but, {*BREAKS, *ENDS} | tongue.but
    begin = next((at for at in range(fit.first, 0, -1) if tokens[at - 1].word in starts), 0)
    end = next((at for at in range(fit.end, len(tokens)) if tokens[at].word in stops), len(tokens))
    before, part = list(tokens[begin : fit.first]), fit.part
    if tokens[fit.first].word == ADDRESS:
        part = part or _names_part(before, tongue)
        while before and before[-1].beside:
            before.pop()
    inner = [tokens[at] for at in range(fit.first, fit.end) if at not in fit.taken]
    return _Clause(tokens[:begin], before, inner, tokens[fit.end : end], tokens[end:], part)


def _judged(fit: _Fit, tokens: Sequence[_Token], tongue: _Tongue, entry: Record) -> tuple[str, str | None] | None:
    """Return the kind of what a fitting row states in its sentence, and the entry that it names; None for nothing."""
    kind, clause = fit.row.kind, _clause(fit, tokens, tongue)
    if kind == EXCEPTS and fit.row.pattern[-1] == ADDRESS:
        is_breach = any(one.word in tongue.perhaps for one in clause.earlier)
        is_begun = fit.row.form == FREE or not (
            is_breach or any(one.word not in tongue.fillers for one in clause.before)
        )
        is_denied = any(one.word in tongue.not_ for one in (*clause.before[-NEAREST:], *clause.inner))
        return (kind, None) if is_begun and not is_denied else None
    around = [one.word for one in (*clause.before, *clause.inner, *clause.behind)]
    is_denied = any(word in tongue.not_ or word.endswith("n't") for word in around)
    is_supposed = any(one.word in tongue.perhaps for one in (*clause.before, *clause.inner))
    subject = None if is_denied or is_supposed else _subject(fit.row, clause, tongue, entry)
    rest = [one for one in clause.behind if one.word not in tongue.fillers]
    if subject is None or (kind == EXCEPTS and rest and rest[0].word in tongue.only):
        return None
    is_of_some, named = subject
    ends = tongue.scope | tongue.by | tongue.of
    if kind in WHOLE and fit.row.form != FREE and rest and rest[0].word not in ends:
        return None  # "remove 1.4 coins", "is no more than a reminder"
    gap = [one for one in clause.inner if one.word not in tongue.fillers and not one.beside]
    limits = (rest, gap) if fit.row.form == IS else (rest,)
    is_limited = any(_begins_limit(one, tongue) for one in limits) or _is_excepted(clause.later, tongue)
    if kind in WHOLE and clause.part:
        kind = AMENDS
    elif kind in WHOLE and (is_limited or is_of_some or _is_limited(clause.earlier, tongue)):
        kind = EXCEPTS
    return kind, named


def _subject(row: _Row, clause: _Clause, tongue: _Tongue, entry: Record) -> _Subject | None:
    """Return of what a clause speaks; None if it is another thing than its row asks for."""
    before = clause.before
    if row.form == SAYS and any(one.word in tongue.own for one in clause.inner):
        is_limited = _begins_limit(before, tongue) or _is_limited(clause.earlier, tongue)
        return (is_limited, None) if before or clause.earlier else None  # else it is a question or condition
    if row.form == SAYS:
        return _of_verb(before, clause.earlier, tongue, entry)
    if row.form == ORDERS:
        return (False, None) if all(one.word in tongue.fillers for one in before) else None
    if row.form == FREE and row.kind == EXCEPTS:
        return (False, None)
    is_neutral = _is_neutral(before, tongue)
    is_scope = bool(before) and before[0].word in tongue.scope and not is_neutral
    is_bare = all(one.word in tongue.fillers for one in before)
    if row.pattern[0] == ADDRESS and before and before[-1].word in tongue.scope - tongue.inside - tongue.only:
        return None  # "when 4.2 is deleted, …"
    agent = _agent([*clause.inner, *clause.behind], tongue, entry)
    if agent is False or not (is_bare or clause.part or is_scope or is_neutral):
        return None
    return (is_scope and not clause.part, agent if isinstance(agent, str) else None)


def _is_neutral(piece: Sequence[_Token], tongue: _Tongue) -> bool:
    """Tell whether words limit nothing: "from now on", "in this ruling", "as of 2024"."""
    if any(one.word in tongue.always for one in piece):
        return True
    begin = piece[0].word if piece else ""
    is_here = begin in tongue.inside | tongue.by and any(one.word in tongue.own | tongue.texts for one in piece)
    is_since = begin in tongue.since and any(re.fullmatch(r"(?:19|20)\d\d", one.word) for one in piece)
    return is_here or is_since


def _is_limited(before: Sequence[_Token], tongue: _Tongue) -> bool:
    """Tell whether what is before a clause, up to a comma or a colon, says in which cases it holds."""
    if before and before[-1].word == ":":
        known = tongue.fillers | tongue.texts | tongue.own | tongue.beside | tongue.always | units().keys()
        lead = (one for one in before[:-1] if one.word[0].isalnum() and len(one.word) > 1)
        return any(one.word not in known and not _is_text(one, tongue) for one in lead)
    if not before or before[-1].word != ",":
        return False
    piece = list(before[:-1])
    first = max((at + 1 for at, one in enumerate(piece) if one.word in BREAKS), default=0)
    piece = piece[first:]
    return bool(piece) and piece[0].word in tongue.scope | tongue.perhaps and not _is_neutral(piece, tongue)


def _begins_limit(rest: Sequence[_Token], tongue: _Tongue) -> bool:
    """Tell whether what follows a statement says in which cases it holds."""
    begins = bool(rest) and rest[0].word in tongue.scope - tongue.by
    return begins and not _is_neutral(rest, tongue)


def _is_excepted(rest: Sequence[_Token], tongue: _Tongue) -> bool:
    """Tell whether a statement is followed by its conditions after a comma."""
    begins = len(rest) > 1 and rest[0].word == ","
    return begins and (rest[1].word in tongue.perhaps or any(one.word in tongue.only for one in rest[1:NEAREST]))


def _of_verb(before: Sequence[_Token], earlier: Sequence[_Token], tongue: _Tongue, entry: Record) -> _Subject | None:
    """Return the subject of a verb; None if it is neither this text nor an address."""
    is_address = bool(before) and before[-1].word == ADDRESS
    named = [one for one in before if one.word not in tongue.fillers and not (is_address and one.beside)]
    limited = False
    if named and named[0].word in tongue.scope and named[0].word not in tongue.own:
        first = next((at for at, one in enumerate(named) if one.word in tongue.own), 0)
        limited, named = first > 0 and not _is_neutral(named[:first], tongue), named[first:]
    if not named:
        return (limited, None) if not earlier or _begins_own(earlier, tongue) else None
    if len(named) == 1 and named[0].word == ADDRESS:
        reference = named[0].references[0]
        return (limited, entry_id(reference["target"] or "") or None)
    if " ".join(one.word for one in named) in _names(entry):
        return (limited, None)
    if named[0].word in tongue.own and (len(named) == 1 or any(_is_text(one, tongue) for one in named[1:4])):
        return (limited, None)
    is_own = named[0].word in tongue.beside and any(one.word in tongue.own for one in named[1:])
    is_text = named[-1].word in tongue.own or any(_is_text(one, tongue) for one in named)
    return (limited, None) if is_own and is_text else None


def _names(entry: Record) -> set[str]:
    """Return how an entry may call itself."""
    names = (entry["number"], entry["title"], entry["id"].partition(":")[2])
    return {" ".join(TOKEN.findall(name.casefold())) for name in names if name}


def _begins_own(earlier: Sequence[_Token], tongue: _Tongue) -> bool:
    """Tell whether a sentence has this text for its subject: "This ruling clarifies 2.1 and replaces 3.1"."""
    last = earlier[-1].word
    if last in (":", ")", "–", "—"):
        return True
    first = [one for one in earlier if one.word not in tongue.beside | tongue.fillers]
    is_one = bool(first) and first[0].word in tongue.own | {ADDRESS}
    return is_one and (len(first) < 2 or first[0].word == ADDRESS or any(_is_text(one, tongue) for one in first[1:4]))


def _names_part(before: Sequence[_Token], tongue: _Tongue) -> bool:
    """Tell whether words before an address name a part of it: "the last sentence of rule"."""
    named = [one.word for one in before]
    while named and named[-1] in tongue.texts | units().keys():
        named.pop()
    is_of = bool(named) and named[-1] in tongue.of | tongue.inside
    return is_of and any(word not in tongue.beside | tongue.texts | tongue.fillers for word in named[:-1])


def _agent(tokens: Sequence[_Token], tongue: _Tongue, entry: Record) -> str | bool:
    """Return the entry by which a rule is replaced, if one is named; False where it is nothing of this text."""
    told = [one for one in tokens if one.word not in tongue.fillers and not one.beside]
    begin = next((at for at, one in enumerate(told) if one.word in tongue.by), len(told))
    is_agent = begin == 0 or _is_neutral(told[:begin], tongue)  # "in these rules by 5.2"
    named = told[begin + 1 : begin + 1 + MOST_BETWEEN] if is_agent else []
    if not named or named[0].word == QUOTATION:
        return True
    if named[0].word == ADDRESS:
        return entry_id(named[0].references[0]["target"] or "") or True
    words_of = " ".join(one.word for one in named)
    is_itself = any(words_of.startswith(name) for name in _names(entry))
    return is_itself or any(one.word in tongue.own or _is_text(one, tongue) for one in named)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rsplit(" ", 1)[0] + "…"
