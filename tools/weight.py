"""What the program weighs, by package and in total, and whether that is more than tools/weight.toml allows.

    .venv/bin/python tools/weight.py [FOLDER]           prints the figures; returns 1 where one is over its ceiling
    .venv/bin/python tools/weight.py [FOLDER] --lower   also lowers each ceiling to its figure

FOLDER is a checkout; without it, this one. The figures:

    judge-size, tests-size   lines of the Python files, or their statements in proportion, whichever is more
    script-lines             lines of templates/*.js
    patterns                 calls of `re.compile`
    thresholds               numbers that the top of a module binds to names
    classes-twice            names of classes that the tops of several modules define
    complex-functions        functions over a complexity of 12, as ruff counts (C901); `noqa` changes nothing
    long-functions           functions whose body has more than 45 lines, blank ones and comments counted, without the
                             signature and the docstring
    deep-modules             modules more than two packages below judge/
    late-imports             imports inside functions

All but the first three are of judge/ alone. Of a package, `classes-twice` counts the names that it shares with a module
anywhere, so these do not add up to the total.

**Size.** Lines are those of the files. Statements are those of their syntax trees, without strings on their own: a
docstring is lines and not a statement. The statements are turned into lines by the proportion of the two at the start
(`[start]`), and the larger number is the size. So both have to fall for the size to fall, and the smaller gain is what
counts: leaving out docstrings and blank lines is none, and neither is writing two statements as one.

**Thresholds.** A number is a literal int or float, or arithmetic with one (`64 * 2**20`). It counts if an assignment at
the top of a module binds it to a name, alone or inside a tuple, list, set or dict (its values) or as an argument of a
call: `LEAST = 0.5` is one, `FEW, MANY = 3, 6` two, and a table of weights as many as it has, so that nothing is won by
packing numbers together. Text, booleans, subscripts and comprehensions do not count. No name is exempt.

tools/weight.toml holds the figures of the start, for reference, and the ceilings, which are only ever lowered. To raise
one, add a `[[raised]]` with `name`, `to` and `reason`; the last one of a name counts.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

ROOT = Path(__file__).resolve().parent.parent
CEILINGS = Path("tools", "weight.toml")
SIZES = {"judge-size": ("judge-lines", "judge-statements"), "tests-size": ("tests-lines", "tests-statements")}
"""Each size with the two counts that it is the larger of."""
CODE = "patterns thresholds classes-twice complex-functions long-functions deep-modules late-imports".split()
"""What is counted in judge/ alone."""
FIGURES = (*SIZES, "script-lines", *CODE)
START = (*(name for counts in SIZES.values() for name in counts), *FIGURES[len(SIZES) :])
"""What the figures at the start are made of."""
COMPLEXITY, LONGEST, DEEPEST = 12, 45, 4
"""The most of a function, in its body's lines, and of the parts of a module's path."""
DISPLAYS = (ast.Tuple, ast.List, ast.Set)
BODIES = ("body", "handlers", "cases", "orelse", "finalbody")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class WrongFileError(Exception):
    """weight.toml cannot be used."""


class Module(NamedTuple):
    """A Python file."""

    package: str
    """`judge/search`, or `judge` for a module right below it."""
    counts: Mapping[str, int]
    classes: frozenset[str]
    """The names of those that its top defines."""


class Held(NamedTuple):
    """What weight.toml says."""

    start: Mapping[str, int]
    ceiling: Mapping[str, int]
    raised: Sequence[Mapping[str, Any]]

    @property
    def allowed(self) -> dict[str, int]:
        """The ceilings, with what was raised since."""
        return {**self.ceiling, **{one["name"]: one["to"] for one in self.raised}}


def main() -> int:
    """Print the figures; return 1 where one is over its ceiling."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="the checkout (default: this one)")
    parser.add_argument("--lower", action="store_true", help="lower each ceiling to its figure")
    arguments = parser.parse_args()
    packages = weigh(arguments.folder)
    try:
        held = read(arguments.folder / CEILINGS)
    except WrongFileError as error:
        print(error, file=sys.stderr)
        return 2
    found = figures(packages, held.start)
    print("\n".join(table(packages, found, held)))
    if arguments.lower:
        lower(arguments.folder / CEILINGS, found, held)
    wrong = list(over(found, held.allowed))
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


