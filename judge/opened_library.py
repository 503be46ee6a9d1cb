"""The opened whole: all documents of the collections in use, and everything that can be asked of them.

import judge
library = judge.open()
library.search("uniqueness auction", limit=5)
library.find("24.8.1.3")
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from judge.core.dates import is_date, last_day, not_a_date
from judge.core.errors import CollectionError, JudgeError, LibraryDamaged, until
from judge.core.files import cache_folder, corpus_folders
from judge.core.jsonl import dumps
from judge.core.model import Document, Furniture, Reference, replace
from judge.core.names import citation
from judge.core.tokens import key as title_key
from judge.editions.status import exported
from judge.library import cache as compiled_form
from judge.library.compiled_library import BuildRequest, Compiled, CompiledOfDay, Progress, Warn
from judge.search import locating
from judge.search.entries import Entries
from judge.search.locating import Match
from judge.search.query_parsing import Narrowing, cut, scopes, set_aside

if TYPE_CHECKING:
    from judge.core.diagnostics import Finding
    from judge.core.model import Entry
    from judge.core.text_facts import AskedDay
    from judge.editions.library_editions import Editions
    from judge.editions.point_in_time import Day
    from judge.search.interactions.card_page import CardRecord, MentionedCard
    from judge.search.interactions.subjects import Interactions
    from judge.search.lookup import Answer, Reply
    from judge.search.wording.typed_words import Suggestion

T = TypeVar("T")
KEPT_DAYS = 4
"""Days that stay open, the last ones asked for."""


def _silent(*_: object) -> None:
    """Tell nobody."""


def _compile_library(request: BuildRequest, target: Path | None, cache: Path | None) -> Compiled:
    from judge.pipeline import compile_library

    return compile_library(request, target, cache)


class Library:
    """The handle on a compiled library.

    Compiles the collections when it is opened, if that has not been done or something has changed; a library found
    to be damaged while it is read is built again, once, and the question asked again.
    """

    def __init__(
        self,
        corpus: str | Path | Sequence[str | Path] = (),
        *,
        progress: Progress = _silent,
        warn: Warn = _silent,
        cache: Path | None = None,
        jobs: int | None = 1,
        without: Collection[str] = (),
    ) -> None:
        """Open collections without the documents of some keys; see `judge.open`."""
        self.corpus = [corpus] if isinstance(corpus, str | Path) else corpus
        """What was named; opened with it again, a library is of the documents as they are then."""
        self.folders = corpus_folders(corpus)
        """The folders of the collections, in order."""
        self._request = BuildRequest(self.folders, without, jobs, progress, warn)
        self._cache = cache or cache_folder()
        self._days: dict[str, LibraryOfDay] = {}
        self._closed = False
        self._compiled = self._open()

    def _open(self, *, again: bool = False) -> Compiled:
        return compiled_form.open_compiled(replace(self._request, from_nothing=again), self._cache, _compile_library)

    def ask(self, question: Callable[[Compiled], T]) -> T:
        """Ask the compiled form a question of one's own.

        Whatever goes wrong passes as what it is, unless the files cannot be what was written, or prove to be others:
        then they are built again, once, and the question is asked again.

        Raises:
            CollectionError: the library was closed.
        """
        if self._closed:
            raise CollectionError("this library is closed; open it again")
        try:
            return question(self._compiled)
        except LibraryDamaged:
            if self._compiled.folder is None:
                raise
        except JudgeError:
            raise
        except Exception:
            if not compiled_form.is_damaged(self._compiled):
                raise
        with until(inf):  # a library is not built by halves
            self._request.warn(f"the compiled library in {self._compiled.folder} is damaged; rebuilding it")
            compiled_form.discard(self._compiled)
            self._compiled = self._open(again=True)
        return question(self._compiled)

    @property
    def day(self) -> Day | None:
        """The day that it answers from, and how the documents are on it; None where it answers from today."""
        return None

    @property
    def asked_day(self) -> AskedDay | msgspec.UnsetType:
        """The day that it answers from, as records have it."""
        return self.day.asked if self.day else msgspec.UNSET

    def on_day(self, date: str | None) -> Library:
        """Return the library as it was on a day; whatever is asked of it is answered from that day.

        Editions of a later day and texts that are dated later are left out; `day` tells what is unknown. It uses the
        files of this library, and ends with it.

        Args:
            date: 2024-05-01, 2024-05 or 2024; the shorter is its last day. None: as it is.

        Raises:
            CollectionError: that is not a date, or nothing in the library is of that day or earlier.
        """
        if date is None:
            return self
        if date not in self._days:
            of_day = LibraryOfDay(self, date)
            if len(self._days) >= KEPT_DAYS:
                self._days.pop(next(iter(self._days))).close()
            self._days[date] = of_day
        return self._days[date]

    @cached_property
    def entries(self) -> Entries:
        """The entries, each asked for by its id: records, names, paths, references."""
        return Entries(self.ask)

    @cached_property
    def editions(self) -> Editions:
        """The editions: what changed between them, what that touches, one entry through all of them."""
        from judge.editions.library_editions import Editions

        return Editions(self.ask)

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files; nothing can be asked after that."""
        self._closed = True
        for of_day in self._days.values():
            of_day.close()
        self._compiled.close()

    def documents(self) -> list[Document]:
        """Return the records of all documents, in the order of the collections."""
        return self.ask(lambda compiled: compiled.store.documents())

    @contextmanager
    def of_own_games(self) -> Iterator[Library]:
        """Yield the library without what answers only where its game is named, as it is shown to others."""
        if not (aside := set_aside(self.documents())):
            yield self
            return
        said = self._request
        own = Library(
            self.corpus,
            progress=said.progress,
            warn=said.warn,
            cache=self._cache,
            jobs=said.jobs,
            without={*said.without, *aside},
        )
        with own:
            yield own

    def search(
        self,
        query: str,
        limit: int = 10,
        *,
        game: str | None = None,
        document: str | None = None,
        kind: str | None = None,
        since: str | None = None,
        edition: str | None = None,
        all_editions: bool = False,
        as_of: str | None = None,
    ) -> list[Answer]:
        """Return the entries that answer a query of any kind, best first; `reply` also says what is to be doubted.

        Args:
            query: a number, a title, words, a question.
            limit: how many answers at the most.
            game: only documents of this game.
            document: only the document with this key.
            kind: only entries of this kind.
            since: only what is of this day (ISO date) or later.
            edition: only documents of this edition.
            all_editions: older editions as well; without it, the newest one of each work answers.
            as_of: answer from the editions and dated rulings of this day (ISO date), as `on_day` does.

        Raises:
            CollectionError: there is no such game, document, kind or edition, or none of that day, or what is given for
                `since` is not a date.
        """
        narrowing = {"game": game, "document": document, "kind": kind, "since": since, "edition": edition}
        return self.reply(query, limit, as_of=as_of, **narrowing, all_editions=all_editions).answers

    def reply(self, query: str, limit: int = 10, *, as_of: str | None = None, **narrowing: Any) -> Reply:
        """Return the answers to a query, whether they answer it, and which of its words no document has.

        Args:
            query: as for `search`.
            limit: as for `search`.
            as_of: as for `search`.
            narrowing: game, document, kind, since, edition and all_editions, as for `search`.
        """
        from judge.pipeline import ask

        return self.on_day(as_of).ask(lambda compiled: ask(compiled, query, limit, Narrowing(**narrowing)))

    def suggest(self, typed: str, limit: int = 10) -> list[Suggestion]:
        """Return the entries whose number or title begins, or nearly begins, with the typed text.

        Args:
            typed: the beginning of a number or a title.
            limit: how many at the most.
        """
        from judge.search.wording.typed_words import suggest

        return self.ask(lambda compiled: suggest(compiled, cut(typed), limit, scopes(compiled.store).folded))

    def between(self, *names: str) -> Interactions:
        """Return what bears on two or more cards or terms together, in parts, each line with its reason.

        Args:
            names: two or more; or one text in which they are.

        Raises:
            NoEntry: a name is unknown; a LookupError that says the nearest names.
            CollectionError: there are too few names, too many, or one is given twice.
        """
        from judge.search.interactions.between import find_interactions

        cuts = [cut(name) for name in names]
        return self.ask(lambda compiled: find_interactions(compiled, scopes(compiled.store), cuts))

    def card(self, name: str, *, as_of: str | None = None) -> list[CardRecord]:
        """Return all that is known of the cards of a name: errata, rulings by date, topics, examples, mentions.

        Args:
            name: its title, or nearly so.
            as_of: what was known on this day (ISO date), as `on_day` has it.

        Raises:
            NoEntry: there is no such card; a LookupError that says the nearest names.
        """
        from judge.search.interactions.card_page import find_cards

        return self.on_day(as_of).ask(lambda compiled: find_cards(compiled, scopes(compiled.store), cut(name)))

    def mentioned(self, name: str) -> MentionedCard | None:
        """Return a card that texts name and that has no entry, with the references that name it; else None."""
        if not self.ask(lambda compiled: compiled.store.named(title_key(cut(name)), ("mentioned",))):
            return None  # without the cost of an import, since every search asks
        from judge.search.interactions.card_page import mentioned_card

        return self.ask(lambda compiled: mentioned_card(compiled, scopes(compiled.store), cut(name)))

    def nearest(self, query: str) -> list[tuple[str, str]]:
        """Return the ids and names of the entries nearest to a query that nothing answers."""
        return self.ask(lambda compiled: locating.near(compiled, cut(query)))

    def find(self, locator: str, *, as_of: str | None = None) -> Entry:
        """Return the entry that a locator names; where several documents have one, that of the rules in force.

        Args:
            locator: a number, a title or an id.
            as_of: the entry as it was on this day (ISO date), as `on_day` has it.

        Raises:
            NoEntry: a LookupError that says the nearest names.
        """
        return self.find_all(locator, as_of=as_of)[0]

    def find_all(self, locator: str, *, as_of: str | None = None) -> list[Entry]:
        """Return the entries that a locator names, in the order of authority; the rest is as for `find`."""
        library = self.on_day(as_of)
        return [library.entry(match.row.id) for match in library.matches(locator)]

    def matches(self, locator: str, edition: str | None = None, *, all_editions: bool = False) -> list[Match]:
        """Return what a locator names, part and former number told, the documents of a game in order of authority.

        Args:
            locator: a number, a title or an id.
            edition: only documents of this edition.
            all_editions: older editions as well; without it they answer only if no newer one has the entry.

        Raises:
            NoEntry: a LookupError that says the nearest names.
            CollectionError: there is no such edition.
        """
        narrowing = Narrowing(edition=edition, all_editions=all_editions)
        return self.ask(lambda compiled: locating.find(compiled, cut(locator), narrowing))

    def entry(self, id: str) -> Entry:
        """Return the entry of an id that `search`, `matches` or `references` gave."""
        return self.entries.record(id)

    def references(self, id: str) -> list[Reference]:
        """Return the references that are in an entry, in the order of its text."""
        return self.entries.references(id)

    def referenced_by(self, id: str) -> list[Reference]:
        """Return the references that lead to an entry."""
        return self.entries.backlinks(id)

    def findings(self, document: str) -> list[Finding]:
        """Return the findings about a document, with the hash of its file."""
        read = next((one.source_hash for one in self.documents() if one.key == document), "")
        found = self.ask(lambda compiled: compiled.store.findings(document))
        return [replace(finding, source_hash=read) for finding in found]

    def everything(self) -> list[Document | Entry | Furniture | Reference]:
        """Return everything, document by document, the entries with what is said of them."""
        return self.ask(lambda compiled: list(exported(compiled.store)))

    def export(self) -> Iterator[str]:
        """Yield everything as lines of JSON."""
        yield from map(dumps, self.everything())


