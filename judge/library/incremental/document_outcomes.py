"""Facts and parsed documents to outcomes: what one document became among the others.

Reads: a parsed document, and the `World` of all. Writes: an `Outcome`: resolved references, findings, terms, postings.

An outcome rests on the parsed document and on the answers to what was asked of the world while it was made: which
entries of other documents have a title, which cards have names that begin with a word, which words are printed in lower
case. The questions are kept with it, and a digest of the answers. As long as the same questions have the same answers,
the same outcome would come of it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from judge.checks import findings, reading_doubts
from judge.checks.findings import Resolved
from judge.checks.named_addresses import CountedAddresses, count_addresses, is_held_back
from judge.checks.printed_places import with_columns
from judge.checks.wrong_numbers import WrongNumberCheck
from judge.core.diagnostics import Report
from judge.core.jsonl import pack, unpack
from judge.core.languages import ENGLISH
from judge.core.languages.stemming import word_root
from judge.core.model import (
    Document,
    Entry,
    FoundReference,
    ReadingReport,
    Resolution,
    replace,
)
from judge.core.tokens import fold, set_code
from judge.core.tokens import key as title_key
from judge.editions.alignment import Alignment, values_by_key
from judge.editions.edition_maps import Maps
from judge.library.incremental.document_facts import DocumentFacts, DocumentTerms, Postings, digest, facts_of, terms_of
from judge.library.parsing import ParsedDocument, name_failed_document
from judge.references.authority import Standing, known_editions, standings, summaries
from judge.references.card_names import CardNames, NameTexts, find_card_mentions, forms_of
from judge.references.document_names import DocumentNames
from judge.references.extraction import title_beside
from judge.references.scope import number_end, relabelled, text_of
from judge.references.targets import Order, Targets, words_of
from judge.references.weighing import counterparts, led, reference_of, resolve, with_status, with_title_kind

FEWEST_SHARED = 0.1
"""Share of a document's words that another one in its language has, however short it is. The five documents
ask for none; of 11 decisions in the samples, half changes 2, double none."""
REACH = 100
"""Characters on each side of a number in which another title than its target's may be; the five documents have no such
number."""
SET_OFF = re.compile(
    r"[”\"]\s?[(\[]?N|[”\"]\s(?:in|of|from)\s[^()]{1,60}\(N|[^\W\d_],\s[a-z]{3,8}\sN|N[,.:]?\s?[–(]?\s?[“\"]|N\.\s[A-Z]|"
    r"N,?\s(?:[–A-Z]|(?!of|in|and|or|is|has|does|says|for|to|before|which)[a-z])|"
    r"\b[Ff]or\s[^.;]{1,80}\ssee\sN|\b(?:[Ff]or|[Oo]n|[Aa]bout|of)\s[^.;]{1,80}\s(?:is|are|stands?)\s[a-z ]{2,24}\sN"
)
"""What may set a title off from a number, for which N is."""
QUESTIONS = ("titles", "subjects", "near", "numbers", "addresses", "content", "standing", "became")
"""Kinds of questions about entries of other documents; the answer to the last is what one is in the newest edition."""
Places = dict[tuple[str, int | None], list[tuple[int, int]]]
Asked = dict[str, list[str]]
"""What a document asked of the world, by the kind of question."""


class World(Struct, frozen=True):
    """What documents may ask about each other."""

    targets: Targets
    names: Mapping[str, CardNames]
    """For each document those of its game, as the documents print them that it may mean."""
    standings: Mapping[str, Standing]
    """Of each document."""


class Counts(NamedTuple):
    """How many entries and references a document has, by the names of its fields."""

    entries: int
    references: int
    resolved: int
    faulty: int
    """Of which lint reports each as one."""


class Outcome(Struct, frozen=True):
    """What one document became, as the cache keeps it."""

    asked: Asked
    digest: str
    """Of the answers."""
    counts: Counts
    references: list[tuple[str, str | None, str]]
    """Source, target, record."""
    mentions: list[tuple[str, str, str, int]]
    """Key, kind, name, and place of an entry, from 0, that names it: a card without an entry, or a set of cards."""
    reading: ReadingReport
    """How it was read, and which patterns of that failed."""
    findings: list[str]
    """Records."""
    terms: list[tuple[str, str, str]]
    """Titles, headings and blocks of each entry."""
    vocabulary: dict[str, int]
    """How many entries hold each term."""
    postings: Postings

    def with_counts(self, document: Document) -> Document:
        """Return a document with how it was read and what was counted in it."""
        return replace(document, reading=self.reading, **self.counts._asdict())


def world_of(documents: Sequence[DocumentFacts], alignments: Iterable[tuple[str, str, str]] = ()) -> World:
    """Collect what documents may ask about each other.

    Args:
        documents: all, or those of one game: no question is asked about the documents of another game.
        alignments: how editions are aligned with those that follow them: keys of both, record.
    """
    games = {facts.document.key: facts.document.game for facts in documents}
    known = standings([facts.paper() for facts in documents])
    works = {key: standing.work for key, standing in known.items()}
    records = {(older, newer): record for older, newer, record in alignments}
    maps = Maps(dict(records.keys()), lambda *pair: unpack(records[pair], Alignment))
    order = _order(documents, known, maps)
    return World(
        Targets((one.outline for facts in documents for one in facts.entries), games, works, order),
        _card_names(documents, order.summaries),
        known,
    )


def _card_names(documents: Sequence[DocumentFacts], summing: Container[str]) -> dict[str, CardNames]:
    """Return the names of its game's cards for each document; those that only digests print are for digests alone."""
    asking = {facts.document.key: (facts.game, facts.document.key in summing) for facts in documents}
    texts: dict[tuple[str, bool], list[NameTexts]] = {asked: [] for asked in asking.values()}
    for facts in documents:
        for sums_up in (True, False):
            if (facts.game, sums_up) in texts and (sums_up or facts.document.key not in summing):
                texts[facts.game, sums_up].append(facts.card_names)
    names = {asked: CardNames(found, asked[0]) for asked, found in texts.items()}
    return {key: names[asked] for key, asked in asking.items()}


