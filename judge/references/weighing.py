"""What mentions mean: one verdict on each place in a text that names an entry, or seems to.

Reads: mentions (`FoundReference`s), and where they are looked for (`judge.references.scope`). Writes: `Resolution`s.
`weigh` answers with a verdict: ok, with the target; partial, where the target lacks the end of the number; ambiguous,
with all candidates, never one chosen in silence; dangling, where nothing has what is cited; external, where it is of a
work that is not here; and none, where it is no reference. Each says why. A target is looked for in the document that is
meant, or wherever in the same game it exists, never in another game.

Numbers are decided by what exists, and by the words right beside them (`judge.references.beside_numbers`). `FOUND` has
the reasons for numbers that an entry has, `MISSING` those for the others: the first that holds decides.

    4.2.1   exists              a reference, unless a word beside it says otherwise: "table 4.2.1", "4.2.1 kg"
    4       exists              needs a word that cites: "rule 4", "see 4"
    4.2     another has it      needs the same where the document itself has such numbers
    4.9     nothing has it      needs the same, and the shape of the numbers that the document prints
    EN-9    nothing has it      needs the shape alone

Titles are found with their evidence (`judge.references.named_titles`). One that nothing has is missing where its words
can hardly mean anything else, or where the document again and again sends its readers to titles that it has.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import islice

from judge.core.languages import CLAUSE, any_of, phrases, units, words
from judge.core.languages.stemming import singular
from judge.core.model import Entry, FoundReference, Reference, Resolution, replace
from judge.core.names import NO_DATE, SAME_TIME
from judge.core.numbering import LEVEL, NUMBER, levels, lookup_key, parents
from judge.core.tokens import SET_CODE, SMALL_WORDS, key, keys, loose_key
from judge.references.beside_numbers import CITING, MEASURED, NUMBERED, SEE, UNIT, Beside, sentence_around
from judge.references.document_names import is_kind_of_work
from judge.references.extraction import title_of
from judge.references.scope import OWN_LISTS, Meanings, Scope, text_of
from judge.references.targets import SUBJECTS, Targets

CUT = re.compile(rf"(?<!\s)(?:\s+(?:{phrases('pointers', 'ends')})\b|\s(?:{any_of(words('and'))})$)", re.IGNORECASE)
"""Where a title may end and other words follow: "See The Golden Gunman (NW) for more rulings"."""
LEADING_NUMBER = re.compile(rf"({NUMBER})[.:]?\s")
QUOTES = " .,;“”\"'‘’„«»"
APPENDIX_UNIT = "appendix"
SIBLINGS = (CLAUSE, "item")
"""Those of them that may be beside the text that counts them."""
STEPS = ("step", "phase")
"""Those of them whose list may be one of headings."""
COUNTED = re.compile(r"(?P<word>[^\W\d_]{1,20})\.?\s\(?[^\W_]{1,4}\)?")
"""A part by its word and number: "step 4"."""
OF_TITLE = re.compile(r"\s(?P<of>[^\W\d_]{1,5})\s(?:[^\W\d_]{1,4}\s)?(?P<title>[^.;:()\n]{1,80})")
"""What follows a part of something that has a title."""
WORD = re.compile(r"[^\W_][\w’'-]{0,30}")
MOST_WORDS = 6
"""Words of a title of which a part is named."""
MOST_READINGS = 8
"""How many cuts of a label are tried."""
MOST_CANDIDATES = 100
"""How many candidates are listed; where there are more, the reason counts them."""
UNDATED = 0.5
"""How sure it is at the most that a text without a date means the newest of the editions which differ in a number: of
drawn texts whose authors had any of three editions, half do."""
LISTED = 5
"""How many documents a reason names."""
MOST_COUNTERPARTS = 8
"""Other documents in which an entry's counterparts are looked for."""
MOST_OF_A_TITLE = 3
"""Entries of one title in a document beyond which the title says nothing of the subject. Half changes 7 of 176
comparisons in the five documents, double none."""
AMOUNT = re.compile(r"\d+(?:\.\d+)?|\d+(?:-\d+)+|[A-Z]\d{1,2}")
"""What may be an amount, a score, or something like "A4" and "Q3"."""
PLAIN_NUMBER = re.compile(r"[\d.]+")
ADDRESS_LEVELS = 4
"""Levels at or above which a number may be the address of a computer, where no rule is above it. The five documents
have no such case."""
PLAIN = re.compile(rf"[1-9]\d{{0,3}}[a-z]?(?:\.{LEVEL}){{1,9}}|[1-9]\d{{0,2}}(?:-{LEVEL}){{2,9}}")
SINGLE = re.compile(r"\d{1,4}|[A-Za-z]|[IVXLC]{1,6}")


