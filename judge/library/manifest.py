"""corpus.toml: what a collection says about its documents.

Reads: the text of a manifest; docs/documents.md shows one with all keys. Writes: a `Manifest`. The structs say which
keys there are and of what type, `WRITTEN` how each is written, and `_Check` the rest. A mistake is refused with the
file, the line, and what is allowed. What a manifest leaves out is worked out from the text of the document.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeVar, get_args

from msgspec import Struct, ValidationError, convert, to_builtins

from judge.checks.findings import Accepted
from judge.core.dates import is_date, not_a_date
from judge.core.diagnostics import BY_NAME
from judge.core.errors import ManifestError, SourceError
from judge.core.files import DOCUMENT, MANIFEST, SETTINGS, keys_of_misfit, parse_toml, read_file, read_text
from judge.core.model import StatedKind, replace
from judge.core.names import DIALECTS
from judge.editions.status import RELATIONS
from judge.reading.grammar.kinds import TERM_FORMS
from judge.reading.opening import ENDINGS, listed_groups
from judge.reading.profiles.reading_profile import AS, COLUMNS, OWN_CHOICE, ROLES, PartTable, ReadingTable
from judge.references.relations import Relation

T = TypeVar("T", bound=Struct)


class SummarisedTable(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A document that another summarises."""

    key: str
    title: str = ""
    edition: str = ""


class OrderTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[document.order]]`: under which heading a line of woven columns belongs."""

    line: int
    under: str


class DocumentTable(Struct, frozen=True, omit_defaults=True):
    """`[[document]]`: what a person says of one document; nothing of what is None or empty."""

    file: str = ""
    """Its name, without folders: the only key that must be there."""
    key: str | None = None
    title: str | None = None
    game: str | None = None
    edition: str | None = None
    date: str | None = None
    dialect: str | None = None
    language: str | None = None
    work: str | None = None
    kind: StatedKind | None = None
    origin: str | None = None
    licence: str | None = None
    groups: str | None = None
    """The file that lists the members of groups of cards."""
    covers: str | None = None
    """How many entries of what it summarises a digest has: `48 of 445`."""
    authority: int | float | None = None
    summarises: list[SummarisedTable | str] = []
    aliases: list[str] | dict[str, str] = []
    """Former keys, or former ids with what each is called now."""
    accept: list[Accepted] = []
    order: list[OrderTable] = []
    """Where two woven columns were put in a doubtful order."""
    reading: ReadingTable | None = None
    part: list[PartTable] = []
    fields: dict[str, str] = {}
    """What its records and tables call their fields, by what these are."""

    def profile(self) -> DocumentTable:
        """Return what of it is a profile: how the document is printed."""
        return DocumentTable(dialect=self.dialect, reading=self.reading, part=self.part, fields=self.fields)

    def has_samples(self) -> bool:
        """Tell whether it says more of the printing than the dialect."""
        return bool(self.reading or self.part or self.fields)

    def overlay(self, other: DocumentTable) -> DocumentTable:
        """Return it with all that another table says in the place of what it says itself."""
        return replace(self, **{name: getattr(other, name) for name in to_builtins(other)})


class SourceFile(NamedTuple):
    """One document of a collection, before it is read."""

    path: Path
    key: str
    row: DocumentTable = DocumentTable()
    """What the manifest says of it."""
    groups: Mapping[str, Sequence[str]] | None = None
    """The members of groups of cards, where a file beside it lists them."""
    bundled: bool = False
    """It came with the program."""


class ManifestFile(Struct, frozen=True):
    """The keys of a corpus.toml; each document is checked by itself, and `[site]` where the site is made."""

    document: tuple[dict[str, Any], ...] = ()
    ignore: tuple[str, ...] = ()
    relation: tuple[Relation, ...] = ()
    site: dict[str, Any] = {}


class Manifest(Struct, frozen=True):
    """A corpus.toml, checked."""

    documents: dict[str, DocumentTable] = {}
    """The table of each file, by file name."""
    ignore: tuple[str, ...] = ()
    """Patterns of files that are not documents, as `fnmatch` has them."""
    relations: tuple[Relation, ...] = ()
    """What it states of two texts."""


PROFILE_KEYS = ("dialect", "reading", "part", "fields")
"""What a person says of how a document is printed."""
ORDER = '[[document.order]] with a line and a heading: line = 97, under = "Ability"'
SAMPLES = 'a list of sample lines, such as ["1.1 …"]'
QUOTED = 'a string (write it in quotes: "2025")'
WRITTEN = {
    "document": "written as [[document]], once for each file",
    "relation": "written as [[relation]], once for each fact",
    "site": "written as a table, [site]",
    "ignore": 'a list of file patterns, such as ["draft-*.md"]',
    "edition": QUOTED,
    "date": QUOTED,
    "authority": "a number of at least 1; 1 is the highest",
    "summarises": 'a list of keys, such as ["my-rules"]',
    "aliases": 'a list of former keys, ["old-key"], or a table of former ids, { "old-key:1.1" = "1.2" }',
    "accept": "written as [[document.accept]], once for each exception",
    "order": f"written as {ORDER}",
    "part": "written as [[document.part]], once for each part",
    "fields": 'written as [document.fields] with the name of each field: card = "Card Name", ruling = "Text"',
    "reading": "written as a table, [document.reading]",
    "rule": SAMPLES,
    "never": SAMPLES,
    "levels": SAMPLES,
    "numbers": '"count" or a sample such as "2.1.a"',
}
"""What a key must be; all others are strings."""
SPAN = re.compile(r"(?P<first>[1-9]\d{0,6})(?:-(?P<last>[1-9]\d{0,6}))?")
RELATION_KINDS = (*RELATIONS, "renames", "none")
MUST_GIVE = f"[[relation]] must give 'old', 'new' and a 'kind', one of {', '.join(RELATION_KINDS)}"
ALIASES = {"overrules": "overrides"}
"""Other words for kinds of relations."""
COVERS = re.compile(r"[0-9]+ of [0-9]+")
DOCUMENT_KINDS: tuple[StatedKind, ...] = get_args(StatedKind)
KEY = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def load_manifest(folder: Path, unknown: Callable[[str], object] | None = None) -> Manifest:
    """Read the manifest of a folder; a folder without one has an empty manifest.

    Args:
        folder: the collection.
        unknown: told, in a sentence, of each key that means nothing; without it, such a key is refused.

    Raises:
        ManifestError: the file cannot be read, is not TOML, or has a wrong key, type or value.
    """
    path = folder / MANIFEST
    if not os.path.lexists(path):
        return Manifest()
    return check_manifest(path, read_text(path, SETTINGS), unknown)


def check_manifest(path: Path, text: str, unknown: Callable[[str], object] | None) -> Manifest:
    """Return the manifest that a text is.

    Raises:
        ManifestError: as for `load_manifest`.
    """
    return _Check(path, text, unknown).manifest(parse_toml(text, path))


def check_row(stated: Mapping[str, str]) -> DocumentTable:
    """Return what a person says of one document, by the keys of a manifest, as a table without its file.

    Raises:
        ManifestError: a value that a manifest could not have.
    """
    return replace(_Check(None, "", None).table(0, {"file": "file", **stated}), file="")


def check_profile(path: Path, text: str, file: str) -> DocumentTable:
    """Return what a file says of the printing of a document: one `[document]`, or a manifest that names the file.

    Raises:
        ManifestError: as for `load_manifest`, or it has several documents and none is that file.
    """
    said = parse_toml(text, path).get("document", {})
    if isinstance(said, dict):
        check = _Check(path, text, None)
        check.refuse_unknown(said, -1, PROFILE_KEYS)
        return check.printing(-1, said)
    documents = check_manifest(path, text, None).documents
    table = documents.get(file) or (next(iter(documents.values())) if len(documents) == 1 else None)
    if table is None:
        raise ManifestError(f"{path}: it describes several documents, none of them {file}; keep only one as a profile")
    return table.profile()


class _Check:
    """Checks one manifest and knows where its keys are."""

    def __init__(self, path: Path | None, text: str, unknown: Callable[[str], object] | None) -> None:
        self.path = path
        self.lines = text.split("\n")
        self.unknown = unknown

    def manifest(self, data: Mapping[str, Any]) -> Manifest:
        """Check a whole manifest."""
        self.refuse_unknown(data, -1, ManifestFile.__struct_fields__)
        said = self.to_struct(data, -1, ManifestFile)
        for row in data.get("relation", ()):
            self.refuse_unknown(row, -1, Relation.__struct_fields__)
        documents: dict[str, DocumentTable] = {}
        for number, raw in enumerate(said.document):
            table = self.table(number, raw)
            if table.file in documents:
                raise self.error("file", number, f"'{table.file}' has two tables; keep one")
            documents[table.file] = table
        return Manifest(documents, said.ignore, tuple(map(self.relation, said.relation)))

    def relation(self, one: Relation) -> Relation:
        """Check a [[relation]]."""
        kind = ALIASES.get(one.kind, one.kind)
        if kind not in RELATION_KINDS:
            raise self.error("relation", -1, MUST_GIVE)
        self.date("relation", -1, one.date)
        return replace(one, kind=kind)

    def table(self, number: int, raw: Mapping[str, Any]) -> DocumentTable:
        """Check a [[document]]."""
        self.refuse_unknown(raw, number, DocumentTable.__struct_fields__)
        if "file" not in raw:
            raise self.error("", number, "a [[document]] must name its 'file'")
        table = self.printing(number, raw)
        for key, name in (("file", table.file), ("groups", table.groups or "")):
            if Path(name).name != name or (key == "file" and not name):
                raise self.error(key, number, f"'{name}' must be the name of a file in this folder")
        self.date("date", number, table.date)
        if table.key is not None and not KEY.fullmatch(table.key):
            raise self.error("key", number, f"'{table.key}' is not a valid key; use letters and digits joined by -")
        if table.authority is not None and not table.authority >= 1:
            raise self.error("authority", number, f"'authority' must be {WRITTEN['authority']}")
        if table.covers is not None and not COVERS.fullmatch(table.covers):
            raise self.error("covers", number, f"'{table.covers}' must say how much it covers, such as 48 of 445")
        self.exceptions(number, table.accept)
        self.order(number, table.order)
        return table

    def printing(self, number: int, raw: Mapping[str, Any]) -> DocumentTable:
        """Return the table of a document in which the types are right, and what it says of how that is printed."""
        table = self.to_struct(raw, number, DocumentTable)
        if table.dialect is not None:
            self.one_of("dialect", number, table.dialect, DIALECTS, "dialect")
        for role in (one for one, name in table.fields.items() if name not in OWN_CHOICE):
            self.one_of(role, number, role, (*ROLES, *COLUMNS), "kind of field")
        if table.reading:
            self.refuse_unknown(raw["reading"], number, ReadingTable.__struct_fields__)
            self.samples(number, table.reading)
        for row in raw.get("part", ()):
            self.refuse_unknown(row, number, PartTable.__struct_encode_fields__)
        self.parts(number, table.part)
        return table

    def samples(self, number: int, reading: ReadingTable) -> None:
        """Refuse a sample that begins an entry and never does."""
        for sample in reading.never:
            other = "rule" if sample in reading.rule else "levels" if sample in reading.levels else ""
            if other:
                raise self.error("never", number, f"'{sample}' is in 'never' and in '{other}'; keep one")

    def parts(self, number: int, parts: Sequence[PartTable]) -> None:
        """Check what stretches of one document are."""
        spans: list[tuple[int, int]] = []
        for part in parts:
            self.one_of("as", number, part.read_as, AS, "kind of part")
            self.one_of("term", number, part.term or "line", TERM_FORMS, "form of names")
            if part.lines is None:
                continue
            span = SPAN.fullmatch(part.lines)
            if not span or part.begins is not None or part.ends is not None:
                raise self.error("lines", number, 'write lines = "410-530", or from and to, in [[document.part]]')
            first, last = int(span["first"]), int(span["last"] or span["first"])
            if last < first or any(first <= end and begin <= last for begin, end in spans):
                raise self.error("lines", number, f"lines {part.lines} are in two parts, or end before they begin")
            spans.append((first, last))

    def exceptions(self, number: int, accepted: Sequence[Accepted]) -> None:
        """Check what a document's findings are accepted by."""
        for one in accepted:
            if not one.code or not one.reason:
                raise self.error("accept", number, "[[document.accept]] must give the 'code' and the 'reason'")
            if one.code not in BY_NAME:
                known = ", ".join(BY_NAME)
                raise self.error("accept", number, f"no finding has the code '{one.code}'; choose one of {known}")

    def order(self, number: int, rows: Sequence[OrderTable]) -> None:
        """Check under which headings lines of one document belong."""
        taken: set[int] = set()
        for row in rows:
            if row.line < 1 or row.line in taken:
                wrong = "does not exist; lines start at 1" if row.line < 1 else "is put under two headings; keep one"
                raise self.error("order", number, f"line {row.line} {wrong}")
            taken.add(row.line)

    def refuse_unknown(self, table: Mapping[str, object], number: int, allowed: Sequence[str]) -> None:
        """Refuse the keys of a table that mean nothing, or tell of them."""
        told = "" if self.unknown is None else " is ignored"
        for key in [key for key in table if key not in allowed]:
            error = self.error(key, number, f"unknown key '{key}'{told}; choose one of {', '.join(allowed)}")
            if self.unknown is None:
                raise error
            self.unknown(str(error))

    def to_struct(self, table: Mapping[str, object], number: int, kind: type[T]) -> T:
        """Return a table as a struct; what does not fit is refused in our words."""
        try:
            return convert(table, kind)
        except ValidationError as error:
            key, *inner = keys_of_misfit(error)
            if key == "reading" and inner:
                key, inner = inner[0], []
            raise self.error(key, number, _refusal(key, inner, str(error))) from error

    def one_of(self, key: str, number: int, value: str | None, allowed: Collection[str], what: str) -> None:
        """Refuse a value that is not one of those that are allowed."""
        if value not in allowed:
            raise self.error(key, number, _not_one_of(str(value), allowed, what))

    def date(self, key: str, number: int, date: str | None) -> None:
        """Refuse what is not a date."""
        if date is not None and not is_date(date):
            raise self.error(key, number, not_a_date(date))

    def error(self, key: str, number: int, message: str) -> ManifestError:
        """Make the error for a key of the table with this number (-1: outside of every table)."""
        name = re.escape(key)
        named = re.compile(rf"^(?:\"?{name}\"?\s*[=.]|\[{{1,2}}\s*(?:document\s*\.\s*)?{name}\b)")
        table = -1
        place = 0
        for index, line in enumerate(self.lines, 1):
            if re.match(r"\s*\[\[\s*document\s*\]\]", line):
                table += 1
                place = index if table == number else place
            if table == number and key and named.match(line.lstrip()):
                place = index
                break
        if self.path is None:
            return ManifestError(message)
        return ManifestError(f"{self.path}:{place}: {message}" if place else f"{self.path}: {message}")


def _refusal(key: str, inner: Sequence[str], what: str) -> str:
    """Return the sentence for a value that is of the wrong type.

    Args:
        key: its key, or that of the list of tables that it is in.
        inner: its own key in such a table.
        what: what msgspec says of it.
    """
    is_lacking, is_unknown = (what.startswith(f"Object {how}") for how in ("missing", "contains unknown"))
    name = what.split("`")[1] if is_unknown else "".join(inner)
    if what.startswith("Invalid enum value"):
        return _not_one_of(what.split("'")[1], DOCUMENT_KINDS, "kind")
    if key == "accept" and (is_lacking or name):
        told = f"'{name}' is wrong in [[document.accept]]; code, reason and text must be strings, and line a number"
        return "[[document.accept]] must give the 'code' and the 'reason'" if is_lacking else told
    if key == "relation" and is_lacking:
        return MUST_GIVE
    if key == "relation" and name:
        return f"{', '.join(Relation.__struct_fields__)} must be strings in [[relation]]"
    if key == "part" and name:
        return f"{', '.join(PartTable.__struct_encode_fields__)} must be strings in [[document.part]]"
    return f"'{key}' must be {WRITTEN.get(key, 'a string')}"