def _order(documents: Sequence[DocumentFacts], known: Mapping[str, Standing], maps: Maps) -> Order:
    """Return how documents relate to each other as references look at it."""
    by_key = {facts.document.key: facts for facts in documents}
    placed = [replace(facts.document, kind=known[key].kind) for key, facts in by_key.items()]
    of_game = values_by_key((by_key[document.key].game, document) for document in placed)
    names = {game: DocumentNames(found) for game, found in of_game.items()}
    return Order(
        {key: standing.rank for key, standing in known.items()},
        names,
        {key: (facts.document.title, facts.document.edition, known[key].kind) for key, facts in by_key.items()},
        lambda key: by_key[key].contents(),
        lambda key: by_key[key].digest(),
        summaries(placed),
        {key: facts.document.date for key, facts in by_key.items()},
        {key: known_editions(facts.paper().claims, names[facts.game]) for key, facts in by_key.items()},
        {key: facts.document.language for key, facts in by_key.items()},
        maps.editions,
        maps.now,
    )


def holds(outcome: Outcome, facts: DocumentFacts, world: World) -> bool:
    """Tell whether an outcome is what would come of the document in this world."""
    return outcome.digest == _digest(outcome.asked, facts, world)


@name_failed_document
def outcome_of(parsed: ParsedDocument, facts: DocumentFacts, world: World) -> Outcome:
    """Work out what a document becomes."""
    found, terms, asked = _ask(parsed, facts, world)
    places = {entry.id: place for place, entry in enumerate(parsed.entries)}
    addresses = count_addresses(parsed.addresses, parsed.entries, found)
    resolutions = [one for one in found if not is_held_back(one)] if addresses.is_misread else found
    reading, unexplained = _judge_reading(parsed, found, resolutions, addresses)
    targets = sum(one.target is not None for one in resolutions)
    cards = [one for one in resolutions if one.reference.kind == "card"]
    named = [("mentioned", one.reference.label, one.reference.source) for one in cards if not one.target]
    named += [("set", set_code(one.reference.text), one.reference.source) for one in cards]
    return Outcome(
        asked,
        _digest(asked, facts, world),
        Counts(len(parsed.entries), len(resolutions), targets, sum(map(findings.is_faulty, unexplained))),
        [(one.reference.source, one.target, pack(reference_of(one))) for one in resolutions],
        [(title_key(name), kind, name, places[source]) for kind, name, source in dict.fromkeys(named) if name],
        reading,
        _findings(parsed, reading, resolutions, unexplained, world.targets.entries),
        terms.rows,
        terms.vocabulary,
        terms.postings,
    )


