"""Measure how the time of each stage grows with the length of documents that are made to slow it down.

    python3 tools/growth.py [CHARACTERS] [WORDS OF A DOCUMENT'S NAME]

Each document (tests/adversarial.py) is read with CHARACTERS (50,000) and with twice as many, in processor time. Printed
are the stages that take more than a tenth of a second, with the seconds for 100,000 characters and how often as long
the longer document takes: 2 is linear, 4 is quadratic. Ends with 1 where a stage grows faster than is allowed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.adversarial import documents, read  # noqa: E402 (the checkout is not installed)

T = TypeVar("T")

LENGTH = 50_000
SHOWN = 0.1
"""Seconds from which a stage is shown."""
MOST_GROWTH = 3.0
SURE = 0.5
"""Seconds from which the growth is told apart from chance."""
MOST_SECONDS = 2.0
"""For 100,000 characters, in one stage."""


def main(arguments: list[str]) -> int:
    """Measure all documents; return 0 where every stage keeps to the limits."""
    length = int(arguments[0]) if arguments else LENGTH
    wanted = " ".join(arguments[1:])
    slow = 0
    for (name, short), (_, long) in zip(documents(length), documents(2 * length), strict=True):
        if wanted in name:
            slow += _compare(name, seconds(short), seconds(long), length)
    return 1 if slow else 0


def seconds(text: str) -> dict[str, float]:
    """Return the processor time that each stage takes for a text."""
    taken: dict[str, float] = {}

    def measure(stage: str, work: Callable[..., T], /, *given: Any) -> T:
        begun = time.process_time()
        result = work(*given)
        taken[stage] = time.process_time() - begun
        return result

    read(text, measure)
    return taken


def _compare(name: str, short: dict[str, float], long: dict[str, float], length: int) -> int:
    """Print the stages that take long; return how many grow too fast or take too long."""
    slow = 0
    for stage, taken in long.items():
        if taken < SHOWN:
            continue
        growth = taken / max(short[stage], SHOWN / 10)
        rate = taken / (2 * length) * 100_000
        bad = (growth > MOST_GROWTH and taken > SURE) or rate > MOST_SECONDS
        slow += bad
        print(f"{'SLOW ' if bad else '     '}{rate:6.2f} s  {growth:4.1f} times  {name}: {stage}", flush=True)
    return slow


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
