"""The compiled library's tables: entries, names, references both ways, in one SQLite file.

Written once by a build and then only read. A row holds what is searched by, and the whole as the contract's JSON.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import update_wrapper
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from msgspec import Struct

from judge.core.errors import LibraryDamaged, NoEntry, check_deadline, until
from judge.core.jsonl import pack, unpack
from judge.core.model import Document, Entry, EntryKind, Furniture, Reference
from judge.core.names import LISTINGS
from judge.core.numbering import lookup_key
from judge.editions.status import FACTS, Fact

if TYPE_CHECKING:
    from judge.core.diagnostics import Finding
    from judge.editions.alignment import Alignment

BROKEN_FILE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""SQLite's codes for a file that cannot be read as one of its own."""
P = ParamSpec("P")
R = TypeVar("R")


def guarded(method: Callable[P, R]) -> Callable[P, R]:
    """Turn what SQLite says of a broken file into LibraryDamaged; whatever else goes wrong passes as what it is."""

    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(*args, **kwargs)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in BROKEN_FILE:
                raise
            raise LibraryDamaged(f"the compiled library is damaged ({error})") from error

    return update_wrapper(wrapped, method)


RULING: Final = "ruling"
"""The kind of an entry that is one ruling, and of a block of an entry that has several."""
RULES = frozenset(("section", "term", "topic", "appendix", "step"))
"""Kinds of entries that are rules, so that every text that has their title means them."""

SCHEMA = """
CREATE TABLE document (position INTEGER PRIMARY KEY, key TEXT UNIQUE, record TEXT);
CREATE TABLE entry (position INTEGER PRIMARY KEY, id TEXT UNIQUE, document TEXT, kind TEXT, number TEXT, title TEXT,
                    parent TEXT, name TEXT, rulings INTEGER, record TEXT);
CREATE TABLE name (key TEXT, kind TEXT, text TEXT, entry INTEGER);
CREATE TABLE alias (old TEXT PRIMARY KEY, new TEXT) WITHOUT ROWID;
CREATE TABLE reference (position INTEGER PRIMARY KEY, source TEXT, target TEXT, record TEXT);
CREATE TABLE furniture (position INTEGER PRIMARY KEY, document TEXT, record TEXT);
CREATE TABLE terms (position INTEGER PRIMARY KEY, titles TEXT, headings TEXT, blocks TEXT);
CREATE TABLE language (tables TEXT);
CREATE TABLE vocabulary (term TEXT, root TEXT, game TEXT, entries INTEGER);
CREATE TABLE synonym (typed TEXT, meant TEXT, game TEXT, source TEXT, spelled TEXT);
CREATE TABLE finding (position INTEGER PRIMARY KEY, document TEXT, record TEXT);
CREATE TABLE fact (position INTEGER PRIMARY KEY, id TEXT, block INTEGER, field TEXT, other TEXT, record TEXT);
CREATE TABLE alignment (older TEXT, newer TEXT, record TEXT, PRIMARY KEY (older, newer)) WITHOUT ROWID;
"""
NUMBERED = frozenset(("reference", "furniture", "finding", "fact"))
"""Tables whose rows are numbered as they are added."""
SOURCES = "CREATE INDEX reference_source ON reference (source, target);"
"""Made before texts are compared, for which the references of each document are looked up."""
INDEXES = """
DELETE FROM name WHERE kind = 'initials' AND key IN (SELECT root FROM vocabulary);
CREATE INDEX name_key ON name (key);
CREATE INDEX vocabulary_root ON vocabulary (root);
CREATE INDEX vocabulary_term ON vocabulary (term);
CREATE INDEX synonym_typed ON synonym (typed);
CREATE INDEX entry_document ON entry (document);
CREATE INDEX entry_parent ON entry (parent);
CREATE INDEX reference_target ON reference (target, source);
CREATE INDEX furniture_document ON furniture (document);
CREATE INDEX finding_document ON finding (document);
CREATE INDEX fact_id ON fact (id);
CREATE INDEX fact_other ON fact (other, id);
"""


class Row(NamedTuple):
    """An entry as it is found: enough to list it, not yet its text."""

    position: int
    id: str
    document: str
    kind: EntryKind
    number: str | None
    title: str | None
    parent: str | None
    name: str
    """As it is shown (judge/core/names.py)."""
    rulings: int
    """How many of its blocks are rulings."""

    def is_of(self, kinds: Sequence[str]) -> bool:
        """Say whether it is of one of some kinds, if any are named; what holds rulings is found with the rulings."""
        return not kinds or self.kind in kinds or (RULING in kinds and self.rulings > 0)