def weigh(folder: Path) -> dict[str, Counter[str]]:
    """Count what each package of a checkout has.

    Args:
        folder: with `judge`, `tests` and `templates`.

    Returns:
        the counts of each package, and those of the whole under "judge", "tests" and "templates" with a `/`.
    """
    paths = {name: sorted((folder / name).rglob("*.py")) for name in ("judge", "tests")}
    packages: dict[str, Counter[str]] = defaultdict(Counter)
    modules = [weigh_module(path, folder) for path in paths["judge"]]
    seen = Counter(name for module in modules for name in module.classes)
    twice = {name for name, times in seen.items() if times > 1}
    shared: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        shared[module.package] |= module.classes & twice
        packages[module.package].update(module.counts)
    for path in complex_functions(paths["judge"]):
        packages[_package(path.relative_to(folder))]["complex-functions"] += 1
    whole = sum(packages.values(), Counter[str]())
    for package, names in shared.items():
        packages[package]["classes-twice"] = len(names)
    packages["judge/"] = whole + Counter({"classes-twice": len(twice)})
    for path in paths["tests"]:
        module = weigh_module(path, folder)
        counts = {name: module.counts[name] for name in ("lines", "statements")}
        for name in (module.package, "tests/"):
            packages[name].update(counts)
    scripts = (path.read_bytes() for path in (folder / "templates").glob("*.js"))
    packages["templates/"]["lines"] = sum(len(text.splitlines()) for text in scripts)
    return dict(packages)