def weigh(mention: FoundReference, scope: Scope) -> Resolution | None:
    """Return the verdict on a mention by number or title; None where it is no reference.

    Args:
        mention: a place in a text, with what it names.
        scope: where that is looked for.
    """
    if mention.anchor is not None:
        return _weigh_link(mention, scope)
    return _weigh_number(mention, scope) if mention.kind in BY_NUMBER else _weigh_title(mention, scope)


def resolve(
    references: Iterable[FoundReference], targets: Targets, undecided: Collection[str] = ()
) -> Iterator[Resolution]:
    """Resolve references; what only looks like one (`FoundReference.sure`) and does not resolve is left out.

    Args:
        references: of one or several documents.
        targets: what they may name.
        undecided: documents of which the reading is in doubt: their numbers are looked for in themselves alone.
    """
    by_document: dict[str, list[FoundReference]] = defaultdict(list)
    listed = list(references)
    for reference in listed:
        by_document[targets.entries[reference.source].document].append(reference)

    @cache
    def scope_of(document: str) -> Scope:
        return Scope(document, targets, by_document[document], is_undecided=document in undecided)

    for reference in listed:
        if reference.kind in RESOLVERS:
            yield from RESOLVERS[reference.kind](reference, targets)
        elif verdict := weigh(reference, scope_of(targets.entries[reference.source].document)):
            yield verdict


class NumberMention:
    """A number in a text, and what is known of it: worked out when a reason asks."""

    def __init__(self, reference: FoundReference, found: Meanings, scope: Scope) -> None:
        """Take a number as it was read.

        Args:
            reference: the number.
            found: what it may mean.
            scope: where that was looked for.
        """
        self.reference, self.found, self.scope, self.targets = reference, found, scope, scope.targets
        self.number = reference.number or ""
        self.is_sure = reference.sure

    @cached_property
    def beside(self) -> Beside:
        """What is beside it."""
        return self.scope.beside(self.reference)

    @cached_property
    def entry(self) -> Entry | None:
        """The entry that has it, the best."""
        return self.targets.entries[self.found.ids[0]] if self.found.ids else None

    @cached_property
    def is_own(self) -> bool:
        """Whether the document itself has it; else another, or none."""
        return self.entry is not None and self.entry.document == self.scope.document

    @cached_property
    def is_named(self) -> bool:
        """Whether the document that is meant is named beside it."""
        return bool(self.found.named)

    @cached_property
    def is_worded(self) -> bool:
        """Whether it begins with a word or letters that the document prints before such numbers."""
        if "," in self.number:
            return True
        if not self.entry:
            return any(self.targets.is_worded(self.number, key) for key in self.scope.looked_in(self.found))
        return self.scope.is_worded(self.reference, self.entry) and not self.scope.behind_of(self.reference)

    @cached_property
    def is_printed(self) -> bool:
        """Whether the document prints numbers of this shape: itself or, where nothing has it, the one that is meant.

        The title of another's entry that begins with such a number is one.
        """
        if not self.entry:
            return any(self.targets.is_printed(self.number, key) for key in self.scope.looked_in(self.found))
        if self.beside.cue == UNIT and self.number.isdigit():
            return self.scope.has_single_rules
        is_numbered = self.number.isdigit() and self.targets.counts[self.scope.document] > 0
        is_title = not self.entry.number and self.number.replace(".", "").isdigit()
        return is_title or is_numbered or self.targets.is_printed(self.number, self.scope.document)

    @cached_property
    def is_possible(self) -> bool:
        """Whether a number that nothing has may be one of a rule: by its points alone, or in the shape of others.

        One in the middle of a range is not cited; where nothing is numbered, it is a number of another document.
        """
        number, looked_in = self.number, self.scope.looked_in(self.found)
        if self.reference.in_range:
            return False
        if not any(self.targets.counts[key] for key in looked_in):
            return self.is_named or self.beside.cue in CITING
        if "-" in number and PLAIN.fullmatch(number):
            return any("1-1" in shape for key in looked_in for shape in self.targets.shapes[key].known)
        if not PLAIN.fullmatch(number) or self.is_printed:
            return self.is_printed
        above = (up for up in parents(number) for key in looked_in if self.targets.numbered(up, key))
        return len(levels(number)) < ADDRESS_LEVELS or next(above, None) is not None

    @cached_property
    def is_among_strangers(self) -> bool:
        """Whether the document that has it lacks most of the other numbers of its list."""
        names = self.targets.names(self.scope.document)  # beside "1 May 2024, 103.1", "103.1 and CR3 4.2"
        others = [one for one in self.beside.joined if not (one.isdigit() or names.find(one))]
        document = self.entry.document if self.entry else ""
        known = [bool(self.targets.numbered(one, document, self.scope.document)) for one in others]
        return sum(known) < len(known) / 2

    @cached_property
    def is_titled(self) -> bool:
        """Whether a title of the document that has it is beside it, be it another entry's."""
        return self.scope.fits(self.reference, self.found.ids) or self.scope.is_titled(self.reference, self.found)

    @cached_property
    def is_single(self) -> bool:
        """Whether it has one level, and no letters that say of what."""
        return bool(SINGLE.fullmatch(self.number))

    @cached_property
    def is_continued(self) -> bool:
        """Whether the one number of the document itself goes on with those of another: G.13, after G.1 to G.12."""
        return not self.is_single and self.targets.counts[self.scope.document] == 1

    @cached_property
    def is_quantity(self) -> bool:
        """Whether it may be an amount, and something beside it says so."""
        says_so = self.beside.cue == MEASURED or self.beside.is_counted
        return says_so and bool(AMOUNT.fullmatch(self.number))

    @cached_property
    def is_cited(self) -> bool:
        """Whether what is right before it cites, or its form does."""
        return self.is_sure or self.beside.cue in CITING