def _ask(parsed: ParsedDocument, facts: DocumentFacts, world: World) -> tuple[list[Resolution], DocumentTerms, Asked]:
    """Resolve a document's references, and note what was asked for it."""
    key, names = facts.document.key, world.names[facts.document.key]
    outlines = {entry.id: world.targets.entries[entry.id] for entry in parsed.entries}
    world.targets.entries.update((entry.id, entry) for entry in parsed.entries)
    world.targets.asked[key].clear()
    of_names = names.listen()
    resolutions = resolve_document(parsed, world.targets, names)
    world.targets.entries.update(outlines)  # nobody else needs the texts, and they are large
    terms = terms_of(parsed.entries, parsed.document.language or ENGLISH)
    asked = {
        **{table: sorted(name for one, name in world.targets.asked[key] if one == table) for table in QUESTIONS},
        **{name: sorted(found) for name, found in of_names.items()},
        "first": sorted({form for word in of_names["first"] for form in (fold(word), *forms_of(word, fold(word)))}),
    }
    return resolutions, terms, asked


def _digest(asked: Asked, facts: DocumentFacts, world: World) -> str:
    """Return a digest of the answers to questions."""
    questions = ((table, name) for table in QUESTIONS for name in asked[table])
    names = world.names[facts.document.key]
    return digest((list(world.targets.answers(questions, facts.document.key)), names.answers(asked)))


def resolve_document(parsed: ParsedDocument, targets: Targets, names: CardNames) -> list[Resolution]:
    """Resolve what was found in a document by itself, then find and resolve the cards beside it, in text order."""
    undecided = (parsed.document.key,) if parsed.reading.is_undecided else ()
    judged = judge_numbers(parsed, resolve(parsed.references, targets, undecided), targets)
    resolutions = [with_status(with_title_kind(led(one, targets))) for one in judged]
    taken = _places_of(one.reference for one in resolutions if not _is_bare(one.reference))
    bare = _places_of(one.reference for one in resolutions if _is_bare(one.reference))
    found = with_columns(find_card_mentions(parsed.entries, names, taken), parsed.entries, parsed.printed)
    mentions = [one for one in found if one.card or not _is_within(one, bare)]
    named = _places_of(one for one in mentions if one.card)
    resolutions = [one for one in resolutions if not (_is_bare(one.reference) and _is_within(one.reference, named))]
    resolutions += resolve(mentions, targets)
    resolutions += counterparts(parsed.entries, targets)
    order = {entry.id: position for position, entry in enumerate(parsed.entries)}
    return sorted(resolutions, key=lambda resolution: _place(resolution.reference, order))


def _is_bare(reference: FoundReference) -> bool:
    """Tell whether a reference is a number alone, which may be a word of a card's name: "Gull 1.0"."""
    return reference.kind == "number" and not any(map(str.isalpha, reference.text))


def _is_within(reference: FoundReference, places: Places) -> bool:
    place = reference.source, reference.block
    return any(start <= reference.start < end for start, end in places.get(place, ()))


def _places_of(references: Iterable[FoundReference]) -> Places:
    """Return where references are, by their texts."""
    found: Places = {}
    for one in references:
        found.setdefault((one.source, one.block), []).append((one.start, one.end))
    return found


def judge_numbers(parsed: ParsedDocument, resolutions: Iterable[Resolution], targets: Targets) -> list[Resolution]:
    """Judge each reference by number among the sections of the document that it leads to."""
    document = parsed.document.key
    own_titles = {title_key(entry.title): entry for entry in parsed.entries if entry.number and entry.title}
    groups: dict[str, list[Resolution]] = {document: []}
    judged: list[Resolution] = []
    for one in resolutions:
        other = targets.entries[one.target].document if one.target else document
        if other != document and (meant_here := _meant_here(one, own_titles, targets)):
            judged.append(meant_here)
        else:
            groups.setdefault(other, []).append(one)
    for other, group in groups.items():
        entries, foreign = parsed.entries, False
        if other != document:
            if not any(_is_doubtful(one, targets) for one in group):
                judged += group
                continue
            entries = tuple(targets.content(other, document).values())
            own = {word_root(word) for entry in parsed.entries for word in words_of(entry)}
            foreign = len(own & targets.vocabulary(other, document)) < FEWEST_SHARED * len(own)
        titles = {title_key(entry.title): entry for entry in entries if entry.number and entry.title}
        check = WrongNumberCheck(entries, foreign=foreign)
        judged += check.judge(_relabelled(one, titles, targets) for one in group)
    return [_with_edition(one, document, targets) if one.status == "mislabelled" else one for one in judged]


