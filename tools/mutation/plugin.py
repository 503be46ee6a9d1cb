"""What pytest loads in a copy of the checkout: it records what each test reaches, or runs the tests that are named.

    MUTANTS_RECORD=FOLDER   while coverage.py measures, write a file about the tests that passed into the folder
    MUTANTS_TESTS=FILE      run the tests of the file alone, in its order, each with its limit; name in FILE.running the
                            one that runs

What the fixtures of a module or of the whole run reach belongs to every test that asks for them, whichever is first.
"""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

MOST = 60.0
"""The processor time in seconds, that of fixtures included, after which no further test of a mutant begins."""
CONTEXT = "MUTANTS_CONTEXT"
"""The variable that tells a process that a test starts which test it is."""


def pytest_configure(config: pytest.Config) -> None:
    """Load what is asked for."""
    if folder := os.environ.get("MUTANTS_RECORD"):
        config.pluginmanager.register(Recorder(Path(folder)))
    if named := os.environ.get("MUTANTS_TESTS"):
        config.pluginmanager.register(Chosen(Path(named)))


def used() -> float:
    """Return the processor time of this process and of what it has started, in seconds."""
    return sum(os.times()[:4])


class Recorder:
    """Records which test reaches what, how long each takes, and which fixtures it shares with others."""

    def __init__(self, folder: Path) -> None:
        """Record into a folder."""
        self.folder = folder
        self.tests: dict[str, dict[str, Any]] = {}
        self.passed: dict[str, bool] = {}
        self.contexts = [""]
        self.shared = 0.0
        """Processor time of shared fixtures since the test began."""

    def enter(self, context: str) -> None:
        """Say to whom belongs what is reached from now on."""
        self.contexts.append(context)
        self._switch()

    def leave(self) -> None:
        """Say that it belongs to whom it did before."""
        self.contexts.pop()
        self._switch()

    def _switch(self) -> None:
        os.environ[CONTEXT] = self.contexts[-1]
        if running := coverage.Coverage.current():
            running.switch_context(self.contexts[-1])

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test."""
        self.enter(item.nodeid)
        self.shared, start = 0.0, used()
        result = yield
        fixtures = [f"@{name}" for name in getattr(item, "fixturenames", ())]
        self.tests[item.nodeid] = {"seconds": used() - start - self.shared, "fixtures": fixtures}
        self.leave()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Measure a fixture that tests share."""
        if fixturedef.scope == "function":
            return (yield)
        self.enter(f"@{fixturedef.argname}")
        inner, start = self.shared, used()
        try:
            return (yield)
        finally:
            self.shared = inner + used() - start
            self.leave()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether a test passed."""
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and report.passed

    def pytest_sessionfinish(self) -> None:
        """Write what is known."""
        if self.tests:
            if running := coverage.Coverage.current():
                running.save()
            known = {name: one | {"passed": self.passed[name]} for name, one in self.tests.items()}
            (self.folder / f"tests-{os.getpid()}.json").write_text(json.dumps(known), encoding="utf-8")


class Chosen:
    """Runs the tests that are named, in their order, each within its processor time."""

    def __init__(self, named: Path) -> None:
        """Read the file: the seconds of each test by its name, the first to run first."""
        self.limits: dict[str, float] = json.loads(named.read_text(encoding="utf-8"))
        self.running = named.with_suffix(".running")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is not named, and sort what is."""
        turn = {name: place for place, name in enumerate(self.limits)}
        items[:] = sorted((item for item in items if item.nodeid in turn), key=lambda item: turn[item.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Give the test its time; a process that exceeds it is ended by the system.

        Raises:
            pytest.skip.Exception: the tests before it have taken all the time that there is.
        """
        if used() > MOST:
            pytest.skip("the time of this mutant is used up")
        self.running.write_text(item.nodeid, encoding="utf-8")
        spent = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(spent.ru_utime + spent.ru_stime + self.limits[item.nodeid]) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
