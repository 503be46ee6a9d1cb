"""What the program weighs, by package and in total, and whether that is more than tools/weight.toml allows.

    .venv/bin/python tools/weight.py [FOLDER]           prints the figures; returns 1 where one is over its ceiling
    .venv/bin/python tools/weight.py [FOLDER] --lower   also lowers each ceiling to its figure

FOLDER is a checkout; without it, this one. The figures:

    judge-lines, tests-lines   lines of the Python files
    judge-statements, tests-…  statements of their syntax trees; a string on its own, such as a docstring, is none
    script-lines               lines of templates/*.js
    patterns                   calls of `re.compile`
    thresholds                 numbers that the top of a module binds to names
    classes-twice              names of classes that the tops of several modules define
    over-15, over-25           functions of a higher cyclomatic complexity, as radon counts: `and`, `or`, conditionals,
                               loops, comprehensions, handlers and assertions
    long-functions             functions whose body has more than 45 lines, blank ones and comments counted, without the
                               signature and the docstring
    long-modules               modules of more than 400 lines
    deep-modules               modules more than two packages below judge/
    late-imports               imports inside functions
    any, any-dicts             signatures with `Any`, and those with `dict[str, Any]`; a name that the top of a module
                               binds to such a type counts as it does
    participles                functions that are named by a participle and no noun: `shown`, `looked_in`
    both-ways                  pairs of packages in judge/ that import each other
    read-…, show-…             what `judge add --dry-run` and `judge show` call and load (command_costs.py says how)

What is counted in judge/ is shown by package. Of a package, `classes-twice` counts the names that it shares with a
module anywhere, so these do not add up to the total. What commands call and load depends on Python, and is compared
with its ceilings with Python 3.11 on Linux alone.

**Thresholds.** A number is a literal int or float, or arithmetic with one (`64 * 2**20`). It counts if an assignment at
the top of a module binds it to a name, alone or inside a tuple, list, set or dict (its values) or as an argument of a
call: `LEAST = 0.5` is one, `FEW, MANY = 3, 6` two, and a table of weights as many as it has, so that nothing is won by
packing numbers together. Text, booleans, subscripts and comprehensions do not count. No name is exempt.

tools/weight.toml holds the ceilings, which are only ever lowered: a change that needs more makes room elsewhere.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import tomlkit
from command_costs import COUNTS, RUNS, run_commands
from radon.visitors import ComplexityVisitor

ROOT = Path(__file__).resolve().parent.parent
CEILINGS = Path("tools", "weight.toml")
SIZES = ("lines", "statements")
CODE = "patterns thresholds classes-twice over-15 over-25 long-functions long-modules deep-modules late-imports".split()
CODE += ["any", "any-dicts", "participles"]
"""What is counted by package, in judge/ alone."""
FIGURES = (
    *(f"{part}-{size}" for part in ("judge", "tests") for size in SIZES),
    *("script-lines", *CODE, "both-ways"),
    *(f"{run}-{what}" for run in RUNS for what in COUNTS),
)
IS_COMPARED = sys.version_info[:2] == (3, 11) and sys.platform == "linux"
"""Whether what commands call and load is compared with its ceilings."""
COMPLEX, TANGLED, LONGEST, LONGEST_MODULE, DEEPEST = 15, 25, 45, 400, 4
"""The most of a function's complexity, twice, of its body's lines, of a module's lines and of the parts of its path."""
IRREGULAR = frozenset(
    "begun bound broken brought built caught chosen done drawn driven fallen felt forbidden forgotten found given gone "
    "grown heard held hidden kept known laid learnt led left lost made meant met paid said seen sent shown sold sought "
    "spelt spent spoken stood struck sunk taken taught thought thrown told torn understood won written".split()
)
"""Participles that do not end in -ed and are not also the infinitive, as `read`, `put` and `set` are."""
SMALL = frozenset("again ahead alike as at before behind by for from in of on so to together up with within".split())
"""Words that leave a participle before them as bare as it was."""
BODIES = ("body", "handlers", "cases", "orelse", "finalbody")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Module(NamedTuple):
    """A Python file."""

    package: str
    """`judge/search`, or `judge` for a module right below it."""
    counts: Mapping[str, int]
    classes: frozenset[str]
    """The names of those that its top defines."""
    imports: frozenset[str]
    """The packages of judge/ that it imports from."""


