"""Facts and parsed documents to outcomes: what one document became among the others.

Reads: a parsed document, and the `World` of all. Writes: an `Outcome`: resolved references, findings, terms, postings.

An outcome rests on the parsed document and on the answers to what was asked of the world while it was made: which
entries of other documents have a title, which cards have names that begin with a word, which words are printed in lower
case. The questions are kept with it, and a digest of the answers. As long as the same questions have the same answers,
the same outcome would come of it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

from judge.build.parsing import ParsedDocument
from judge.build.parts.facts import Facts
from judge.build.parts.terms import DocumentTerms, Postings, terms_of
from judge.checks import cross_checks
from judge.checks.cross_checks import Resolved
from judge.checks.wrong_numbers import WrongNumberCheck
from judge.core.diagnostics import Diagnostic, Report, in_text_order
from judge.core.jsonl import Record, dumps
from judge.core.model import Reference, Resolution, Status
from judge.core.records import finding_record, reference_record
from judge.core.titles import fold
from judge.core.titles import key as title_key
from judge.references import card_mentions
from judge.references.card_names import CardNames, forms_of
from judge.references.name_marks import NameMarker
from judge.references.resolution import counterparts, resolve
from judge.references.standing import Standing, standings
from judge.references.targets import Targets

FAULTY: tuple[Status, ...] = ("mislabelled", "dangling", "ambiguous")
Asked = dict[str, list[str]]
"""What a document asked of the world, by the kind of question."""


@dataclass(frozen=True, slots=True)
class World:
    """What documents may ask about each other."""

    targets: Targets
    names: Mapping[str, CardNames]
    """Of each game."""
    standings: Mapping[str, Standing]
    """Of each document."""
    marker: NameMarker


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one document became; JSON holds it as it is."""

    asked: Asked
    digest: str
    """Of the answers."""
    counts: dict[str, int]
    """How many references it has, and of what kinds."""
    references: list[list[str | None]]
    """Source, target, record."""
    mentions: list[list[str | int]]
    """Key, name and place of the entry, from 0, of cards that have no entry."""
    findings: list[list[str | None]]
    """Record; and the entry that it is only said of where nothing refers to it."""
    terms: list[list[str]]
    """Titles, headings and blocks of each entry."""
    vocabulary: dict[str, int]
    """How many entries hold each term."""
    postings: Postings


def world_of(documents: Sequence[Facts]) -> World:
    """Collect what documents may ask about each other."""
    games = {facts.document.key: facts.document.game for facts in documents}
    known = standings([facts.paper() for facts in documents])
    works = {key: standing.work for key, standing in known.items()}
    of_game: dict[str, list[Facts]] = {}
    for facts in documents:
        of_game.setdefault(facts.game, []).append(facts)
    return World(
        Targets((entry for facts in documents for entry in facts.outlines()), games, works),
        {game: CardNames([one.card_names for one in found], game) for game, found in of_game.items()},
        known,
        NameMarker(title for facts in documents for title in facts.card_titles()),
    )


def holds(outcome: Outcome, facts: Facts, world: World) -> bool:
    """Tell whether an outcome is what would come of the document in this world."""
    return outcome.digest == _digest(outcome.asked, facts, world)


def outcome_of(parsed: ParsedDocument, facts: Facts, world: World) -> Outcome:
    """Work out what a document becomes."""
    resolutions, terms, asked = _ask(parsed, facts, world)
    places = {entry.id: place for place, entry in enumerate(parsed.entries)}
    lost = [one.reference for one in resolutions if one.reference.kind == "card" and not one.target]
    return Outcome(
        asked,
        _digest(asked, facts, world),
        _counts(parsed, resolutions),
        [[one.reference.source, one.target, dumps(reference_record(one))] for one in resolutions],
        [[title_key(one.label), one.label, places[one.source]] for one in lost if one.label],
        _findings(parsed, resolutions),
        terms.rows,
        terms.vocabulary,
        terms.postings,
    )


