"""What the program does when it is killed, caches are damaged, disks are full, many of it run at once, texts are odd.

    .venv/bin/python tools/endurance.py [--rounds N] [--only KIND…] [--seed N]

Prints counts, and of texts how long the slowest document took. Every answer is compared with that of an undisturbed
program on three bundled documents. An answer is `wrong` where it differs, `unusable` where there is none, and a
`traceback` where Python's own words reach the person. The table should have zeros in all three. `waiting` counts sites
of which a kill left a new edition that is not all in its place, and `mixed` corrected copies of which a part is old
and a part new; the next run of the command makes them whole.

In three of four rounds of kills and damage the documents have been read before, as after an update.

    kills       a build, a site, a change of the own library or its undoing, or corrected copies, each killed before
                one of its changes to files
    damage      bytes of the cache changed or cut off
    exchanges   5 times two files of the cache that changed places, in a small collection
    edits       5 random edits of a small collection, each compared with a build from nothing
    disks       a cache on each of 20 disks that are too small, or nearly so; mounts them in memory: root, on Linux
    crowd       10 builders and 20 readers at once
    alone       the same without a usable cache
    texts       20 documents of any script, form and format, many of them damaged, and 100 queries, all in this process
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from trials import caches, kills, texts, upon
from trials.world import BAD, Trial, world

TRIALS: dict[str, Trial] = {
    "kills": kills.killed,
    "damage": caches.damaged,
    "exchanges": upon.exchanged,
    "edits": upon.edited,
    "disks": caches.on_small_disks,
    "crowd": caches.crowded,
    "alone": caches.crowded_without_cache,
}
"""Each happens in a world of its own."""
READ = ("kills", "damage")
"""Trials that mostly begin with a cache in which the documents have been read."""
FIRST = ("asked", *BAD)
"""Counts that are always shown."""


def main() -> int:
    """Run the trials and print their table; return 0 where nothing went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10, help="trials of each kind (10)")
    parser.add_argument("--only", nargs="+", choices=[*TRIALS, "texts"], help="kinds of trials")
    parser.add_argument("--formats", nargs="+", choices=texts.FORMATS, default=texts.FORMATS, help="of texts (all)")
    parser.add_argument("--seed", type=int, default=0, help="what the trials are drawn from (0)")
    chosen = parser.parse_args()
    bad = 0
    for name in chosen.only or (*TRIALS, "texts"):
        trial = partial(try_texts, chosen.formats) if name == "texts" else partial(try_worlds, name)
        counts = trial(chosen.rounds, chosen.seed)
        bad += sum(counts[what] for what in BAD)
        more = sorted(what for what in counts if what not in FIRST)
        print(f"{name:9}", f"{chosen.rounds} rounds:", ", ".join(f"{counts[what]} {what}" for what in (*FIRST, *more)))
    return 1 if bad else 0


def try_worlds(name: str, rounds: int, seed: int) -> Counter[str]:
    """Run the trials of one kind."""
    counts: Counter[str] = Counter()
    for number in range(rounds):
        with world(read=name in READ and number % 4 > 0) as one:
            found = TRIALS[name](one, random.Random(f"{name} {seed} {number}"))  # noqa: S311 (no secret)
        if any(found[what] for what in BAD):
            print(f"{name} {seed} {number}: {dict(found)}", file=sys.stderr, flush=True)
        counts += found
    return counts


def try_texts(formats: Sequence[str], rounds: int, seed: int) -> Counter[str]:
    """Read and ask texts, and print how long the slowest document took."""
    counts: Counter[str] = Counter()
    slowest = 0.0
    for found in texts.all_texts(rounds, seed, formats):
        counts += found.counts
        slowest = max(slowest, found.slowest)
    print(f"slowest document: {slowest:.2f} s of the processor for 100 KB", flush=True)
    return counts


if __name__ == "__main__":
    sys.exit(main())
