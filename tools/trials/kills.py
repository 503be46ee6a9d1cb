"""Commands that are killed where they change something: a build, a site, the own library, corrected copies.

A command is killed right before one of the calls that change files, drawn from all that it makes, or else at a random
moment. Then everything is asked that a half-done change could have made wrong.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

from trials.world import PATIENCE, World, ask, judged, right_answers, run, world

KILLER = """
import os, signal, sys
left = before = int(sys.argv.pop(1))
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.chmod", "os.link", "os.symlink",
    "sqlite3.connect"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
def heard(event, given):
    global left
    if event in CHANGES or event == "open" and isinstance(given[2], int) and given[2] & WRITING:
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(heard)
from judge.__main__ import main
try:
    main()
finally:
    print(f"changes: {before - left}", file=sys.stderr)
"""
"""Runs a command and kills it before the change of the number it is given; with 0 it only counts the changes."""
TIDES = "Tides\n\n1.0 Ebb\n\nWater {} at the quay.\n\n1.1 Flow\n\nIt comes back (1.0).\n\n2.0 Calm\n\nNothing moves.\n"
HEADINGS = "1.0 Sea\n\nDeep water.\n\n2.0 Shore\n\nDry land.\n\n3.0 Tide\n\n"
WRONG = HEADINGS + "The Shore (1.0) is dry. The Sea (2.0) is deep.\n\n" * 3
MADE: dict[str, int] = {}
"""How many changes each command makes, once it is known, by its words without paths."""
AT_ANY_MOMENT = 0.25
"""Share of the kills that come at a random moment."""


def kill(one: World, draw: random.Random, *words: str, own: bool = False) -> bool:
    """Run a command and kill it on its way; tell whether it was killed before it ended."""
    number = 0
    seconds: float = PATIENCE
    if draw.random() < AT_ANY_MOMENT:
        seconds = draw.uniform(0.0, 2.0)
    else:
        call = " ".join(word for word in words if not word.startswith("/"))
        if call not in MADE:
            MADE[call] = changes(one, words, own=own)
        number = draw.randint(1, MADE[call])
    process = _started(one, number, words, own=own)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return process.returncode < 0


def changes(one: World, words: tuple[str, ...], *, own: bool) -> int:
    """Return how many changes a command makes in a world, which is afterwards as it was."""
    home = one.folder.parent
    kept = home.with_name(f"{home.name}-kept")
    shutil.copytree(home, kept, symlinks=True)
    told = _started(one, 0, words, own=own).communicate()[1]
    shutil.rmtree(home)
    kept.rename(home)
    found = re.search(rb"changes: -?(\d+)", told)
    return int(found[1]) if found else 1


def _started(one: World, number: int, words: tuple[str, ...], *, own: bool) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", KILLER, str(number), *words],
        env=one.own_environment if own else one.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=one.folder.parent,
    )


def builds(one: World, draw: random.Random) -> Counter[str]:
    """Kill a build after a change, perhaps twice, then ask for what is new and what is not."""
    if draw.random() < 0.5:
        run(one, "build")
    (one.folder / "tides.md").write_text(TIDES.format("falls"), encoding="utf-8")
    counts = Counter(kills=sum(kill(one, draw, "build") for _ in range(draw.randint(1, 2))))
    counts += judged(run(one, "show", "tides:1.0"), _shown("falls"))
    (one.folder / "tides.md").unlink()
    return counts + ask(one, right_answers())


@cache
def _shown(verb: str) -> bytes:
    """Return what is shown of the tides."""
    with world() as one:
        (one.folder / "tides.md").write_text(TIDES.format(verb), encoding="utf-8")
        done = run(one, "show", "tides:1.0")
    if done.returncode:
        sys.exit("the note is not read as it should be")
    return done.stdout


def sites(one: World, draw: random.Random) -> Counter[str]:
    """Kill the writing of a site whose documents changed; look whether all is old or all new, and write it again.

    A new edition may be waiting to be moved. The site has two documents of one page each: what is tried is how its
    files get into their places.
    """
    rules, site = one.folder.parent / "tides", one.folder.parent / "site"
    rules.mkdir()
    (rules / "wrong.md").write_text(WRONG, encoding="utf-8")
    note = rules / "tides.md"
    words = ("site", str(site), "--corpus", str(rules))
    note.write_text(TIDES.format("falls"), encoding="utf-8")
    run(one, *words)
    old = _files(site)
    note.write_text(TIDES.format("rises"), encoding="utf-8")
    counts = Counter(kills=int(kill(one, draw, *words)))
    found = _files(site)
    counts += judged(run(one, *words))
    new = _files(site)
    fresh = one.folder.parent / "fresh"
    run(one, "site", str(fresh), *words[2:4])
    counts["waiting"] += found not in (old, new)
    counts["wrong"] += new != _files(fresh)
    return counts


def _files(site: Path) -> dict[str, bytes]:
    """Return what a visitor can see of a folder, links followed."""
    found: dict[str, bytes] = {}
    for inside, folders, names in os.walk(site, followlinks=True):
        folders[:] = [name for name in folders if not name.startswith(".judge-")]
        paths = (Path(inside, name) for name in names if not name.startswith(".judge-"))
        found |= {path.relative_to(site).as_posix(): path.read_bytes() for path in paths if path.is_file()}
    return found


def own_libraries(one: World, draw: random.Random) -> Counter[str]:
    """Kill an addition or a removal; list, look-up, search and removal have to speak of the same documents."""
    note = one.folder.parent / "tides.md"
    note.write_text(TIDES.format("falls"), encoding="utf-8")
    if draw.random() < 0.5:
        words = ("add", str(note))
    else:
        words = ("remove", "tides")
        run(one, "add", str(note), own=True)
    counts = Counter(kills=int(kill(one, draw, *words, own=True)))
    there, more = _is_there(one)
    counts += more
    done = run(one, "remove", "tides", own=True) if there else run(one, "add", str(note), own=True)
    counts += judged(done)
    counts["unusable"] += done.returncode != 0
    after, more = _is_there(one)
    counts["wrong"] += after == there
    left = [path.name for path in one.data.rglob(".judge-*")]
    counts["left"] += len(left)
    return counts + more


def _is_there(one: World) -> tuple[bool, Counter[str]]:
    """Ask in three ways whether the library has the note; they have to agree."""
    listed, shown, found = (
        run(one, *words, own=True)
        for words in (("list",), ("show", "tides:1.0"), ("search", "--json", "water falls quay"))
    )
    counts = judged(listed) + judged(shown) + judged(found)
    answers = {b"tides" in listed.stdout, shown.returncode == 0, b'"tides:' in found.stdout}
    counts["wrong"] += len(answers) > 1
    return b"tides" in listed.stdout, counts


def corrections(one: World, draw: random.Random) -> Counter[str]:
    """Kill the writing of corrected copies; each is whole or not there, and no original changes."""
    rules, target = one.folder.parent / "wrong", one.folder.parent / "fixed"
    rules.mkdir()
    names = ("ferry.md", "tide.md")
    for name in names:
        (rules / name).write_text(WRONG, encoding="utf-8")
    words = ("lint", "--fix", str(target), "--corpus", str(rules))
    counts = Counter(kills=int(kill(one, draw, *words)))
    found = _files(target) if target.is_dir() else {}
    shutil.rmtree(target, ignore_errors=True)
    done = run(one, *words)
    counts += judged(done)
    counts["unusable"] += done.returncode not in (0, 1)
    right = _files(target)
    counts["unusable"] += set(right) != set(names)
    counts["wrong"] += any(found.get(name) not in (None, right.get(name)) for name in names)
    counts["wrong"] += any((rules / name).read_text(encoding="utf-8") != WRONG for name in names)
    counts["mixed"] += found not in ({}, right)
    return counts


KILLS = (builds, sites, own_libraries, corrections)


def killed(one: World, draw: random.Random) -> Counter[str]:
    """Kill one of the commands that change something."""
    trial = draw.choice(KILLS)
    counts = trial(one, draw)
    return counts + Counter({f"{trial.__name__} mixed": counts["mixed"], f"{trial.__name__} killed": counts["kills"]})
