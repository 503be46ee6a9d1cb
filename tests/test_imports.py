"""Imports point one way, each engine has one importer, and a cold start imports only what it needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import run_python, source_tree

PACKAGE = Path(__file__).parent.parent / "judge"
ORDER = """
    version core reading references checks editions build search library citations lint records site server cli __main__
""".split()
"""The packages; each imports only itself and those before it."""
FACES = ("__init__", "dialect")
"""Public names for other programs; nothing of ours imports them."""
LATE = {
    "__init__": {"library"},  # `import judge` costs nothing until something is opened
    "__main__": {"cli"},  # so that Ctrl-C during the imports is caught
    "build/cache": {  # only a build compiles
        *("build.compiling", "build.parsing", "build.incremental.part_cache", "build.incremental.document_list"),
        "reading.grammar.dialects",
        "reading.metadata.game_names",
        "build.incremental.workers",
    },
    "build/compiled_library": {"build.full_text", "editions.point_in_time"},  # only full text needs whoosh
    "build/collection": {
        *("build.manifest", "core.numbering"),
        "editions.currency",
        "reading.metadata.game_names",
    },  # only a build reads manifests
    "cli": {"cli.answering.prompt", "cli.arguments.completion"},  # only `judge` alone, and Tab, need them
    "cli/answering/command": {
        *("cli.screens.answer", "cli.screens.cards", "cli.screens.newer", "cli.screens.screen", "core.jsonl"),
    },
    "cli/answering/last_list": {"core.files"},
    "cli/asking": {  # --help needs none
        *("cli.screens.answer", "cli.screens.cards", "cli.screens.newer", "cli.screens.screen", "core.jsonl"),
        "search.interactions.card_page",
    },
    "cli/citing": {
        *("citations.check", "citations.rulebooks", "citations.text_files", "citations.verify"),
        *("cli.screens.changes", "cli.screens.screen", "core.jsonl", "core.names"),
        *("lint.fixing", "lint.formats", "lint.selection", "records.sharing"),
    },
    "cli/comparing": {
        *("cli.screens.changes", "cli.arguments.editions_given", "core.jsonl", "lint.fixing", "lint.release"),
        "editions.change_reports",
    },
    "cli/arguments/completion": {  # only a shell that asks needs them
        *("build.cache", "build.collection", "core.errors", "core.files", "reading.grammar.dialects"),
    },
    "cli/documents": {
        *(
            "build.collection",
            "build.manifest",
            "build.own_library",
            "build.incremental.document_outcomes",
            "cli.screens.reading",
            "cli.screens.screen",
        ),
        *("cli.screens.changes", "core.files", "core.jsonl"),
        *("lint.fixing", "lint.formats", "lint.selection", "reading.grammar.dialects"),
    },
    "cli/arguments/narrowing": {"cli.screens.newer"},
    "cli/publishing": {
        *("core.files", "server.api.asking", "server.asgi", "server.assistants.protocol", "server.served_site"),
        *("server.serving", "server.watching"),
        *("site.owner", "site.render", "site.writing"),
    },
    "cli/reading": {
        *(
            "build.collection",
            "build.readings.file_readings",
            "build.readings.profile_files",
            "cli.screens.file_reading",
            "core.jsonl",
        ),
        "reading.grammar.dialects",
    },
    "cli/sharing/sending": {"citations.verify", "site.owner"},
    "cli/shared": {"build.compiled_library", "cli.screens.screen", "core.dates", "core.files", "library"},
    "editions/edition_maps": {"editions.alignment"},  # a build has done it
    "editions/status": {"editions.errata_history"},  # only a card with errata needs it
    "library": {
        *("core.records", "editions.library_editions", "search.typed_words"),
        *("search.interactions.card_page", "search.interactions.between"),
    },  # the command line prints records as they are
    "records/answers": {"editions.edition_changes"},  # only diff needs them
    "reading/formats/opening": {  # each reader is imported when a file of its kind comes
        *("reading.formats.docx", "reading.formats.html", "reading.formats.pdf", "reading.record_files.record_cards"),
        *("reading.record_files.records", "reading.readers.canonical", "reading.readers.markdown"),
    },
    "search/interactions/subjects": {"search.spelling"},  # only an unknown name needs it
    "search/locators": {"references.written_addresses"},  # a plain number or a title needs none of its patterns
    "search/stages": {
        *("search.interactions.between", "search.interactions.subjects"),
        *("search.query_expansion", "search.ranking", "search.spelling"),
    },  # a number or title needs none
    "search/typed_words": {"search.spelling"},  # only a word that no document has needs rapidfuzz
}
"""Imports inside functions: each costs a reader something, and is there because a cold start is worth more."""
ONLY_IMPORTER = {
    "whoosh": "build/full_text",
    "markdown_it": "reading/readers/markdown",
    "h11": "server/serving",
    "jinja2": "site/templates",
    "click": "cli",
    "dask": "build/incremental/workers",
    "distributed": "build/incremental/workers",
    "pathspec": "citations/text_files",
    "rapidfuzz": "core/likeness checks/printed_places",
    "tomlkit": "build/manifest",
    "pypdfium2": "reading/formats/pdf_pages",
    "mcp": "server/assistants/protocol",
    "pydantic": "server/assistants/protocol server/assistants/replies",
    "starlette": "server/asgi",
    "uvicorn": "server/serving",
    "yaml": "reading/record_files/record_values",
}


Modules = dict[str, ast.Module]


def modules() -> Modules:
    """Return the syntax tree of each module by its path inside the package, a package's own by its folder."""
    found: Modules = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix().removesuffix("/__init__")
        found[name] = source_tree(path)
    return found


