"""What can go wrong for the caller, one small tree.

JudgeError                  the base: one clear sentence, exit code 2
├── SourceError             a document that cannot be read
│   └── UnforeseenError     a document on which the program itself failed
├── ManifestError           a corpus.toml with a mistake (file, line, key, what is allowed)
├── CollectionError         a folder that is not a collection, or a key that no document has
├── ThemeError              a template with a mistake (file, line, what)
├── SiteError               a site that cannot be written, or a folder that is not ours to write to
├── LibraryDamaged          the compiled form is broken; building it again mends it
├── OutOfTime               an answer has taken longer than who asked waits (`until`)
└── NoEntry (LookupError)   a locator that no entry answers to, exit code 1

Only the command line turns these into text and an exit code. Bad text never raises: it is read as well as
it can be, and what was repaired is reported (`judge.core.diagnostics`). Bad arguments do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class JudgeError(Exception):
    """Base of all errors of this package; its text is one sentence for a person."""


class SourceError(JudgeError):
    """A document cannot be read: missing, unreadable, binary, empty."""


class UnforeseenError(SourceError):
    """The program itself failed on a document; the sentence names its file and says how to report that."""

    def __init__(self, key: str, path: Path, error: Exception) -> None:
        """Remember which document it was."""
        self.key = key
        told = f"{in_words(error)}; please report it, and include the output of judge read with JUDGE_DEBUG=1 set"
        super().__init__(f"{path} cannot be read: internal error ({told})")


def in_words(error: Exception) -> str:
    r"""Return the kind of an error and the beginning of what it says, which may be a whole document.

    >>> in_words(IndexError("list index\nout of range")), in_words(MemoryError())
    ('IndexError: list index out of range', 'MemoryError')
    """
    said = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return said if len(said) <= 300 else f"{said[:300]}…"


class ManifestError(JudgeError):
    """A corpus.toml has a mistake."""


class CollectionError(JudgeError):
    """A folder is not a collection, or a named document or game is in none."""


class LibraryDamaged(JudgeError):
    """The compiled form cannot be used and must be built again."""


class OutOfTime(JudgeError):
    """An answer has taken longer than who asked waits for it."""


class ThemeError(JudgeError):
    """A template has a mistake."""


class SiteError(JudgeError):
    """A site cannot be written or served."""


class NoEntry(JudgeError, LookupError):
    """No entry answers to a locator.

    `nearest` holds what came near, best first: (id, name) pairs. `digested` tells that all documents are digests of
    others, which may have the entry; `understood` what of the locator was, `absent` that this is a number such as the
    documents print, and that they lack it.
    """

    def __init__(
        self,
        locator: str,
        nearest: tuple[tuple[str, str], ...] = (),
        digested: bool = False,
        understood: str = "",
        absent: bool = False,
        told: str = "",
    ) -> None:
        """Remember the locator and what is known of it; `told` is the sentence that says what is wrong."""
        self.locator = locator
        self.nearest = nearest
        self.digested = digested
        self.understood = understood
        self.absent = absent
        super().__init__(told or f"no entry matches '{locator}'")
        if nearest:
            self.add_note(f"closest: {'; '.join(f'{name} ({id})' for id, name in nearest)}")


class _Deadline(NamedTuple):
    moment: float
    clock: Callable[[], float]
    error: JudgeError | None


_DEADLINE: ContextVar[_Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def until(moment: float, clock: Callable[[], float] = monotonic, error: JudgeError | None = None) -> Iterator[None]:
    """Let what is done within end at a moment: whatever may take long calls `check_deadline`.

    It is a deadline of this thread alone. What is worked out for all who will ask has none, which is `inf`.

    Args:
        moment: of the clock.
        clock: that of the world, or the time that the processor has worked.
        error: what is raised then; without one, that the answer has taken too long.
    """
    before = _DEADLINE.set(None if moment == inf else _Deadline(moment, clock, error))
    try:
        yield
    finally:
        _DEADLINE.reset(before)


def check_deadline() -> None:
    """Go on, unless the moment that `until` set has passed.

    Raises:
        JudgeError: it has: `OutOfTime`, or the error that `until` was given.
    """
    deadline = _DEADLINE.get()
    if deadline and deadline.clock() >= deadline.moment:
        raise deadline.error or OutOfTime("the time for this answer has passed")