def _not_one_of(value: str, allowed: Iterable[str], what: str) -> str:
    return f"'{value}' is not a {what}; choose one of {', '.join(allowed)}"


RECORDS = frozenset(suffix for format in ("csv", "json", "jsonl", "yaml") for suffix in ENDINGS[format])
NAME = "groups"
"""What such a file is called, or what its name ends with, after that of the rulings and a hyphen."""


class GroupsFile(Struct, frozen=True):
    """A file of groups."""

    file: str
    groups: dict[str, list[str]]
    """The members of each group."""


def groups_of_folder(
    folder: Path, names: Sequence[str], rows: Mapping[str, DocumentTable], warn: Callable[[str], object]
) -> dict[str, GroupsFile]:
    """Return the file of groups of each file of records that has one.

    Args:
        folder: where they lie.
        names: the files that may be documents.
        rows: what the manifest says of them.
        warn: told of a file of the manifest that lists no groups.
    """
    found: dict[str, GroupsFile] = {}
    known: dict[str, dict[str, list[str]]] = {}
    records = [name for name in names if PurePath(name).suffix.lower() in RECORDS]
    for name in records:
        said = rows[name].groups if name in rows else None
        for file in [said] if said else _called_so(name, records):
            groups = known.setdefault(file, _read(folder / file))
            if groups:
                found[name] = GroupsFile(file, groups)
                break
        if said and name not in found:
            warn(f"{folder / said} lists no groups of cards with their members; {name} is read without it")
    return found


def groups_beside(path: Path, row: DocumentTable) -> GroupsFile | None:
    """Return the file of groups beside a file of records, if there is one."""
    with suppress(OSError):
        names = sorted(one.name for one in path.parent.iterdir() if one.suffix.lower() in RECORDS)
        return groups_of_folder(path.parent, names, {path.name: row}, lambda _: None).get(path.name)
    return None


def _called_so(name: str, records: Sequence[str]) -> list[str]:
    """Return the files of groups that a file of records may have, by their names, its own first."""
    stem = PurePath(name).stem.lower()
    if stem == NAME or stem.endswith(f"-{NAME}"):
        return []
    called = {PurePath(one).stem.lower(): one for one in reversed(records)}
    return [called[wanted] for wanted in (f"{stem}-{NAME}", NAME) if wanted in called]


def _read(path: Path) -> dict[str, list[str]]:
    with suppress(SourceError):
        return listed_groups(read_file(path, DOCUMENT), path.name)
    return {}
