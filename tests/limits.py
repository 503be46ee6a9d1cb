"""A limit on processor time, which is the same however much else the machine does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


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