MODULES = modules()


def imports(tree: ast.Module, *, top_level: bool) -> Iterator[str]:
    """Yield the dotted names that a module imports, at its top or anywhere; those for type checkers alone are not."""
    for_types = {inner for node in ast.walk(tree) if _is_for_types(node) for inner in ast.walk(node)}
    nodes = [node for node in (tree.body if top_level else ast.walk(tree)) if node not in for_types]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = node.module.replace(".", "/").removeprefix("judge").removeprefix("/")
            modules = [alias.name for alias in node.names if f"{inner}/{alias.name}".removeprefix("/") in MODULES]
            yield from (f"{node.module}.{name}" for name in modules)
            if len(modules) < len(node.names):
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
        for name in MODULES
        if name not in FACES
        for imported in ours(MODULES[name], top_level=False)
        if not imported or imported in FACES or _room(imported) > _room(name)
    ]
    assert wrong == []


def _room(name: str) -> int:
    return ORDER.index(name.partition("/")[0])


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside functions count as well: a circle of files is one file."""
    left = {name: ours(tree, top_level=False) - {name} for name, tree in MODULES.items()}
    while free := [name for name, imported in left.items() if not imported & left.keys()]:
        for name in free:
            del left[name]
    assert not left, f"in a circle, or importing one: {sorted(left)}"


def test_packages_say_what_they_are_and_are_small_enough_to_survey() -> None:
    """At most sixteen names beside each other at the top, at most twelve in a package, their own pages apart."""
    for folder in (PACKAGE, *(path for path in PACKAGE.rglob("*") if (path / "__init__.py").is_file())):
        names = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
        most = 16 if folder == PACKAGE else 12
        assert len(names - {"__init__", "version"}) <= most, folder
        assert ast.get_docstring(source_tree(folder / "__init__.py")), folder


def test_imports_inside_functions_are_listed_with_their_reason() -> None:
    for name, tree in MODULES.items():
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        inside = {one for node in functions for one in ours(ast.Module(node.body, []), top_level=False)}
        assert {one.replace("/", ".") for one in inside} == LATE.get(name, set()), name


def test_each_engine_has_one_importer() -> None:
    for name, tree in MODULES.items():
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
            {"markdown_it", "jinja2", "rapidfuzz", "judge.build.parsing", "judge.references.resolution"},
        ),
        (["search", "can I heal a card"], {"asyncio", "ssl", "whoosh.query", "judge.references.written_addresses"}),
        (["share", "24.0"], {"whoosh", "jinja2", "judge.build.parsing", "judge.reading.grammar.line_forms"}),
        (["--help"], {"whoosh", "sqlite3", "judge.library"}),
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
