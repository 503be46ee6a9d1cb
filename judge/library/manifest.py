"""corpus.toml: what a collection says about its documents.

    ignore = ["draft-*.md"]

    [[document]]
    file = "rules.md"            # the only key that must be there
    key = "my-rules"
    title = "My Rules"
    game = "My Game"
    edition = "2.0"
    date = "2025-06"
    dialect = "outline"
    origin = "where it comes from"
    licence = "CC0-1.0"
    covers = "48 of 445"         # how many entries of what it summarises a digest has
    groups = "groups.yaml"       # the file that lists the members of groups of cards
    aliases = ["my-old-key"]     # former keys, or former ids: { "my-old-key:1.1" = "1.2" }

    [document.reading]           # samples of its lines (docs/profiles.md)
    rule = ["**2-4-1.**"]
    never = ["7 - a lucky number"]
    levels = ["SECTION 1: …", "1.1 …"]
    numbers = "count"

    [[document.part]]            # what a stretch of it is
    from = "Glossary"
    to = "History"
    as = "terms"
    term = "line"

    [document.fields]            # what records and tables call their fields
    card = "Card Name"
    ruling = "Text"

    [[document.order]]           # where two woven columns were put in a doubtful order
    line = 97
    under = "Ability"

What is missing is worked out from the text. A mistake is refused with the file, the line, and what is allowed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from judge.core.dates import is_date, not_a_date
from judge.core.diagnostics import BY_NAME
from judge.core.errors import ManifestError, SourceError
from judge.core.files import DOCUMENT, MANIFEST, SETTINGS, parse_toml, read_file, read_text
from judge.core.names import DIALECTS
from judge.editions.status import RELATIONS
from judge.reading.formats.opening import ENDINGS, listed_groups
from judge.reading.grammar.entry_tree import TERM_FORMS
from judge.reading.profiles.reading_profile import AS, COLUMNS
from judge.reading.record_files.record_cards import ROLES

TEXT_KEYS = (
    "file",
    "key",
    "title",
    "game",
    "edition",
    "date",
    "dialect",
    "language",
    "work",
    "kind",
    "origin",
    "licence",
    "groups",
    "covers",
)
PROFILE_KEYS = ("reading", "part", "fields")
"""What a person says of how a document is printed: its profile."""
TABLE_KEYS = (*TEXT_KEYS, "authority", "summarises", "aliases", "accept", "order", *PROFILE_KEYS)
READING_KEYS = ("rule", "never", "levels", "numbers")
PART_KEYS = ("from", "to", "lines", "as", "term")
SPAN = re.compile(r"(?P<first>[1-9]\d{0,6})(?:-(?P<last>[1-9]\d{0,6}))?")
SOURCE_KEYS = frozenset(("key", "title", "edition"))
"""Of a document that another summarises; a key alone will do."""
DOCUMENT_KINDS = ("rules", "errata", "rulings", "faq", "digest")
RELATION_KEYS = ("old", "new", "kind", "by", "date")
RELATION_KINDS = (*RELATIONS, "renames", "none")
COVERS = re.compile(r"[0-9]+ of [0-9]+")
ALIASES = {"overrules": "overrides"}
"""Other words for kinds of relations."""
ACCEPT_KEYS: dict[str, type] = {"code": str, "reason": str, "line": int, "text": str}
ORDER_KEYS = {"line": int, "under": str}
TOP_KEYS = ("document", "ignore", "relation", "site")
KEY = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Manifest:
    """A corpus.toml, checked."""

    documents: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The table of each file, by file name."""
    ignore: tuple[str, ...] = ()
    """Patterns of files that are not documents, as `fnmatch` has them."""
    relations: tuple[dict[str, str], ...] = ()
    """What it states of two texts."""


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


def row_beside(path: Path) -> dict[str, Any]:
    """Return what a `corpus.toml` beside a file says of it; nothing where there is none.

    Raises:
        ManifestError: as for `load_manifest`.
    """
    return load_manifest(path.parent, lambda _: None).documents.get(path.name, {})


