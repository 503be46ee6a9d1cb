"""Record a terminal session of 80 columns and 24 lines as text, for docs/table.md.

python3 tools/record_session.py            prints the session
python3 tools/record_session.py --write    writes it to docs/session.txt
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SESSION = ROOT / "docs" / "session.txt"
LINES = 23
"""Of a screen, without the prompt."""
CALLS = (
    ["can I heal an undamaged card"],
    [":2"],
    ["evil twn"],
    ["24.9"],
    ["between", "city square", "expendable unit"],
)
"""What is typed, one call after the other, in the same terminal session."""


def session() -> str:
    """Return the whole session, each call after its prompt, as a terminal of 80 columns and 24 lines shows it."""
    return "\n".join(map(_call, CALLS, screens(CALLS, ROOT / "corpus", NO_COLOR="1")))


def screens(calls: Sequence[list[str]], corpus: Path, **variables: str) -> list[str]:
    """Return what each call prints on one terminal of 80 columns and 24 lines, with its escape sequences."""
    command = [sys.executable, "-m", "judge", "--corpus", str(corpus)]
    subprocess.run([*command, "build"], stdout=subprocess.DEVNULL, check=True)  # so that no bar of a build is recorded
    main, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "PAGER": "cat", "COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color", **variables}
    typed = "; ".join(f"printf '\\001'; {shlex.join([*command, *words])}" for words in calls)

    def take_terminal() -> None:
        os.setsid()
        fcntl.ioctl(child, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        ["/bin/sh", "-c", typed], stdin=child, stdout=child, stderr=child, env=environment, preexec_fn=take_terminal
    )
    os.close(child)
    read = b""
    with suppress(OSError):  # the other end is closed
        while piece := os.read(main, 65536):
            read += piece
    process.wait()
    os.close(main)
    return read.decode("utf-8").replace("\r\n", "\n").split("\x01")[1:]


def _call(words: list[str], shown: str) -> str:
    """Return a call and the first screen of what it shows."""
    return "\n".join([as_typed(words), *(line.rstrip() for line in shown.splitlines()[:LINES]), ""])


def as_typed(words: list[str]) -> str:
    """Return a call after the prompt of a shell."""
    return " ".join(["$ judge", *(f'"{word}"' if " " in word else word for word in words)])


def main() -> None:
    """Print the session, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write it to docs/session.txt")
    if parser.parse_args().write:
        SESSION.write_text(session(), encoding="utf-8")
    else:
        sys.stdout.write(session())


if __name__ == "__main__":
    main()