Reason = tuple[str, Callable[[NumberMention], bool], bool]
"""Why, when it holds, and whether the number is a reference then."""
FOUND: tuple[Reason, ...] = (
    ("its document is named", lambda one: one.is_named and one.beside.cue != NUMBERED, True),
    ("its word is printed with it", lambda one: one.is_worded, True),
    ("a title is beside it", lambda one: _is_doubted(one) and one.is_titled, True),
    ("it is none of the document's own numbers", lambda one: one.is_single and _is_like_own(one), False),
    ("a word for rules is before it", lambda one: one.beside.cue == UNIT, True),
    ("it is that of another thing", lambda one: one.beside.cue == NUMBERED, False),
    ("a word that cites is before it", lambda one: one.beside.cue == SEE and not one.is_single, True),
    ("it is a quantity", lambda one: one.is_quantity, False),
    ("a word that cites is before it", lambda one: one.is_cited, True),
    ("it is a share of something", lambda one: one.beside.is_share and bool(AMOUNT.fullmatch(one.number)), False),
    ("it has one level, and nothing cites it", lambda one: one.is_single, False),
    ("it is none of the document's own numbers", lambda one: _is_like_own(one), False),
    ("others of its list do not exist", lambda one: one.is_among_strangers, False),
    ("it exists", lambda one: True, True),
)
MISSING: tuple[Reason, ...] = (
    ("the document that is meant prints no such numbers", lambda one: not one.is_possible, False),
    ("its document is named", lambda one: one.is_named and one.beside.cue != NUMBERED, True),
    ("its word is printed with others", lambda one: one.is_worded, True),
    ("it is that of another thing", lambda one: one.beside.cue == NUMBERED, False),
    ("it is a quantity", lambda one: one.is_quantity, False),
    ("a word that cites is before it", lambda one: one.is_cited, True),
    ("it has letters, as others have", lambda one: not PLAIN_NUMBER.fullmatch(one.number) and one.is_printed, True),
    ("nothing cites it", lambda one: True, False),
)


def is_cited_number(mention: NumberMention, *, exists: bool) -> bool:
    """Decide whether a number is a reference, be it to an entry or to one that is missing.

    Args:
        mention: the number.
        exists: whether an entry has it.
    """
    return next(is_reference for _, holds, is_reference in (FOUND if exists else MISSING) if holds(mention))