def main() -> int:
    """Print the figures; return 1 where one is over its ceiling."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="the checkout (default: this one)")
    parser.add_argument("--lower", action="store_true", help="lower each ceiling to its figure")
    arguments = parser.parse_args()
    path = arguments.folder / CEILINGS
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    ceilings: dict[str, int] = document.unwrap()["ceiling"]
    if set(ceilings) != set(FIGURES):
        print(f"{path} must name these figures: {', '.join(FIGURES)}", file=sys.stderr)
        return 2
    packages, found = weigh(arguments.folder)
    print("\n".join(table(packages, found, ceilings)))
    wrong = list(sentences_over(found, ceilings))
    if arguments.lower:
        lowered = {name: min(found[name], ceilings[name]) for name in FIGURES}
        document["ceiling"] = lowered
        path.write_text(tomlkit.dumps(document), encoding="utf-8")
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


def weigh(folder: Path) -> tuple[dict[str, Counter[str]], dict[str, int]]:
    """Count what a checkout has, which has the folders `judge`, `tests` and `templates`.

    Returns:
        the counts of each package, with those of the whole under `judge/` and `tests/`; and the figures.
    """
    packages: dict[str, Counter[str]] = defaultdict(Counter)
    trees = {path: ast.parse(path.read_bytes()) for path in sorted((folder / "judge").rglob("*.py"))}
    aliases = names_of_any(trees.values())
    modules = [weigh_module(path, folder, tree, aliases) for path, tree in trees.items()]
    modules += [weigh_module(path, folder, None, {}) for path in sorted((folder / "tests").rglob("*.py"))]
    seen = Counter(name for module in modules for name in module.classes)
    twice: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        part = module.package.partition("/")[0] + "/"
        for package in (module.package, part):
            packages[package].update(module.counts)
            twice[package] |= {name for name in module.classes if seen[name] > 1}
    for package, names in twice.items():
        packages[package]["classes-twice"] = len(names)
    ways = {(module.package, f"judge/{other}") for module in modules for other in module.imports}
    scripts = (path.read_bytes() for path in (folder / "templates").glob("*.js"))
    found = {f"{part}-{size}": packages[f"{part}/"][size] for part in ("judge", "tests") for size in SIZES}
    found |= {"script-lines": sum(len(text.splitlines()) for text in scripts)}
    found |= {name: packages["judge/"][name] for name in CODE}
    found |= {"both-ways": sum(one < other and (other, one) in ways for one, other in ways)}
    return dict(packages), found | run_commands(folder)


def weigh_module(path: Path, folder: Path, tree: ast.Module | None, aliases: Mapping[str, str]) -> Module:
    """Count what a Python file has; of a test, without its tree, the size alone."""
    text, inside = path.read_bytes(), path.relative_to(folder)
    package = "/".join(inside.parts[: min(2, len(inside.parts) - 1)])
    found = list(statements(tree or ast.parse(text)))
    counts = {"lines": len(text.splitlines()), "statements": sum(not _is_text(one) for one in found)}
    if not tree:
        return Module(package, counts, frozenset(), frozenset())
    functions = [one for one in found if isinstance(one, FUNCTIONS)]
    late = {one for node in functions for one in statements(node) if isinstance(one, (ast.Import, ast.ImportFrom))}
    signatures = [signature_types(node, aliases) for node in functions]
    measured = list(complexities(ComplexityVisitor.from_ast(tree)))
    counts |= {
        "patterns": sum(map(_is_pattern, ast.walk(tree))) if b"re.compile" in text else 0,
        "thresholds": sum(
            count_numbers(node.value) for node in tree.body if isinstance(node, (ast.Assign, ast.AnnAssign))
        ),
        "over-15": sum(one > COMPLEX for one in measured),
        "over-25": sum(one > TANGLED for one in measured),
        "long-functions": sum(_length(node) > LONGEST for node in functions),
        "long-modules": int(counts["lines"] > LONGEST_MODULE),
        "deep-modules": int(len(inside.parts) > DEEPEST),
        "late-imports": len(late),
        "any": sum(bool(re.search(r"\bAny\b", text)) for text in signatures),
        "any-dicts": sum("dict[str, Any]" in text for text in signatures),
        "participles": sum(is_participle(node.name) and not _is_property(node) for node in functions),
    }
    classes = frozenset(node.name for node in tree.body if isinstance(node, ast.ClassDef))
    return Module(package, counts, classes, frozenset(imported_packages(found)))


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements inside of a node, which are in bodies alone."""
    for name in BODIES:
        for one in getattr(node, name, ()):
            if isinstance(one, ast.stmt):
                yield one
            yield from statements(one)


