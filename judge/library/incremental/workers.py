"""The processes that work on a build beside the one that runs it.

Whatever workers return is what the build would have made itself, in the same order, so their number changes no byte of
the result. What a worker fails to do, because it was killed for one, is done by another or by the build itself.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from judge.core import seldom_collect
from judge.library.compiled_library import Progress, Warn

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from judge.library.incremental.part_cache import PartCache

T = TypeVar("T")
R = TypeVar("R")
ENOUGH = 150_000
"""Bytes of text to read that are worth starting processes, which takes each of them half a second."""
AHEAD = 64
"""Tasks that are handed out before the first result is taken; so the rest of a large build needs no memory."""


class Means(NamedTuple):
    """With what a build works."""

    progress: Progress
    """Told how it goes on."""
    workers: Workers
    """Those who may do a part of the work."""
    kept: PartCache | None = None
    """What earlier builds kept; None where nothing is kept."""


class Workers:
    """Does tasks in other processes where that pays; used as a context, at whose end the processes are gone."""

    def __init__(self, jobs: int | None, warn: Warn = lambda _: None) -> None:
        """Choose who works; nobody is started before there is something to do.

        Args:
            jobs: how many; None for as many as the machine has cores.
            warn: told, in a sentence, of workers that failed.
        """
        self._jobs = jobs or cores()
        self._warn = warn
        self._executor: Executor | None = None
        self._started: Executor | None = None
        """The same, also once it is broken."""
        self._held: Connection | None = None
        """As long as it is open, the processes stay."""
        self._ends_at_once = True

    @property
    def present(self) -> bool:
        """Whether there is anybody beside this process."""
        return self._jobs > 1

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._held and failed:
            self._held.close()  # nobody waits for what is not wanted any more
        if self._started:
            self._started.shutdown(cancel_futures=True)
        if self._held:
            self._held.close()
        if not self._ends_at_once:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def run(self, function: Callable[[T], R], tasks: Iterable[T], count: int, size: int) -> Iterator[R | None]:
        """Yield what a function makes of tasks, in their order; nothing at all where that does not pay.

        A task that no worker managed to do gives None; the build does it itself.

        Args:
            function: of a module, so that another process finds it.
            tasks: made one after the other, when their turn comes.
            count: how many there are.
            size: the bytes of text in all of them.
        """
        if not self._pays(count, size):
            return
        waiting: deque[Future[R] | None] = deque()
        for task in tasks:
            waiting.append(self._submit(function, task))
            if len(waiting) > AHEAD:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def _pays(self, count: int, size: int) -> bool:
        if self._started and not self._executor:
            return False  # they are all gone
        return self._jobs > 1 and count > 1 and (size >= ENOUGH or self._executor is not None)

    def _submit(self, function: Callable[[T], R], task: T) -> Future[R] | None:
        try:
            if not self._started:
                self._executor = self._started = self._processes()
            return self._executor.submit(function, task) if self._executor else None
        except (OSError, ImportError, RuntimeError) as error:  # no processes here, or all of them are gone
            self._give_up(error)
            return None

    def _result(self, future: Future[R] | None) -> R | None:
        if future is None:
            return None
        try:
            return future.result()
        except Exception as error:  # whatever a worker dies of
            self._give_up(error)
            return None

    def _give_up(self, error: Exception) -> None:
        """Tell once that workers failed; those that are left go on."""
        if isinstance(error, RuntimeError):
            self._executor = None
        reason = str(error) or type(error).__name__
        self._warn(f"the processes on this machine could not do all the work ({reason}); this process does the rest")
        self._warn = lambda _: None

    def _processes(self) -> Executor:
        """Start processes that end when this one does, however that ends."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        context = get_context("spawn")
        ends, self._held = context.Pipe(duplex=False)
        if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            # Python would end at once, and complain later of what these processes held.
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
            self._ends_at_once = False
        return ProcessPoolExecutor(self._jobs, context, _begin, (ends,))


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin(ends: Connection) -> None:
    """Prepare a process: it ends at once on Ctrl-C, and when what started it is gone."""
    seldom_collect()
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))

    def watch() -> None:
        with suppress(EOFError, OSError):
            ends.recv()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