def _is_like_own(one: NumberMention) -> bool:
    """Tell whether the document itself has numbers like this one, which only another has."""
    return not one.is_own and one.is_printed and not one.is_continued


def _is_doubted(one: NumberMention) -> bool:
    """Tell whether what is right beside a number does not say that it is a reference."""
    is_elsewhere = not one.is_own and not one.is_cited
    return one.beside.cue == NUMBERED or one.is_quantity or one.is_single or is_elsewhere


def _weigh_link(link: FoundReference, scope: Scope) -> Resolution | None:
    """Resolve a link inside its document: the entry of the number that it prints, else that of its address.

    Without a number, one from an entry to itself is left out.
    """
    number, anchor, targets = link.number, link.anchor or None, scope.targets
    own = targets.numbered(number, scope.document) if number else []
    found: Resolution | None = None
    if number and anchor not in own:
        printed = replace(link, anchor=None)
        part = _part(own[0], number, scope) if len(own) == 1 else None
        found = Resolution(printed, "ok", own[0], part=part) if len(own) == 1 else _weigh_number(printed, scope)
    if found and not found.target and anchor and _counts_alike(number or "", targets.entries[anchor].number or ""):
        return Resolution(link, "ok", anchor)
    if found:
        return found if found.target else replace(found, suggestion=anchor or found.suggestion)
    if not anchor or (anchor == link.source and not number):
        return None
    return Resolution(link, "ok", anchor, part=_part(anchor, number, scope) if number and anchor in own else None)


def _counts_alike(cited: str, whole: str) -> bool:
    """Tell whether a number of several levels counts its entry from a part on, with digits for letters or the reverse.

    >>> _counts_alike("3.c", "E.2.c.c"), _counts_alike("9.a", "E.2.i.a"), _counts_alike("4.9", "E.3.9")
    (True, True, False)
    """
    counts = [
        [str(ord(level) - ord("a") + 1) if "a" <= level <= "z" and len(level) == 1 else level for level in levels(one)]
        for one in (cited, whole)
    ]
    return 1 < len(counts[0]) < len(counts[1]) and counts[1][-len(counts[0]) :] == counts[0]


def _part(target: str, number: str, scope: Scope) -> str | None:
    """Return the part of an entry that a number names; None where it is the number of the entry."""
    is_exact = lookup_key(scope.targets.entries[target].number or "") == lookup_key(number)
    return None if is_exact else scope.targets.part(target, number, scope.document)


def _weigh_number(written: FoundReference, scope: Scope) -> Resolution | None:
    """Weigh "(24.8.1)": the entry of that number in the document that is meant."""
    # "step 4 of the Turn Chart", "step 4": a part of a list, the list named or around it.
    if COUNTED.fullmatch(written.number or "") and (counted := _counted(written, scope)):
        return counted
    mention, found = scope.read(written)
    number = mention.number or ""
    # "item 2", "clause (a)" of no list or rule: several have one, so nothing tells which is meant.
    is_letter = number.partition(" ")[2] == mention.text
    if COUNTED.fullmatch(number) and _unit(number) in OWN_LISTS and (is_letter or len(found.ids) != 1):
        return None
    # "the Tide Rulebook 2.1.0": the edition of a document.
    if scope.is_version(mention, found):
        return None
    # "ISO 9.1", "Penalty Guide, 4.2": a work that is not in the library.
    if not scope.fits(mention, found.ids) and (name := scope.other_work(mention, found)):
        before = scope.text(mention)[: mention.start].rstrip()
        is_cited = " " in name and number[:1].isdigit() and (mention.sure or before.endswith(","))
        return Resolution(mention, "external", reason=f"{name} is not in the library") if is_cited else None
    # "4 cards": nothing says that it is a reference.
    if not is_cited_number(NumberMention(mention, found, scope), exists=bool(found.ids)):
        return None
    if not found.ids:
        return _absent(mention, found, scope)
    # Several entries of the document have the number.
    if len(found.ids) > 1:
        reason = f"the number {number} is printed {len(found.ids)} times"
        return Resolution(mention, "ambiguous", candidates=tuple(found.ids[:MOST_CANDIDATES]), reason=reason)
    return _weigh_found(written, mention, found, scope)


