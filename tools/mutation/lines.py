"""Which lines of a file belong together, and when they run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Statement(NamedTuple):
    """Where a line is in its file."""

    function: bool
    """It runs when a function is called, not when the file is imported."""
    lines: range
    """The lines of its statement, without the statements inside of it."""


def statement(tree: ast.Module, line: int) -> Statement:
    """Return the innermost statement that a line is part of."""
    found, function = range(line, line + 1), False
    inner: Sequence[ast.stmt] = tree.body
    while node := next((one for one in inner if line in lines_of(one)), None):
        inner = [one for one in ast.walk(node) if isinstance(one, ast.stmt) and one is not node]
        own = range(lines_of(node).start, min((lines_of(one).start for one in inner), default=lines_of(node).stop))
        found = own if line in own else range(line, line + 1)
        function = function or (isinstance(node, FUNCTIONS) and line >= node.body[0].lineno)
    return Statement(function, found)


def lines_of(node: ast.stmt) -> range:
    """Return the lines of a statement, from its first decorator on."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or first) + 1)


def inner_lines(tree: ast.Module) -> list[int]:
    """Return the lines of a file that run when a function is called."""
    functions = [one for one in ast.walk(tree) if isinstance(one, FUNCTIONS)]
    return sorted({line for one in functions for line in range(one.body[0].lineno, (one.end_lineno or 0) + 1)})


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a file imports, and what it imports from them, by their whole names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)
