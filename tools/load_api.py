"""Put the API under an open load and measure: requests come at their times, whether earlier ones are answered or not.

    python3 tools/load_api.py                       a minute at 60 a second, two workers; then 200 at once; then one
                                                    while 1,100 others have sent half a request each
    python3 tools/load_api.py --rate 30 --seconds 10 --workers 1
    python3 tools/load_api.py --nginx               through nginx, with docs/nginx.conf

Seven in ten ask to show an entry and three search; each question is asked once. Prints how many were answered, refused
(503) and lost, how long the answers took, what the workers took of processors and memory, and the load of the machine
before and after: a busy one answers later.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the checkout may not be installed

from try_api import serving, wait_for

import judge
from judge.records.questions import PREFIX
from judge.server.serving import bind

NGINX = Path(__file__).resolve().parent.parent / "docs" / "nginx.conf"
SHOWN = 0.7
"""Share of the questions that show an entry."""
WORDS = 3
"""Words of a query."""
LONGEST = 30.0
"""Seconds after which an answer counts as lost."""
AT_ONCE = 200
HALF_SENT = 1_100
HALVES = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept",
    f"POST {PREFIX}cites HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf".encode(),
)
"""A head and a body that do not come whole."""


class Asked(NamedTuple):
    """A question and what became of it."""

    status: int
    """0 where it was lost."""
    seconds: float
    """From the time at which it was due."""
    told_when: bool
    """Whether it was told when to come again."""


def questions(count: int, seed: int) -> list[str]:
    """Return so many addresses, no two of them alike."""
    chance = random.Random(seed)  # noqa: S311 (only to choose questions)
    with judge.open() as library:
        entries = [entry for one in library.documents() for entry in library.editions.records(one.key)[0]]
    texts = [" ".join(block.text for block in entry.blocks).split() for entry in entries]
    words = sorted({word for text in texts for word in text if word.isalpha() and len(word) > 3})
    chance.shuffle(entries)
    shown = [f"show?locator={quote(entry.id)}" for entry in entries]
    searched = [f"search?q={quote(' '.join(chance.sample(words, WORDS)))}" for _ in range(count)]
    made = [shown.pop() if shown and chance.random() < SHOWN else searched.pop() for _ in range(count)]
    return [PREFIX + one for one in dict.fromkeys(made)]


async def ask(address: str, path: str, due: float) -> Asked:
    """Ask at a time, over a connection of its own."""
    await asyncio.sleep(max(0.0, due - time.perf_counter()))
    try:
        async with asyncio.timeout(LONGEST):
            head = await _head(urlsplit(address).port or 80, path)
    except (OSError, TimeoutError, ValueError, IndexError):
        return Asked(0, time.perf_counter() - due, False)
    return Asked(int(head.split()[1]), time.perf_counter() - due, "\nretry-after:" in head.lower())


async def _head(port: int, path: str) -> str:
    """Return the head of an answer when all of it has come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read(-1)
    finally:
        writer.close()
    return answer.partition(b"\r\n\r\n")[0].decode("latin-1")


async def ask_all(address: str, paths: Sequence[str], rate: float) -> list[Asked]:
    """Ask so many a second, whatever becomes of them; a rate of 0 asks all at once."""
    begun = time.perf_counter() + 0.1
    due = (begun + (place / rate if rate else 0.0) for place in range(len(paths)))
    return await asyncio.gather(*(ask(address, path, at) for path, at in zip(paths, due, strict=True)))


async def ask_among_halves(address: str, path: str) -> tuple[Asked, int, int]:
    """Ask while another address has sent half requests; return also how many of these are open then, and after 30 s."""
    port = urlsplit(address).port or 80
    elsewhere = ("127.0.0.2", 0)
    opened = [await asyncio.open_connection("127.0.0.1", port, local_addr=elsewhere) for _ in range(HALF_SENT)]
    for place, (_, writer) in enumerate(opened):
        writer.write(HALVES[place % len(HALVES)])
    reads = [asyncio.create_task(_until_closed(reader)) for reader, _ in opened]
    asked = await ask(address, path, time.perf_counter())
    still = sum(not one.done() for one in reads)
    await asyncio.sleep(LONGEST)
    late = sum(not one.done() for one in reads)
    for _, writer in opened:
        writer.close()
    await asyncio.gather(*reads)
    return asked, still, late


async def _until_closed(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError):
        await reader.read(-1)


@contextmanager
def behind_nginx(address: str) -> Iterator[str]:
    """Run nginx before a server, and yield its address; it is gone in the end."""
    with bind(0) as bound:
        port = bound.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        text = NGINX.read_text(encoding="utf-8").replace("127.0.0.1:8000", urlsplit(address).netloc)
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/srv/site", folder)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        inside = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds) + "access_log off;"
        text = text.replace("include mime.types;", inside)
        (Path(folder) / "nginx.conf").write_text(f"pid {folder}/pid;\ndaemon off;\n{text}", encoding="utf-8")
        command = ["nginx", "-e", f"{folder}/errors", "-p", folder, "-c", f"{folder}/nginx.conf"]
        process = subprocess.Popen(command)
        try:
            wait_for(f"http://127.0.0.1:{port}", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def told(what: str, asked: Sequence[Asked]) -> str:
    """Return what became of questions in one line."""
    times = sorted(1000 * one.seconds for one in asked if one.status) or [0.0]
    counts = Counter(one.status for one in asked)
    p50, p95, p99 = (times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 0.99))
    others = [(status, often) for status, often in sorted(counts.items()) if status not in (0, 200, 503)]
    told_when = all(one.told_when for one in asked if one.status == 503)
    return (
        f"{what}: {len(asked)} asked, {counts[200]} answered, {counts[503]} refused"
        f"{'' if told_when else ' (not all told when to come again)'}, {counts[0]} lost,"
        f" otherwise {dict(others)};"
        f" p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, slowest {times[-1]:.0f} ms"
    )


def children(process: int) -> Iterator[int]:
    """Yield the processes that a process started, and theirs; only Linux tells."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    for one in map(int, listed.read_text().split() if listed.is_file() else ()):
        yield from (one, *children(one))


def used() -> str:
    """Return what the server's processes took up to now."""
    memory, ticks = [], 0
    for process in children(os.getpid()):
        status = Path(f"/proc/{process}/status").read_text()
        memory.append(int(status.partition("VmHWM:")[2].split()[0]) // 1024)
        ticks += sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return (
        f"processor {ticks / os.sysconf('SC_CLK_TCK'):.1f} s, memory at most {max(memory, default=0)} MB in a process"
    )


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=60.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nginx", action="store_true", help="through nginx, with docs/nginx.conf")
    given = parser.parse_args(words)
    count = int(given.rate * given.seconds)
    asked = questions(count + AT_ONCE + 20, given.seed)
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with serving(given.workers) as own, behind_nginx(own) if given.nginx else nullcontext(own) as address:
        for path in asked[-20:]:  # so that no worker is asked for the first time
            urllib.request.urlopen(address + path).read()  # noqa: S310 (our own server)
        before = used()
        print(told("open load", asyncio.run(ask_all(address, asked[:count], given.rate))))
        print(f"  before: {before}\n  after:  {used()}")
        print(told(f"{AT_ONCE} at once", asyncio.run(ask_all(address, asked[count : count + AT_ONCE], 0))))
        print(f"  after:  {used()}")
        one, still, late = asyncio.run(ask_among_halves(address, asked[-1]))
        print(told(f"among {HALF_SENT} half-sent", [one]))
        print(f"  half-sent requests that were open then: {still}, {LONGEST:.0f} s later: {late}")
    print(f"load after: {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
