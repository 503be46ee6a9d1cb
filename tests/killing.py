"""Work that is killed right before one of its changes to files, in a process that begins where the test is."""

import os
import signal
import sys
from collections.abc import Callable

import pytest

FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
"""A test that needs what only Unix has."""
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "shutil.rmtree"}
"""What Python tells its audit hooks of changes to files, beside the opening of a file."""


def killed_at(moment: int, work: Callable[[], object]) -> bool:
    """Run something in a process that is killed right before its n-th change to files; tell whether it was."""
    if child := os.fork():
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    left = moment

    def heard(event: str, given: tuple[object, ...]) -> None:
        nonlocal left
        writes = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR)
        if event in CHANGES or writes:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(heard)
    try:
        work()
    finally:
        os._exit(0)