def complexities(visitor: ComplexityVisitor) -> Iterator[int]:
    """Yield the complexity of each function and method, with the functions inside it."""
    yield from (function.complexity for function in visitor.functions)
    yield from (method.complexity for one in visitor.classes for method in one.methods)


def count_numbers(value: ast.expr | None) -> int:
    """Return how many numbers an expression is made of."""
    if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
        return sum(map(count_numbers, value.elts))
    if isinstance(value, ast.Dict):
        return sum(map(count_numbers, value.values))
    if isinstance(value, ast.Call):
        return sum(map(count_numbers, [*value.args, *(one.value for one in value.keywords)]))
    return int(_is_number(value))


def names_of_any(trees: Iterable[ast.Module]) -> dict[str, str]:
    """Return the names that the tops of modules bind to a type with `Any`, and that type: `Record = dict[str, Any]`."""
    top = (node for tree in trees for node in tree.body if isinstance(node, ast.Assign) and len(node.targets) == 1)
    bound = ((ast.unparse(node.targets[0]), node.value) for node in top)
    return {name: ast.unparse(value) for name, value in bound if isinstance(value, ast.Subscript) and _has_any(value)}


def signature_types(function: ast.FunctionDef | ast.AsyncFunctionDef, aliases: Mapping[str, str]) -> str:
    """Return the types of a function's parameters and of its result, each name of `aliases` as what it stands for."""
    every = function.args
    parameters = [*every.posonlyargs, *every.args, *every.kwonlyargs, every.vararg, every.kwarg]
    nodes = [one.annotation for one in parameters if one] + [function.returns]
    return re.sub(
        r"\w+", lambda word: aliases.get(word[0], word[0]), ", ".join(ast.unparse(one) for one in nodes if one)
    )


def is_participle(name: str) -> bool:
    """Tell whether a name is a participle alone, or with small words only behind it."""
    first, *rest = name.strip("_").split("_")
    stem = re.sub("^(?:un|re|mis|over)", "", first)
    regular = first.endswith("ed") and not first.endswith(("eed", "hundred"))
    return (regular or not IRREGULAR.isdisjoint({first, stem})) and SMALL.issuperset(rest)


def imported_packages(found: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the packages of judge/ that statements import."""
    for node in found:
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{one.name}" for one in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("judge."))


def _has_any(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "Any" for one in ast.walk(node))


def _is_number(value: ast.expr | None) -> bool:
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) or _is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_pattern(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(one) for one in function.decorator_list)


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function's body, without its docstring."""
    body = function.body[1:] if _is_text(function.body[0]) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def sentences_over(found: Mapping[str, int], ceilings: Mapping[str, int]) -> Iterator[str]:
    """Yield a sentence for each figure that is over its ceiling."""
    for name in FIGURES:
        is_run = name.partition("-")[0] in RUNS
        most = ceilings[name] + (ceilings[name] // 1000 if is_run else 0)  # a slow machine is told how far a command is
        if found[name] > most and (IS_COMPARED or not is_run):
            more = found[name] - ceilings[name]
            yield (
                f"{name} is {found[name]:,}, {more:,} over its ceiling of {ceilings[name]:,}; tools/weight.py says "
                f"what it counts. Make room for {more:,} elsewhere."
            )


def table(
    packages: Mapping[str, Mapping[str, int]], found: Mapping[str, int], ceilings: Mapping[str, int]
) -> Iterator[str]:
    """Yield the lines that show the counts of each package, then the figures beside their ceilings."""
    names = (*SIZES, *CODE)
    yield " ".join([f"{'package':18}", *(f"{name:>{max(6, len(name))}}" for name in names)])
    for package in sorted(packages):
        counts = (f"{packages[package].get(name, 0):>{max(6, len(name))},}" for name in names)
        yield " ".join([f"{package:18}", *counts])
    yield f"\n{'figure':18} {'now':>10} {'ceiling':>10}"
    yield from (f"{name:18} {found[name]:>10,} {ceilings[name]:>10,}" for name in FIGURES)


if __name__ == "__main__":
    sys.exit(main())
