"""Builds upon earlier ones: after random edits, and where files of the cache changed places.

All that a small collection tells (tests/build/test_incremental.py) is compared with what a build from nothing tells.
"""

from __future__ import annotations

import random
import shutil
import sys
import traceback
from collections import Counter, defaultdict
from pathlib import Path

from tests.build.test_incremental import QUERIES, Collection, everything
from trials.world import World

STEPS = 5
"""Edits, or exchanges, of one trial."""


def edited(one: World, draw: random.Random) -> Counter[str]:
    """Edit documents and build upon the last build."""
    collection = Collection(one.folder.parent / "tide", draw.getrandbits(32))
    counts = compared(one, collection, "nothing")
    for _ in range(STEPS):
        counts += compared(one, collection, collection.change()) + Counter(edits=1)
    return counts


def exchanged(one: World, draw: random.Random) -> Counter[str]:
    """Let two files of the cache change places, and perhaps edit a document."""
    collection = Collection(one.folder.parent / "tide", draw.getrandbits(32))
    counts = compared(one, collection, "nothing")
    for _ in range(STEPS):
        did = [collection.change()]
        counts += compared(one, collection, did[0])
        did.append(exchange(one.cache, draw))
        if draw.random() < 0.5:
            did.append(collection.change())
        elif draw.random() < 0.5:
            shutil.rmtree(one.cache / "builds")
        counts += compared(one, collection, "; ".join(did)) + Counter(exchanges=1)
    return counts


def exchange(cache: Path, draw: random.Random) -> str:
    """Let two files of one kind change places; return their names."""
    kinds: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted(path for path in cache.rglob("*") if path.is_file()):
        kinds[f"{path.relative_to(cache).parts[0]}{path.suffix or path.name}"].append(path)
    first, second = draw.sample(draw.choice([paths for paths in kinds.values() if len(paths) > 1]), 2)
    aside = cache / "aside"
    first.rename(aside)
    second.rename(first)
    aside.rename(second)
    return f"{first.relative_to(cache)} for {second.relative_to(cache)}"


def compared(one: World, collection: Collection, did: str) -> Counter[str]:
    """Compare what a build upon the last one tells with what one from nothing tells."""
    fresh = one.cache.with_name("fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        upon = dict(everything(collection.folder, one.cache, QUERIES))
    except Exception:
        traceback.print_exc()
        return Counter(asked=1, traceback=1)
    right = dict(everything(collection.folder, fresh, QUERIES))
    wrong = [name for name in right if upon[name] != right[name]]
    if wrong:
        print(f"{', '.join(wrong)} after {did}", file=sys.stderr, flush=True)
    return Counter(asked=1, wrong=int(bool(wrong)))
