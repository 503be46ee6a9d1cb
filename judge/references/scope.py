"""Where a number or title is looked for: in the document that the words beside it name, else wherever in the game.

Reads: the references of one document, their texts, and all `Targets`. Writes: which entries a number may mean, and why.

Where the document itself and another both have a number, the words beside it may be the title in one of the two; else
the document means itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, takewhile

from msgspec import Struct

from judge.core.languages import (
    ENGLISH,
    RULE,
    any_of,
    capitals_mark_names,
    known,
    language_words,
    listed,
    ordinal,
    phrases,
    signs,
    units,
    words,
)
from judge.core.languages.stemming import word_root
from judge.core.model import Entry, FoundReference, replace
from judge.core.numbering import LEVEL, NUMBER, WORD_FIRST, joined, levels, roman_value
from judge.core.tokens import fold, key, loose_words
from judge.references.beside_numbers import EDITION_STEMS, SENTENCE_END, Beside, sentence_around
from judge.references.beside_numbers import beside as words_beside
from judge.references.document_names import is_everyday, is_kind_of_work
from judge.references.extraction import is_of_number_before, title_beside
from judge.references.named_titles import MOST_MISSING
from judge.references.targets import Targets

WINDOW = 120
"""Characters around a number in which a document is named."""
MOST_WORDS = 8
"""Words of a document's name."""
FEWEST_TITLES = 3
"""Titles that are there to which a document sends its readers, at least and for each that is told to be missing."""
FEWEST_QUOTED, MOST_QUOTED = 5, 0.6
"""Quotations of a document, and the share of them that are titles, from which its quotes cite."""
LONG_TITLE = 4
"""Words from which a quotation that is a title is hardly anything else."""
MOST_GLUE = 16
"""Words between a name and its number: cues, and the other numbers of a list."""
LAST_WORD = r"[\w&]{1,30}\.?[\s,;:–—-]{0,3}$"
"""Looked for first: a pattern that tried hundreds of words at each place would take a tenth of a build."""
LETTERS_BEHIND = re.compile(r"[\s ](?![IVXLC]+\b)[A-Z]{2,6}\b(?!\s?\d)")
"""Initials after a number, which are those of a document."""
OF_WORD = re.compile(r"[”\"’')\]]{0,2}\s(?P<of>[^\W\d_]{1,5})\s")
EDITIONS = any_of(EDITION_STEMS)
EDITION = re.compile(rf"(?:[^\W\d_]{{2,12}}\s)?\b(?:{EDITIONS})\w{{1,3}}", re.IGNORECASE)
TOLD_EDITION = re.compile(
    rf"\b(?:(?P<word>[^\W\d_]{{3,20}})|(?P<digits>\d{{1,2}})(?:[^\W\d_]{{1,2}}|\.)?)[\s-](?:{EDITIONS})\w{{1,3}}",
    re.IGNORECASE,
)
"""An edition in a sentence, with the word before it, and one with its number: "the second edition"."""
OLDER = re.compile(rf"\b(?:{any_of(listed('imprint', 'older'))})\s(?:[^\W\d_]{{1,12}}\.?\s)?[“\"„«]?$", re.IGNORECASE)
"""The end of what is before a number of an older edition: "old rule 4.2"."""
CLAUSE_MARK = re.compile(r"[.!?;:]\s")
OPENING_QUOTES = tuple("“\"'‘„«")
OWN_LISTS = ("step", "item", "clause", "bullet", "row", "phase")
"""Units of which several lists have one of each number."""
ERRATUM = "erratum"
"""The unit whose words name a document as well."""
BARE_CUES = frozenset(("book", *(fold(word) for word, unit in units().items() if unit != ERRATUM)))
"""Names of documents that are also words before a number."""
NAME = r"[^\W\d_a-zà-ÿ][\w’'-]{1,30}"
NAME_BEFORE = re.compile(
    rf"(?<![\w.’'-])(?P<lead>[\w’'-]{{1,20}},?\s)?(?P<name>(?:{NAME}\s){{0,4}}{NAME})(?:\s\d{{1,6}})?"
    r"(?P<comma>,)?\s(?:(?:(?P<unit>[^\W\d_]{1,20})\.?\s)|§\s)?(?P<of>[(\[])?$"
)
"""A name before a number that may be of another work: "ISO 9001, clause 4.2", "OpenGL 4.1"."""
OF_BEHIND = re.compile(
    r"[)\]\"”’']{0,2},?\s(?P<of>[^\W\d_]{1,5})\s(?P<rest>(?:[^\W\d_]{1,5}\s)?(?P<quote>[“„\"«])?"
    rf"(?P<name>{NAME}(?:\s(?:[^\W\d_]{{1,3}}\s)?{NAME}){{0,5}})?(?:[\w’'&-]{{1,30}}\s?){{0,4}})"
)
"""The same after it: "section 4.2 of the Reef handbook", "of the contract"."""
WORK_BEFORE = re.compile(
    r"(?P<work>[^\W\d_]{3,30})(?:\s\d{1,6})?,?\s(?:[^\W\d_]{1,5}\s)?[(\[]?(?:(?P<unit>[^\W\d_]{1,20})\.?|§{1,2})\s?$"
)
"""A word for a work before it: "the contract, section 4.2", "the manual (section 4.2)"."""
INITIALS = re.compile(r"[A-Z]{2,6}")
RULES_INITIALS = frozenset(("CR", "RR"))
"""What any comprehensive rules and any rules reference are called."""
LEADING = frozenset().union(units(), *map(words, ("see", "of", "and", "article")), *map(signs, ("guides", "also")))
"""Words with capitals that begin no name."""
ORDINARY = (signs("works") - listed("documents", "kinds")) | units().keys()
"""Words for works and for parts of texts that are ordinary ones as well: "Battle Plan 4.2", "Combat Rule 4.1"."""
OTHERS, GAMES = phrases("signs", "others"), phrases("signs", "games")
SPORTS = "|".join(
    rf"(?:{any_of(language_words(one, 'words', 'of'))})\s(?:{any_of(language_words(one, 'signs', 'sports'))})"
    for one in known()
    if language_words(one, "signs", "sports")
)
OTHER_GAME = re.compile(rf"\b(?:(?:{OTHERS})\s(?:[\w-]{{1,20}}\s)?(?:{GAMES})|{SPORTS})\b", re.IGNORECASE)
CLAUSE_END = re.compile(r"[.;](?!\d)")
AT_HOME = 2
"""Entries that have a word which is at home in a document. The five documents have no such case."""
ASKED = ("qa", "ruling", "topic")
"""Kinds of entries that answer a question."""
WORD_BEFORE = re.compile(r"(?<![\w.])(?P<word>[^\W\d_]{1,20})\.?\s$")
DRESSED = re.compile(r"(?:(?P<word>[^\W\d_]{1,20})\.?\s|(?P<glued>[A-Z]{1,4}))(?P<number>\d.*)")
"""A number with a word or letters before it that may be the name of a document."""
RULE_LETTERS = ("R", "r")
"""Letters glued to a number that only say that it is that of a rule."""
BRACKET = re.compile(r"(?:(?<!,)\s?\([^()]*\)|,\s(?:[a-z]\)|\d{1,2}°))$")
"""A part at the end of an address."""
DEEP = re.compile(rf"\d{{1,4}}(?:[.-]{LEVEL}){{2,9}}")
"""A number of three levels or more, which is hardly anything but a number of a rule."""