COLUMNS = ", ".join(Row._fields)
"""Of the table of entries."""


class Terms(NamedTuple):
    """The terms of an entry, as ranking reads them; within a line parted by blanks."""

    position: int
    titles: str
    """A line a title or alias."""
    headings: str
    """Of the titles above it."""
    blocks: str
    """A line a block, in their order."""


class Count(NamedTuple):
    """How often a term is found in the documents of a game."""

    term: str
    root: str
    game: str
    """Empty where the documents are of no game."""
    entries: int


class Synonym(NamedTuple):
    """What a person may type, and what documents say for it."""

    typed: str
    """As roots."""
    meant: str
    """As terms; where the source is "name", the game that is called so."""
    game: str | None
    """None where it is so in every game."""
    source: str
    """document (it says so itself), game or any (the files of corpus/games), or name."""
    spelled: str
    """What is typed, as terms."""


class Name(Struct, frozen=True):
    """A name under which an entry is found."""

    key: str
    kind: str
    """number, title, alias; variant, form or initials: a title's variations, its roots, its initials that are no word
    of a text (judge/core/tokens.py); called: the roots of another word for it; mentioned: a card without an entry,
    under those that mention it; or set: a set of cards, under those that mention it beside a card."""
    text: str
    position: int


NAMED = "key, kind, text, entry"
"""What a `Name` is made of; of a day, the table has more."""
LAST = "\U0010ffff"
"""Sorts after every other character."""
REFERS = f"NOT EXISTS (SELECT 1 FROM entry WHERE id = source AND kind IN ({', '.join(map(repr, LISTINGS))}))"
"""Condition of the references that are not in a printed index."""
MOST_REMEMBERED = 64
"""Answers that a store remembers before it forgets all: a bound of memory."""
DOCUMENTS = "documents"
"""Under what a store remembers the records of documents."""


