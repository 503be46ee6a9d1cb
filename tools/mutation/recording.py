"""Which tests reach a line: recorded once, while they all run in a copy of the checkout under coverage.py.

A golden sample counts as a test of its own. What a process reaches that a test starts belongs to that test, and what a
fixture reaches that tests share belongs to all that ask for it.
"""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import coverage
from coverage import CoverageData

from mutation.copies import Copy, Project
from mutation.lines import imported, inner_lines, statement
from mutation.plugin import CONTEXT

CONFIG = """[run]
source = {source}
data_file = {folder}/data
parallel = true
context = ${{{context}-}}
core = ctrace
sigterm = true
patch = _exit
disable_warnings = no-data-collected,module-not-imported,module-not-measured
"""
"""Of the ways in which coverage.py measures, only this one knows contexts."""
GOLDEN = "golden "
"""Before the name of a golden sample."""
RECORDING = ("-q", "-p", "mutation.plugin", "--hypothesis-seed=0")


class Test(NamedTuple):
    """A test that passes."""

    name: str
    seconds: float
    """Its processor time, while it was measured."""


class Recorded:
    """What each test reaches."""

    def __init__(self, folder: Path) -> None:
        """Open what `record` has written into a folder."""
        known = json.loads((folder / "tests.json").read_text(encoding="utf-8"))
        self.root: str = known["root"]
        self.failed: list[str] = known["failed"]
        self._tests: dict[str, Test] = {name: Test(name, row["seconds"]) for name, row in known["tests"].items()}
        self._data = CoverageData(str(folder / "coverage"))
        self._data.read()
        self._users: dict[str, set[str]] = {}
        """The tests that ask for a fixture, by the name of what it reaches."""
        for name, row in known["tests"].items():
            for fixture in row.get("fixtures", ()):
                self._users.setdefault(fixture, set()).add(name)
        self._lines = lru_cache(maxsize=None)(self._contexts)

    def _contexts(self, path: str) -> dict[int, list[str]]:
        return self._data.contexts_by_lineno(f"{self.root}/{path}")

    @cached_property
    def files(self) -> dict[str, str]:
        """The measured files, as their paths are in the checkout."""
        return {one.removeprefix(f"{self.root}/"): one for one in self._data.measured_files()}

    def reaching(self, path: str, lines: Sequence[int]) -> list[Test]:
        """Return the tests that reach one of some lines, the quickest first."""
        known = self._lines(path)
        contexts = {context for line in lines for context in known.get(line, ())}
        names = {name for context in contexts for name in self._users.get(context, {context})}
        return sorted((self._tests[name] for name in names if name in self._tests), key=lambda one: (one.seconds, one))

    def of(self, path: str, source: str, line: int) -> list[Test]:
        """Return the tests that a change of a line may disturb, the quickest first.

        Args:
            path: a file, as its path is in the checkout.
            source: its text.
            line: what is changed. A line that runs when the file is imported disturbs all that use the functions of
                the file; where it has none, all that use the functions of the files that import it.
        """
        tree = ast.parse(source)
        place = statement(tree, line)
        if place.function:
            return self.reaching(path, [line]) or self.reaching(path, place.lines)
        return self.reaching(path, inner_lines(tree)) or self._of_importers(path)

    def _of_importers(self, path: str) -> list[Test]:
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        found: dict[str, Test] = {}
        for other, measured in self.files.items():
            tree = ast.parse(Path(measured).read_text(encoding="utf-8")) if other != path else ast.Module([], [])
            if module in set(imported(tree)):
                found |= {one.name: one for one in self.reaching(other, inner_lines(tree))}
        return sorted(found.values(), key=lambda one: (one.seconds, one))


class RecordingError(Exception):
    """Tests that should notice mutants cannot be trusted, or none could be run."""


def recorded(project: Project, copy: Copy, folder: Path) -> Recorded:
    """Return what each test reaches, recorded now unless that was done before.

    Args:
        project: the checkout.
        copy: a copy of it.
        folder: what is recorded is kept there, that of one state of the checkout.

    Raises:
        RecordingError: the golden run differs without any change, or no test passes.
    """
    own = folder / project.digest()
    if not (own / "tests.json").is_file():
        shutil.rmtree(folder, ignore_errors=True)
        own.mkdir(parents=True)
        record(project, copy, own)
    return Recorded(own)


def record(project: Project, copy: Copy, folder: Path) -> None:
    """Run the golden samples and the tests in a copy, and write what each reaches into a folder."""
    config = folder / "coveragerc"
    package = copy.root / project.package
    config.write_text(CONFIG.format(source=package, folder=folder, context=CONTEXT), encoding="utf-8")
    measured = {"COVERAGE_PROCESS_START": str(config)}
    tests: dict[str, dict[str, object]] = {}
    samples = golden_samples(project, copy)
    for name in samples:
        context = f"{GOLDEN}{name}"
        ran = copy.run([*project.golden, name], measured | {CONTEXT: context})
        if ran.code:
            raise RecordingError(
                f"{name} of the golden run differs without any change (it ended with {ran.code}):\n{ran.output}"
            )
        tests[context] = {"seconds": ran.seconds}
    ran = copy.run(["-m", "pytest", *RECORDING, *project.processes], measured | {"MUTANTS_RECORD": str(folder)})
    failed = []
    for path in folder.glob("tests-*.json"):
        for name, row in json.loads(path.read_text(encoding="utf-8")).items():
            if not row.pop("passed"):
                failed.append(name)
            elif not name.startswith(project.golden_tests):
                tests[name] = row
    if len(tests) == len(samples):
        raise RecordingError(f"no test passes; pytest ended with {ran.code}:\n{ran.output}")
    together = coverage.Coverage(data_file=str(folder / "coverage"), config_file=False)
    together.combine([str(path) for path in folder.glob("data.*")])
    together.save()
    written = {"root": str(copy.root), "tests": tests, "failed": sorted(failed)}
    (folder / "tests.json").write_text(json.dumps(written), encoding="utf-8")


def golden_samples(project: Project, copy: Copy) -> list[str]:
    """Return the names of the golden samples."""
    ran = copy.run(project.golden_samples, {})
    if ran.code:
        raise RecordingError(f"the golden run has no samples:\n{ran.output}")
    return ran.output.split()
