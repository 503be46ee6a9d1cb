"""What documents, help texts and messages name is there: files, modules, names in them, commands, options, variables.

Read are README, CHANGELOG and docs/, the sources of the program, the tools and the tests, and the scripts of the site.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

from judge.cli import COMMANDS, load_command, main
from tests.support import source_tree

ROOT = Path(__file__).parent.parent
DOCS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAM = sorted((ROOT / "judge").rglob("*.py"))
HELPERS = [*sorted((ROOT / "tools").glob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
SCRIPTS = sorted((ROOT / "templates").glob("*.*s"))
MODULES = [path.relative_to(ROOT).with_suffix("").as_posix().removesuffix("/__init__") for path in PROGRAM]

FILE = re.compile(
    r"(?<![\w/.~<>$-])(?:docs|judge|tests|tools|corpus|templates)/(?:[\w-]+/)*(?:[\w-]+(?:\.\w+)+(?![\w/]))?"
)
NOT_HERE = {
    **dict.fromkeys(("corpus/games/GAME.toml", "judge/core/languages/LANG.toml"), "it stands for any"),
    "judge/data/": "only an installed package has it",
}
OPTION = re.compile(r"(?<![\w-])(?<!var\()--[a-z][a-z-]*[a-z](?![\w:-])")
"""Not a property of a style sheet: `--line: grey`, `var(--line)`."""
OTHERS_OPTIONS = {
    **dict.fromkeys(("--quiet", "--wheel-dir", "--find-links", "--no-index", "--no-cache-dir"), "of pip"),
    "--create-home": "of useradd",
    **dict.fromkeys(("--file", "--rm", "--tag", "--volume"), "of podman"),
    **dict.fromkeys(("--factory", "--workers", "--host", "--timeout-graceful-shutdown"), "of uvicorn"),
}
BY_LIBRARIES = {"PAGER": "click._termui_impl", "COLUMNS": "shutil", "LINES": "shutil"}
"""Documented variables that others read for us, each with the module that does."""


class Text(NamedTuple):
    """A text that a person reads, and where it stands."""

    where: str
    text: str


def docstrings(tree: ast.AST) -> set[int]:
    """Return the identities of the nodes that are docstrings or stand alone as one does."""
    bodies = [body for node in ast.walk(tree) if isinstance(body := getattr(node, "body", None), list)]
    return {id(node.value) for body in bodies for node in body if isinstance(node, ast.Expr)}


def literals(path: Path, *, documentation: bool) -> Iterator[Text]:
    """Yield the string literals of a module: its docstrings, or all others."""
    tree = source_tree(path)
    described = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (id(node) in described) is documentation:
            yield Text(f"{path.relative_to(ROOT)}:{node.lineno}", node.value)


def code_spans(path: Path) -> Iterator[Text]:
    """Yield what a document sets as code: spans, and the lines of fenced blocks, comments taken off."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        where = f"{path.relative_to(ROOT)}:{number}"
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            yield Text(where, re.sub(r"\s#.*", "", line))
        else:
            yield from (Text(where, span) for span in re.findall(r"`([^`]+)`", line))


@cache
def messages() -> list[Text]:
    """Return what the program says: help texts, and literals that are not docstrings."""
    found = [text for path in PROGRAM for text in literals(path, documentation=False)]
    for name, command in ((name, load_command(name)) for name in COMMANDS):
        found.append(Text(f"judge {name} --help", command.help or ""))
        options = [one for one in command.params if isinstance(one, click.Option)]
        found += (Text(f"judge {name} --help", option.help or "") for option in options)
    return found


@cache
def shown_as_code() -> list[Text]:
    """Return all that is set as code, in documents and in docstrings."""
    found = [text for path in DOCS for text in code_spans(path)]
    described = [text for path in PROGRAM for text in literals(path, documentation=True)]
    return found + [Text(text.where, span) for text in described for span in re.findall(r"`([^`]+)`", text.text)]


