"""How programs that go on answering notice that the documents changed: one look a second, in one thread for all.

A `Watch` is of one thing that is made from documents: a site, or the edition that questions are asked of.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from judge.core.errors import JudgeError
from judge.library.compiled_library import Warn

LOOKED_EVERY = 1.0
"""Seconds between two looks."""


class Watch:
    """Has something made again when what it is made from changed."""

    def __init__(self, state: Callable[[], object], renew: Callable[[], object], warn: Warn, otherwise: str) -> None:
        """Remember in what state everything is; what is watched is made for the first time after this.

        Args:
            state: returns what is another whenever what it is made from changed; what it raises counts as a state.
            renew: makes it again. Where that raises, what was made before is as it was.
            warn: told, in a sentence, why it could not be made again.
            otherwise: what is the case then, in words that follow a semicolon.
        """
        self._state = state
        self._renew = renew
        self._warn = warn
        self._otherwise = otherwise
        self._seen = self._now()

    def look(self) -> bool:
        """Have it made again if anything changed since the last look; tell whether it was made again.

        Nothing is raised: whoever answers goes on, and is told once for each change that something could not be used.
        """
        now = self._now()
        if now == self._seen:
            return False
        self._seen = now
        try:
            self._renew()
        except (JudgeError, OSError) as error:
            self._warn(f"{error}; {self._otherwise}")
            return False
        except Exception as error:  # a mistake of the program in reading what is new
            self._warn(f"internal error ({type(error).__name__}: {error}); {self._otherwise}")
            return False
        return True

    def _now(self) -> object:
        try:
            return self._state()
        except (JudgeError, OSError) as error:
            return str(error)


@contextmanager
def watching(*looks: Callable[[], object]) -> Iterator[None]:
    """Look for changes, in their order and in a thread of its own, for as long as the context is open."""
    stop = threading.Event()

    def run() -> None:
        while not stop.wait(LOOKED_EVERY):
            for look in looks:
                look()

    threading.Thread(target=run, name="judge-watch", daemon=True).start()
    try:
        yield
    finally:
        stop.set()
