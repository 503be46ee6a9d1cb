"""Fixtures of all tests: where the documents are, libraries opened once, a cache that is nobody's.

The real documents belong to others and are no part of the project. Tests that need them find them through
JUDGE_CORPUS and are skipped where it is not set; with CI=true a skip is a failure, unless `--without` allows it
(`unexpected_skips`).
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

import judge
from judge.core.files import data_folder
from judge.core.jsonl import Record
from judge.library.incremental.workers import cores
from judge.opened_library import Library
from tests.hosting import SITE
from tests.limits import PATIENCE
from tests.once import Shared
from tests.payloads import write_hostile
from tests.sites import build
from tests.support import export_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

collect_ignore = ["isolated"]
"""Looking for examples in it would import it, which hides distributions from this process."""
REAL = os.environ.get("JUDGE_CORPUS")
MISSING = {
    "documents": "JUDGE_CORPUS is not set: the real documents are not at hand",
    "browser": "no Chromium is installed",
}
"""What tests need and a machine may not have: its name for `--without`, and the reason of the skip."""
PURE = ("core", "reading", "references", "checks")
"""Folders of tests that open no collection."""
FONTS = Path(__file__).parent / "fonts" / "fonts.conf"
"""What tells programs that draw text of the font that we keep, so that pages are laid out alike everywhere."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Names of Chromium, the better first: without windows to draw, it needs a third of the time to open a page."""
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """What is made once for all workers."""
    return Shared(tmp_path_factory)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the tests away from the person's cache, library and environment.

    No command says how far it is, either: a busy machine would print more of it. And no file is waited for until the
    disk has it: no test cuts the power.

    Returns:
        A cache that is nobody's.
    """
    cache = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_CACHE", str(cache))
        patch.setenv("JUDGE_DATA", str(tmp_path_factory.mktemp("data")))
        patch.delenv("JUDGE_CORPUS", raising=False)
        patch.setattr("judge.cli.shared.PATIENCE", math.inf)
        patch.setattr(os, "fsync", lambda _: None)
        yield cache


@pytest.fixture(scope="session")
def compiled(own_cache: Path, shared: Shared) -> None:
    """The bundled collection, compiled in the cache that is nobody's; `needs_collection` says whose tests have it."""
    shared.compile("bundled", [data_folder("corpus")], own_cache)


def needs_collection(item: pytest.Item) -> bool:
    """Tell whether a test may open the bundled collection: those of single functions never do."""
    place = item.path.relative_to(item.config.rootpath).parts
    return place[0] == "tests" and place[1] not in PURE