def _ask(parsed: ParsedDocument, facts: Facts, world: World) -> tuple[list[Resolution], DocumentTerms, Asked]:
    """Resolve a document's references and mark its names, and note what was asked for it."""
    key, names = facts.document.key, world.names[facts.game]
    world.targets.entries.update((entry.id, entry) for entry in parsed.entries)
    world.targets.asked[key].clear()
    world.marker.asked.clear()
    of_names = names.listen()
    resolutions = resolve_document(parsed, world.targets, names)
    terms = terms_of(parsed.entries, world.marker)
    asked = {
        "titles": sorted(name for table, name in world.targets.asked[key] if table == "titles"),
        "subjects": sorted(name for table, name in world.targets.asked[key] if table == "subjects"),
        "first": sorted({form for word in of_names.first for form in (fold(word), *forms_of(word, fold(word)))}),
        "words": sorted(of_names.words),
        "codes": sorted(of_names.codes),
        "labels": sorted(of_names.labels),
        "marks": sorted(world.marker.asked),
    }
    return resolutions, terms, asked


def _digest(asked: Asked, facts: Facts, world: World) -> str:
    """Return a digest of the answers to questions."""
    questions = ((table, name) for table in ("titles", "subjects") for name in asked[table])
    names = world.names[facts.game]
    answers = (
        list(world.targets.answers(questions, facts.document.key)),
        names.answers(asked["first"], asked["words"], asked["codes"], asked["labels"]),
        list(world.marker.answers(asked["marks"])),
    )
    return hashlib.blake2b(repr(answers).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def resolve_document(parsed: ParsedDocument, targets: Targets, names: CardNames) -> list[Resolution]:
    """Resolve what was found in a document by itself, then find and resolve the cards beside it, in text order."""
    resolutions = WrongNumberCheck(parsed.entries).judge(resolve(parsed.references, targets))
    taken: dict[tuple[str, int | None], list[tuple[int, int]]] = {}
    for resolution in resolutions:
        reference = resolution.reference
        taken.setdefault((reference.source, reference.block), []).append((reference.start, reference.end))
    resolutions += resolve(card_mentions.find_card_mentions(parsed.entries, names, taken), targets)
    resolutions += counterparts(parsed.entries, targets)
    order = {entry.id: position for position, entry in enumerate(parsed.entries)}
    return sorted(resolutions, key=lambda resolution: _place(resolution.reference, order))


def _place(reference: Reference, order: Mapping[str, int]) -> tuple[int, int, int]:
    """Return where a reference stands: its entry, the heading before the blocks, the offset."""
    return order[reference.source], -1 if reference.block is None else reference.block, reference.start


def _counts(parsed: ParsedDocument, resolutions: Sequence[Resolution]) -> dict[str, int]:
    status = Counter(resolution.status for resolution in resolutions)
    return {
        "entries": len(parsed.entries),
        "references": len(resolutions),
        "resolved": sum(resolution.target is not None for resolution in resolutions),
        "faulty": sum(status[one] for one in FAULTY),
    }


def _findings(parsed: ParsedDocument, resolutions: Sequence[Resolution]) -> list[list[str | None]]:
    """Return all findings about a document in their order; what is accepted is still there."""
    report = Report()
    own = {entry.id: entry for entry in parsed.entries}
    cross_checks.check_references(Resolved(parsed.entries, resolutions, own), report)
    found: list[tuple[Diagnostic, str | None]] = [(finding, None) for finding in report.findings]
    unreferenced = Report()
    ids = cross_checks.forgotten(parsed.entries, unreferenced)
    found += zip(unreferenced.findings, ids, strict=True)
    document = parsed.document
    return [
        *([dumps(finding_record(finding)), None] for finding in parsed.findings),
        *(
            [dumps(finding_record(replace(finding, document=document.key, file=document.file))), id]
            for finding, id in sorted(found, key=lambda one: in_text_order(one[0]))
        ),
    ]


def to_record(outcome: Outcome) -> Record:
    """Return an outcome as JSON, for the cache."""
    return {name: getattr(outcome, name) for name in FIELDS}


FIELDS = tuple(field.name for field in fields(Outcome))