def _with_edition(one: Resolution, document: str, targets: Targets) -> Resolution:
    """Say of a wrong number in which other edition it was the number of what the words name."""
    number, label = one.reference.number or "", title_key(one.reference.label or "")
    cited = targets.entries[one.target or one.reference.source].document
    targets.numbered_elsewhere(number, document)
    for edition in targets.editions(cited):
        ids = targets.numbered(number, edition) if edition != document else []
        title = targets.entries[ids[0]].title if ids else None
        if title and label.endswith(title_key(title)):
            return replace(one, reason=f"{one.reason}; in {edition}, {number} was {title}")
    return one


def _meant_here(one: Resolution, own: Mapping[str, Entry], targets: Targets) -> Resolution | None:
    """Return the verdict on a number that only another document has, beside the title of an entry of its own document.

    Args:
        one: a reference to another document.
        own: the numbered entries of the document that cites, by the keys of their titles.
        targets: all targets.
    """
    target = targets.entries[one.target or one.reference.source]
    if one.status != "ok" or one.reference.kind != "number" or not target.title:
        return None
    named = relabelled(one.reference, text_of(one.reference, targets.entries[one.reference.source]), own)
    meant = own.get(title_key(named.label or "")) if named.titled else None
    if not meant or title_key(target.title) == title_key(meant.title or ""):
        return None
    reason = f"{target.number} is {target.title} in {target.document}; {meant.title} is {meant.number}"
    return replace(one, reference=named, status="mislabelled", suggestion=meant.id, reason=reason)


def _is_doubtful(one: Resolution, targets: Targets) -> bool:
    """Tell whether words are beside a number of another document that may be a title, and not its target's."""
    reference = one.reference
    text = text_of(reference, targets.entries[reference.source])
    title = targets.entries[one.target].title if one.target else None
    if (
        not reference.number
        or reference.in_range
        or (title and title_beside(text, reference.start, number_end(reference), (title_key(title),)))
    ):
        return False
    near = text[max(0, reference.start - REACH) : reference.start] + "N" + text[number_end(reference) :][:REACH]
    return len((reference.label or "").split()) > 1 or bool(SET_OFF.search(near))


def _relabelled(one: Resolution, titles: Mapping[str, Entry], targets: Targets) -> Resolution:
    """Take the words beside a number that are a title of the document that it leads to for its label."""
    if one.reference.kind != "number" or one.reference.anchor:
        return one
    text = text_of(one.reference, targets.entries[one.reference.source])
    return replace(one, reference=relabelled(one.reference, text, titles))


def _place(reference: FoundReference, order: Mapping[str, int]) -> tuple[int, int, int]:
    """Return where a reference is: its entry, the heading before the blocks, the offset."""
    return order[reference.source], -1 if reference.block is None else reference.block, reference.start


def _judge_reading(
    parsed: ParsedDocument, found: Sequence[Resolution], resolutions: Sequence[Resolution], addresses: CountedAddresses
) -> tuple[ReadingReport, Sequence[Resolution]]:
    """Return how a document was read as far as all its references tell, and those kept that no doubt explains."""
    doubts, unexplained = reading_doubts.check_cited(parsed.entries, found, addresses)
    if len(resolutions) < len(found):
        unexplained = [one for one in unexplained if not is_held_back(one)]
    if parsed.reading.is_undecided:
        unexplained = [one for one in unexplained if one.status in ("ok", "external")]
    told = reading_doubts.all_doubts(parsed.reading.doubts, doubts)
    led = sum(one.target is not None for one in resolutions)
    share = round(led / len(resolutions), 4) if resolutions else 1.0
    return replace(parsed.reading, doubts=told, resolved=share, addresses=addresses.summary()), unexplained


def _findings(
    parsed: ParsedDocument,
    reading: ReadingReport,
    resolutions: Sequence[Resolution],
    unexplained: Sequence[Resolution],
    entries: Mapping[str, Entry],
) -> list[str]:
    """Return all findings about a document in their order; what is accepted is still there."""
    report = Report()
    own = {findings.place_of(one.reference) for one in unexplained}
    doubted = {place for one in resolutions if (place := findings.place_of(one.reference)) not in own}
    reading_doubts.report_doubts(reading.doubts, report)
    findings.check_references(Resolved(parsed.entries, resolutions, entries, doubted), report)
    document = parsed.document
    return list(map(pack, (*parsed.findings, *report.signed(document.key, document.file))))


def preview(documents: Sequence[ParsedDocument]) -> list[Document]:
    """Return what is known of documents, their references resolved among themselves."""
    facts = [facts_of(one, {}) for one in documents]
    world = world_of(facts)
    outcomes = [outcome_of(one, known, world) for one, known in zip(documents, facts, strict=True)]
    return [outcome.with_counts(parsed.document) for parsed, outcome in zip(documents, outcomes, strict=True)]
