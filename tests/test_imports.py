"""Imports point one way, each engine has one importer, and a cold start imports only what it needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "judge"
ORDER = """
    version errors model jsonl dates diagnostics acceptance records paths numbering titles words errata games richtext
    source dialects forms extract pagination targets resolve verdict crosschecks cardnames cards manifest collection
    headmatter structure parsing rows store index acronyms naming indexing snippets compiled compiling weights
    understanding subjects meeting spelling concepts ranking steps lookup suggesting opening cardsheet tables library
    lint lintformats fixing screen gathered pages render site serve personal completion cli __main__
""".split()
"""A module imports only those before it."""
LATE = {
    "__init__": {"library"},  # `import judge` costs nothing until something is opened
    "__main__": {"cli"},  # so that Ctrl-C during the imports is caught
    "collection": {"manifest", "numbering"},  # only a build reads manifests
    "compiled": {
        "compiling",
        "dialects",
        "games",
        "index",
        "parsing",
    },  # only a build compiles; only full text needs whoosh
    "concepts": {"spelling"},  # only a word that no document has needs rapidfuzz
    "subjects": {"spelling"},  # only an unknown name needs rapidfuzz
    "steps": {"concepts", "ranking", "spelling"},  # a number or a title needs none; only one with mistakes rapidfuzz
    "lookup": {"snippets", "spelling"},  # a locator needs no snippets; only a wrong one needs rapidfuzz
    "suggesting": {"spelling"},  # only a beginning with mistakes needs rapidfuzz
    "library": {"records", "tables"},  # the command line prints records as they are; only a site needs whole tables
    "completion": {"compiled", "errors", "paths"},  # only a shell that asks needs them
    "cli/asking": {"gathered", "jsonl", "screen"},  # --help needs none
    "cli/keeping": {"fixing", "jsonl", "lint", "lintformats", "manifest", "paths", "personal", "screen", "dialects"},
    "cli/publishing": {"paths", "render", "serve", "site"},
    "cli/shared": {"dates", "library", "screen"},
    "dialects/reader": {"dialects"},  # a plain text needs no Markdown parser
}
"""Imports inside functions: each costs a reader something, and is there because a cold start is worth more."""
ONLY_IMPORTER = {
    "whoosh": "index",
    "markdown_it": "dialects/markdown",
    "jinja2": "render",
    "click": "cli",
    "rapidfuzz": "spelling",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the name and the syntax tree of each module; those of a subpackage as package/module."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix().removesuffix("/__init__")
        yield name, ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.Module, *, top_level: bool) -> Iterator[str]:
    """Yield the dotted names that a module imports, at its top or anywhere; those for type checkers alone are not."""
    for_types = {inner for node in ast.walk(tree) if _is_for_types(node) for inner in ast.walk(node)}
    nodes = [node for node in (tree.body if top_level else ast.walk(tree)) if node not in for_types]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "judge":
            yield from (f"judge.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@pytest.mark.parametrize(("name", "tree"), [pair for pair in modules() if "/" not in pair[0] and pair[0] != "__init__"])
def test_a_module_imports_only_those_before_it(name: str, tree: ast.Module) -> None:
    assert name in ORDER, "a new module takes its place in ORDER"
    for imported in imports(tree, top_level=True):
        package, _, module = imported.partition(".")
        module = module.partition(".")[0]
        if package == "judge" and module in ORDER and name != "__main__":
            assert ORDER.index(module) < ORDER.index(name) or module == name, f"{name} imports {module}"
        assert imported != "judge", "nobody imports the package root"


def test_imports_inside_functions_are_listed_with_their_reason() -> None:
    for name, tree in modules():
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        inside = {imported for node in functions for imported in imports(ast.Module(node.body, []), top_level=False)}
        ours = {imported.split(".")[1] for imported in inside if imported.startswith("judge.")}
        assert ours == LATE.get(name, set()), name


def test_each_engine_has_one_importer() -> None:
    for name, tree in modules():
        for imported in imports(tree, top_level=False):
            engine = imported.partition(".")[0]
            assert ONLY_IMPORTER.get(engine, name) in (name, name.partition("/")[0]), f"{name} imports {engine}"


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["show", "24.0"], {"whoosh", "markdown_it", "jinja2", "rapidfuzz", "dataclasses", "tomllib", "hashlib"}),
        (["search", "effects in play"], {"markdown_it", "jinja2", "rapidfuzz", "judge.parsing", "judge.resolve"}),
        (["--help"], {"whoosh", "sqlite3", "judge.library"}),
    ],
)
def test_a_cold_start_imports_only_what_it_needs(words: list[str], unwanted: set[str]) -> None:
    program = (
        "import sys; before = set(sys.modules); from judge.__main__ import main; sys.argv[1:] = {words}\n"
        "try: main()\nexcept SystemExit: pass\nprint('\\n'.join(set(sys.modules) - before), file=sys.stderr)"
    )
    run = [sys.executable, "-c", program.replace("{words}", repr(words))]
    subprocess.run(run, capture_output=True, check=True)
    imported = set(subprocess.run(run, capture_output=True, check=True, text=True).stderr.split())
    assert "judge.cli" in imported
    assert not imported & unwanted