def test_files_that_are_named_are_there() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in [*DOCS, *PROGRAM, *HELPERS, *SCRIPTS, ROOT / "pyproject.toml"]
        for name in set(FILE.findall(path.read_text(encoding="utf-8"))) - NOT_HERE.keys()
        if not (ROOT / name).exists()
    }
    assert not missing


def options_of(command: click.Command) -> set[str]:
    """Return the options of a command, --help among them."""
    return {name for parameter in command.params for name in parameter.opts} | {"--help", "-h"}


def wrong_call(text: str) -> str | None:
    """Return what is wrong with the calls of judge in a text: no such command, or no such option of it."""
    for call in re.findall(r"(?<![\w./-])judge ((?:--corpus \S+ )?[a-z]+(?![\w.:=-])[^;|>`\n]*)", text):
        words = re.sub(r"^--corpus \S+ ", "", call).split()
        name = words[0].rstrip(",.)")
        if name not in COMMANDS:
            return f"judge {name}"
        for option in OPTION.findall(call):
            if option not in options_of(load_command(name)) | options_of(main):
                return f"judge {name} {option}"
    return None


def test_calls_of_the_program_have_its_commands_and_their_options() -> None:
    """In code of documents and docstrings, in help texts, in messages."""
    assert {text.where: wrong for text in [*shown_as_code(), *messages()] if (wrong := wrong_call(text.text))} == {}


def test_options_that_are_named_are_there() -> None:
    """An option is one of a command's, one of a tool's, or a property of the style sheet."""
    known = {option for command in (main, *map(load_command, COMMANDS)) for option in options_of(command)}
    tools = "\n".join(path.read_text(encoding="utf-8") for path in HELPERS)
    style = (ROOT / "templates" / "style.css").read_text(encoding="utf-8")
    for text in [*shown_as_code(), *messages()]:
        for option in set(OPTION.findall(text.text)) - known - OTHERS_OPTIONS.keys():
            assert f'"{option}"' in tools or f"{option}:" in style, f"{text.where}: {option}"


def documented_variables() -> dict[str, str]:
    """Return the variables of docs/environment.md, each with what reads it."""
    page = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", page, re.MULTILINE))


def variables_read(paths: list[Path]) -> set[str]:
    """Return the patterns of the variables that modules read from `os.environ`."""
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(source_tree(path)):
            key: ast.AST | None = None
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                *("os.environ.get", "os.environ.setdefault", "os.getenv", "environ.get"),
            ):
                key = node.args[0]
            elif isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("os.environ", "environ"):
                key = node.slice
            if isinstance(key, ast.Constant):
                found.add(str(key.value))
            elif isinstance(key, ast.JoinedStr):
                found.add("".join(str(part.value) if isinstance(part, ast.Constant) else r"\w+" for part in key.values))
            elif key is not None:
                raise AssertionError(f"{path}: which variable is {ast.unparse(key)}?")
    return found


def test_variables_are_documented_and_read() -> None:
    """Each one that is read stands in docs/environment.md; each one that stands there is read."""
    documented = documented_variables()
    program, helpers = variables_read(PROGRAM), variables_read(HELPERS)
    for pattern in program | helpers:
        assert any(re.fullmatch(pattern, name) for name in documented), f"{pattern} is not in docs/environment.md"
    for name, reader in documented.items():
        if reader in ("judge", "tests"):
            patterns = program if reader == "judge" else helpers
            assert any(re.fullmatch(pattern, name) for pattern in patterns), f"nothing reads {name}"
        else:
            assert f'"{name}"' in inspect.getsource(importlib.import_module(BY_LIBRARIES[name])).replace("'", '"')


def test_what_is_wrong_is_found() -> None:
    """The tests above would tell: each way of looking finds a mistake of its kind."""
    assert FILE.findall("see docs/" + "jsn.md, or judge/search/.") == ["docs/" + "jsn.md", "judge/search/"]
    assert wrong_call("judge sho 24.0") == "judge sho"
    assert wrong_call("try judge lint --colums") == "judge lint --colums"
    assert wrong_call("judge --corpus mine lint --notes; judge list") is None