@pytest.fixture
def warm_cache(tmp_path: Path, shared: Shared) -> Path:
    """A cache of the test's own; the bundled collection is not compiled there, but its documents need not be read."""
    shared.warm("bundled", [data_folder("corpus")], tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture(autouse=True)
def nothing_left_in_the_own_library(own_cache: Path) -> Iterator[None]:
    """Each test that adds documents has a data folder of its own: what it left would be in the answers of others."""
    yield
    library = Path(os.environ["JUDGE_DATA"], "library")
    left = sorted(path.name for path in library.iterdir()) if library.is_dir() else []
    if left:
        shutil.rmtree(library)  # so that only the test that left it fails
    assert not left


@pytest.fixture(scope="session")
def real_corpus() -> Path:
    """The folder of the real documents."""
    if not REAL:
        pytest.skip(MISSING["documents"])
    return Path(REAL)


@pytest.fixture(scope="session")
def bundled(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The bundled collection, opened; nothing that a test added to a library of its own is beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_DATA", str(tmp_path_factory.mktemp("no-data")))
        patch.delenv("JUDGE_CORPUS", raising=False)
        library = judge.open()
    with library:
        yield library


@pytest.fixture(scope="session")
def example(own_cache: Path) -> Iterator[Library]:
    """A few short documents of an invented game, opened, for tests that build sites of it."""
    with judge.open(corpus=[Path(__file__).parent / "golden_run" / "samples" / "tide"]) as library:
        yield library


@pytest.fixture(scope="session")
def example_site(example: Library, shared: Shared) -> Path:
    """The site of the bundled example; it is read, never changed."""
    return shared.once("example-site", lambda folder: build(example, folder / SITE)) / SITE


@pytest.fixture(scope="session")
def real(shared: Shared, own_cache: Path, real_corpus: Path) -> Iterator[Library]:
    """The real documents, opened."""
    shared.compile("real", [real_corpus], own_cache)
    with judge.open(corpus=[real_corpus]) as library:
        yield library


@pytest.fixture(scope="session")
def bundled_site(bundled: Library, shared: Shared) -> Path:
    """The site of the bundled collection; it is read, never changed."""
    return shared.once("bundled-site", lambda folder: build(bundled, folder / SITE)) / SITE


@pytest.fixture(scope="session")
def real_site(real: Library, shared: Shared) -> Path:
    """The site of the real documents; it is read, never changed."""
    address = "https://example.org/rules"
    return shared.once("real-site", lambda folder: build(real, folder / SITE, base_url=address)) / SITE


@pytest.fixture(scope="session")
def hostile_site(own_cache: Path, shared: Shared) -> Path:
    """The site of documents that try to become markup; it is read, never changed."""

    def make(folder: Path) -> None:
        assert write_hostile(folder / "corpus") >= 100
        with judge.open(corpus=[folder / "corpus"]) as library:
            build(library, folder / SITE)

    return shared.once("hostile-site", make) / SITE


@pytest.fixture(scope="session")
def seeds(pytestconfig: pytest.Config) -> Callable[[int], range]:
    """Return the seeds of what is generated, of so many the first tenth; all of them with --thorough."""
    part = 1 if pytestconfig.getoption("--thorough") else 10
    return lambda count: range(max(1, count // part))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium; while it is open, no test can run an event loop of its own."""
    with chromium() as opened:
        yield opened


@contextmanager
def chromium() -> Iterator[Browser]:
    """Open Chromium with the one font that we keep; CHROMIUM names another than the one in the path."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        pytest.skip(MISSING["browser"])
    with sync_api.sync_playwright() as playwright:
        environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(FONTS)}
        opened = playwright.chromium.launch(executable_path=path, args=BROWSER_ARGUMENTS, env=environment)
        yield opened
        opened.close()


@pytest.fixture(scope="session", params=["bundled", "real"])
def everything(request: pytest.FixtureRequest) -> list[Record]:
    """Every record of `judge export`, of the bundled collection and of the real documents."""
    return export_of(request.getfixturevalue(request.param))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options: accept what the golden tests print now, try all that can be made up, allow skips."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew; review the difference")
    parser.addoption("--thorough", action="store_true", help="run the slow tests too, with all seeds and more examples")
    allowed = {"action": "append", "choices": list(MISSING), "default": []}
    parser.addoption("--without", help="with CI=true, allow the skips of tests that need these", **allowed)


@pytest.hookimpl(tryfirst=True)  # before the plug-in that ends tests asks how long they may take
def pytest_xdist_auto_num_workers() -> int | None:
    """Return what `-n auto` means: more processes than cores, since many tests wait for a browser or a server."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores() * 3 // 2


def pytest_configure(config: pytest.Config) -> None:
    """Set how long a test may hang, and how many examples Hypothesis generates."""
    if config.getoption("timeout", None) is None:
        config.option.timeout = PATIENCE
    count = 150 if config.getoption("--thorough") else 10
    hypothesis.settings.register_profile("ours", hypothesis.settings(), max_examples=count, deadline=None)
    hypothesis.settings.load_profile("ours")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Compile the bundled collection before the tests that may ask it; leave out the slow ones if nobody wants them."""
    for item in items:
        names: list[str] = getattr(item, "fixturenames", [])  # one list for all cases of a test
        if needs_collection(item) and "compiled" not in names:
            names.insert(0, "compiled")
    if not config.getoption("--thorough"):
        slow = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in set(slow)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why tests were skipped, each reason once."""
    counts = Counter(map(skip_reason, terminalreporter.stats.get("skipped", ())))
    for reason, count in counts.most_common():
        terminalreporter.write_line(f"skipped {count}: {reason}")


def skip_reason(report: pytest.TestReport) -> str:
    """Return why a test was skipped."""
    where = report.longrepr
    return where[2].removeprefix("Skipped: ") if isinstance(where, tuple) else str(where)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let a skipped test fail the run in continuous integration, except where `--without` says that it may be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and exitstatus == 0 and reporter:
        reasons = map(skip_reason, reporter.stats.get("skipped", ()))
        if unexpected_skips(reasons, session.config.getoption("--without"), sys.platform):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def unexpected_skips(reasons: Iterable[str], without: Sequence[str], platform: str) -> list[str]:
    """Return the reasons of skips that are failures with CI=true.

    Args:
        reasons: why tests were skipped.
        without: the names of what the machine does not have, as `--without` gives them.
        platform: the system. Nothing may be skipped on Linux; elsewhere some tests do not apply.
    """
    allowed = {MISSING[name] for name in without}
    return [one for one in reasons if one not in allowed and (platform == "linux" or one in MISSING.values())]
