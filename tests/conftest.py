"""Fixtures of all tests: where the documents are, libraries opened once, a cache that is nobody's.

The real documents belong to others and are no part of the project. Tests that need them find them through
JUDGE_CORPUS and are skipped where it is not set; with CI=true a skip is a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import judge
from judge.core.jsonl import Record
from judge.library import Library
from tests.support import export_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REAL = os.environ.get("JUDGE_CORPUS")
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests away from the person's cache, library and environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("JUDGE_DATA", str(tmp_path_factory.mktemp("data")))
        patch.delenv("JUDGE_CORPUS", raising=False)
        yield


@pytest.fixture(scope="session")
def real_corpus() -> Path:
    """The folder of the real documents."""
    if not REAL:
        pytest.skip("JUDGE_CORPUS is not set: the real documents are not at hand")
    return Path(REAL)


@pytest.fixture(scope="session")
def bundled(_own_cache: None) -> Iterator[Library]:
    """The bundled collection, opened."""
    with judge.open() as library:
        yield library


@pytest.fixture(scope="session")
def real(_own_cache: None, real_corpus: Path) -> Iterator[Library]:
    """The real documents, opened."""
    with judge.open(corpus=[real_corpus]) as library:
        yield library


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium; CHROMIUM names one elsewhere than in /usr/bin."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        pytest.skip("no Chromium is installed")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=BROWSER_ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session", params=["bundled", "real"])
def everything(request: pytest.FixtureRequest) -> list[Record]:
    """Every record of `judge export`, of the bundled collection and of the real documents."""
    return export_of(request.getfixturevalue(request.param))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that accepts what the golden tests print now."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew; review the difference")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let a skipped test fail the run in continuous integration."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and exitstatus == 0 and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
