"""pyproject.toml, the program and the documents agree on the name, the extras and what is imported."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from judge.version import DISTRIBUTION, __version__, missing_extra
from tests.test_imports import imports, modules

ROOT = Path(__file__).parent.parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
WRITTEN = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "judge").rglob("*.py")),
]
CAUGHT = {"ImportError", "ModuleNotFoundError"}


@cache
def distributions() -> Mapping[str, list[str]]:
    """Return the distributions of each module that can be imported here."""
    return packages_distributions()


def normal(name: str) -> str:
    """Return the name of a distribution in its usual form."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names_of(requirements: list[str]) -> set[str]:
    """Return the distributions that requirements name."""
    return {normal(re.split(r"[^\w.-]", one, maxsplit=1)[0]) for one in requirements}


REQUIRED = names_of(PROJECT["dependencies"])
OPTIONAL = names_of([one for extra, listed in EXTRAS.items() if extra != "dev" for one in listed])


def foreign(*, top_level: bool) -> Iterator[tuple[str, str]]:
    """Yield each module of ours with a package of others that it imports."""
    for name, tree in modules().items():
        for imported in imports(tree, top_level=top_level):
            package = imported.partition(".")[0]
            if package != "judge" and package not in sys.stdlib_module_names:
                yield name, package


def brought_by(package: str) -> set[str]:
    """Return the distributions that bring a package."""
    return {normal(name) for name in distributions().get(package, ())}


def test_what_is_imported_is_declared() -> None:
    """By the dependencies or by an extra that a person can ask for."""
    undeclared = {(name, package) for name, package in foreign(top_level=False)
                  if not brought_by(package) & (REQUIRED | OPTIONAL)}  # fmt: skip
    assert not undeclared


def test_what_is_declared_is_imported() -> None:
    used = {name for _, package in foreign(top_level=False) for name in brought_by(package)}
    assert not REQUIRED - used


def test_what_only_an_extra_brings_is_imported_where_it_may_be_missing() -> None:
    """A module may import it at its top only if something imports that module and catches the error."""
    may_fail = guarded()
    for name, package in foreign(top_level=True):
        assert brought_by(package) & REQUIRED or name in may_fail, f"{name} needs {package} to be imported"


def guarded() -> set[str]:
    """Return the modules that are imported below a `try` that catches the error, or by such modules alone."""
    found: set[str] = set()
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Try) and any(
                CAUGHT & set(re.findall(r"\w+", ast.dump(one))) for one in node.handlers
            ):
                found |= ours(ast.Module(node.body, []), top_level=False)
    used = {name: ours(tree, top_level=True) for name, tree in modules().items()}
    users = {name: {user for user, imported in used.items() if name in imported} for name in modules()}
    while more := {name for name, found_in in users.items() if found_in and found_in <= found} - found:
        found |= more
    return found


def ours(tree: ast.Module, *, top_level: bool) -> set[str]:
    """Return the modules of the program that are imported, by their paths."""
    return {one.removeprefix("judge.").replace(".", "/") for one in imports(tree, top_level=top_level)}


def test_the_name_is_the_same_everywhere() -> None:
    """Nobody writes `judge[…]`, which would install what belongs to others."""
    assert PROJECT["name"] == DISTRIBUTION
    for path in WRITTEN:
        text = path.read_text(encoding="utf-8")
        wrong = [line for line in text.splitlines() if re.search(r"\bjudge\[[a-z,]+\]|\binstall judge(?![-\w])", line)]
        assert not wrong, path


def test_no_page_installs_the_program_from_the_index_before_a_release() -> None:
    """An extra of what is installed is found there; docs/releasing.md says what changes with the first release."""
    for path in WRITTEN:
        if path.name != "releasing.md":
            text = path.read_text(encoding="utf-8")
            wrong = rf"\bpipx install [\"']?{DISTRIBUTION}|\bpip install {DISTRIBUTION}|\bpip wheel .*{DISTRIBUTION}"
            assert not re.findall(wrong, text), path


def test_the_page_on_installing_lists_every_extra() -> None:
    text = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == EXTRAS.keys()


def test_every_extra_that_is_named_exists() -> None:
    for path in WRITTEN:
        for listed in re.findall(rf"{DISTRIBUTION}\[([a-z,]+)\]", path.read_text(encoding="utf-8")):
            assert set(listed.split(",")) <= EXTRAS.keys(), path
    for path in (ROOT / "judge").rglob("*.py"):
        for extra in re.findall(r"missing_extra\([\"'](\w+)", path.read_text(encoding="utf-8")):
            assert extra in EXTRAS, path


def test_the_words_for_a_missing_extra_can_be_pasted() -> None:
    assert missing_extra("pdf") == "needs the extra judge-rules[pdf]: pip install 'judge-rules[pdf]'"


def test_only_one_place_writes_the_name_into_the_program() -> None:
    for path in (ROOT / "judge").rglob("*.py"):
        if path.name != "version.py":
            assert DISTRIBUTION not in path.read_text(encoding="utf-8"), path


def test_only_one_place_has_the_version() -> None:
    """The build reads it from there, and the command and the package say the same."""
    assert "version" in PROJECT["dynamic"]
    text = (ROOT / "judge" / "version.py").read_text(encoding="utf-8")
    assert text.count(f'"{__version__}"') == 1
    for path in (*(ROOT / "judge").rglob("*.py"), ROOT / "pyproject.toml"):
        if path.name != "version.py":
            assert f'"{__version__}"' not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("extra", [extra for extra in EXTRAS if extra != "dev"])
def test_the_tests_have_every_extra_at_hand(extra: str) -> None:
    """What a person can install is tested too."""
    (ours,) = [one for one in EXTRAS["dev"] if one.startswith(f"{DISTRIBUTION}[")]
    named = set(ours.partition("[")[2].rstrip("]").split(","))
    assert extra in named or names_of(EXTRAS[extra]) <= names_of(EXTRAS["dev"])