class AroundNames(Struct, frozen=True):
    """What may be around the name of a document in texts of a language, and of English."""

    between: re.Pattern[str]
    """One piece between the name and a number in it."""
    behind: re.Pattern[str]
    """What is between a number and the name: "5.1 and 5.2 of the rulebook"."""
    article: re.Pattern[str]
    """What is before the name: "the Handbook", "la Règle"."""
    own: re.Pattern[str]
    """A word that says that it is the document itself."""


@cache
def _around_names(language: str) -> AroundNames:
    """Return the words of a language as patterns; "e" is "this" in one, and "and" in another."""

    def both(table: str, *names: str) -> frozenset[str]:
        return language_words(language, table, *names) | language_words(ENGLISH, table, *names)

    articles = both("words", "article")
    joints = any_of(
        both("words", "and", "to", "see", "of"),
        both("signs", "guides", "places", "saying"),
        both("signs", "also") - articles,
        units(),
    )
    dashes = r"[\s,;:–—-]{0,3}"
    and_to, of, own = any_of(both("words", "and", "to")), any_of(both("words", "of")), both("words", "own")
    return AroundNames(
        re.compile(
            rf"{dashes}(?:\b(?={LAST_WORD})(?:{joints})\.?|§{{1,2}}|[(\[“\"'‘]|\b{NUMBER}\.?){dashes}$", re.IGNORECASE
        ),
        re.compile(
            rf"[”\"’'“»)\]]{{0,3}}(?:(?:\s?[,&–-]|\s(?:{and_to})\b){{1,2}}\s?(?:[^\W\d_]{{1,10}}\.?\s)?{NUMBER}\b){{0,6}}"
            rf"[”\"’'“»)\]]{{0,2}},?\s?(?:\(|(?:{of})\b|(?-i:(?=[A-Z]{{2,6}}\b)))\s?",
            re.IGNORECASE,
        ),
        re.compile(rf"^(?:(?i:{any_of(own, articles)})|[a-zà-ÿ]{{1,3}}(?=\s[A-ZÀ-Þ]))\s"),
        re.compile(rf"(?:{any_of(own)})\s", re.IGNORECASE),
    )


