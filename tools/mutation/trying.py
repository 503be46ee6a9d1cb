"""Whether a mutant is noticed: by the golden samples that reach it, then by the tests that do, the quickest first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from mutation.copies import Copy, Project
from mutation.places import Mutant
from mutation.recording import GOLDEN, Recorded, Test

SLACK, TIMES = 20.0, 5.0
"""The processor time that is allowed beside what was recorded, in seconds, and how many times that."""
NO_TESTS = 5
"""How pytest ends if none of the tests that are named exists."""
TRYING = ("-q", "-x", "-n", "0", "-p", "mutation.plugin", "-p", "no:cacheprovider", "--hypothesis-seed=0")


class Outcome(StrEnum):
    """What became of a mutant."""

    GOLDEN = "golden"
    """A golden sample differs."""
    TESTS = "tests"
    """A test fails."""
    TIME = "time"
    """A test or a sample takes much longer."""
    SURVIVED = "survived"
    """None of those that reach it does."""
    UNREACHED = "not reached"
    """It survives, since none reaches it."""


NOTICED = (Outcome.GOLDEN, Outcome.TESTS, Outcome.TIME)


class Tried(NamedTuple):
    """A mutant, and what became of it."""

    mutant: Mutant
    outcome: Outcome
    by: str
    """The sample or the test that noticed it."""
    seconds: float
    """The processor time that it took."""


def try_mutant(mutant: Mutant, project: Project, copy: Copy, known: Recorded) -> Tried:
    """Put a mutant into a copy, and return whether it is noticed there."""
    source = (copy.root / mutant.path).read_text(encoding="utf-8")
    reaching = known.of(mutant.path, source, mutant.line)
    samples = [one for one in reaching if one.name.startswith(GOLDEN)]
    tests = [one for one in reaching if not one.name.startswith(GOLDEN)]
    spent = 0.0
    with copy.changed(mutant.path, mutant.text):
        if samples:
            names = [one.name.removeprefix(GOLDEN) for one in samples]
            ran = copy.run([*project.golden, *names], {}, allowed(samples))
            spent += ran.seconds
            if ran.code:
                return Tried(mutant, Outcome.TIME if ran.too_long else Outcome.GOLDEN, last_line(ran.output), spent)
        if tests:
            named = copy.root.parent / "tests.json"
            ran = copy.run(told(tests, named), {"MUTANTS_TESTS": str(named)}, allowed(tests))
            spent += ran.seconds
            if ran.code not in (0, NO_TESTS):
                running = named.with_suffix(".running")
                by = running.read_text(encoding="utf-8") if running.is_file() else last_line(ran.output)
                return Tried(mutant, Outcome.TIME if ran.too_long else Outcome.TESTS, by, spent)
    return Tried(mutant, Outcome.SURVIVED if reaching else Outcome.UNREACHED, "", spent)


def told(tests: Sequence[Test], named: Path) -> list[str]:
    """Write the names of tests into a file, and return what Python is told to run them."""
    named.with_suffix(".running").unlink(missing_ok=True)
    limits = {one.name: allowed([one]) for one in tests}
    named.write_text(json.dumps(limits), encoding="utf-8")
    files = dict.fromkeys(one.name.partition("::")[0] for one in tests)
    return ["-m", "pytest", *TRYING, *files]


def allowed(tests: Sequence[Test]) -> float:
    """Return the processor time that tests may take."""
    return SLACK + TIMES * sum(one.seconds for one in tests)


def last_line(output: str) -> str:
    """Return the last line of what a process has printed."""
    return output.strip().rpartition("\n")[2]
