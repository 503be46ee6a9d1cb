"""The pages of a PDF as pictures. As for its words, another process draws them, within bounds of time and memory."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import tempfile
import zlib
from typing import Any

from judge.core.errors import SourceError
from judge.reading.formats.pdf_pages import SECONDS, Pdf, TimeWatch, bound_memory

CHILD = f"import sys; sys.path[:] = sys.argv[2:]; from {__name__} import draw; draw(int(sys.argv[1]))"
WIDTH, LONGEST = 1100, 4400
"""Pixels of the width of a picture, and of its longer side at most: 130 dots an inch of a letter, at which small print
can be read. Chosen, not fitted."""
UNDRAWN = "has a page that cannot be drawn within the limits of time and memory"


def page_sizes(data: bytes) -> list[tuple[float, float]]:
    """Return width and height of each page of a PDF, in points.

    Raises:
        SourceError: it cannot be read.
    """
    return [(width, height) for width, height in json.loads(_drawn(data, 0))]


def page_picture(data: bytes, page: int) -> bytes:
    """Return a page of a PDF as a PNG.

    Args:
        data: the whole file.
        page: from 1.

    Raises:
        SourceError: it cannot be drawn.
    """
    return _drawn(data, page)


def _drawn(data: bytes, page: int) -> bytes:
    command = [sys.executable, "-c", CHILD, str(page), *sys.path]
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        done = subprocess.run(  # noqa: S603 (this interpreter, with a command of our own)
            command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
        )
    if done.returncode or not done.stdout:
        raise SourceError(UNDRAWN)
    return done.stdout


def draw(page: int) -> None:
    """Write a page of the file that is handed over, or for 0 the sizes of all pages: what the other process does."""
    TimeWatch(SECONDS)
    bound_memory()
    pdf = Pdf(sys.stdin.buffer.read())
    if page:
        sys.stdout.buffer.write(_picture(pdf.document[page - 1]))
    else:
        sizes = [pdf.document.get_page_size(index) for index in range(pdf.count)]
        sys.stdout.buffer.write(json.dumps(sizes).encode())


def _picture(page: Any) -> bytes:
    width, height = page.get_size()
    scale = min(WIDTH / width, LONGEST / max(width, height))
    drawn = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
    rows = memoryview(bytes(drawn.buffer))
    used = drawn.width * drawn.n_channels
    lines = b"".join(b"\0" + rows[at : at + used] for at in range(0, drawn.height * drawn.stride, drawn.stride))
    colours = {1: 0, 3: 2, 4: 6}[drawn.n_channels]
    head = struct.pack(">IIBBBBB", drawn.width, drawn.height, 8, colours, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))


def _chunk(named: tuple[bytes, bytes]) -> bytes:
    """Return a chunk of a PNG (ISO/IEC 15948): length, name, data, checksum."""
    name, data = named
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
