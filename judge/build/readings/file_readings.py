"""How one file is read, before anything is stored: what `judge read` and the page "How it was read" show.

Reads: a file, and what a manifest says of it. Writes: a `FileReading`. Nothing is written to any disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from judge.build.collection import SourceFile, key_of
from judge.build.incremental.document_outcomes import preview
from judge.build.manifest import groups_beside, row_beside
from judge.build.parsing import (
    ParsedDocument,
    ReadDocument,
    ReadingContext,
    as_markdown,
    open_document,
    parse_drafts,
    read_document,
    read_opened,
    settled,
    witness,
)
from judge.build.readings.profile_files import KEYS, NamedProfile, known_profiles, place_of_sample, quoted, says_samples
from judge.core.diagnostics import Report
from judge.core.files import DOCUMENT, MANIFEST, game_folders, read_file
from judge.core.jsonl import Record
from judge.core.model import Doubt, Entry, EntryKind, Lines
from judge.core.records import to_record
from judge.reading.grammar.dialects import dialects, plug_ins
from judge.reading.grammar.document_reader import Figures, OtherReading, Solution, is_better
from judge.reading.grammar.features import DocumentFeatures
from judge.reading.metadata import game_names
from judge.reading.metadata.agreement import agree
from judge.reading.profiles.line_samples import recurring, sample_of
from judge.reading.readers import placing
from judge.reading.readers.manuscript import FieldSeen, Manuscript
from judge.reading.rulings.errata import errata_columns, folded_head

NAMES: dict[str, str] = {"outline": "rules", "glossary": "terms", "plain": "text"}
"""What a profile calls a dialect, where the names differ."""


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """An entry of the tree."""

    id: str
    """Id of the entry, as in a library."""
    number: str | None
    """The number, printed or counted by the format."""
    title: str | None
    """The printed title."""
    kind: EntryKind
    """The kind of entry."""
    lines: Lines
    """Source lines that print its number or title; never empty."""
    parent: str | None
    """Id of the entry above it."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Source lines that are not content."""

    lines: Lines
    """The source lines."""
    reason: str
    """What the lines are."""


@dataclass(frozen=True, slots=True)
class UnfitSample:
    """A sample of a profile that matches nothing in the document."""

    sample: str
    """The sample, as written."""
    place: str
    """The file and line that contain it."""
    message: str
    """What is wrong, in words."""


@dataclass(frozen=True, slots=True)
class UnsureLine:
    """A doubtful line."""

    line: int
    """The source line."""
    text: str
    """The printed text."""
    begins: str | None
    """Number or title of the entry that begins there; null where the line is text."""
    bits: float
    """How many bits more the best description with another reading costs."""
    sample: str
    """The line as a sample: for `rule` if it is text, for `never` if an entry begins there."""


@dataclass(frozen=True, slots=True)
class RivalReading:
    """Another reading of the whole document."""

    read_as: str
    """`rules`, `terms`, `questions` or `rulings`."""
    figures: Figures
    """How well this reading fits what the document says about itself."""
    is_better: bool
    """It fits clearly better than the actual reading."""
    cure: str
    """The line for `corpus.toml` that selects this reading."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """How a file is read."""

    file: str
    """The file's name, without folders."""
    document: Record
    """The document's record, as `judge list` prints it; references are resolved within the file."""
    read_as: str
    """The main kind: `rules`, `terms`, `questions`, `rulings`, `text`, or a dialect of another package."""
    entries: tuple[ReadEntry, ...]
    """The tree, in source order."""
    paragraphs: int
    """Paragraphs of text, without left-out lines; 0 for a dialect of another package."""
    left_out: tuple[LeftOut, ...]
    """Lines that are not content."""
    doubts: tuple[Doubt, ...]
    """The patterns that failed as a whole."""
    unsure: tuple[UnsureLine, ...]
    """The doubtful lines, in source order."""
    fields: tuple[FieldSeen, ...]
    """The fields of its records, or the columns of its tables, each with what it was taken for."""
    figures: Figures | None
    """How well this reading fits what the document says about itself; null for a dialect of another package."""
    rivals: tuple[RivalReading, ...]
    """The other readings, best first."""
    profile: str | None
    """The file with the samples used."""
    unfit: tuple[UnfitSample, ...]
    """The samples that match nothing."""
    cure: str
    """If there is a doubt, lines for `corpus.toml` that select another reading."""


