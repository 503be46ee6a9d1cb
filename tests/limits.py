"""The limits of tests: how long anything may hang, and a limit on processor time, which no other program changes."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PATIENCE = 600
"""Seconds that a test, a program that it starts, or a wait may take: at least ten times what the slowest takes on a
quiet machine. It ends what hangs, and measures nothing."""


class TooLongError(Exception):
    """Something was broken off."""


def break_off(_number: int, _frame: FrameType | None) -> None:
    raise TooLongError


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Break off what takes more seconds of processor time, where the system can tell a program so."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