def check_row(row: dict[str, Any]) -> None:
    """Check what a person says of one document as if it stood in a manifest.

    Raises:
        ManifestError: a value that a manifest could not have.
    """
    _Check(None, "", None).table(0, row)


def check_profile(path: Path, text: str, file: str) -> dict[str, Any]:
    """Return what a file says of the printing of a document: one `[document]`, or a manifest that names the file.

    Raises:
        ManifestError: as for `load_manifest`, or it has several documents and none is that file.
    """
    said = parse_toml(text, path).get("document", {})
    check = _Check(path, text, None)
    if isinstance(said, dict):
        check.known(said, -1, ("dialect", *PROFILE_KEYS))
        check.profile(-1, said)
        return said
    documents = check_manifest(path, text, None).documents
    table = documents.get(file) or (next(iter(documents.values())) if len(documents) == 1 else None)
    if table is None:
        raise ManifestError(f"{path}: it describes several documents, none of them {file}; keep only one as a profile")
    return {key: table[key] for key in ("dialect", *PROFILE_KEYS) if key in table}


class _Check:
    """Checks one manifest and knows where its keys are."""

    def __init__(self, path: Path | None, text: str, unknown: Callable[[str], object] | None) -> None:
        self.path = path
        self.lines = text.split("\n")
        self.unknown = unknown

    def known(self, table: Mapping[str, Any], number: int, allowed: Sequence[str]) -> None:
        """Refuse the keys of a table that mean nothing, or tell of them."""
        for key in table:
            if key in allowed:
                continue
            known = ", ".join(allowed)
            if self.unknown is None:
                raise self.error(key, number, f"unknown key '{key}'; choose one of {known}")
            self.unknown(str(self.error(key, number, f"unknown key '{key}' is ignored; choose one of {known}")))

    def manifest(self, data: dict[str, Any]) -> Manifest:
        self.known(data, -1, TOP_KEYS)
        self.relations(self.tables("relation", -1, data.get("relation", []), "[[relation]], once for each fact"))
        if not isinstance(data.get("site", {}), dict):
            raise self.error("site", -1, "'site' must be written as a table, [site]")
        ignore = data.get("ignore", [])
        if not isinstance(ignore, list) or not all(isinstance(pattern, str) for pattern in ignore):
            raise self.error("ignore", -1, "'ignore' must be a list of file patterns, such as [\"draft-*.md\"]")
        tables = self.tables("document", -1, data.get("document", []), "[[document]], once for each file")
        documents: dict[str, dict[str, Any]] = {}
        for number, table in enumerate(tables):
            self.table(number, table)
            if table["file"] in documents:
                raise self.error("file", number, f"'{table['file']}' has two tables; keep one")
            documents[table["file"]] = table
        return Manifest(documents, tuple(ignore), tuple(data.get("relation", ())))

    def tables(self, key: str, number: int, rows: Any, hint: str) -> list[dict[str, Any]]:
        """Return the tables that a key gives, which is written as the hint says."""
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self.error(key, number, f"'{key}' must be written as {hint}")
        return rows

    def one_of(self, key: str, number: int, value: object, allowed: Collection[str], what: str) -> None:
        """Refuse a value that is not one of those that are allowed."""
        if value not in allowed:
            raise self.error(key, number, f"'{value}' is not a {what}; choose one of {', '.join(allowed)}")

    def date(self, key: str, number: int, date: str) -> None:
        """Refuse what is not a date."""
        if not is_date(date):
            raise self.error(key, number, not_a_date(date))

    def table(self, number: int, table: dict[str, Any]) -> None:
        """Check one [[document]] table."""
        self.known(table, number, TABLE_KEYS)
        for key, value in table.items():
            if key in TEXT_KEYS and not isinstance(value, str):
                hint = ' (write it in quotes: "2025")' if key in ("date", "edition") else ""
                raise self.error(key, number, f"'{key}' must be a string{hint}")
        if "file" not in table:
            raise self.error("", number, "a [[document]] must name its 'file'")
        if Path(table["file"]).name != table["file"] or not table["file"]:
            raise self.error("file", number, f"'{table['file']}' must be the name of a file in this folder")
        if Path(table.get("groups", "")).name != table.get("groups", ""):
            raise self.error("groups", number, f"'{table['groups']}' must be the name of a file in this folder")
        self.date("date", number, table.get("date", "2000"))
        if not KEY.fullmatch(table.get("key", "key")):
            raise self.error("key", number, f"'{table['key']}' is not a valid key; use letters and digits joined by -")
        self.profile(number, table)
        self.rank(number, table)
        once = "[[document.accept]], once for each exception"
        self.accept(number, self.tables("accept", number, table.get("accept", []), once))
        self.order(number, table.get("order", []))
        aliases = table.get("aliases", [])
        names = aliases.values() if isinstance(aliases, dict) else aliases
        if not isinstance(aliases, dict | list) or not all(isinstance(name, str) for name in names):
            hint = 'a list of former keys, ["old-key"], or a table of former ids, { "old-key:1.1" = "1.2" }'
            raise self.error("aliases", number, f"'aliases' must be {hint}")

    def profile(self, number: int, table: dict[str, Any]) -> None:
        """Check what is said of how a document is printed."""
        self.one_of("dialect", number, table.get("dialect", "plain"), DIALECTS, "dialect")
        self.fields(number, table.get("fields", {}))
        self.reading(number, table.get("reading", {}))
        self.parts(number, table.get("part", []))

    def rank(self, number: int, table: dict[str, Any]) -> None:
        """Check what is said of a document's place among the others."""
        self.one_of("kind", number, table.get("kind", "rules"), DOCUMENT_KINDS, "kind")
        authority = table.get("authority", 1)
        if type(authority) not in (int, float) or not authority >= 1:
            raise self.error("authority", number, "'authority' must be a number of at least 1; 1 is the highest")
        summarised = table.get("summarises", [])
        if not isinstance(summarised, list) or not all(map(_is_source, summarised)):
            raise self.error("summarises", number, "'summarises' must be a list of keys, such as [\"my-rules\"]")
        if not COVERS.fullmatch(covers := table.get("covers", "1 of 1")):
            raise self.error("covers", number, f"'{covers}' must say how much it covers, such as 48 of 445")

    def relations(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Check the [[relation]] tables."""
        for row in rows:
            self.known(row, -1, RELATION_KEYS)
            if not all(isinstance(row[key], str) for key in RELATION_KEYS if key in row):
                raise self.error("relation", -1, f"{', '.join(RELATION_KEYS)} must be strings in [[relation]]")
            if not {"old", "new", "kind"} <= row.keys() or row["kind"] not in (*RELATION_KINDS, *ALIASES):
                allowed = ", ".join(RELATION_KINDS)
                raise self.error("relation", -1, f"[[relation]] must give 'old', 'new' and a 'kind', one of {allowed}")
            self.date("relation", -1, row.get("date", "2000"))

    def accept(self, number: int, accepted: Iterable[Mapping[str, Any]]) -> None:
        """Check what a document's findings are accepted by."""
        for one in accepted:
            for key, value in one.items():
                if key not in ACCEPT_KEYS or not isinstance(value, ACCEPT_KEYS[key]):
                    allowed = "code, reason and text must be strings, and line a number"
                    raise self.error("accept", number, f"'{key}' is wrong in [[document.accept]]; {allowed}")
            if not one.get("code") or not one.get("reason"):
                raise self.error("accept", number, "[[document.accept]] must give the 'code' and the 'reason'")
            if one["code"] not in BY_NAME:
                known = ", ".join(BY_NAME)
                raise self.error("accept", number, f"no finding has the code '{one['code']}'; choose one of {known}")

    def order(self, number: int, rows: object) -> None:
        """Check the [[document.order]] tables of one document."""
        hint = '[[document.order]] with a line and a heading: line = 97, under = "Ability"'
        taken: set[int] = set()
        for row in self.tables("order", number, rows, hint):
            if row.keys() != ORDER_KEYS.keys() or any(type(row[key]) is not kind for key, kind in ORDER_KEYS.items()):
                raise self.error("order", number, f"'order' must be written as {hint}")
            if row["line"] < 1 or row["line"] in taken:
                wrong = "does not exist; lines start at 1" if row["line"] < 1 else "is put under two headings; keep one"
                raise self.error("order", number, f"line {row['line']} {wrong}")
            taken.add(row["line"])

    def fields(self, number: int, given: object) -> None:
        """Check what a document's records call their fields."""
        if not isinstance(given, dict) or not all(isinstance(name, str) for name in given.values()):
            hint = '[document.fields] with the name of each field: card = "Card Name", ruling = "Text"'
            raise self.error("fields", number, f"'fields' must be written as {hint}")
        for role in given:
            self.one_of(role, number, role, (*ROLES, *COLUMNS), "kind of field")

    def reading(self, number: int, said: object) -> None:
        """Check the samples of one document."""
        if not isinstance(said, dict):
            raise self.error("reading", number, "'reading' must be written as a table, [document.reading]")
        self.known(said, number, READING_KEYS)
        for key in ("rule", "never", "levels"):
            samples = said.get(key, [])
            if not isinstance(samples, list) or not all(isinstance(one, str) and one.strip() for one in samples):
                raise self.error(key, number, f"'{key}' must be a list of sample lines, such as [\"1.1 …\"]")
        numbers = said.get("numbers", "count")
        if not isinstance(numbers, str) or not re.search(r"[^\W_]", numbers):
            raise self.error("numbers", number, '\'numbers\' must be "count" or a sample such as "2.1.a"')
        for sample in said.get("never", []):
            other = next((key for key in ("rule", "levels") if sample in said.get(key, [])), None)
            if other:
                raise self.error("never", number, f"'{sample}' is in 'never' and in '{other}'; keep one")

    def parts(self, number: int, rows: object) -> None:
        """Check what stretches of one document are."""
        spans: list[tuple[int, int]] = []
        for row in self.tables("part", number, rows, "[[document.part]], once for each part"):
            self.known(row, number, PART_KEYS)
            if not all(isinstance(value, str) for value in row.values()):
                raise self.error("part", number, f"{', '.join(PART_KEYS)} must be strings in [[document.part]]")
            self.one_of("as", number, row.get("as"), tuple(AS), "kind of part")
            self.one_of("term", number, row.get("term", "line"), tuple(TERM_FORMS), "form of names")
            if "lines" not in row:
                continue
            span = SPAN.fullmatch(row["lines"])
            if not span or "from" in row or "to" in row:
                raise self.error("lines", number, 'write lines = "410-530", or from and to, in [[document.part]]')
            first, last = int(span["first"]), int(span["last"] or span["first"])
            if last < first or any(first <= end and begin <= last for begin, end in spans):
                raise self.error("lines", number, f"lines {row['lines']} are in two parts, or end before they begin")
            spans.append((first, last))

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


def _is_source(said: object) -> bool:
    """Tell whether something names a document that another sums up: its key, or a table with key, title and edition."""
    if isinstance(said, dict):
        return "key" in said and said.keys() <= SOURCE_KEYS and all(isinstance(one, str) for one in said.values())
    return isinstance(said, str)


INNER_HEADER = re.compile(r"\s*\[\[?\s*document\s*\.")
Row = dict[str, Any]
"""A table [[document]] of the manifest."""


def with_document(text: str, old: Row | None, new: Row | None, library: Path) -> str:
    """Return a manifest in which one table is changed, added (no old one) or removed (no new one).

    Raises:
        ManifestError: the outcome is not what was meant.
    """
    meant = deepcopy(parse_toml(text, library / MANIFEST))
    rows = meant.setdefault("document", [])
    if old is None:
        rows.append(new)
    else:
        place = rows.index(old)
        rows[place : place + 1] = [new] if new else []
    if not rows:
        del meant["document"]
    changed = "".join(_with_change(_blocks(text), old, new))
    with suppress(ManifestError):
        if parse_toml(changed, library / MANIFEST) == meant:
            return changed
    raise ManifestError(
        f"{library / MANIFEST}: cannot be edited automatically; write each document as a table "
        "[[document]] with its inner tables directly below it"
    )


def table_text(text: str, row: Row) -> str:
    """Return the lines of a manifest that describe one document; none where it is not described on lines of its own."""
    return next((_without_last_comments(block)[0] for block in _blocks(text) if _tables(block) == [row]), "")


def _blocks(text: str) -> Iterator[str]:
    """Yield a manifest in stretches of whole lines: a [[document]] with its inner tables is one of them."""
    block = ""
    for line in text.splitlines(keepends=True):
        begins = line.lstrip().startswith("[") and not INNER_HEADER.match(line)
        if begins and _tables(block) is not None:  # else the line is inside a value of many lines
            yield block
            block = ""
        block += line
    yield block


def _tables(block: str) -> list[Row] | None:
    """Return the documents that a stretch of a manifest describes; None where it is not whole."""
    with suppress(ManifestError):
        return list(parse_toml(block, Path(MANIFEST)).get("document", []))
    return None


def _with_change(blocks: Iterable[str], old: Row | None, new: Row | None) -> Iterator[str]:
    """Yield the blocks, the one of the old row changed or left out; a new row without an old one comes last."""
    last = "\n"
    for block in blocks:
        last = block or last
        if old is not None and _tables(block) == [old]:
            own, after = _without_last_comments(block)
            yield (_edited(own, old, new) if new else "") + after
        else:
            yield block
    if old is None and new is not None:
        yield ("" if last.endswith("\n") else "\n") + "\n" + _edited("[[document]]\n", {}, new)


def _without_last_comments(block: str) -> tuple[str, str]:
    """Part a table from the comments after it: they are about what comes next, and stay."""
    lines = block.splitlines(keepends=True)
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return "".join(lines[:end]), "".join(lines[end:])


def _edited(block: str, old: Row, new: Row) -> str:
    """Return the text of a table in which what differs is changed; what stays keeps its comments."""
    import tomlkit

    document: Any = tomlkit.parse(block)
    table = document["document"][0]
    for name in old.keys() - new.keys():
        del table[name]
    for name, value in new.items():
        if name not in old or old[name] != value:
            table[name] = value
    return str(document.as_string())


RECORDS = frozenset(suffix for format in ("csv", "json", "jsonl", "yaml") for suffix in ENDINGS[format])
NAME = "groups"
"""What such a file is called, or what its name ends with, after that of the rulings and a hyphen."""


class GroupsFile(NamedTuple):
    """A file of groups."""

    file: str
    groups: dict[str, list[str]]
    """The members of each group."""


def groups_of_folder(
    folder: Path, names: Sequence[str], rows: Mapping[str, Mapping[str, Any]], warn: Callable[[str], object]
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
        said = rows.get(name, {}).get("groups")
        for file in [said] if said else _called_so(name, records):
            groups = known.setdefault(file, _read(folder / file))
            if groups:
                found[name] = GroupsFile(file, groups)
                break
        if said and name not in found:
            warn(f"{folder / said} lists no groups of cards with their members; {name} is read without it")
    return found


def groups_beside(path: Path, row: Mapping[str, Any]) -> GroupsFile | None:
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
