"""Reads the pages of a PDF in a process of its own, which ends itself at a page that takes too long.

A PDF of a few kilobytes can hold a page that no computer ever finishes, and nothing can stop the library in it. So
another process reads the pages, and sends each as soon as it is read. A thread in it looks at the time.

    ["refused", "…"]           why nothing can be read
    ["page", 1, 420.9, …]      a page, its words and its links
    ["outline", […]]           the last: the lines of the outline
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

from judge.core.errors import SourceError
from judge.reading.readers.formats.pdf.pages import Jump, Listed, Page, Pdf, Word

SECONDS = 5.0
"""Processor time that a page may take, or opening the file."""
BYTES = 2**31
"""Memory that the process may take, where the system lets it say so."""
TOO_MUCH = "has a page {page} that takes too much time or memory to be read; print it to a new PDF, or leave it out"
CHILD = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import send; send()"
LOOKS_EVERY = 0.2


def read_pages(data: bytes, outline: list[Listed]) -> Iterator[Page]:
    """Yield the pages of a PDF one by one.

    Args:
        data: the whole file.
        outline: receives the lines of the outline, when all pages were read.

    Raises:
        SourceError: it cannot be read, or not within its bounds.
    """
    command = [sys.executable, "-c", CHILD, *sys.path]
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        with subprocess.Popen(  # noqa: S603 (this interpreter, with a command of our own)
            command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            try:
                yield from _received(process.stdout, outline)
            finally:
                process.kill()


def _received(source: Any, outline: list[Listed]) -> Iterator[Page]:
    """Yield the pages that are sent, until the outline comes."""
    page = 1
    while True:
        try:
            kind, *parts = json.loads(source.readline())
        except ValueError as error:  # it broke off
            raise SourceError(TOO_MUCH.format(page=page)) from error
        if kind == "refused":
            raise SourceError(parts[0])
        if kind == "outline":
            outline += [Listed(*one) for one in parts[0]]
            return
        page, width, height, words, jumps, label = parts
        shown = tuple(_word(one) for one in words)
        yield Page(page, width, height, shown, tuple(Jump(*one) for one in jumps), label)
        page += 1


def _word(sent: list[Any]) -> Word:
    """Return a word as it was before it was sent, its colour a tuple."""
    text, x0, x1, base, size, bold, italic, (red, green, blue), struck = sent
    return Word(text, x0, x1, base, size, bold, italic, (red, green, blue), struck)


def send(seconds: float = SECONDS) -> None:
    """Read the file that is handed over and send its pages: what the other process does.

    Args:
        seconds: processor time that a page may take.
    """
    watch = _Watch(seconds)
    _bound_memory()
    data, sink = sys.stdin.buffer.read(), sys.stdout.buffer
    watch.begin()
    try:
        pdf = Pdf(data)
        for page in pdf.pages():
            _send(sink, "page", *page)
            watch.begin()
        _send(sink, "outline", pdf.outline())
    except SourceError as error:
        _send(sink, "refused", str(error))


def _send(sink: BinaryIO, *parts: object) -> None:
    sink.write(json.dumps(parts).encode() + b"\n")
    sink.flush()


class _Watch:
    """Ends the process when a page takes too long; the library cannot be asked to stop."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begin()
        threading.Thread(target=self.look, daemon=True).start()

    def begin(self) -> None:
        """Begin to count anew."""
        self.begun = time.process_time()

    def look(self) -> None:
        """Look at the time now and then."""
        while time.process_time() - self.begun <= self.seconds:
            time.sleep(LOOKS_EVERY)
        os._exit(1)


def _bound_memory() -> None:
    """Let the system refuse more memory than a PDF needs."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