def remembered(question: Callable[Concatenate[Store, P], R]) -> Callable[Concatenate[Store, P], R]:
    """Work out once for each store what a function returns; it is forgotten when the store is closed."""

    def asked(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        known = store.remembered
        asked_for = (question, args, tuple(kwargs.items()))
        if asked_for not in known:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            with until(inf):  # for all who ask, and begun again by nobody
                known[asked_for] = question(store, *args, **kwargs)
        answer: R = known[asked_for]
        return answer

    return update_wrapper(asked, question)


def _ids_of(document: str) -> tuple[str, str]:
    """Return between which texts the ids of a document's entries are, which begin with its key and are indexed."""
    return f"{document}:", f"{document};"


def _any_of(values: Sequence[object]) -> str:
    """Return the list of a condition `IN` with a place for each value."""
    return f"({','.join('?' * len(values))})"


class Store:
    """An opened library file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Wrap a connection; use `open_file` or `in_memory`."""
        self._connection = connection
        self.remembered: dict[object, Any] = {}
        """What `remembered` functions returned of this store."""

    @classmethod
    def open_file(cls, path: Path) -> Store:
        """Open a finished file, for reading only.

        Raises:
            LibraryDamaged: the file is missing or is not a library.
        """
        try:
            store = cls(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False))
        except sqlite3.Error as error:
            raise LibraryDamaged(f"{path} cannot be opened ({error})") from error
        try:
            store.documents()
        except (LibraryDamaged, sqlite3.Error, ValueError) as error:
            store.close()
            raise LibraryDamaged(f"{path} is not a compiled library ({error})") from error
        return store

    @classmethod
    def create(cls, path: Path | None) -> Store:
        """Create an empty library in a file, in the place of what is there, or in memory."""
        if path:
            path.unlink(missing_ok=True)
        connection = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        if not path:
            connection.execute("PRAGMA temp_store = MEMORY")  # so that nothing needs the disk
        connection.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA user_version = 1; {SCHEMA} BEGIN;"
        )
        return cls(connection)

    def index_references(self) -> None:
        """Make the references of a document quick to find; all of them are there."""
        self._connection.execute(SOURCES)

    def again(self) -> Store:
        """Return another store on the same tables, which can have temporary tables and views of its own."""
        (file,) = (Path(name) for _, schema, name in self._query("PRAGMA database_list") if schema == "main")
        if file.name:
            store = Store.open_file(file)
        else:
            store = Store(sqlite3.connect(":memory:", check_same_thread=False))
            self._connection.backup(store._connection)
        store._connection.isolation_level = None
        store.script("PRAGMA temp_store = MEMORY;")  # so that nothing needs the disk
        store.remembered.clear()
        return store

    def script(self, script: str) -> None:
        """Run statements that make tables and views."""
        self._connection.executescript(script)

    def fill(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Add rows to a table that a script made."""
        columns = len(self._query(f"PRAGMA table_info({table})"))
        self._connection.execute("BEGIN")
        self._connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", rows)
        self._connection.execute("COMMIT")

    def finish(self) -> None:
        """Write what is pending and make it quick to search."""
        self._connection.executescript(f"{INDEXES} ANALYZE;")  # a script commits what is pending before it begins

    def close(self) -> None:
        """Let go of the file, and of what was worked out of it."""
        self.remembered.clear()
        self._connection.close()

    # Writing

    def add_document(self, document: Document, aliases: Sequence[tuple[str, str]]) -> None:
        """Add a document and its former keys and ids."""
        self.remembered.pop(DOCUMENTS, None)
        self._connection.execute("INSERT INTO document (key, record) VALUES (?, ?)", (document.key, pack(document)))
        self._connection.executemany("INSERT OR IGNORE INTO alias VALUES (?, ?)", aliases)

    def add(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Add rows to a table; those of NUMBERED tables come without their position."""
        columns = [name for _, name, *_ in self._query(f"PRAGMA table_info({table})")][table in NUMBERED :]
        values = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})", rows)

    # Reading

    def documents(self) -> list[Document]:
        """Return all documents, in order; they are read once."""
        if DOCUMENTS not in self.remembered:
            self.remembered[DOCUMENTS] = self._things(Document, "SELECT record FROM document ORDER BY position")
        return list(self.remembered[DOCUMENTS])

    def languages(self) -> str:
        """Return the tables of all languages, as `judge.core.languages` reads them."""
        return str(self._query("SELECT tables FROM language")[0][0])

    def last_position(self) -> int:
        """Return the position of the last entry, which is how many there are."""
        return int(self._query("SELECT max(position) FROM entry")[0][0] or 0)

    def row(self, id: str) -> Row | None:
        """Return the entry of an id, or None."""
        return next((Row(*row) for row in self._query(f"SELECT {COLUMNS} FROM entry WHERE id = ?", id)), None)

    def rows(self, positions: Sequence[int]) -> list[Row]:
        """Return the entries at these positions, in this order; unknown ones are left out."""
        found: dict[int, Row] = {}
        for start in range(0, len(positions), 500):
            part = positions[start : start + 500]
            query = f"SELECT {COLUMNS} FROM entry WHERE position IN {_any_of(part)}"
            found.update((row[0], Row(*row)) for row in self._query(query, *part))
        return [found[position] for position in positions if position in found]

    def entry(self, id: str) -> Entry:
        """Return the whole of an entry, as its document has it.

        Raises:
            NoEntry: there is none of this id.
        """
        for found in self._things(Entry, "SELECT record FROM entry WHERE id = ?", id):
            return found
        raise NoEntry(id)

    def dated_entries(self) -> list[Entry]:
        """Return the entries that hold a dated block, in order."""
        return self._things(Entry, 'SELECT record FROM entry WHERE record LIKE \'%"date":"%\' ORDER BY position')

    def path(self, row: Row) -> list[Row]:
        """Return the entries above an entry, from the outermost down."""
        above: list[Row] = []
        parent = row.parent
        while parent and len(above) < 20:
            up = self.row(parent)
            if up is None:
                break
            above.insert(0, up)
            parent = up.parent
        return above

    def children(self, id: str) -> list[Row]:
        """Return the entries right below an entry."""
        query = f"SELECT {COLUMNS} FROM entry WHERE parent = ? ORDER BY position"
        return [Row(*row) for row in self._query(query, id)]

    def named(self, key: str, kinds: Sequence[str]) -> list[int]:
        """Return the positions of the entries that have a name with this key."""
        query = f"SELECT DISTINCT entry FROM name WHERE key = ? AND kind IN {_any_of(kinds)} ORDER BY entry"
        return [position for (position,) in self._query(query, key, *kinds)]

    def names_beginning_with(self, prefix: str, kinds: Sequence[str], limit: int) -> list[str]:
        """Return names as they are printed, in the order of their keys, whose keys begin with a prefix."""
        wanted = f"key >= ? AND key < ? AND kind IN {_any_of(kinds)}"
        query = f"SELECT DISTINCT text FROM name WHERE {wanted} ORDER BY key LIMIT ?"
        return [text for (text,) in self._query(query, prefix, prefix + LAST, *kinds, limit)]

    def terms(self, positions: Sequence[int]) -> list[Terms]:
        """Return the terms of the entries at these positions, in the order of the positions."""
        return [
            Terms(*row)
            for row in self._query(f"SELECT * FROM terms WHERE position IN {_any_of(positions)}", *positions)
        ]

    def counts(self, roots: Sequence[str]) -> list[Count]:
        """Return how often the terms of these roots are found."""
        return [Count(*row) for row in self._query(f"SELECT * FROM vocabulary WHERE root IN {_any_of(roots)}", *roots)]

    def vocabulary_of(self, terms: Sequence[str]) -> list[tuple[str, int]]:
        """Return those of some terms that entries hold, with how many do."""
        query = f"SELECT term, SUM(entries) FROM vocabulary WHERE term IN {_any_of(terms)} GROUP BY term"
        return self._query(query, *terms)

    def vocabulary(self) -> list[tuple[str, int]]:
        """Return all terms with how many entries hold them."""
        return self._query("SELECT term, SUM(entries) FROM vocabulary GROUP BY term ORDER BY term")

    def synonyms(self, typed: Sequence[str]) -> list[Synonym]:
        """Return what may be meant by what is typed."""
        return [Synonym(*row) for row in self._query(f"SELECT * FROM synonym WHERE typed IN {_any_of(typed)}", *typed)]

    def every(self, table: str, row: Callable[..., R]) -> list[R]:
        """Return all rows of a table, in their order: `every("synonym", Synonym)`."""
        return [row(*values) for values in self._query(f"SELECT * FROM {table} ORDER BY rowid")]

    def game_names(self) -> list[Synonym]:
        """Return the names by which games are called."""
        return [Synonym(*row) for row in self._query("SELECT * FROM synonym WHERE source = 'name'")]

    @remembered
    def positions(self, documents: tuple[str, ...], kinds: tuple[str, ...]) -> set[int]:
        """Return the positions of the entries of these documents that are of these kinds, if any (`Row.is_of`)."""
        query = f"SELECT position FROM entry WHERE document IN {_any_of(documents)}"
        if kinds:
            holding = " OR rulings > 0" if RULING in kinds else ""
            query += f" AND (kind IN {_any_of(kinds)}{holding})"
        return {position for (position,) in self._query(query, *documents, *kinds)}

    def sizes(self) -> dict[str, int]:
        """Return how many entries each document has."""
        return dict(self._query("SELECT document, COUNT(*) FROM entry GROUP BY document"))

    def names_among(self, keys: Sequence[str], kinds: Sequence[str] = ("title", "alias")) -> list[Name]:
        """Return the names of these kinds with one of these keys."""
        query = f"SELECT {NAMED} FROM name WHERE key IN {_any_of(keys)} AND kind IN {_any_of(kinds)} ORDER BY rowid"
        return [Name(*row) for row in self._query(query, *keys, *kinds)]

    def names_from(self, prefix: str, limit: int, kinds: Sequence[str] = ("number", "title", "alias")) -> list[Name]:
        """Return the names of these kinds whose keys begin with a prefix, in the order of their keys."""
        wanted = f"key >= ? AND key < ? AND kind IN {_any_of(kinds)}"
        query = f"SELECT {NAMED} FROM name WHERE {wanted} ORDER BY key, rowid LIMIT ?"
        return [Name(*row) for row in self._query(query, prefix, prefix + LAST, *kinds, limit)]

    def numbered(self, number: str) -> list[int]:
        """Return the positions of the entries with this number."""
        return self.named(lookup_key(number), ("number",))

    def names(self) -> list[Name]:
        """Return all names."""
        return [Name(*row) for row in self._query(f"SELECT {NAMED} FROM name ORDER BY rowid")]

    def names_of_kind(self, kind: str) -> list[Name]:
        """Return all names of a kind."""
        return [Name(*row) for row in self._query(f"SELECT {NAMED} FROM name WHERE kind = ? ORDER BY rowid", kind)]

    def alias(self, old: str) -> str | None:
        """Return what a former key or id is called now."""
        return next((str(new) for (new,) in self._query("SELECT new FROM alias WHERE old = ?", old)), None)

    def aliases(self) -> list[tuple[str, str]]:
        """Return all former keys and ids with what they are called now, in order."""
        return [(str(old), str(new)) for old, new in self._query("SELECT old, new FROM alias ORDER BY old")]

    def references(self, source: str) -> list[Reference]:
        """Return the references that are in an entry."""
        query = "SELECT record FROM reference WHERE source = ? ORDER BY position"
        return self._things(Reference, query, source)

    def referenced_by(self, target: str) -> list[Reference]:
        """Return the references that lead to an entry, those of a printed index among them."""
        query = "SELECT record FROM reference WHERE target = ? ORDER BY position"
        return self._things(Reference, query, target)

    def referring(self, targets: Sequence[str]) -> list[int]:
        """Return the positions of the entries that refer to one of some."""
        query = (
            "SELECT DISTINCT entry.position FROM reference JOIN entry ON entry.id = source"
            f" WHERE target IN {_any_of(targets)}"
        )
        return [position for (position,) in self._query(query, *targets)]

    @remembered
    def cards_referring(self) -> Mapping[str, int]:
        """Return how many cards refer to each entry to which any does."""
        query = (
            "SELECT target, COUNT(DISTINCT source) FROM reference JOIN entry ON entry.id = source"
            " WHERE target IS NOT NULL AND entry.kind = 'card' GROUP BY target"
        )
        return dict(self._query(query))

    def neighbours(self, ids: Sequence[str]) -> list[tuple[str, str]]:
        """Return pairs of one of these entries and another that it refers to or is referred to by, in text order."""
        found: list[tuple[str, str]] = []
        for here, there, which in (("source", "target", "target IS NOT NULL"), ("target", "source", REFERS)):
            rows: list[tuple[int, str, str]] = []
            for start in range(0, len(ids), 500):
                part = ids[start : start + 500]
                query = f"SELECT position, {here}, {there} FROM reference WHERE {here} IN {_any_of(part)}"
                rows += self._query(f"{query} AND {which}", *part)
            found += [(one, other) for _, one, other in sorted(rows)]
        return found

    def findings(self, document: str) -> list[Finding]:
        """Return the findings about a document."""
        from judge.core.diagnostics import Finding

        return self._things(Finding, "SELECT record FROM finding WHERE document = ? ORDER BY position", document)

    def left_out(self) -> list[str]:
        """Return the keys of the documents that could not be read, of which there is only a finding."""
        query = "SELECT DISTINCT document FROM main.finding WHERE document NOT IN (SELECT key FROM main.document)"
        return [key for (key,) in self._query(query)]

    def entries(self, document: str) -> list[Entry]:
        """Return a document's entries, in order."""
        query = "SELECT record FROM entry WHERE id >= ? AND id < ? ORDER BY position"
        return self._things(Entry, query, *_ids_of(document))

    def references_of(self, document: str) -> list[Reference]:
        """Return the references that are in a document's entries, in order."""
        query = "SELECT record FROM reference WHERE source >= ? AND source < ? ORDER BY position"
        return self._things(Reference, query, *_ids_of(document))

    def facts(self, id: str) -> list[Fact]:
        """Return what is said of an entry and of its blocks, best first within a field."""
        return self._facts("WHERE id = ?", id)

    def every_fact(self) -> list[Fact]:
        """Return what is said of all entries and their blocks."""
        return self._facts("")

    def _facts(self, where: str, *ids: str) -> list[Fact]:
        rows = self._query(f"SELECT id, block, field, other, record FROM fact {where} ORDER BY position", *ids)
        return [Fact(id, block, field, other, unpack(text, FACTS[field])) for id, block, field, other, text in rows]

    def older(self, id: str) -> list[str]:
        """Return the ids of the entries beside which an entry is as the newer one."""
        query = "SELECT id FROM fact WHERE other = ? AND field = 'newer' AND block IS NULL ORDER BY position"
        return list(dict.fromkeys(one for (one,) in self._query(query, id)))

    def alignment(self, older: str, newer: str) -> Alignment | None:
        """Return which entry of one edition is which of another; None where the build did not compare them."""
        from judge.editions.alignment import Alignment

        query = "SELECT record FROM alignment WHERE older = ? AND newer = ?"
        return next(iter(self._things(Alignment, query, older, newer)), None)

    @guarded
    def content_hash(self) -> str:
        """Return a hash of all tables: their rows in order, whatever release of SQLite wrote them."""
        import hashlib

        digest = hashlib.sha256()
        for line in self._connection.iterdump():
            digest.update(line.encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def furniture(self, document: str) -> list[Furniture]:
        """Return what is not content in a document, in order."""
        query = "SELECT record FROM furniture WHERE document = ? ORDER BY position"
        return self._things(Furniture, query, document)

    def _things(self, kind: type[R], query: str, *values: str) -> list[R]:
        return [unpack(text, kind) for (text,) in self._query(query, *values)]

    @guarded
    def _query(self, query: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        check_deadline()
        with closing(self._connection.execute(query, values)) as cursor:
            return cursor.fetchall()