@dataclass(frozen=True, slots=True)
class ComparedReadings:
    """How a file is read without a profile and with it."""

    before: FileReading
    """Without it."""
    after: FileReading
    """With it."""
    verdict: Literal["better", "worse", "unclear"]
    """What the figures say of the profile."""
    gained: tuple[str, ...]
    """What begins an entry with it alone: number or title, with the line."""
    lost: tuple[str, ...]
    """What does without it alone."""
    changed: int
    """Entries of another kind, or below another entry, than without it."""


def reading_of_file(path: Path, profile: NamedProfile | None = None) -> FileReading:
    """Read a file as `judge add` would, by what a `corpus.toml` beside it says of it.

    Args:
        path: the file.
        profile: what is said of its printing, in the place of what the `corpus.toml` says of that.

    Raises:
        SourceError: the file cannot be read.
        ManifestError: the manifest beside it is broken.
    """
    return reading_of(*_opened(path, profile), profile)


def markdown_of_file(path: Path, profile: NamedProfile | None = None) -> str:
    """Return a file in canonical form, its doubtful lines as comments; what it raises is that of `reading_of_file`."""
    source, data, context = _opened(path, profile)
    report = Report()
    read = read_document(source, data, context, report)
    alone = parse_drafts(source, read, context, report)
    unsure = {
        one.line: f"doubt: line {one.line} of {path.name} could also be read differently"
        for one in _unsure(read, alone)
    }
    return as_markdown(alone, context.games, unsure)


def _opened(path: Path, profile: NamedProfile | None) -> tuple[SourceFile, bytes, ReadingContext]:
    """Return a file with what is known of it."""
    data = read_file(path, DOCUMENT)
    row = row_beside(path, dialects())
    if profile:
        row = {key: value for key, value in row.items() if key not in KEYS} | profile.row
    beside = groups_beside(path, row)
    source = SourceFile(path, row.get("key") or key_of(path), row, beside.groups if beside else None)
    context = ReadingContext(plug_ins(), game_names.load_games(game_folders([path.parent])))
    return source, data, context


def compare_readings(before: FileReading, after: FileReading) -> ComparedReadings:
    """Compare how a file is read without a profile and with it, by the figures of both."""
    old, new = ({_begun(one): one for one in reading.entries} for reading in (before, after))
    gained = tuple(map(_named, sorted(new.keys() - old.keys(), key=str)))
    lost = tuple(map(_named, sorted(old.keys() - new.keys(), key=str)))
    places = [{one.id: one.lines[0][0] for one in reading.entries} for reading in (before, after)]
    ranks = [
        {name: (one.kind, known.get(one.parent or "")) for name, one in some.items()}
        for some, known in zip((old, new), places, strict=True)
    ]
    changed = sum(ranks[0][name] != ranks[1][name] for name in old.keys() & new.keys())
    return ComparedReadings(before, after, _verdict(before, after), gained, lost, changed)


def _begun(entry: ReadEntry) -> tuple[int, str | None, str | None]:
    return entry.lines[0][0], entry.number, entry.title


def _named(entry: tuple[int, str | None, str | None]) -> str:
    line, number, title = entry
    return f"{' '.join(filter(None, (number, title))) or '(no title)'}, line {line}"


def differences(compared: ComparedReadings) -> str:
    """Return a phrase that says what a profile changes, and what the figures say of it."""
    before, after, gained, lost = compared.before, compared.after, len(compared.gained), len(compared.lost)
    doubts = len(after.unsure) - len(before.unsure)
    said = [f"{gained} more, {lost} fewer"] if gained or lost else []
    said += [f"{compared.changed} of another kind or level"] if compared.changed else []
    entries = f"entries: {', '.join(said)}" if said else "the entries are the same"
    unsure = f"; doubtful lines: {abs(doubts)} {'more' if doubts > 0 else 'fewer'}" if doubts else ""
    columns = "; columns are read differently" if before.fields != after.fields else ""
    verdict = f"{VERDICTS[compared.verdict]}; " if said or compared.verdict != "unclear" else ""
    return f"{verdict}{entries}{columns}{unsure}"


