"""A text to the clipboard: by the system's own program, or by the terminal itself, which works through SSH as well.

Control sequence: OSC 52, "Manipulate Selection Data" (XTerm Control Sequences), understood by most terminals of today.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from judge.core.errors import JudgeError
from judge.core.names import printable

PATIENCE = 5.0
"""Seconds that a program may take for it. Chosen, not fitted."""
TERMINAL = Path("/dev/tty")
LONGEST = 74_994
"""Bytes that xterm takes at the most, before they are encoded."""


def copy(text: str) -> str:
    """Put a text on the clipboard, and return in words what took it.

    Raises:
        JudgeError: there is no program for it, and no terminal.
    """
    data = printable(text).encode("utf-8")
    for command in _programs():
        if (path := shutil.which(command[0])) and _given([path, *command[1:]], data):
            return f"copied with {command[0]}"
    if len(data) <= LONGEST and _told_the_terminal(data):
        return "copied by the terminal, if it allows that (OSC 52)"
    raise JudgeError("there is neither a clipboard program nor a terminal here; copy the printed text yourself")


def _programs() -> Iterator[list[str]]:
    """Yield the commands that take a text for the clipboard of this screen; over SSH it is the screen of another."""
    if os.environ.get("SSH_TTY") or os.environ.get("SSH_CONNECTION"):
        return
    if sys.platform == "darwin":
        yield ["pbcopy"]
    elif sys.platform == "win32":
        yield ["clip"]
    if os.environ.get("WAYLAND_DISPLAY"):
        yield ["wl-copy"]
    if os.environ.get("DISPLAY"):
        yield from (["xclip", "-selection", "clipboard"], ["xsel", "-b", "-i"])


def _given(command: list[str], data: bytes) -> bool:
    """Give a program the text; it may go on running to keep it, so nothing of it is waited for but its start."""
    encoded = data.decode("utf-8").encode("utf-16-le") if sys.platform == "win32" else data
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(  # noqa: S603 (a program of the system's own; the text is its input alone)
            command, input=encoded, stdout=quiet, stderr=quiet, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _told_the_terminal(data: bytes) -> bool:
    """Send the terminal the text in letters and digits alone, whatever standard output is."""
    try:
        with TERMINAL.open("wb", buffering=0) as terminal:
            terminal.write(b"\x1b]52;c;" + base64.b64encode(data) + b"\x07")
    except OSError:
        return False
    return True