def _weigh_found(written: FoundReference, mention: FoundReference, found: Meanings, scope: Scope) -> Resolution:
    """Return the verdict on a number, as it is printed and as it was read, that one entry has."""
    # "4.2, second bullet" means a part of it, and of "4.2(b)" it may not have the (b).
    target, number = found.ids[0], mention.number or ""
    one = Resolution(mention, "ok", target, reason=found.reason, part=_part(target, number, scope))
    if missing := missing_tail(written, mention, target, scope.targets):
        one = replace(one, reference=replace(written, number=number), missing=missing)
    # It is another entry in an edition of the same time: as likely as each of these.
    if found.unsure and found.is_dated:
        candidates = (target, *found.unsure)
        return replace(one, status="ambiguous", candidates=candidates, reason=SAME_TIME, sure=1 / len(candidates))
    # It is another entry in another edition, and the text has no date.
    return replace(one, sure=UNDATED, reason=one.reason or NO_DATE) if found.unsure else one


def _absent(mention: FoundReference, found: Meanings, scope: Scope) -> Resolution | None:
    """Return the verdict on a number that nothing has: a fault; in a game without numbers, another document's."""
    number, looked = mention.number or "", scope.looked_in(found)
    if scope.has_rules(mention, found):
        where = _where(looked) if len(looked) > 1 or found.named else ""
        above = _above(number, looked, scope.targets)
        return Resolution(mention, "dangling", suggestion=above, reason=f"no entry is numbered {number}{where}")
    reason = f"no rules of this game in the library are numbered, so {number} belongs to another document"
    return Resolution(mention, "external", reason=reason) if scope.is_strong(mention) else None


def _where(looked: Sequence[str]) -> str:
    """Return in words where something was looked for."""
    return f" (looked for in {', '.join(looked[:LISTED])})"


def missing_tail(written: FoundReference, read: FoundReference, target: str, targets: Targets) -> str | None:
    """Return the end of a number in brackets that its target does not have; None where it has no such end.

    After a blank it may be a remark, unless the document of the target begins texts so: "5 (a)".

    Args:
        written: the reference as it is printed.
        read: the same with the number that was found.
        target: id of the entry that has it.
        targets: all that can be pointed at.
    """
    tail = (written.number or "").partition(read.number or "")[2]
    document = targets.entries[written.source].document
    is_remark = tail[:1] == " " and ")(" not in tail and not targets.prints_letters(target, document)
    if tail.strip()[:1] != "(" or is_remark:
        return None
    return tail.strip()


def with_status(resolution: Resolution) -> Resolution:
    """Return a reference of which the number is right as partial, where its target does not have the end of it."""
    if resolution.status != "ok" or not resolution.missing:
        return resolution
    number = resolution.reference.number
    return replace(resolution, status="partial", reason=f"{number} has no {resolution.missing}")


def _above(number: str, documents: Iterable[str], targets: Targets) -> str | None:
    """Return the entry of the nearest number above one, in the first of some documents that has it."""
    above = (ids for key in documents for up in parents(number) if (ids := targets.numbered(up, key)))
    return next((ids[0] for ids in above), None)


def _counted(mention: FoundReference, scope: Scope) -> Resolution | None:
    """Resolve a part that is counted in a whole: "step 4 of the Turn Chart", "item 2 of this Annex", "step 4".

    Without the title of a whole it is looked for in what is around it.
    """
    targets = scope.targets
    for title, whole, id in _titled_wholes(mention, scope):
        if found := _part_of(whole, id, scope):
            return found
        if key(title) in keys(targets.entries[id].title or "") and targets.is_counted(id, scope.document):
            return Resolution(whole, "dangling", suggestion=id, reason=f"{title} has no {mention.number}")
    return _of_own_list(mention, scope)


def _titled_wholes(mention: FoundReference, scope: Scope) -> Iterator[tuple[str, FoundReference, str]]:
    """Yield the titles that follow a part, the longest first, each with the reference to its end and the one entry."""
    text, targets = scope.text(mention), scope.targets
    titled = OF_TITLE.match(text, mention.end)
    if not titled or titled["of"].casefold() not in words("of"):
        return
    documents = scope.named(mention)
    telling = (one for one in WORD.finditer(text, *titled.span("title")) if one[0].casefold() not in SMALL_WORDS)
    for end in reversed([one.end() for one in islice(telling, MOST_WORDS)]):
        title = text[titled.start("title") : end]
        ids = targets.titled(title, scope.document, documents) or targets.misspelt(title, scope.document)
        if len(ids) == 1:
            yield title, replace(mention, text=text[mention.start : end], end=end), ids[0]