class Meanings(Struct, frozen=True):
    """What a number may mean."""

    ids: Sequence[str] = ()
    """Entries of one document, the best; empty where none has the number."""
    reason: str | None = None
    named: Sequence[str] = ()
    """Keys of the documents that the words beside it name."""
    unsure: Sequence[str] = ()
    """What the number means in other editions that the text may mean as well, where that is another entry."""
    is_dated: bool = True
    """Whether a date tells which editions the text may mean."""


def text_of(reference: FoundReference, source: Entry) -> str:
    """Return the text in which a reference is, as far as it is known."""
    if reference.block is None:
        return source.title or ""
    return source.blocks[reference.block].text if reference.block < len(source.blocks) else ""


def _editions_in(text: str) -> list[int]:
    """Return the numbers of the editions of which a text speaks."""
    told = (int(one["digits"] or ordinal(one["word"] or "")) for one in TOLD_EDITION.finditer(text))
    return [number for number in told if number]


def number_end(reference: FoundReference) -> int:
    """Return where the number of a reference ends in its text; a title may be printed after it."""
    number = reference.number or ""
    return reference.start + (len(number) if reference.text.startswith(number) else len(reference.text))


def relabelled(reference: FoundReference, text: str, titles: Mapping[str, object]) -> FoundReference:
    """Return a reference by number with the title that is beside it, among the titles of its target's document."""
    if reference.in_range:  # a title is of the number at an end
        return reference
    end = number_end(reference)
    found = title_beside(text, reference.start, end, titles)
    if not found:
        return replace(reference, label=None) if _is_other_title(reference, text, titles) else reference
    if found.end > reference.end > end:
        whole = text[reference.start : found.end]
        return replace(reference, label=found.words, text=whole, end=found.end, titled=found.whole)
    return replace(reference, label=found.words, titled=found.whole)


def _is_other_title(reference: FoundReference, text: str, titles: Mapping[str, object]) -> bool:
    """Tell whether the words before a number end with a title that is of the number before it: "12 Salt (14)"."""
    words, before = (reference.label or "").split(), text[: reference.start]
    rests = (" ".join(words[first:]) for first in range(len(words)))
    title = next((rest for rest in rests if key(rest) in titles), "")
    return bool(title) and is_of_number_before(before, before.rfind(title), titles)


