"""Who works on a build beside the process that runs it: more processes on this machine, or a Dask cluster.

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
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from judge.core import seldom_collect
from judge.core.errors import ClusterError
from judge.library.compiled_library import Crew, Progress, Warn
from judge.library.safekeeping.provenance import program_digest
from judge.version import missing_extra

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from judge.library.incremental.part_cache import PartCache

T = TypeVar("T")
R = TypeVar("R")
ENOUGH = 150_000
"""Bytes of text to read that are worth starting processes, which takes each of them half a second."""
AHEAD = 64
"""Tasks that are handed out before the first result is taken; so the rest of a large build needs no memory."""
PATIENCE = 30
"""Seconds in which a scheduler has to answer and a first worker to be there."""
MISSING = f"a cluster {missing_extra('cluster')}"


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

    def __init__(self, crew: Crew, warn: Warn = lambda _: None) -> None:
        """Choose who works; nobody is started before there is something to do.

        Args:
            crew: processes on this machine, or a cluster.
            warn: told, in a sentence, of workers that failed.
        """
        self._jobs = crew.jobs or cores()
        self._cluster = crew.cluster
        self._warn = warn
        self._executor: Executor | None = None
        self._started: Executor | None = None
        """The same, also once it is broken."""
        self._held: Connection | None = None
        """As long as it is open, the processes stay."""
        self._client: Any = None
        self._ends_at_once = True
        self._expected = ""

    @property
    def present(self) -> bool:
        """Whether there is anybody beside this process."""
        return self._cluster is not None or self._jobs > 1

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._held and failed:
            self._held.close()  # nobody waits for what is not wanted any more
        if self._started and not self._cluster:
            self._started.shutdown(cancel_futures=True)
        if self._held:
            self._held.close()
        if self._client:
            self._client.close()
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

        Raises:
            ClusterError: the cluster cannot be reached, or runs another program.
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
        if self._cluster is not None:
            return count > 0
        return self._jobs > 1 and count > 1 and (size >= ENOUGH or self._executor is not None)

    def _submit(self, function: Callable[[T], R], task: T) -> Future[R] | None:
        try:
            if not self._expected:
                self._expected = _own_digest()
                self._executor = self._started = self._connected(self._cluster) if self._cluster else self._processes()
            return self._executor.submit(_checked, self._expected, function, task) if self._executor else None
        except (OSError, ImportError, RuntimeError) as error:  # no processes here, or all of them are gone
            self._give_up(error)
            return None

    def _result(self, future: Future[R] | None) -> R | None:
        if future is None:
            return None
        try:
            return future.result()
        except ClusterError as error:
            raise ClusterError(f"{self._cluster}: {error}") from error
        except Exception as error:  # whatever a worker dies of
            self._give_up(error)
            return None

    def _give_up(self, error: Exception) -> None:
        """Tell once that workers failed; those that are left go on."""
        if isinstance(error, RuntimeError):
            self._executor = None
        who = f"the cluster {self._cluster}" if self._cluster else "the processes on this machine"
        reason = str(error) or type(error).__name__
        self._warn(f"{who} could not do all the work ({reason}); this process does the rest")
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

    def _connected(self, address: str) -> Executor:
        """Connect to a cluster on which somebody is there to work.

        Raises:
            ClusterError: there is none.
        """
        try:
            import dask
            from distributed import Client
        except ImportError as error:
            raise ClusterError(MISSING) from error
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"})  # documents are large tasks
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise ClusterError(f"the cluster {address} cannot be used ({error})") from error
        made: Executor = self._client.get_executor(pure=False)
        return made


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _checked(expected: str, function: Callable[[Any], R], task: Any) -> R:
    """Do a task, if this process runs the program that the build runs.

    Raises:
        ClusterError: it runs another.
    """
    if _own_digest() != expected:
        raise ClusterError("a worker has a different version of judge, Python or a package that reads documents")
    return function(task)


_own_digest = cache(program_digest)


def _begin(ends: Connection) -> None:
    """Prepare a process: it ends at once on Ctrl-C, and when what started it is gone."""
    seldom_collect()
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))

    def watch() -> None:
        with suppress(EOFError, OSError):
            ends.recv()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
