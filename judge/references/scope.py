"""Where a number or title is looked for: in the document that the words beside it name, else wherever in the game.

Reads: the references of one document, their texts, and all `Targets`. Writes: which entries a number may mean, and why.

Where the document itself and another both have a number, the words beside it may be the title in one of the two; else
the document means itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from msgspec import Struct

from judge.core.languages import RULE, signs, units, words
from judge.core.languages.stemming import word_root
from judge.core.model import Entry, FoundReference, replace
from judge.core.numbering import LEVEL, NUMBER, WORD_FIRST, joined, levels, parents, roman_value
from judge.core.tokens import fold, key, loose_words
from judge.references.document_names import is_everyday
from judge.references.extraction import is_of_number_before, title_beside
from judge.references.targets import Targets
from judge.references.weighing import CITING, UNIT, Beside, Mention, NumberVerdict, beside, weigh

WINDOW = 120
"""Characters around a number in which a document is named."""
MOST_WORDS = 8
"""Words of a document's name."""
MOST_TITLE, FEWEST_TITLES = 5, 3
"""Words of a title that is told to be missing, and titles that are there to which a document sends its readers, at
least and for each that is missing."""
MOST_GLUE = 16
"""Words between a name and its number: cues, and the other numbers of a list."""
JOINTS = "|".join(map(re.escape, sorted({*words("and"), *words("to"), *units()}, key=len, reverse=True)))
"""The words of all languages between the numbers of lists, and for parts of texts."""
LAST_WORD = r"[\w&]{1,30}\.?[\s,;:–—-]{0,3}$"
"""Looked for first: a pattern that tried hundreds of words at each place would take a tenth of a build."""
BETWEEN = re.compile(
    rf"[\s,;:–—-]{{0,3}}(?:\b(?={LAST_WORD})(?:see|also|in|under|at|both|cf|numbers?|no|page|{JOINTS}|says?|states?|tells?|explains?|defines?)\.?|§{{1,2}}|[(\[“\"'‘]|\b{NUMBER}\.?)"
    r"[\s,;:–—-]{0,3}$",
    re.IGNORECASE,
)
"""What may be between the name of a document and a number in it, piece by piece."""
OF = "|".join(sorted(words("of"), key=len, reverse=True))
BEHIND = re.compile(
    rf"[”\"’')\]]{{0,3}}(?:\s?(?:,|and|or|to|through|&|[–-]){{1,2}}\s?(?:and\s|or\s)?(?:[^\W\d_]{{1,10}}\.?\s)?{NUMBER}\b){{0,6}}"
    rf"[”\"’')\]]{{0,2}},?\s?(?:\(|(?:{OF})\b|(?-i:(?=[A-Z]{{2,6}}\b)))\s?",
    re.IGNORECASE,
)
"""What may be between a number and the name of its document: "5.1 and 5.2 of the rulebook"."""
ARTICLE = re.compile(r"^(?:(?i:this|these|the|our)|[a-zà-ÿ]{1,3}(?=\s[A-ZÀ-Þ]))\s")
"""What may be before a name: "the Handbook", "la Règle"."""
LETTERS_BEHIND = re.compile(r"[\s ](?![IVXLC]+\b)[A-Z]{2,6}\b(?!\s?\d)")
"""Initials after a number, which are those of a document."""
OF_WORD = re.compile(r"[”\"’')\]]{0,2}\s(?P<of>[^\W\d_]{1,5})\s")
OWN = re.compile(r"(?:this|these)\b", re.IGNORECASE)
OPENING_QUOTES = tuple("“\"'‘„«")
BARE_CUES = frozenset(("rule", "rules", "book"))
"""Names of documents that are also words before a number."""
WORKS = (
    "Rules|Rulebook|Guide|Handbook|Manual|Policy|Regulations|Reference|Document|Compendium|FAQ|Procedures|Guidelines"
)
"""Words with which names of works end."""
OF_EDITION = re.compile(rf"\b[A-Z][a-z]{{1,30}}\s(?:{WORKS})\s$")
"""The name of a work before the number of its edition: "the Rules Reference 1.4"."""
OTHER_WORK = re.compile(
    rf"(?:(?P<name>(?:[A-Z][\w’'-]{{1,30}}\s){{1,5}}(?:{WORKS})),?\s(?:(?:rules?|sections?|chapters?|§)\s)?[(\[]?"
    r"|(?<![\w’'-])(?i:in|from|of|like|unlike)\s(?P<game>[A-Z][a-z]{2,30}(?:\s[A-Z][a-z]{2,30}){0,3}),?\s(?:rules?|sections?|chapters?|articles?)\s"
    r"|(?<![\w.])(?P<initials>[A-Z]{2,6})(?:\s\d{1,6})?,?\s(?:(?:rules?|sections?|chapters?|articles?|clauses?)\s)?|(?<=[a-z,]\s)(?P<word>[A-Z][a-z]{2,30})\s)$"
)
"""A name before a number that may be of another work."""
OTHER_WORK_BEHIND = re.compile(
    r"[”\"')\]]{0,2}\s(?P<of>[^\W\d_]{1,4})\s(?:(?!th[ei]s)[^\W\d_]{1,5}\s)?(?P<quote>[“„\"«])?(?P<name>[A-ZÀ-Þ][\w’'-]{1,30}"
    r"(?:\s(?:[^\W\d_]{1,3}\s)?[A-ZÀ-Þ][\w’'-]{1,30}){0,5})"
)
"""The same after it: "section 4.2 of the Reef handbook"."""
OF_NAME = re.compile(r"[)\]\"”’]{0,2},?\s(?P<of>[^\W\d_]{1,5})\s(?P<name>(?:[\w’'&-]{1,30}(?:\s|\b)){1,4})")
"""What follows a number: "of the contract"."""
RULES_INITIALS = frozenset(("CR", "RR"))
"""What any comprehensive rules and any rules reference are called."""
NO_NAME = frozenset("see also the in under as and or by of rule rules section for from".split())
"""Words with capitals that begin no name."""
OTHER_GAME = re.compile(
    r"\b(?:(?:another|rival|different|the\sother)\s(?:[\w-]{1,20}\s)?games?|other\s(?:[\w-]{1,20}\s)?games|in\s(?:chess|golf|football|soccer|poker|bridge))\b",
    re.IGNORECASE,
)
CLAUSE_END = re.compile(r"[.;](?!\d)")
ADDRESS_LEVELS = 4
"""Levels at or above which a number may be the address of a computer, where no rule is above it. The five documents
have no such case."""
AT_HOME = 2
"""Entries that have a word which is at home in a document. The five documents have no such case."""
ASKED = ("qa", "ruling", "topic")
"""Kinds of entries that answer a question."""
WORD_BEFORE = re.compile(r"(?<![\w.])(?P<word>[^\W\d_]{1,20})\.?\s$")
DRESSED = re.compile(r"(?:(?P<word>[^\W\d_]{1,20})\.?\s|(?P<glued>[A-Z]{1,4}))(?P<number>\d.*)")
"""A number with a word or letters before it that may be the name of a document."""
RULE_LETTERS = ("R", "r")
"""Letters glued to a number that only say that it is that of a rule."""
PLAIN = re.compile(rf"[1-9]\d{{0,3}}[a-z]?(?:\.{LEVEL}){{1,9}}|[1-9]\d{{0,2}}(?:-{LEVEL}){{2,9}}")
BRACKET = re.compile(r"(?:(?<!,)\s?\([^()]*\)|,\s(?:[a-z]\)|\d{1,2}°))$")
"""A part at the end of an address."""
DEEP = re.compile(rf"\d{{1,4}}(?:[.-]{LEVEL}){{2,9}}")
"""A number of three levels or more, which is hardly anything but a number of a rule."""


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
        self._titled = [one for one in references if one.kind == "see" and one.label]

    @cached_property
    def cites_titles(self) -> bool:
        """Whether the document again and again sends its readers to titles that are there: then another is missing."""
        closed = [one for one in self._titled if self.is_closed_name(one)]
        known = sum(bool(self.targets.titled(one.label or "", self.document)) for one in closed)
        return known >= FEWEST_TITLES * max(1, len(closed) - known)

    def is_closed_name(self, reference: FoundReference) -> bool:
        """Tell whether the label of a reference is written as a title, all of what is up to the end of its clause."""
        label = reference.label or ""
        behind = self._text(reference)[reference.end : reference.end + 1]
        words = label.split()
        is_name = 0 < len(words) <= MOST_TITLE and words[0][0].isupper() and words[0].casefold() not in units()
        return behind in ("", ".", ")", "]", ";") and is_name

    def read(self, reference: FoundReference) -> tuple[FoundReference, Meanings]:
        """Return what an address is without what only looks like a part of it, and the entries that it may mean.

        The first of its readings that an entry has is taken, or that a document might have had.
        """
        read = ((one, self.find(one)) for one in self._readings(reference))
        first = next(read)
        return next((found for found in chain((first,), read) if found[1].ids or self._might_be(*found)), first)

    def _readings(self, reference: FoundReference) -> Iterator[FoundReference]:
        """Yield an address with all that is printed with it, then without a word, letters or a bracket of another."""
        yield reference
        number = reference.number or ""
        dressed = DRESSED.fullmatch(number)
        if dressed and (dressed["glued"] or dressed["word"].casefold() not in units()):
            bare = dressed["number"]
            shift = max(reference.text.find(bare.partition(",")[0]), 0)
            shorter = replace(
                reference, number=bare, text=reference.text[shift:], start=reference.start + shift, kind="number"
            )
            if self.named(shorter) or dressed["glued"] in RULE_LETTERS:
                yield from self._readings(shorter)
        behind = BRACKET.search(number)
        whole = number[: behind.start()] if behind else ""
        cut = reference.text.rfind(behind[0].strip()) if behind else 0
        if cut > 0 and (whole[-1].isdigit() or len(levels(whole)) > 1):
            printed = reference.text if reference.label else reference.text[:cut].rstrip()
            end = reference.start + len(printed)
            yield from self._readings(replace(reference, number=whole, text=printed, end=end))

    def weigh(self, reference: FoundReference, found: Meanings) -> NumberVerdict:
        """Decide whether a number is a reference, be it to an entry or to one that is missing.

        The members of a range that no rule has are not cited: letters that look like digits are left out.
        """
        number = reference.number or ""
        if not found.ids:
            looked_in = self.looked_in(found)
            is_worded = "," in number or any(self.targets.is_worded(number, key) for key in looked_in)
            mention = Mention(
                number,
                self._beside(reference),
                is_sure=reference.sure,
                is_own=False,
                is_named=bool(found.named),
                is_worded=is_worded,
                is_printed=lambda: self._might_be(reference, found),
                is_possible=lambda: not reference.in_range and self._is_possible(reference, found, looked_in),
            )
            return weigh(mention, exists=False)
        entry = self.targets.entries[found.ids[0]]
        mention = Mention(
            number,
            self._beside(reference),
            is_sure=reference.sure,
            is_own=entry.document == self.document,
            is_named=bool(found.named),
            is_worded="," in number or (self._is_worded(reference, entry) and not self._behind_of(reference)),
            is_printed=lambda: self._prints_others(number, entry, self._beside(reference).cue),
            is_among_strangers=lambda: self._is_among_strangers(reference, entry.document),
            is_titled=lambda: self.fits(reference, found) or self._is_titled(reference, found),
        )
        return weigh(mention, exists=True)

    def _is_among_strangers(self, reference: FoundReference, document: str) -> bool:
        """Tell whether a document lacks most of the numbers that are joined to one."""
        others = (one for one in self._beside(reference).joined if not one.isdigit())  # "1 May 2024, 103.1"
        known = [bool(self.targets.numbered(one, document, self.document)) for one in others]
        return sum(known) < len(known) / 2

    def _prints_others(self, number: str, entry: Entry, cue: str) -> bool:
        """Tell whether the document has numbers of the shape of another's, or only a title there begins so."""
        if cue == UNIT and number.isdigit():
            return self._has_single_rules
        is_numbered = number.isdigit() and self.targets.counts[self.document] > 0
        is_title = not entry.number and number.replace(".", "").isdigit()
        return is_title or is_numbered or self.targets.is_printed(number, self.document)

    @cached_property
    def _has_single_rules(self) -> bool:
        """Whether the document has rules with numbers of one level."""
        own = (self.targets.entries[id] for id in self.targets.by_document[self.document])
        return any(one.number and one.number.isdigit() and one.kind not in ASKED for one in own)

    def _beside(self, reference: FoundReference) -> Beside:
        return beside(self._text(reference), reference.start, reference.end, reference.number or "")

    def _might_be(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether the document that is meant prints addresses of this shape."""
        return any(self.targets.is_printed(reference.number or "", key) for key in self.looked_in(found))

    def _is_possible(self, reference: FoundReference, found: Meanings, looked_in: Sequence[str]) -> bool:
        """Tell whether a number that nothing has may be one of a rule: by points alone, or in the shape of others.

        Where nothing is numbered, what is cited is a number of another document.
        """
        number, targets = reference.number or "", self.targets
        if not any(targets.counts[key] for key in looked_in):
            return bool(found.named) or self._beside(reference).cue in CITING
        if "-" in number and PLAIN.fullmatch(number):
            return any("1-1" in shape for key in looked_in for shape in targets.shapes[key].known)
        if not PLAIN.fullmatch(number) or self._might_be(reference, found):
            return self._might_be(reference, found)
        above = (up for up in parents(number) for key in looked_in if targets.numbered(up, key))
        return len(levels(number)) < ADDRESS_LEVELS or next(above, None) is not None

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
        fitting = [ids[one] for one in now if self._fits(reference, ids[one])]
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
        named = () if self.alone else self.named(reference)
        if named and (found := self._in_named(reference, number, named)).ids:
            return found
        own = self.targets.numbered(number, self.document) or self._relative(reference, number)
        if own and self._beside(reference).unit == RULE and all(map(self._is_asked, own)):
            own = [id for id in self.targets.holders(number, self.document) if not self._is_asked(id)]
        if named and (self.document not in named or not own):
            return Meanings(named=named)
        if self.alone or named:
            return Meanings(own, named=named)
        others = self.targets.numbered_elsewhere(number, self.document, self._day(reference))
        if others and LETTERS_BEHIND.match(self._text(reference), number_end(reference)):
            found = self._choose(reference, (), others)  # "art. 6 RJ"
            return replace(found, named=(self._document(found.ids),))
        if own:
            others = {work: ids for work, ids in others.items() if not self._is_edition(ids)}
        if not others:
            return Meanings(own)
        found = self._choose(reference, own, others)
        return replace(found, reason=self._of_edition(number, found.ids))

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
        fitting = [ids for ids in pool if self._fits(reference, ids)]
        return Meanings(fitting[0] if len(fitting) == 1 else pool[0])

    def _fits(self, reference: FoundReference, ids: Sequence[str]) -> bool:
        """Tell whether the words beside a number are the title of what it leads to."""
        printed = self.targets.entries[ids[0]].title or ""
        label, title = loose_words(reference.label or ""), loose_words(printed)
        if not printed:
            return False
        if title_beside(self._text(reference), reference.start, number_end(reference), (key(printed),)):
            return True
        if label and reference.text.endswith(reference.label or "") and reference.text != reference.label:
            return set(label) <= set(title) or set(title) <= set(label)
        return bool(label) and set(title) <= set(label[-len(title) - 1 :])

    def named(self, reference: FoundReference) -> Sequence[str]:
        """Return the keys of the documents that the words beside a reference name."""
        text = self._text(reference)
        if not text:
            return ()
        before, behind = text[max(0, reference.start - WINDOW) : reference.start], text[reference.end :][:WINDOW]
        return self._named_before(before) or self._named_behind(behind) or self._named_within(reference)

    def _named_before(self, before: str) -> Sequence[str]:
        behind = ""
        for _ in range(MOST_GLUE):
            if found := self._last_name(before):
                return self._of_named_edition(found, behind)
            glue = BETWEEN.search(before)
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
        glue = BEHIND.match(behind)
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
        own = OWN.match(bare)
        name = ARTICLE.sub("", bare)
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
        return not self._text(reference) or reference.sure or bool(DEEP.fullmatch(reference.number or ""))

    def _is_titled(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether a title of the document that is meant is beside a number, be it another entry's."""
        label = title_beside(self._text(reference), reference.start, number_end(reference), self.targets.titles)
        holders = self.targets.titles[key(label.words)] if label and label.whole else ()
        return self.document in holders or self._document(found.ids) in holders

    def _behind_of(self, reference: FoundReference) -> int:
        """Return where what a number is of begins: "article 4 of our letters patent"; 0 where nothing such follows."""
        behind = OF_WORD.match(self._text(reference), reference.end)
        return behind.end() if behind and behind["of"].casefold() in words("of") else 0

    def _is_worded(self, reference: FoundReference, entry: Entry) -> bool:
        """Tell whether the word before a number is printed with it, or in its title: "Annex C", "Table T1"."""
        number = reference.number or ""
        before = WORD_BEFORE.search(self._text(reference)[max(0, reference.start - WINDOW) : reference.start])
        if before and key(before["word"]) in key(f"{entry.number or ''} {entry.title or ''}", " ").split():
            return True
        if before and number[:1].isalpha() and before["word"][0] == number[0]:
            return True
        if WORD_FIRST.match(number) and number == entry.number:
            return True
        named = levels(number)
        own = (own[0] for own in self.targets.levels_of(entry.id) if own)
        return len(named[0]) > 1 and named[0].isalpha() and not roman_value(named[0]) and named[0] in own

    def fits(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether the words beside a number are the title of what it leads to."""
        return bool(found.ids) and self._fits(reference, found.ids)

    def is_version(self, reference: FoundReference, found: Meanings) -> bool:
        """Tell whether a number is the edition of the document that is named: "the Tide Rulebook 2.1.0"."""
        if not found.named:
            before = self._text(reference)[max(0, reference.start - WINDOW) : reference.start]
            return bool(OF_EDITION.search(before)) and not reference.sure and not _is_sent(before)
        editions = self.targets.names(self.document).editions
        return any(editions.get(key) == reference.number for key in found.named)

    def other_work(self, reference: FoundReference, found: Meanings) -> str | None:
        """Return the name beside a number that is of a work outside the library: "ISO 9.1", "Penalty Guide, 4.2"."""
        text = self._text(reference)
        is_own = reference.sure and bool(found.ids) and self._document(found.ids) == self.document
        is_elsewhere = not is_own and OTHER_GAME.search(_sentence(text, reference.start)) and not self.named(reference)
        if is_elsewhere or OTHER_GAME.match(text, self._behind_of(reference)):
            return "another game"
        behind = OTHER_WORK_BEHIND.match(text, reference.end)
        is_of = behind is not None and behind["of"].casefold() in words("of")
        if behind and is_of and (behind["quote"] or self._is_strange(behind["name"])):
            return None if self.named(reference) else behind["name"]
        if work := self._work_behind(reference):
            return work
        before = OTHER_WORK.search(text[max(0, reference.start - WINDOW) : reference.start])
        word = before["word"] if before else None
        is_cited = reference.sure or (before and _is_sent(before.string))
        if not before or self.named(reference) or (word and (word.casefold() in units() or is_cited)):
            return None
        if before["game"]:
            label = title_beside(text, reference.start, number_end(reference), self.targets.titles)
            return before["game"] if not label and self._is_strange(before["game"]) else None
        named = (before["name"] or before["initials"] or before["word"]).split()
        while named and named[0].casefold() in NO_NAME:
            del named[0]
        name = " ".join(named)
        known = not name or name in RULES_INITIALS or self.targets.titled(name, self.document) or roman_value(name)
        return None if known or (before["name"] and len(named) < 2) else name

    def _work_behind(self, reference: FoundReference) -> str | None:
        """Return the word for a work of another kind that follows a number: "section 4 of the contract"."""
        text = self._text(reference)
        behind = OF_NAME.match(text, reference.end)
        if not behind or behind["of"].casefold() not in words("of") or OWN.match(behind["name"]):
            return None
        rest = text[behind.start("name") :].strip()
        works = (word for word in behind["name"].split() if word in signs("works") and self._is_strange_word(word))
        found = rest if len(rest) <= len("the") else next(works, None)  # the end of a text is cut off
        return None if self.named(reference) else found

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

    def _text(self, reference: FoundReference) -> str:
        return text_of(reference, self.targets.entries[reference.source])

    def _document(self, ids: Sequence[str]) -> str:
        return self.targets.entries[ids[0]].document


def _is_sent(clause: str) -> bool:
    """Tell whether a clause sends the reader on: "see Play From Hand 4.2"."""
    return not words("see").isdisjoint(re.findall(r"\w+", CLAUSE_END.split(clause)[-1].casefold()))


def _sentence(text: str, at: int) -> str:
    """Return the sentence around a place of a text, or as much of it as is near."""
    low, high = max(0, at - LONGEST_SENTENCE), at + LONGEST_SENTENCE
    start = max(text.rfind(mark, low, at) for mark in (". ", "? ", "! "))
    ends = [end for mark in (". ", "? ", "! ") if (end := text.find(mark, at, high)) >= 0]
    return text[max(start + 1, low) : min(ends, default=high)]


LONGEST_SENTENCE = 600
"""Characters of a sentence that are looked at before and after a number: a bound of the work."""
