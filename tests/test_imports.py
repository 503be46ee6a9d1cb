"""Imports point one way, each engine has one importer, and a cold start imports only what it needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import run_python, source_tree

PACKAGE = Path(__file__).parent.parent / "judge"
ORDER = """
    version core
    reading reading/text reading/lines reading/rulings reading/metadata reading/grammar reading/readers reading/columns
    reading/profiles reading/formats reading/record_files reading/document_reader reading/opening
    references checks editions library search pipeline own_library opened_library
    citations lint records site server cli __main__
""".split()
"""The packages, and the rooms of `reading`; each imports only itself and those before it."""
ONLY_IMPORTER = {
    "whoosh": "library/full_text",
    "markdown_it": "reading/readers/markdown site/own_pages",
    "jinja2": "site/templates",
    "justhtml": "reading/formats/html_tree",
    "click": "cli",
    "rapidfuzz": "core/likeness checks/printed_places",
    "tomlkit": "own_library/manifest_editing",
    "pypdfium2": "reading/formats/pdf_pages",
    "mcp": "server/assistants/protocol",
    "pydantic": "server/assistants/protocol server/assistants/replies",
    "starlette": "server/asgi",
    "uvicorn": "server/serving",
    "yaml": "reading/record_files/record_values",
}


Modules = dict[str, ast.Module]


@cache
def modules() -> Modules:
    """Return the syntax tree of each module by its path inside the package, a package's own by its folder."""
    found: Modules = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix().removesuffix("/__init__")
        found[name] = source_tree(path)
    return found


def imports(tree: ast.Module, *, top_level: bool) -> Iterator[str]:
    """Yield the dotted names that a module imports, at its top or anywhere; those for type checkers alone are not."""
    for_types = {inner for node in ast.walk(tree) if _is_for_types(node) for inner in ast.walk(node)}
    nodes = [node for node in (tree.body if top_level else ast.walk(tree)) if node not in for_types]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = node.module.replace(".", "/").removeprefix("judge").removeprefix("/")
            found = [alias.name for alias in node.names if f"{inner}/{alias.name}".removeprefix("/") in modules()]
            yield from (f"{node.module}.{name}" for name in found)
            if len(found) < len(node.names):
                yield node.module


def ours(tree: ast.Module, *, top_level: bool) -> set[str]:
    """Return the modules of the program that a module imports, by their paths inside the package."""
    found = {name for name in imports(tree, top_level=top_level) if name.partition(".")[0] == "judge"}
    return {name.removeprefix("judge").removeprefix(".").replace(".", "/") for name in found}


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_imports_between_packages_point_one_way() -> None:
    """A new package takes its place in ORDER; nobody imports the package root or a public face."""
    wrong = [
        f"{name} imports {imported or 'judge'}"
        for name in modules()
        if name != "__init__"
        for imported in ours(modules()[name], top_level=False)
        if imported in ("", "__init__") or _room(imported) > _room(name)
    ]
    assert wrong == []


def _room(name: str) -> int:
    return max(place for place, room in enumerate(ORDER) if f"{name}/".startswith(f"{room}/"))


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside functions count as well: a circle of files is one file."""
    left = {name: ours(tree, top_level=False) - {name} for name, tree in modules().items()}
    while free := [name for name, imported in left.items() if not imported & left.keys()]:
        for name in free:
            del left[name]
    assert not left, f"in a circle, or importing one: {sorted(left)}"


def test_packages_say_what_they_are_and_are_small_enough_to_survey() -> None:
    """At most sixteen names beside each other at the top, at most twelve in a package, their own pages apart."""
    for folder in (PACKAGE, *(path for path in PACKAGE.rglob("*") if (path / "__init__.py").is_file())):
        names = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
        assert len(names - {"__init__", "__main__", "version"}) <= (16 if folder == PACKAGE else 12), folder
        assert ast.get_docstring(source_tree(folder / "__init__.py")), folder


def test_each_engine_has_one_importer() -> None:
    for name, tree in modules().items():
        for imported in imports(tree, top_level=False):
            engine = imported.partition(".")[0]
            allowed = ONLY_IMPORTER.get(engine, name).split()
            assert {name, name.partition("/")[0]} & set(allowed), f"{name} imports {engine}"


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["show", "24.0"], {"whoosh", "markdown_it", "jinja2", "rapidfuzz", "dataclasses", "tomllib", "hashlib"}),
        (
            ["search", "effects in play"],
            {"markdown_it", "jinja2", "rapidfuzz", "judge.library.parsing", "judge.references.weighing"},
        ),
        (
            ["search", "can I heal a card"],
            {"asyncio", "ssl", "tomllib", "whoosh.query", "judge.references.written_addresses"},
        ),
        (["share", "24.0"], {"whoosh", "jinja2", "judge.library.parsing", "judge.reading.grammar.line_forms"}),
        (["--help"], {"whoosh", "sqlite3", "judge.opened_library"}),
    ],
)
def test_a_cold_start_imports_only_what_it_needs(words: list[str], unwanted: set[str]) -> None:
    program = (
        "import sys; before = set(sys.modules); from judge.__main__ import main; sys.argv[1:] = {words}\n"
        "try: main()\nexcept SystemExit: pass\nprint('\\n'.join(set(sys.modules) - before), file=sys.stderr)"
    )
    run_python("-c", program.replace("{words}", repr(words)))
    imported = set(run_python("-c", program.replace("{words}", repr(words))).stderr.decode().split())
    assert "judge.cli" in imported
    assert not imported & unwanted