def _of_own_list(mention: FoundReference, scope: Scope) -> Resolution | None:
    """Resolve a part that is counted in what is around it: the innermost list that has it."""
    source, number = scope.targets.entries[mention.source], mention.number or ""
    unit = _unit(number)
    above: str | None = source.id if unit in scope.own_lists else None
    while above:
        is_sibling = unit in SIBLINGS and above == source.parent
        own = _part_of(mention, above, scope, is_named=is_sibling)
        is_list = above == source.id or unit in STEPS or is_sibling or not number[-1].isdigit()
        if own and (own.part or is_list):
            return own if own.part or own.target != source.id else None
        above = scope.targets.entries[above].parent
    return None


def _part_of(mention: FoundReference, id: str, scope: Scope, *, is_named: bool = True) -> Resolution | None:
    """Return what a part such as "step 4" is of an entry, or of the one below it that has it; None where none has."""
    number, targets, document = mention.number or "", scope.targets, scope.document
    for holders in ([id], targets.below[id] if is_named else []):
        held = {one: found for one in holders if (found := targets.within(one, number, document, is_named=is_named))}
        if len(held) == 1:
            whole, (target, *_) = held.popitem()
            part = targets.part(whole, number, document) if target == whole else None
            return Resolution(mention, "ok", target, part=part)
    return None


def _unit(number: str) -> str | None:
    """Return what the word before a number counts."""
    return units().get(number.partition(" ")[0].rstrip(".").casefold())


def led(resolution: Resolution, targets: Targets) -> Resolution:
    """Lead a reference to an older edition of another work on to what is meant in the newest."""
    reference, target = resolution.reference, resolution.target
    document = targets.entries[reference.source].document
    if reference.kind not in (*BY_NUMBER, *BY_TITLE):
        return resolution
    suggestion = targets.now(resolution.suggestion, document) if resolution.suggestion else None
    candidates = tuple(dict.fromkeys(targets.now(id, document) for id in resolution.candidates))
    resolution = replace(resolution, suggestion=suggestion, candidates=candidates)
    now = targets.now(target, document) if target else None
    if not now or now == target:
        return resolution
    number = reference.number or ""
    is_kept = not number or now in targets.numbered(number, targets.entries[now].document, document)
    part = targets.part(now, number, document) if resolution.part else None
    return replace(resolution, target=now, part=part, written_as=None if is_kept else number)


def with_title_kind(resolution: Resolution) -> Resolution:
    """Return a reference to a whole appendix as one by title, since the appendix is headed so: "See Appendix 1"."""
    reference = resolution.reference
    is_whole = reference.text == reference.number and levels(reference.number)[:-1] == (APPENDIX_UNIT,)
    if reference.kind != "number" or not is_whole:
        return resolution
    return replace(resolution, reference=replace(reference, kind="title", label=reference.label or reference.text))


def _weigh_title(mention: FoundReference, scope: Scope) -> Resolution | None:
    """Weigh "See Toughness": the title as it is printed, then without what an author may put after it."""
    entry, targets = scope.targets.entries[mention.source], scope.targets
    label, documents = mention.label or "", scope.named(mention)
    if mention.is_quotation and not scope.is_quoted_title(mention):
        return None
    readings = list(_readings(label))
    for title in readings:
        named = _named(title, entry.document, targets, documents)
        found = list(islice((one for one in named if one != entry.id), MOST_CANDIDATES))
        if found:
            reason = f"{len(named)} entries have the title {title}"
            return _choose(mention, entry, found, targets, reason)
    forms = (targets.find_inflected(title, entry.document) for title in readings)
    inflected = next((ids[0] for ids in forms if len(ids) == 1), entry.id)
    if mention.kind == "see" and inflected != entry.id:
        return Resolution(mention, "ok", inflected)
    return _weigh_missing(mention, readings, scope)