VERDICTS = {
    "better": "the figures are better with it",
    "worse": "the figures are worse with it: check the lost entries",
    "unclear": "the figures do not show which is better",
}
"""The verdicts on a profile in words."""


def in_short(reading: FileReading) -> str:
    """Return a phrase that says how a file is read."""
    figures = f"; {reading.figures.told()}" if reading.figures else ""
    unsure = f"; {_counted(len(reading.unsure), 'doubtful line', 'doubtful lines')}" if reading.unsure else ""
    entries = _counted(len(reading.entries), "entry", "entries")
    return f"{entries}, read as {reading.read_as}{figures}{unsure}"


def _counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _verdict(before: FileReading, after: FileReading) -> Literal["better", "worse", "unclear"]:
    """Say what figures and doubts say: what the document cites and lists itself comes first."""
    if before.figures and after.figures and before.figures.named != after.figures.named:
        return "better" if after.figures.named > before.figures.named else "worse"
    if len(before.doubts) != len(after.doubts):
        return "better" if len(after.doubts) < len(before.doubts) else "worse"
    more = len(after.entries) - len(before.entries)
    is_found = before.read_as == "text" != after.read_as and 2 * len(after.entries) > after.paragraphs
    return "better" if is_found and more >= FEWEST_FOUND else "unclear"


FEWEST_FOUND = 3
"""Entries that a profile finds at least where nothing was recognised without it, in more than half of the paragraphs.
Chosen, not fitted."""


def suggested_profile(reading: FileReading, path: Path) -> NamedProfile | None:
    """Return the profile of the folders that fits a file whose reading is in doubt, and betters it.

    All of its samples must fit, and the figures of the reading must be better with it.

    Raises:
        ManifestError: a profile has a mistake.
    """
    if reading.profile or not (reading.doubts or reading.read_as == "text"):
        return None
    for profile in known_profiles(dialects()):
        tried = reading_of_file(path, profile)
        if not tried.unfit and compare_readings(reading, tried).verdict == "better":
            return profile
    return None


def reading_of(
    source: SourceFile, data: bytes, context: ReadingContext, profile: NamedProfile | None = None
) -> FileReading:
    """Read a document.

    Args:
        source: where it comes from and what a manifest says of it.
        data: its bytes.
        context: the dialects of other packages and what is known of games.
        profile: the profile that its samples are from, if that is not the manifest beside it.

    Raises:
        SourceError: the bytes are not text.
    """
    report = Report()
    return reading_of_text(source, open_document(source, data, report), context, profile)


def reading_of_text(
    source: SourceFile,
    text: Manuscript,
    context: ReadingContext,
    profile: NamedProfile | None = None,
    *,
    whole: bool = True,
) -> FileReading:
    """Read the text of a document; the rest is as for `reading_of`.

    Args:
        source: where it comes from and what a manifest says of it.
        text: what its format says.
        context: the dialects of other packages and what is known of games.
        profile: the profile that its samples are from, if that is not the manifest beside it.
        whole: whether its references are resolved and other readings tried, which takes three times as long. Otherwise
            `document` has only `key`, `title` and `reading`, and there are no rivals.
    """
    report = Report()
    read = read_opened(source, text, context, report)
    alone = parse_drafts(source, read, context, report)
    parsed = settled(alone, agree([witness(alone, source.path.parent)], context.games)[0], context.games)
    if whole:
        (record,) = preview([parsed])
    else:
        document = parsed.document
        record = {"key": document.key, "title": document.title, "reading": to_record(parsed.reading)}
    solution = read.reading.solution
    figures = solution.figures if solution else None
    written = profile.path if profile else source.path.parent / MANIFEST
    rivals = _rivals(solution.rivals, figures) if whole and solution and figures else ()
    unsure = _unsure(read, parsed)
    return FileReading(
        file=source.path.name,
        document=record,
        read_as=NAMES.get(read.reading.dialect, read.reading.dialect),
        entries=tuple(_entry(one) for one in parsed.entries),
        paragraphs=sum(line.starts for line in solution.features.lines) if solution else 0,
        left_out=tuple(LeftOut(one.lines, one.reason) for one in parsed.furniture),
        doubts=tuple(Doubt(one["code"], tuple(one["lines"]), one["message"]) for one in record["reading"]["doubts"]),
        unsure=unsure,
        fields=tuple(text.fields or (_columns(solution.features) if solution else ())),
        figures=figures,
        rivals=rivals,
        profile=str(written) if says_samples(source.row) else None,
        unfit=tuple(
            UnfitSample(one.sample, place_of_sample(written, one.sample), one.message)
            for one in (solution.unfit if solution else ())
        ),
        cure=_cure(solution, rivals, unsure, record),
    )


