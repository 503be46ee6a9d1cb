"""References to targets: one small function a kind of reference.

Reads: the references of all documents, and all `Targets`. Writes: `Resolution`s. A target is looked for in the document
that is meant (`judge.references.scope`), or wherever in the same game it exists, never in another game. A single
candidate is taken; among several the text may decide, and the reason is told; else all are reported, never one chosen
in silence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

from judge.core.languages import CLAUSE, phrases, units, words
from judge.core.languages.stemming import singular
from judge.core.model import Entry, FoundReference, Reference, Resolution, replace
from judge.core.names import NO_DATE, SAME_TIME
from judge.core.numbering import NUMBER, levels, lookup_key, parents
from judge.core.tokens import SET_CODE, SMALL_WORDS, key, keys, loose_key
from judge.references.extraction import title_of
from judge.references.scope import LONGEST_SENTENCE, Scope, text_of
from judge.references.targets import SUBJECTS, Targets

CUT = re.compile(rf"(?<!\s)\s+(?:{phrases('pointers', 'ends')})\b", re.IGNORECASE)
"""Where a title may end and other words follow: "See The Golden Gunman (NW) for more rulings"."""
APPENDIX = re.compile(r"Appendix\s\w{1,6}", re.IGNORECASE)
LEADING_NUMBER = re.compile(rf"({NUMBER})[.:]?\s")
QUOTES = " .,;“”\"'‘’„«»"
SENTENCE_END = re.compile(r"(?<!\bp)(?<!\bpp)[.!?]\s")
APPENDIX_UNIT = "appendix"
OWN_LISTS = ("step", "item", "clause", "bullet", "row", "phase")
"""Units of which several lists have one of each number."""
SIBLINGS = (CLAUSE, "item")
"""Those of them that may be beside the text that counts them."""
STEPS = ("step", "phase")
"""Those of them whose list may be one of headings."""
COUNTED = re.compile(r"(?P<word>[^\W\d_]{1,20})\.?\s\(?[^\W_]{1,4}\)?")
"""A part by its word and number: "step 4"."""
OF_TITLE = re.compile(
    r"\s(?P<of>[^\W\d_]{1,5})\s(?:(?:the|this|der|das|la|le|el|il|o|a)\s)?(?P<title>[^.;:()\n]{1,80})"
)
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
        document = targets.entries[reference.source].document
        if reference.anchor is not None:
            yield from by_link(reference, targets, scope_of(document))
        elif reference.kind in BY_NUMBER:
            yield from by_number(reference, targets, scope_of(document))
        elif reference.kind in BY_TITLE:
            yield from by_title(reference, targets, scope_of(document))
        else:
            yield from RESOLVERS[reference.kind](reference, targets)


def by_link(reference: FoundReference, targets: Targets, scope: Scope) -> Iterator[Resolution]:
    """Resolve a link inside its document: the entry of the number that it prints, else that of its address.

    Without a number, one from an entry to itself is left out.
    """
    number, anchor = reference.number, reference.anchor or None
    document = targets.entries[reference.source].document
    own = targets.numbered(number, document) if number else []
    found: list[Resolution] = []
    if number and anchor not in own:
        printed = replace(reference, anchor=None)
        part = _part(own[0], number, document, targets) if len(own) == 1 else None
        one = [Resolution(printed, "ok", own[0], part=part)] if len(own) == 1 else []
        found = one or list(by_number(printed, targets, scope))
    is_absent = bool(found) and not any(one.target for one in found)
    if is_absent and anchor and _counts_alike(number or "", targets.entries[anchor].number or ""):
        yield Resolution(reference, "ok", anchor)
    elif found:
        yield from (one if one.target else replace(one, suggestion=anchor or one.suggestion) for one in found)
    elif anchor and (anchor != reference.source or number):
        part = _part(anchor, number, document, targets) if number and anchor in own else None
        yield Resolution(reference, "ok", anchor, part=part)


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


def _part(target: str, number: str, document: str, targets: Targets) -> str | None:
    """Return the part of an entry that a number names; None where it is the number of the entry."""
    is_exact = lookup_key(targets.entries[target].number or "") == lookup_key(number)
    return None if is_exact else targets.part(target, number, document)


def by_number(reference: FoundReference, targets: Targets, scope: Scope) -> Iterator[Resolution]:
    """Resolve "(24.8.1)": the entry of that number in the document that is meant."""
    source = targets.entries[reference.source]
    # "step 4 of the Turn Chart", "step 4": a part of a list, the list named or around it.
    if COUNTED.fullmatch(reference.number or "") and (counted := _counted(reference, targets, scope)):
        yield counted
        return
    written = reference
    reference, found = scope.read(reference)
    number = reference.number or ""
    # "item 2", "clause (a)" of no list or rule: several have one, so nothing tells which is meant.
    is_letter = number.partition(" ")[2] == reference.text
    if COUNTED.fullmatch(number) and _unit(number) in OWN_LISTS and (is_letter or len(found.ids) != 1):
        return
    # "the Tide Rulebook 2.1.0": the edition of a document.
    if scope.is_version(reference, found):
        return
    # "ISO 9.1", "Penalty Guide, 4.2": a work that is not in the library.
    if not scope.fits(reference, found) and (name := scope.other_work(reference, found)):
        before = text_of(reference, source)[: reference.start].rstrip()
        if " " in name and number[:1].isdigit() and (reference.sure or before.endswith(",")):
            yield Resolution(reference, "external", reason=f"{name} is not in the library")
        return
    # No document has the number: a fault, if it is that of a rule; in a game without numbers, another document's.
    if not found.ids:
        looked = scope.looked_in(found)
        if not scope.weigh(reference, found).is_reference:
            return
        if any(targets.counts[key] for key in (source.document, *looked)):
            where = f" (looked for in {', '.join(looked[:LISTED])})" if len(looked) > 1 or found.named else ""
            reason, above = f"no entry is numbered {number}{where}", _above(number, looked, targets)
            yield Resolution(reference, "dangling", suggestion=above, reason=reason)
        elif scope.is_strong(reference):
            reason = f"no rules of this game in the library are numbered, so {number} belongs to another document"
            yield Resolution(reference, "external", reason=reason)
        return
    # "4 cards": an entry has the number, but nothing says that it is a reference.
    if not scope.weigh(reference, found).is_reference:
        return
    # Several entries of the document have the number.
    if len(found.ids) > 1:
        reason = f"the number {number} is printed {len(found.ids)} times"
        yield Resolution(reference, "ambiguous", candidates=tuple(found.ids[:MOST_CANDIDATES]), reason=reason)
        return
    # One entry has it; "4.2, second bullet" means a part of it, and of "4.2(b)" it may not have the (b).
    target = found.ids[0]
    part = _part(target, number, source.document, targets)
    one = Resolution(reference, "ok", target, reason=found.reason, part=part)
    if missing := missing_tail(written, reference, target, targets):
        one = replace(one, reference=replace(written, number=number), missing=missing)
    # It is another entry in an edition of the same time: as likely as each of these.
    if found.unsure and found.is_dated:
        candidates = (target, *found.unsure)
        sure = 1 / len(candidates)
        one = replace(one, status="ambiguous", candidates=candidates, reason=SAME_TIME, sure=sure)
    # It is another entry in another edition, and the text has no date.
    elif found.unsure:
        one = replace(one, sure=UNDATED, reason=one.reason or NO_DATE)
    yield one


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


def _counted(reference: FoundReference, targets: Targets, scope: Scope) -> Resolution | None:
    """Resolve a part that is counted in a whole: "step 4 of the Turn Chart", "item 2 of this Annex", "step 4".

    Without the title of a whole it is looked for in what is around it.
    """
    document = targets.entries[reference.source].document
    for title, whole, id in _titled_wholes(reference, targets, scope):
        if found := _part_of(whole, id, targets, document):
            return found
        if key(title) in keys(targets.entries[id].title or "") and targets.is_counted(id, document):
            return Resolution(whole, "dangling", suggestion=id, reason=f"{title} has no {reference.number}")
    return _of_own_list(reference, targets)


def _titled_wholes(
    reference: FoundReference, targets: Targets, scope: Scope
) -> Iterator[tuple[str, FoundReference, str]]:
    """Yield the titles that follow a part, the longest first, each with the reference to its end and the one entry."""
    source = targets.entries[reference.source]
    text = text_of(reference, source)
    titled = OF_TITLE.match(text, reference.end)
    if not titled or titled["of"].casefold() not in words("of"):
        return
    documents = scope.named(reference)
    telling = (one for one in WORD.finditer(text, *titled.span("title")) if one[0].casefold() not in SMALL_WORDS)
    for end in reversed([one.end() for one in islice(telling, MOST_WORDS)]):
        title = text[titled.start("title") : end]
        ids = targets.titled(title, source.document, documents) or targets.misspelt(title, source.document)
        if len(ids) == 1:
            yield title, replace(reference, text=text[reference.start : end], end=end), ids[0]


def _of_own_list(reference: FoundReference, targets: Targets) -> Resolution | None:
    """Resolve a part that is counted in what is around it: the innermost list that has it."""
    source = targets.entries[reference.source]
    number = reference.number or ""
    unit = _unit(number)
    above: str | None = source.id if unit in OWN_LISTS else None
    while above:
        is_sibling = unit in SIBLINGS and above == source.parent
        own = _part_of(reference, above, targets, source.document, is_named=is_sibling)
        is_list = above == source.id or unit in STEPS or is_sibling or not number[-1].isdigit()
        if own and (own.part or is_list):
            return own if own.part or own.target != source.id else None
        above = targets.entries[above].parent
    return None


def _part_of(
    reference: FoundReference, id: str, targets: Targets, document: str, *, is_named: bool = True
) -> Resolution | None:
    """Return what a part such as "step 4" is of an entry, or of the one below it that has it; None where none has."""
    number = reference.number or ""
    for holders in ([id], targets.below[id] if is_named else []):
        held = {one: found for one in holders if (found := targets.within(one, number, document, is_named=is_named))}
        if len(held) == 1:
            whole, (target, *_) = held.popitem()
            part = targets.part(whole, number, document) if target == whole else None
            return Resolution(reference, "ok", target, part=part)
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


def by_title(reference: FoundReference, targets: Targets, scope: Scope) -> Iterator[Resolution]:
    """Resolve "See Toughness": the title as it is printed, then without what an author may put after it."""
    entry = targets.entries[reference.source]
    label = reference.label or ""
    documents = scope.named(reference)
    for title in _readings(label):
        named = _named(title, entry.document, targets, documents)
        found = list(islice((one for one in named if one != entry.id), MOST_CANDIDATES))
        if found:
            yield _alike(reference, entry, found, targets) or _choose(
                reference, found, f"{len(named)} entries have the title {title}"
            )
            return
    forms = (targets.find_inflected(title, entry.document) for title in _readings(label))
    others = next((ids for ids in forms if len(ids) == 1), [entry.id])
    if reference.kind == "see" and others[0] != entry.id:
        yield Resolution(reference, "ok", others[0])
        return
    is_missing = reference.kind == "see" and scope.is_closed_name(reference) and not _names_work(label)
    if reference.sure or (is_missing and scope.cites_titles):
        for title in _readings(label):
            found = [one for one in targets.misspelt(title, entry.document) if one != entry.id]
            if len(found) == 1:
                reason = f"no entry has the title {title}, which seems to be misspelt"
                yield Resolution(reference, "ok", found[0], reason=reason)
                return
        looked = [entry.document, *targets.neighbours(entry.document)]
        where = f" (looked for in {', '.join(looked[:LISTED])})" if len(looked) > 1 else ""
        habit = "" if reference.sure else "; the document has the other titles to which it sends its readers"
        yield Resolution(reference, "dangling", reason=f"no entry has the title {label}{where}{habit}")


def _names_work(label: str) -> bool:
    """Tell whether words name a document, which may be none of the library: "Floor Policy"."""
    return re.search(rf"(?<!\w)(?:{phrases('documents', 'kinds')})(?!\w)", label, re.IGNORECASE) is not None


def _named(title: str, document: str, targets: Targets, documents: Sequence[str]) -> Sequence[str]:
    """Return the entries of a title, or of the number that it is or begins with: "2.2. Honor bid"."""
    named = targets.titled(title, document, documents) or targets.numbered(title, document)
    if not named and APPENDIX.fullmatch(title):
        named = next(iter(targets.numbered_elsewhere(title, document).values()), [])
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
    of_set = [one for one in versions if reference.edition and reference.edition in " ".join(one.facts).split()]
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
    beside = f" {key(_sentence(text_of(reference, source), reference.start), ' ')} "
    titles = {id: key(targets.entries[id].title or "", " ") for id in found}
    named = [id for id, title in titles.items() if title and f" {title} " in beside]
    if len(found) == 1:
        yield Resolution(reference, "ok", found[0])
    elif len(named) == 1:
        yield Resolution(reference, "ok", named[0], reason="its title is next to the page number")
    elif found:
        first = next((id for id in found if _first_page(targets.entries[id]) == page), found[0])
        reason = f"{len(found)} entries are on page {page}; the first that begins there is shown"
        yield Resolution(reference, "ambiguous", first, candidates=tuple(found), reason=reason)


def _first_page(entry: Entry) -> int | None:
    return entry.pages[0] if entry.pages else None


def _sentence(text: str, at: int) -> str:
    """Return the sentence of a text around a place, or as much of it as is near."""
    low, high = max(0, at - LONGEST_SENTENCE), at + LONGEST_SENTENCE
    begins = max((end.end() for end in SENTENCE_END.finditer(text, low, at)), default=low)
    ends = SENTENCE_END.search(text, at, high)
    return text[begins : ends.start() if ends else high]


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


def _alike(reference: FoundReference, source: Entry, found: Sequence[str], targets: Targets) -> Resolution | None:
    """Choose the one entry of a title that is of the kind of the source: a term refers to a term."""
    same = [id for id in found if targets.entries[id].kind == source.kind]
    rest = {targets.entries[id].kind for id in found} - {source.kind}
    if (
        len(found) == 1
        or len(same) != 1
        or not (source.kind == "term" or (source.kind == "section" and rest == {"term"}))
    ):
        return None
    reason = f"a {source.kind} refers to the {source.kind} of that title"
    return Resolution(reference, "ok", same[0], candidates=tuple(found), reason=reason)


def _choose(reference: FoundReference, found: Sequence[str], reason: str) -> Resolution:
    if len(found) == 1:
        return Resolution(reference, "ok", found[0])
    return Resolution(reference, "ambiguous", candidates=tuple(found[:MOST_CANDIDATES]), reason=reason)


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