def _weigh_missing(mention: FoundReference, readings: Sequence[str], scope: Scope) -> Resolution | None:
    """Return the verdict on a title that nothing has: misspelt, missing, or none."""
    targets, label = scope.targets, mention.label or ""
    names_work = any(map(is_kind_of_work, label.split()))  # which may be none of the library: "Floor Policy"
    is_name = mention.kind == "see" and scope.is_closed_name(mention) and not names_work
    if not (mention.sure or is_name):
        return None
    for title in readings:
        near = [one for one in targets.misspelt(title, scope.document) if one != mention.source]
        if len(near) == 1:
            reason = f"no entry has the title {title}, which seems to be misspelt"
            return Resolution(mention, "ok", near[0], reason=reason)
    if not (mention.sure or scope.cites_titles):
        return None
    looked = [scope.document, *targets.neighbours(scope.document)]
    where = _where(looked) if len(looked) > 1 else ""
    habit = "" if mention.sure else "; the document has the other titles to which it sends its readers"
    return Resolution(mention, "dangling", reason=f"no entry has the title {label}{where}{habit}")


def _named(title: str, document: str, targets: Targets, documents: Sequence[str]) -> Sequence[str]:
    """Return the entries of a title, or of the number that it is or begins with: "2.2. Honor bid"."""
    named = targets.titled(title, document, documents) or targets.numbered(title, document)
    numbered = None if named else LEADING_NUMBER.match(title)
    return targets.numbered(numbered[1], document) if numbered else named


def _readings(label: str) -> Iterator[str]:
    """Yield what a label may name, the longest reading first."""
    label = label.strip(QUOTES)
    cuts = [match.start() for match in islice(CUT.finditer(label), MOST_READINGS)]
    for end in (len(label), *reversed(cuts)):
        title = label[:end].strip(QUOTES)
        yield title
        if re.search(SET_CODE, title):
            yield re.sub(SET_CODE, "", title)


def by_card(reference: FoundReference, targets: Targets) -> Iterator[Resolution]:
    """Resolve a card's name: the entry of the card, or the one of its versions that the text means."""
    entry = targets.entries[reference.source]
    if reference.card is None:
        near = targets.misspelt(reference.label or "", entry.document)
        if len(near) == 1 and near[0] != entry.id and targets.entries[near[0]].kind == "card":
            misspelt = f"no card is called {reference.label}, which seems to be misspelt"
            yield Resolution(reference, "ok", near[0], reason=misspelt)
            return
        yield Resolution(reference, "dangling", reason=f"the card {reference.label} has no entry")
        return
    all_versions = targets.cards(reference.card, entry.document)
    versions = [targets.entries[id] for id in all_versions if id != entry.id]
    if len(versions) == 1:
        reason = None if len(all_versions) == 1 else "the other version of the card refers to it"
        yield Resolution(reference, "ok", versions[0].id, reason=reason)
    elif versions:
        yield _version(reference, versions[:MOST_CANDIDATES])


def _version(reference: FoundReference, versions: Sequence[Entry]) -> Resolution:
    """Choose among the versions of a card: by the set that is named, else the one that has no mark."""
    of_set = [
        one for one in versions if reference.edition and reference.edition in " ".join(map(str, one.facts)).split()
    ]
    if len(of_set) == 1:
        return Resolution(reference, "ok", of_set[0].id, reason=f"this version is from the set {reference.edition}")
    unmarked = [one for one in versions if not one.variant]
    if len(unmarked) == 1:
        return Resolution(reference, "ok", unmarked[0].id, reason="the reference has no mark of another version")
    ids = tuple(one.id for one in versions)
    reason = f"the card has {len(ids)} versions, but nothing says which is meant; the first is shown"
    return Resolution(reference, "ambiguous", ids[0], candidates=ids, reason=reason)


def by_page(reference: FoundReference, targets: Targets) -> Iterator[Resolution]:
    """Resolve "page 14": what is there, where the document's pages are known.

    Of several entries it is the one whose title is beside the page; else the first that begins there is shown.
    """
    source = targets.entries[reference.source]
    page = int(reference.number or 0)
    found = [id for id in targets.pages.get((source.document, page), ()) if id != source.id][:MOST_CANDIDATES]
    beside = f" {key(sentence_around(text_of(reference, source), reference.start), ' ')} "
    titles = {id: key(targets.entries[id].title or "", " ") for id in found}
    named = [id for id, title in titles.items() if title and f" {title} " in beside]
    if len(found) == 1:
        yield Resolution(reference, "ok", found[0])
    elif len(named) == 1:
        yield Resolution(reference, "ok", named[0], reason="its title is next to the page number")
    elif found:
        first = next((id for id in found if (targets.entries[id].pages or (0,))[0] == page), found[0])
        reason = f"{len(found)} entries are on page {page}; the first that begins there is shown"
        yield Resolution(reference, "ambiguous", first, candidates=tuple(found), reason=reason)