def reading_record(reading: FileReading) -> Record:
    """Return a reading as a record, for JSON."""
    return {"record": "reading"} | to_record(reading)


def _rivals(rivals: Iterable[OtherReading], own: Figures) -> tuple[RivalReading, ...]:
    """Return the other readings, each with the line that has the document read so."""
    return tuple(
        RivalReading(
            NAMES.get(one.dialect, one.dialect),
            one.figures,
            is_better(one.figures, own),
            f'dialect = "{one.dialect}"',
        )
        for one in rivals
    )


def _columns(features: DocumentFeatures) -> Iterator[FieldSeen]:
    """Yield the columns of the tables of a document; those of one name are one."""
    found: dict[str, FieldSeen] = {}
    for index, head in features.heads.items():
        roles = errata_columns([cell.value for cell in head], features.columns)
        for cell, role, below in zip(head, roles, features.manuscript.pieces[index].cells, strict=False):
            known = found.get(folded_head(cell.value))
            if cell.value.strip() and (known is None or (role and not known.role)):
                found[folded_head(cell.value)] = FieldSeen(cell.value, role or "", below.value)
    yield from found.values()


def _entry(one: Entry) -> ReadEntry:
    return ReadEntry(one.id, one.number, one.title, one.kind, one.lines, one.parent)


def _unsure(read: ReadDocument, parsed: ParsedDocument) -> tuple[UnsureLine, ...]:
    """Return the lines in doubt, with what begins in them."""
    if not read.reading.solution:
        return ()
    names = {first: f"{one.number or ''} {one.title or ''}".strip() for one in parsed.entries for first, _ in one.lines}
    found: dict[int, UnsureLine] = {}
    for line, bits in read.reading.solution.unsure:
        at = placing.span_in_file(read.text, (line.at, line.at))[0]
        begins = names.get(at)
        sample = sample_of(line, whole=begins is not None)
        found.setdefault(at, UnsureLine(at, line.value, begins, round(bits, 1), sample))
    return tuple(found[at] for at in sorted(found))


CURED, PROPOSED = frozenset(("no-headings", "one-giant", "headings-in-text", "numbers-in-text", "level-not-read")), 3
"""Doubts that samples of missing rules cure, and how many samples of each kind are proposed. Chosen, not fitted."""


def _cure(
    solution: Solution | None, rivals: Sequence[RivalReading], unsure: Sequence[UnsureLine], record: Record
) -> str:
    """Return the lines for `corpus.toml` that would have the document read otherwise, where something is in doubt."""
    if not solution:
        return ""
    best = next((one for one in rivals if one.is_better), None)
    if best:
        return best.cure
    begun = {item.place for item in solution.found.items}
    is_plain = solution.tree.dialect == "plain"
    rule = recurring(solution.features, solution.candidates, begun, is_plain=is_plain)
    if {doubt["code"] for doubt in record["reading"]["doubts"]} & CURED:
        lines = {line.at: line for line in reversed(solution.features.lines)}
        rule += [sample_of(lines[at]) for at in record["reading"]["heading_like"] if at in lines]
    rule += [one.sample for one in unsure if not one.begins]
    never = [one.sample for one in unsure if one.begins]
    said = [
        f"{key} = [{', '.join(map(quoted, list(dict.fromkeys(samples))[:PROPOSED]))}]"
        for key, samples in (("rule", rule), ("never", never))
        if samples
    ]
    return "\n".join(["[document.reading]", *said]) if said else ""
