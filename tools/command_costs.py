"""How much two commands call and load: `judge add --dry-run` and `judge show 24.8.1.3`, of a drawn document of 6 KB.

Python's profiler counts the Python functions called, in judge and in what it imports, by a process that finds all
modules and the document compiled. With the same packages and Python, the numbers are the same, but for a few calls that
say how far a slow machine is. tools/weight.py compares them with their ceilings.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = {"read": ("add", "--dry-run", "documents/harbour.txt"), "show": ("--corpus", "documents", "show", "24.8.1.3")}
"""Commands that are run beside a folder with a drawn document."""
COUNTS = ("calls", "modules", "own")
"""What is counted of each: functions called, modules loaded, and those of judge among them."""
THINGS = ("anchor", "buoy", "cargo", "deck", "engine", "flag")
"""What the drawn document speaks of."""
PROBE = """
import runpy, sys
sys.argv[0], calls, failed = "judge", 0, None
def count(frame, event, argument):
    global calls
    calls += event == "call"
sys.setprofile(count)
try:
    runpy.run_module("judge", run_name="__main__", alter_sys=True)
except SystemExit as ended:
    failed = ended.code
sys.setprofile(None)
own = sum(name.partition(".")[0] == "judge" for name in sys.modules)
print(calls, len(sys.modules), own)
sys.exit(failed)
"""
"""Runs a command of judge, then prints what COUNTS names."""


def run_commands(folder: Path) -> dict[str, int]:
    """Run the commands of RUNS on a drawn document; return what each calls and loads."""
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as place:
        Path(place, "documents").mkdir()
        Path(place, "documents", "harbour.txt").write_text(draw_document(), encoding="utf-8")
        others = {name: value for name, value in os.environ.items() if not name.startswith(("JUDGE", "PYTHON"))}
        own = {"PYTHONPATH": str(folder.resolve()), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
        own |= {"JUDGE_CACHE": f"{place}/cache", "JUDGE_DATA": f"{place}/data"}
        for name, words in RUNS.items():
            for _ in range(2):  # the first time, modules and documents are compiled
                command = [sys.executable, "-c", PROBE, *words]
                done = subprocess.run(command, cwd=place, env=others | own, stdout=subprocess.PIPE, check=True)
            numbers = map(int, done.stdout.split()[-len(COUNTS) :])
            counts |= {f"{name}-{what}": number for what, number in zip(COUNTS, numbers, strict=True)}
    return counts


def draw_document() -> str:
    """Return 24 chapters of numbered rules of an invented game, the last one down to 24.8.1.3."""
    lines = ["Harbour Rules"]
    for chapter in range(1, 25):
        lines.append(f"{chapter}. The {THINGS[chapter % len(THINGS)]} in harbour {chapter}")
        numbers = "1 2 3 4 5 6 7 8 8.1 8.1.1 8.1.2 8.1.3" if chapter == 24 else "1 2 3"
        for place, number in enumerate(numbers.split()):
            one, other = THINGS[place % len(THINGS)], THINGS[(chapter + place) % len(THINGS)]
            rule = f"Each player may load one {one} for each {other} at the quay (see {chapter // 2 + 1}.1)."
            lines.append(f"{chapter}.{number} {rule}")
    return "\n\n".join(lines) + "\n"