class LibraryOfDay(Library):
    """A library as it was on a day; made by `Library.on_day`."""

    def __init__(self, whole: Library, date: str) -> None:
        """Find out what was there.

        Raises:
            CollectionError: that is not a date, or nothing was.
        """
        if not is_date(date):
            raise CollectionError(not_a_date(date))
        self._whole, self._date = whole, date
        self.corpus, self.folders = whole.corpus, whole.folders
        self._of_day: CompiledOfDay | None = None
        if not self.documents():
            oldest = min(whole.documents(), key=lambda one: last_day(one.date), default=None)
            known = f"; the oldest document is {citation(oldest)}" if oldest else ""
            raise CollectionError(f"nothing in the library is dated {date} or earlier{known}")

    @property
    def day(self) -> Day:
        """The day that it answers from, and how the documents are on it."""
        return self._whole.ask(self._view).day

    def on_day(self, date: str | None) -> Library:
        """Return the library as it was on another day."""
        return self._whole.on_day(date) if date is not None else self

    def ask(self, question: Callable[[Compiled], T]) -> T:
        """Ask the compiled form as it was on the day."""
        try:
            return self._whole.ask(lambda compiled: question(self._view(compiled)))
        except CollectionError as error:
            raise CollectionError(f"as of {self._date}, {error}") from error

    def _view(self, compiled: Compiled) -> CompiledOfDay:
        """Return the compiled form of the day, made anew where the whole was built again."""
        if self._of_day is None or self._of_day.whole is not compiled:
            self._of_day = CompiledOfDay(compiled, self._date)
        return self._of_day

    def close(self) -> None:
        """Let go of what is its own; the whole stays open, and what is asked again is opened again."""
        if self._of_day:
            self._of_day.close()
        self._of_day = None
