"""Caches that are damaged, lie on full disks, or are used by many commands at once."""

from __future__ import annotations

import random
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from trials.world import World, ask, judged, right_answers, run

DISKS = (16, 24, 40, 64, 80, 100, 128, 160, 200, 256, 288, 320, 400, 512, 600, 700, 850, 1000, 1200, 1400)
"""Sizes in KiB, below and above what a build takes."""
BUILDERS, READERS = 10, 20
"""How many processes of each a crowd has."""


def damaged(one: World, draw: random.Random) -> Counter[str]:
    """Change bytes of a file in the cache, or cut it, then ask."""
    right = right_answers()
    run(one, "build")
    files = sorted(path for path in one.cache.rglob("*") if path.is_file() and path.stat().st_size)
    path = draw.choice(files)
    data = bytearray(path.read_bytes())
    if draw.random() < 0.3:
        data = data[: draw.randrange(len(data))]
    else:
        for _ in range(draw.randint(1, 50)):
            data[draw.randrange(len(data))] = draw.randrange(256)
    path.write_bytes(bytes(data))
    return ask(one, right)


def on_small_disks(one: World, draw: random.Random) -> Counter[str]:
    """Ask with a cache on each disk that is too small, or nearly so."""
    right = right_answers()
    one.cache.mkdir()
    counts: Counter[str] = Counter()
    for size in draw.sample(DISKS, len(DISKS)):
        options = f"size={size}k"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(one.cache)], check=True)
        try:
            counts += ask(one, right)
        finally:
            subprocess.run(["umount", str(one.cache)], check=True)
    return counts


def crowded(one: World, _: random.Random) -> Counter[str]:
    """Build and ask at once, many times."""
    right = right_answers()
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(BUILDERS + READERS) as pool:
        builders = [pool.submit(run, one, "build") for _ in range(BUILDERS)]
        for each in list(pool.map(lambda _: ask(one, right), range(READERS))):
            counts += each
        for builder in builders:
            counts += judged(builder.result())
            counts["unusable"] += builder.result().returncode != 0
    return counts


def crowded_without_cache(one: World, draw: random.Random) -> Counter[str]:
    """The same where there is no usable cache."""
    one.cache.write_text("not a folder", encoding="utf-8")
    return crowded(one, draw)
