"""The threads that ask the library: one for quick questions, one for slow ones, each with a library of its own.

Python answers one question at a time anyway, so a copy of the API has no more threads than that; more processors are
used by more copies. What waits is bounded, and so is how long it waits: what is not begun in time is not begun at all,
and what is not done in time ends soon (`judge.core.errors.until`), and keeps its place until then.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic
from typing import NamedTuple, TypeVar

from judge.core.errors import JudgeError, OutOfTime, until
from judge.core.files import corpus_folders
from judge.library import collection
from judge.library.compiled_library import Warn
from judge.opened_library import Library
from judge.server.api.server_records import ServedDocumentRecord
from judge.server.watching import Watch
from judge.version import __version__

T = TypeVar("T")


class Overloaded(JudgeError):
    """A question cannot be answered now, and can be asked again."""


class Bounds(NamedTuple):
    """What one thread takes on."""

    waiting: int
    """Questions that are answered or wait for it."""
    seconds: float
    """From a question's arrival to its answer."""


QUICK = Bounds(waiting=256, seconds=10.0)
SLOW = Bounds(waiting=8, seconds=20.0)
RETRY_AFTER = 1
"""Seconds that those who are refused are asked to wait."""


class QuestionQueue:
    """A thread, the library that it asks, and the questions that wait for it."""

    def __init__(self, library: Library, bounds: Bounds) -> None:
        """Take an opened library; it is closed with the queue."""
        self._library = library
        self._bounds = bounds
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="judge-api")
        self.waiting = 0
        """Questions that are answered or wait for it."""

    async def ask(self, question: Callable[[Library], T]) -> T:
        """Return the answer to a question.

        Raises:
            Overloaded: too many are waiting, or it took too long.
        """
        if self.waiting >= self._bounds.waiting:
            raise Overloaded("too many questions are waiting; ask again in a moment")
        try:
            asked = self._thread.submit(self._answer, question, monotonic() + self._bounds.seconds)
        except RuntimeError:  # another edition has just taken its place
            raise Overloaded("the documents have just changed; ask again") from None
        self.waiting += 1
        loop = asyncio.get_running_loop()
        asked.add_done_callback(lambda done: self._leave(done, loop))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(asked), self._bounds.seconds)
        except (TimeoutError, OutOfTime):
            raise Overloaded(
                f"this was not answered within {self._bounds.seconds:g} seconds; ask again later"
            ) from None

    def _answer(self, question: Callable[[Library], T], moment: float) -> T:
        """Answer a question in the thread, which goes on to the next at that moment."""
        with until(moment):
            return question(self._library)

    def _leave(self, done: Future[T], loop: asyncio.AbstractEventLoop) -> None:
        """Free the place of a question; called in either thread."""
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._free)

    def _free(self) -> None:
        self.waiting -= 1

    def close(self) -> None:
        """End when what was asked is answered, and let go of the library."""
        self._thread.shutdown(wait=True)
        self._library.close()


class Edition:
    """A state of the library, and the two queues that answer from it."""

    def __init__(self, opened: Callable[[], Library], quick: Bounds, slow: Bounds) -> None:
        """Open the library for each queue.

        Raises:
            JudgeError: it cannot be opened.
        """
        self.quick = QuestionQueue(opened(), quick)
        library = opened()
        self.slow = QuestionQueue(library, slow)
        told = f"{__version__}\n{library.ask(lambda compiled: compiled.store.content_hash())}"
        self.id = hashlib.sha256(told.encode()).hexdigest()[:16]
        """Another text whenever an answer may be another."""
        names = ServedDocumentRecord.__struct_fields__
        documents = library.documents()
        self.documents = [ServedDocumentRecord(*(getattr(one, name) for name in names)) for one in documents]

    def close(self) -> None:
        """End when what was asked is answered, and let go of the libraries."""
        self.quick.close()
        self.slow.close()


class Desk:
    """The edition that is answered from now."""

    def __init__(
        self, corpus: str | Path | Sequence[str | Path], warn: Warn, quick: Bounds = QUICK, slow: Bounds = SLOW
    ) -> None:
        """Open the library.

        Args:
            corpus: the collections, as `judge.open` takes them.
            warn: told, in a sentence, what was settled without asking, and why a change could not be used.
            quick: what the thread for quick questions takes on.
            slow: what the thread for slow ones does.

        Raises:
            JudgeError: it cannot be opened.
        """
        self._open = partial(Edition, partial(Library, corpus, warn=warn), quick, slow)
        self._lock = threading.Lock()
        self._closed = False
        self._watch = Watch(
            lambda: collection.state(corpus_folders(corpus)), self._reopen, warn, "questions are answered as before"
        )
        self.edition = self._open()

    def refresh(self) -> bool:
        """Answer from the documents as they are now if they changed; tell whether that was done.

        What was asked before is answered as it was then. What cannot be opened leaves everything as it was.
        """
        return self._watch.look()

    def _reopen(self) -> None:
        edition = self._open()
        with self._lock:
            if not self._closed:
                edition, self.edition = self.edition, edition
        edition.close()

    def close(self) -> None:
        """Let go of the library."""
        with self._lock:
            self._closed = True
        self.edition.close()