class Scope:
    """Where the numbers of one document are looked for."""

    def __init__(
        self, document: str, targets: Targets, references: Iterable[FoundReference] = (), *, is_undecided: bool = False
    ) -> None:
        """Keep what is known.

        Args:
            document: its key.
            targets: what its references may name.
            references: all its references, which show whether it sends its readers to titles.
            is_undecided: whether its reading is in doubt: what seems to be of another document may be its own.
        """
        self.document = document
        self.targets = targets
        self.alone = is_undecided or not targets.neighbours(document)
        self._around = _around_names(targets.order.languages.get(document) or ENGLISH)
        listed = [one for one in references if one.label]
        self._titled = [one for one in listed if one.kind == "see"]
        self._quoted = [one for one in listed if one.is_quotation]

    @cached_property
    def cites_titles(self) -> bool:
        """Whether the document again and again sends its readers to titles that are there: then another is missing."""
        closed = [one for one in self._titled if self.is_closed_name(one)]
        known = sum(bool(self.targets.titled(one.label or "", self.document)) for one in closed)
        quoted = sum(map(self.is_quoted_title, self._quoted))
        return known + quoted >= FEWEST_TITLES * max(1, len(closed) - known)

    @cached_property
    def quotes_titles(self) -> bool:
        """Whether what the document has in quotes is titles most of the time: then its quotes cite."""
        known = sum(map(bool, self._titles_quoted.values()))
        return len(self._quoted) >= FEWEST_QUOTED and known >= MOST_QUOTED * len(self._quoted)

    @cached_property
    def _titles_quoted(self) -> dict[FoundReference, Sequence[str]]:
        """The entries whose whole titles the quotations of the document are."""
        return {one: self._find_quoted(one) for one in self._quoted}

    def is_quoted_title(self, reference: FoundReference) -> bool:
        """Tell whether a quotation cites a title: it is one, and long, or of a document that is named, or most are."""
        is_long = len((reference.label or "").split()) >= LONG_TITLE
        found = self._titles_quoted.get(reference) or self._find_quoted(reference)
        return bool(found) and (is_long or self.quotes_titles or self._document(found) in self.named(reference))

    def _find_quoted(self, reference: FoundReference) -> Sequence[str]:
        """Return the entries whose whole title a quotation is; names of cards are found by themselves."""
        label = reference.label or ""
        found = (self.targets.entries[id] for id in self.targets.titled(label, self.document, self.named(reference)))
        return [one.id for one in found if key(one.title or "") == key(label) and one.kind != "card"]

    def is_closed_name(self, reference: FoundReference) -> bool:
        """Tell whether the label of a reference is written as a title, all of what is up to the end of its clause."""
        label = reference.label or ""
        behind = self.text(reference)[reference.end : reference.end + 1]
        words = label.split()
        is_name = 0 < len(words) <= MOST_MISSING and words[0][0].isupper() and words[0].casefold() not in units()
        return behind in ("", ".", ")", "]", ";") and is_name and "," not in label

    def read(self, reference: FoundReference) -> tuple[FoundReference, Meanings]:
        """Return what an address is without what only looks like a part of it, and the entries that it may mean.

        The first of its readings that an entry has is taken, or that a document might have had.
        """
        read = ((one, self.find(one)) for one in self._readings(reference))
        first = next(read)
        return next((found for found in chain((first,), read) if found[1].ids or self._might_be(*found)), first)

    def _readings(self, reference: FoundReference) -> Iterator[FoundReference]:
        """Yield an address with all that is printed with it, then without a word, letters or a bracket of another.

        "Erratum 3" is first number 3 of the document that is called so.
        """
        number = reference.number or ""
        dressed = DRESSED.fullmatch(number)
        unit = units().get((dressed["word"] or "").casefold()) if dressed else None
        is_of_list = unit == ERRATUM and bool(self.targets.names(self.document).find(number.partition(" ")[0]))
        if not is_of_list:
            yield reference
        is_own_item = self.is_errata and unit == "item"
        if dressed and (is_own_item or unit in (None, ERRATUM)):
            bare = dressed["number"]
            shift = max(reference.text.find(bare.partition(",")[0]), 0)
            shorter = replace(
                reference, number=bare, text=reference.text[shift:], start=reference.start + shift, kind="number"
            )
            if is_own_item or self.named(shorter) or dressed["glued"] in RULE_LETTERS:
                yield from self._readings(shorter)
        if is_of_list:
            yield reference
        behind = BRACKET.search(number)
        whole = number[: behind.start()] if behind else ""
        cut = reference.text.rfind(behind[0].strip()) if behind else 0
        if cut > 0 and (whole[-1].isdigit() or len(levels(whole)) > 1):
            printed = reference.text if reference.label else reference.text[:cut].rstrip()
            end = reference.start + len(printed)
            yield from self._readings(replace(reference, number=whole, text=printed, end=end))

    @cached_property
    def is_errata(self) -> bool:
        """Whether the document is a list of errata."""
        return self.document in self.targets.names(self.document).find(ERRATUM)

    @cached_property
    def own_lists(self) -> tuple[str, ...]:
        """Units of lists without numbers of their own: of errata, where nothing in the document is numbered."""
        return (*OWN_LISTS, ERRATUM) if self.is_errata and not self.targets.counts[self.document] else OWN_LISTS

    def has_rules(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether rules are numbered where a number is looked for; a list of errata counts these alone."""
        is_of_rules = self.is_errata and not found.named and self.beside(reference).unit in (RULE, None)
        looked_in = {self.document, *self.looked_in(found)} - ({self.document} if is_of_rules else set())
        return any(map(self.targets.counts.get, looked_in))

    @cached_property
    def has_single_rules(self) -> bool:
        """Whether the document has rules with numbers of one level."""
        own = (self.targets.entries[id] for id in self.targets.by_document[self.document])
        return not self.is_errata and any(one.number and one.number.isdigit() and one.kind not in ASKED for one in own)

    def beside(self, reference: FoundReference) -> Beside:
        """Return what is beside a number in its text."""
        return words_beside(self.text(reference), reference.start, reference.end, reference.number or "")

    def _might_be(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether the document that is meant prints addresses of this shape."""
        return any(self.targets.is_printed(reference.number or "", key) for key in self.looked_in(found))

    def find(self, reference: FoundReference) -> Meanings:
        """Return the entries that the number of a reference may mean, in the edition that is meant."""
        found = self._find(reference)
        return self._in_edition(reference, found) if found.ids and not self.alone else found

    def _in_edition(self, reference: FoundReference, found: Meanings) -> Meanings:
        """Choose among the editions in which a number may be looked up by the words beside it; else tell the others."""
        targets, number, document = self.targets, reference.number or "", self._document(found.ids)
        editions = targets.of_day(document, self.document, self._day(reference), found.named)
        ids = {one: targets.numbered(number, one, self.document) for one in (*editions.meant, *editions.later)}
        now = {one: targets.now(some[0], self.document) for one, some in ids.items() if some}
        if len(set(now.values())) < 2:
            return found
        fitting = [ids[one] for one in now if self.fits(reference, ids[one])]
        if fitting:
            return found if found.ids in fitting else replace(found, ids=fitting[0])
        others = dict.fromkeys(ids[one][0] for one in editions.meant if one in now and now[one] != now.get(document))
        return replace(found, unsure=tuple(others), is_dated=editions.is_dated)

    def _day(self, reference: FoundReference) -> str | None:
        """Return the date of the text in which a reference is."""
        blocks = self.targets.entries[reference.source].blocks
        block = blocks[reference.block] if reference.block is not None and reference.block < len(blocks) else None
        return (block.date if block else None) or self.targets.order.dates.get(self.document)

    def _find(self, reference: FoundReference) -> Meanings:
        number = reference.number or ""
        named = () if self.alone else self.named(reference) or self._of_told_edition(reference)
        if named and (found := self._in_named(reference, number, named)).ids:
            return found
        own = self._own(reference, number)
        if named and (self.document not in named or not own):
            return Meanings(named=named)
        if self.alone or named:
            return Meanings(own, named=named)
        others = self.targets.numbered_elsewhere(number, self.document, self._day(reference))
        if others and LETTERS_BEHIND.match(self.text(reference), number_end(reference)):
            found = self._choose(reference, (), others)  # "art. 6 RJ"
            return replace(found, named=(self._document(found.ids),))
        if own:
            others = {work: ids for work, ids in others.items() if not self._is_edition(ids)}
        if not others:
            return Meanings(own)
        found = self._choose(reference, own, others)
        return replace(found, reason=self._of_edition(number, found.ids))

    def _own(self, reference: FoundReference, number: str) -> Sequence[str]:
        """Return the entries of the document that have a number; no question or erratum after a word for rules."""
        own = self.targets.numbered(number, self.document) or self._relative(reference, number)
        is_item = self.is_errata and number.isdigit()
        if not own or self.beside(reference).unit != RULE or not (is_item or all(map(self._is_asked, own))):
            return own
        return [] if is_item else [id for id in self.targets.holders(number, self.document) if not self._is_asked(id)]

    def _is_asked(self, id: str) -> bool:
        """Tell whether an entry answers a question, which is not what a word for rules cites."""
        return self.targets.entries[id].kind in ASKED

    def _relative(self, reference: FoundReference, number: str) -> Sequence[str]:
        """Return what a number means that leaves out the levels which it shares with its own place: (3.2) in C2.1."""
        if number[0].isupper() or WORD_FIRST.match(number) or levels(number) == ("0",):
            return ()
        for own in self.targets.levels_of(reference.source):
            if own and len(own[0]) > 1 and own[0].isalpha():
                continue
            for count in range(len(own) - 1, 0, -1):
                if found := self.targets.numbered(f"{joined(own[:count])}.{number}", self.document):
                    return found
        return ()

    def _is_edition(self, ids: Sequence[str]) -> bool:
        """Tell whether entries are of another edition of the document itself."""
        return self.targets.is_edition(self.document, self._document(ids))

    def _of_edition(self, number: str, ids: Sequence[str]) -> str | None:
        """Say so where a number is only in an edition that is not the newest, or not the one that cites it."""
        document = self._document(ids)
        newest = min((document, *self.targets.editions(document)), key=self.targets.rank)
        if document == self.document or (
            not self._is_edition(ids) and self.targets.numbered(number, newest, self.document)
        ):
            return None
        return f"of the editions, only {document} has the number {number}"

    def _in_named(self, reference: FoundReference, number: str, named: Sequence[str]) -> Meanings:
        """Look a number up in the documents that are named: in the edition that is meant, else in one that has it."""
        for one in sorted(named, key=self.targets.rank):
            editions = [one]
            if one != self.document:
                meant = self.targets.of_day(one, self.document, self._day(reference), named)
                editions = [*meant.every, *self.targets.editions(one)]
            for edition in dict.fromkeys(editions):
                if ids := self.targets.numbered(number, edition, self.document):
                    return Meanings(ids, reason=self._of_edition(number, ids), named=named)
        return Meanings(named=named)

    def _choose(self, reference: FoundReference, own: Sequence[str], others: dict[str, list[str]]) -> Meanings:
        """Choose between the document itself and others that have a number, first the general rules of the game."""
        names = self.targets.names(self.document)
        general = [*names.find("rules"), *names.find("rulebook")]
        pool = sorted(others.values(), key=lambda ids: self._document(ids) not in general)
        pool = [list(own), *pool] if own else pool
        fitting = [ids for ids in pool if self.fits(reference, ids)]
        return Meanings(fitting[0] if len(fitting) == 1 else pool[0])

    def fits(self, reference: FoundReference, ids: Sequence[str]) -> bool:
        """Tell whether the words beside a number are the title of what it leads to, the first of some entries."""
        printed = (self.targets.entries[ids[0]].title or "") if ids else ""
        label, title = loose_words(reference.label or ""), loose_words(printed)
        if not printed:
            return False
        if title_beside(self.text(reference), reference.start, number_end(reference), (key(printed),)):
            return True
        if label and reference.text.endswith(reference.label or "") and reference.text != reference.label:
            return set(label) <= set(title) or set(title) <= set(label)
        return bool(label) and set(title) <= set(label[-len(title) - 1 :])

    def named(self, reference: FoundReference) -> Sequence[str]:
        """Return the keys of the documents that the words beside a reference name."""
        text = self.text(reference)
        before = text[max(0, reference.start - WINDOW) : reference.start]
        behind = text[reference.end : reference.end + WINDOW]
        before = before if reference.number else SENTENCE_END.split(before)[-1]
        return self._named_before(before) or self._named_behind(behind) or self._named_within(reference)

    def _of_told_edition(self, reference: FoundReference) -> Sequence[str]:
        """Return the documents of the edition of which the clause around a number speaks: "4.2 of that edition"."""
        names, text = self.targets.names(self.document), self.text(reference)
        older = names.find_edition(0)
        if not older:
            return ()
        before = text[: reference.start]
        if OLDER.search(before[-WINDOW:]):
            return older
        clause = CLAUSE_MARK.split(before)[-1] + CLAUSE_MARK.split(text[reference.end :])[0]
        spoken = EDITION.search(clause)
        told = _editions_in(clause) or (
            _editions_in(before) if spoken and not self._around.own.match(spoken[0]) else []
        )
        return names.find_edition(told[-1]) if told else ()

    def _named_before(self, before: str) -> Sequence[str]:
        behind = ""
        for _ in range(MOST_GLUE):
            if found := self._last_name(before):
                return self._of_named_edition(found, behind)
            glue = self._around.between.search(before)
            if not glue or not before:
                return ()
            before, behind = before[: glue.start()], glue[0]
        return ()

    def _of_named_edition(self, found: Sequence[str], words: str) -> Sequence[str]:
        """Return those of the documents of a name whose edition or year is among words beside it; else all."""
        said = {word.strip(" “”\"'‘’()[],;:.") for word in words.split()}
        editions, dates = self.targets.names(self.document).editions, self.targets.order.dates
        return [one for one in found if said & {editions.get(one), (dates.get(one) or "")[:4] or None}] or found

    def _last_name(self, text: str) -> Sequence[str]:
        """Return the documents of the longest name that a text ends with."""
        words = text.rstrip(" ,:;").split()[-MOST_WORDS - 1 :]
        if not words or not self.targets.names(self.document).may_end(words[-1]):
            return ()
        for first in range(len(words)):
            chosen = words[first:]
            if any(word[-1] in ".?!;" for word in chosen[:-1]) or chosen[-1][-1] in ".?!" or chosen[-1][0].isdigit():
                continue
            if found := self._names(" ".join(chosen), words[first - 1] if first else ""):
                return found
        return ()

    def _named_behind(self, behind: str) -> Sequence[str]:
        glue = self._around.behind.match(behind)
        words = behind[glue.end() :].split()[:MOST_WORDS] if glue else []
        for last in range(len(words), 0, -1):
            if any(word[-1] in ".?!;,)" for word in words[: last - 1]):
                continue
            if found := self._names(" ".join(words[:last]), (glue[0].split() or [""])[-1] if glue else ""):
                return found
        return ()

    def _named_within(self, reference: FoundReference) -> Sequence[str]:
        """Return the documents that the words of a reference end with: "See Anchors in the rulebook"."""
        head, joint, tail = (reference.label or "").rpartition(" in ")
        return self._names(tail.strip(' .,”"'), "in") if joint and head else ()

    def _names(self, printed: str, before: str) -> Sequence[str]:
        """Return the documents of a name; "this rulebook" is the document itself.

        An everyday word is a name in quotes, after "in the", or with a capital where what it names has numbers.
        """
        bare = printed.strip(" “”\"'‘’()[],;:.")
        own = self._around.own.match(bare)
        name = self._around.article.sub("", bare)
        if fold(name) in BARE_CUES and name == bare and fold(before) != "the":
            return ()
        named = self.targets.names(self.document).find(name)
        found = [key for key in named if self.targets.may_mean(key, self.document)]
        is_signed = printed.startswith(OPENING_QUOTES) or (name != bare and before.casefold() in words("of"))
        if is_everyday(name) and not is_signed and (name.islower() or not any(map(self.targets.counts.get, found))):
            return ()
        return (self.document,) if own and found else self._of_named_edition(found, bare)

    def is_strong(self, reference: FoundReference) -> bool:
        """Tell whether what is around a number says that it is one of a rule, whatever it leads to."""
        return not self.text(reference) or reference.sure or bool(DEEP.fullmatch(reference.number or ""))

    def is_titled(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether a title of the document that is meant is beside a number, be it another entry's."""
        label = title_beside(self.text(reference), reference.start, number_end(reference), self.targets.titles)
        holders = self.targets.titles[key(label.words)] if label and label.whole else ()
        return self.document in holders or self._document(found.ids) in holders

    def behind_of(self, reference: FoundReference) -> int:
        """Return where what a number is of begins: "article 4 of our letters patent"; 0 where nothing such follows."""
        behind = OF_WORD.match(self.text(reference), reference.end)
        return behind.end() if behind and behind["of"].casefold() in words("of") else 0

    def is_worded(self, reference: FoundReference, entry: Entry) -> bool:
        """Tell whether the word before a number is printed with it, or in its title: "Annex C", "Table T1"."""
        number = reference.number or ""
        before = WORD_BEFORE.search(self.text(reference)[max(0, reference.start - WINDOW) : reference.start])
        if before and key(before["word"]) in key(f"{entry.number or ''} {entry.title or ''}", " ").split():
            return True
        if before and number[:1].isalpha() and before["word"][0] == number[0]:
            return True
        if WORD_FIRST.match(number) and number == entry.number:
            return True
        named = levels(number)
        own = (own[0] for own in self.targets.levels_of(entry.id) if own)
        return len(named[0]) > 1 and named[0].isalpha() and not roman_value(named[0]) and named[0] in own

    def is_version(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether a number is the edition of the document that is named: "the Tide Rulebook 2.1.0"."""
        editions = self.targets.names(self.document).editions
        is_of_list = self.beside(reference).unit == ERRATUM or self._named_behind(self.text(reference)[reference.end :])
        return not is_of_list and any(editions.get(key) == reference.number for key in found.named)

    def other_work(self, reference: FoundReference, found: Meanings) -> str | None:
        """Return the name beside a number that is of a work outside the library: "ISO 9.1", "Penalty Guide, 4.2"."""
        text = self.text(reference)
        behind = (reference.end + 1, self.behind_of(reference))  # "in other games", "of another game"
        if any(OTHER_GAME.match(text, place) for place in behind):
            return "another game"
        is_own = reference.sure and bool(found.ids) and self._document(found.ids) == self.document
        is_elsewhere = not is_own and OTHER_GAME.search(sentence_around(text, reference.start))
        work = (
            "another game" if is_elsewhere else self._work_behind(reference, text) or self._work_before(reference, text)
        )
        return work if work and not self.named(reference) else None

    def _work_behind(self, reference: FoundReference, text: str) -> str | None:
        """Return what a number is of, where it is no work that is here: "4.2 of the Reef handbook", "of a contract"."""
        behind = OF_BEHIND.match(text, reference.end)
        if not behind or behind["of"].casefold() not in words("of") or self._around.own.match(behind["rest"]):
            return None
        name = behind["name"]
        if name and (behind["quote"] or self._is_strange(name)):
            return name
        works = (word for word in behind["rest"].split()[:4] if word in signs("works") and self._is_strange_word(word))
        return next(works, None)

    def _work_before(self, reference: FoundReference, text: str) -> str | None:
        """Return the name before a number that is that of another work: "ISO 9001, clause 4.2", "OpenGL 4.1"."""
        near = text[max(0, reference.start - WINDOW) : reference.start]
        before = NAME_BEFORE.search(near)
        if work := self._worded_work(near):
            return work
        named, lead = _name_in(before) if before else ([], "")
        name = " ".join(named)
        if not before or not name[:1].isupper() or self._is_known(name):
            return None
        if INITIALS.fullmatch(named[-1]):
            return named[-1] if self._is_strange_word(named[-1]) else None
        if is_kind_of_work(named[-1]) and named[-1].casefold() not in ORDINARY:
            return name if len(named) > 1 else None
        if before["unit"]:  # "in Reef, rule 4.2"
            label = title_beside(text, reference.start, number_end(reference), self.targets.titles)
            return name if lead.casefold() in words("of") and not label and self._is_strange(name) else None
        is_cited = reference.sure or before["comma"] or before["of"] or _is_sent(before.string)
        is_plain = (reference.number or "")[:1].isdigit()
        return name if is_plain and not is_cited and self._is_product(named[-1], is_within=bool(lead)) else None

    def _worded_work(self, near: str) -> str | None:
        """Return the word for a work before a part of it: "the contract, section 4.2"."""
        found = WORK_BEFORE.search(near)
        if not found or (found["unit"] or RULE).casefold() not in units() or not self._is_strange_word(found["work"]):
            return None
        return found["work"] if found["work"].casefold() in signs("works") else None

    def _is_known(self, name: str) -> bool:
        """Tell whether a name before a number is a title here, a number, or one that any rules have."""
        return name in RULES_INITIALS or bool(self.targets.titled(name, self.document) or roman_value(name))

    def _is_product(self, word: str, *, is_within: bool) -> bool:
        """Tell whether a word with a capital right before a number names something else that has numbers.

        Within a sentence its capital says so, unless each noun has one, or the document uses the word.
        """
        language = self.targets.order.languages.get(self.document) or ENGLISH
        if is_within and capitals_mark_names(language) and word[1:].islower():
            return len(word) > 2
        return self._is_strange_word(word) and (is_within or not word[1:].islower())

    def _is_strange(self, name: str) -> bool:
        """Tell whether a name is that of nothing here: no title, and a word of it is not the document's."""
        if self.targets.titled(name, self.document) or self.targets.misspelt(name, self.document):
            return False
        return any(self._is_strange_word(word) for word in name.split() if word[0].isupper())

    def _is_strange_word(self, word: str) -> bool:
        return word_root(word.casefold()) not in self._own_words

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """The roots of words that several entries of the document have, names of cards among them."""
        counted: Counter[str] = Counter()
        for id in self.targets.by_document[self.document]:
            counted.update({word_root(word) for word in self.targets.words(id)})
        return frozenset(word for word, count in counted.items() if count >= AT_HOME)

    def looked_in(self, found: Meanings) -> list[str]:
        """Return the keys of the documents in which a number was looked for."""
        return list(found.named) or [self.document, *self.targets.neighbours(self.document)]

    def text(self, reference: FoundReference) -> str:
        """Return the text in which a reference is."""
        return text_of(reference, self.targets.entries[reference.source])

    def _document(self, ids: Sequence[str]) -> str:
        return self.targets.entries[ids[0]].document


def _name_in(before: re.Match[str]) -> tuple[list[str], str]:
    """Return the words of the name before a number without those that begin none, and the word before it."""
    if before["unit"] and before["unit"].casefold() not in units():
        return [], ""
    lead, words_before = (before["lead"] or "").strip(), before["name"].split()
    named = [*takewhile(lambda word: word[0].isupper(), reversed(words_before))][::-1]
    while named and named[0].casefold() in LEADING and not (len(named) == 2 and is_kind_of_work(named[1])):
        lead = named.pop(0)
    return named, lead


def _is_sent(clause: str) -> bool:
    """Tell whether a clause sends the reader on: "see Play From Hand 4.2"."""
    return not words("see").isdisjoint(re.findall(r"\w+", CLAUSE_END.split(clause)[-1].casefold()))