def weigh_module(path: Path, folder: Path) -> Module:
    """Count what a Python file has."""
    text = path.read_bytes()
    tree = ast.parse(text)
    found = list(statements(tree))
    functions = [one for one in found if isinstance(one, FUNCTIONS)]
    late = {one for node in functions for one in statements(node) if isinstance(one, (ast.Import, ast.ImportFrom))}
    inside = path.relative_to(folder)
    counts = {
        "lines": len(text.splitlines()),
        "statements": sum(not _is_text(one) for one in found),
        "patterns": sum(map(_is_pattern, ast.walk(tree))) if b"re.compile" in text else 0,
        "thresholds": sum(1 for node in tree.body for _ in thresholds(node)),
        "long-functions": sum(_length(node) > LONGEST for node in functions),
        "deep-modules": int(len(inside.parts) > DEEPEST),
        "late-imports": len(late),
    }
    classes = frozenset(node.name for node in tree.body if isinstance(node, ast.ClassDef))
    return Module(_package(inside), counts, classes)


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements inside of a node, which are in bodies alone."""
    for name in BODIES:
        for one in getattr(node, name, ()):
            if isinstance(one, ast.stmt):
                yield one
            yield from statements(one)


def thresholds(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the numbers that a statement at the top of a module binds to names."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value:
        yield from _numbers(statement.value)


def _numbers(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, DISPLAYS):
        inner: Iterable[ast.expr] = value.elts
    elif isinstance(value, ast.Dict):
        inner = value.values
    elif isinstance(value, ast.Call):
        inner = [*value.args, *(one.value for one in value.keywords)]
    else:
        inner = ()
        if _is_number(value):
            yield value
    for one in inner:
        yield from _numbers(one)


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) or _is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_pattern(node: ast.AST) -> bool:
    called = node.func if isinstance(node, ast.Call) else None
    if not isinstance(called, ast.Attribute) or called.attr != "compile":
        return False
    return isinstance(called.value, ast.Name) and called.value.id == "re"


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function's body, without its docstring."""
    body = function.body[1:] if _is_text(function.body[0]) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def complex_functions(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the file of each function that ruff finds too complex."""
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero", "--ignore-noqa"]
    limit = ["--select", "C901", "--config", f"lint.mccabe.max-complexity={COMPLEXITY}", "--output-format", "json"]
    done = subprocess.run([*ruff, *limit, *map(str, paths)], stdout=subprocess.PIPE, check=True)
    yield from (Path(one["filename"]) for one in json.loads(done.stdout))


def _package(inside: Path) -> str:
    return "/".join(inside.parts[: min(2, len(inside.parts) - 1)])


def figures(packages: Mapping[str, Mapping[str, int]], start: Mapping[str, int]) -> dict[str, int]:
    """Return what is compared with the ceilings.

    Args:
        packages: the counts of each package.
        start: the lines and statements by whose proportion a statement counts lines.
    """
    judge, tests = packages["judge/"], packages["tests/"]
    return {
        "judge-size": _size(judge, *(start[name] for name in SIZES["judge-size"])),
        "tests-size": _size(tests, *(start[name] for name in SIZES["tests-size"])),
        "script-lines": packages["templates/"]["lines"],
        **{name: judge[name] for name in CODE},
    }


def _size(counts: Mapping[str, int], lines: int, statements: int) -> int:
    return max(counts["lines"], round(counts["statements"] * lines / statements))


def read(path: Path) -> Held:
    """Read the ceilings.

    Raises:
        WrongFileError: the file is not complete, or something is raised without a reason.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise WrongFileError(f"{path} cannot be read: {error}") from error
    held = Held(table.get("start", {}), table.get("ceiling", {}), table.get("raised", []))
    missing = [f"start.{name}" for name in START if name not in held.start]
    missing += [f"ceiling.{name}" for name in FIGURES if name not in held.ceiling]
    if missing:
        raise WrongFileError(f"{path} lacks {', '.join(missing)}")
    for one in held.raised:
        name, to = one.get("name"), one.get("to")
        if name not in FIGURES or not isinstance(to, int) or not str(one.get("reason", "")).strip():
            raise WrongFileError(f"{path}: each [[raised]] needs the name of a figure, a number `to` and a reason")
        if to < held.ceiling[name]:
            raise WrongFileError(f"{path}: {name} is raised to {to}, and its ceiling is higher: {held.ceiling[name]}")
    return held


def over(found: Mapping[str, int], allowed: Mapping[str, int]) -> Iterator[str]:
    """Yield a sentence for each figure that is over its ceiling."""
    for name in FIGURES:
        if (more := found[name] - allowed[name]) > 0:
            yield (
                f"{name} is {found[name]:,}, {more:,} over its ceiling of {allowed[name]:,}; tools/weight.py says what "
                f"it counts. Take {more:,} out, or add a [[raised]] with name, to and reason to tools/weight.toml."
            )


def lower(path: Path, found: Mapping[str, int], held: Held) -> None:
    """Lower each ceiling to its figure; what was raised goes where the figure is no longer over the ceiling."""
    document: dict[str, Any] = tomlkit.parse(path.read_text(encoding="utf-8"))
    raised = document.get("raised", [])
    for name in FIGURES:
        if found[name] <= held.ceiling[name]:
            document["ceiling"][name] = found[name]
            for index in reversed([index for index, one in enumerate(raised) if one["name"] == name]):
                del raised[index]
        elif found[name] < held.allowed[name]:
            last = max(index for index, one in enumerate(raised) if one["name"] == name)
            raised[last]["to"] = found[name]
    path.write_text(tomlkit.dumps(document), encoding="utf-8")


def table(packages: Mapping[str, Mapping[str, int]], found: Mapping[str, int], held: Held) -> Iterator[str]:
    """Yield the lines that show the counts of each package, then the figures beside those of the start."""
    heads = {"judge": ("lines", "statements", *CODE), "tests": ("lines", "statements")}
    for part, names in heads.items():
        yield " ".join([f"{part:18}", *(f"{name:>{max(8, len(name))}}" for name in names)])
        inside = sorted(name for name in packages if name.partition("/")[0] == part and not name.endswith("/"))
        for package in (*inside, f"{part}/"):
            shown = "in total" if package.endswith("/") else package
            counts = (f"{packages[package].get(name, 0):>{max(8, len(name))},}" for name in names)
            yield " ".join([f"{shown:18}", *counts])
        yield ""
    yield f"{'figure':18} {'now':>8} {'start':>8} {'ceiling':>8}"
    for name in FIGURES:
        start = held.start[SIZES[name][0] if name in SIZES else name]
        yield f"{name:18} {found[name]:>8,} {start:>8,} {held.allowed[name]:>8,}"


if __name__ == "__main__":
    sys.exit(main())