def by_index(reference: FoundReference, targets: Targets) -> Iterator[Resolution]:
    """Resolve "ally, 4": every section of that page that holds the term; pages are estimates, so else of the next."""
    document = targets.entries[reference.source].document
    page, term = int(reference.number or 0), loose_key(reference.label or "").split()
    for near in (page, page - 1, page + 1):
        ids = targets.pages.get((document, near), ())
        found = [id for id in ids if id != reference.source and term and targets.words(id).issuperset(term)]
        if found:
            reason = (
                None
                if near == page
                else f"no section on page {page} contains the term, but this one on a neighbouring page does"
            )
            yield from (Resolution(reference, "ok", id, reason=reason) for id in found)
            return


def counterparts(entries: Iterable[Entry], targets: Targets) -> Iterator[Resolution]:
    """Yield what leads from entries to those of the same subject in the other documents of their game."""
    for entry in entries:
        if not entry.title or entry.kind not in SUBJECTS:
            continue
        reference = title_of(entry, entry.title).reference(0, len(entry.title), "counterpart", label=entry.title)
        for ids in islice(_counterparts(entry, targets), MOST_COUNTERPARTS):
            same = [id for id in ids[: MOST_OF_A_TITLE + 1] if _is_counterpart(entry, targets.entries[id])]
            if len(ids) <= MOST_OF_A_TITLE:
                yield from (Resolution(reference, "ok", id, reason="the same title") for id in same)


def _counterparts(entry: Entry, targets: Targets) -> Iterator[list[str]]:
    """Yield the entries of the same title, document by document; other editions of the same work are left out."""
    title = entry.title or ""
    question = ("titles", key(title)) if entry.kind == "card" else ("subjects", loose_key(title))
    for ids in targets.elsewhere(question, entry.document):
        if not targets.is_edition(entry.document, targets.entries[ids[0]].document):
            yield ids


def _is_counterpart(entry: Entry, other: Entry) -> bool:
    """Tell whether two entries have one title, except number; "In Play" is not "Play"."""
    mine, others = (list(map(singular, key(one.title or "", " ").split())) for one in (entry, other))
    return other.kind in SUBJECTS and mine == others


def _choose(
    reference: FoundReference, source: Entry, found: Sequence[str], targets: Targets, reason: str
) -> Resolution:
    """Choose the one entry of a title, or the one that is of the kind of the source: a term refers to a term."""
    kinds = {id: targets.entries[id].kind for id in found}
    same = [id for id, kind in kinds.items() if kind == source.kind]
    is_telling = source.kind == "term" or (source.kind == "section" and {*kinds.values()} == {"section", "term"})
    if len(found) == 1:
        return Resolution(reference, "ok", found[0])
    if len(same) == 1 and is_telling:
        reason = f"a {source.kind} refers to the {source.kind} of that title"
        return Resolution(reference, "ok", same[0], candidates=tuple(found), reason=reason)
    return Resolution(reference, "ambiguous", candidates=tuple(found), reason=reason)


BY_NUMBER = ("number", "step")
BY_TITLE = ("see", "related", "title")
RESOLVERS: dict[str, Callable[[FoundReference, Targets], Iterator[Resolution]]] = {
    "card": by_card,
    "page": by_page,
    "index": by_index,
}
"""How each other kind of reference is resolved."""


def reference_of(resolution: Resolution) -> Reference:
    """Return a resolved reference as the contract has it."""
    found = resolution.reference
    return Reference(
        source=found.source,
        block=found.block,
        start=found.start,
        end=found.end,
        line=found.line,
        column=found.column,
        text=found.text,
        label=found.label,
        kind=found.kind,
        target=f"{resolution.target}#{resolution.part}" if resolution.part else resolution.target,
        status=resolution.status,
        suggestion=resolution.suggestion,
        candidates=resolution.candidates,
        reason=resolution.reason,
        sure=None if resolution.sure is None else round(resolution.sure, 2),
        written_as=resolution.written_as,
    )
