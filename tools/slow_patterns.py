"""Find the regular expressions of the package that take more than linear time: `python3 tools/slow_patterns.py`.

A pattern is found where it is written: each call of `re` is read from the source and evaluated in its module. The texts
it is tried on are grown from the pattern's own parts: what comes before a repetition, what is repeated many times, and
an end that cannot match. Each slow pattern is printed with its place. Exit code: 0 where there is none, else 1.
"""

import ast
import builtins
import importlib
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.limits import TooLongError, limited
from tests.support import source_tree

from re import _constants as op  # type: ignore[attr-defined]  # isort: skip
from re import _parser as parser  # type: ignore[attr-defined]  # isort: skip

PACKAGE = Path(__file__).parent.parent / "judge"
WITH_FLAGS = {"compile": 1, "search": 2, "match": 2, "fullmatch": 2, "findall": 2, "finditer": 2}
"""Where each function of `re` takes flags that are given by their place."""
CALLS = frozenset((*WITH_FLAGS, "split", "sub", "subn"))
ANCHORED = frozenset(("match", "fullmatch"))
"""Ways to use a pattern that try one place of a text alone."""
HANDS_ON = "search_settings"
"""The module that hands patterns on to the page, which uses them as the program does."""
GENERIC = tuple("Aa1 \t.\"'()[-=*:,“<é")
"""Characters that are repeated by themselves, whatever the pattern."""
PHRASES = ("a ", "A ", "A. ", "1.", "1 ", "Aa ", "a, ", '"a', "(a", "a.b", "See ", "* ", "A\n")
ENDS = ("\x00", "\n.")
"""What stands at the end of a text, so that what has begun fails late."""
SHORT, LONG = 2000, 16000
"""Characters of the text by which a pattern is suspected, and of the one by which it is judged."""
SUSPECT = 0.003
"""Seconds of processor time for the first text from which a pattern is suspected; most take a tenth of it."""
MOST_GROWTH = 24.0
"""How much longer the long text may take than the short one: 8 times is linear, 64 times is quadratic."""
SLOW = 0.05
"""Seconds of processor time for the long text below which nothing is slow."""
LIMIT = 1.0
"""Seconds of processor time after which a match is broken off; linear patterns need a twentieth of it."""
OWN_TEXTS = ("judge.site.search_settings",)
"""Modules whose patterns read nothing but this program's own patterns."""


class Pattern(NamedTuple):
    """One pattern, and how it is used."""

    where: str
    compiled: re.Pattern[str]
    anchored: bool
    """Whether only `match` and `fullmatch` are called, which try one place of a text."""


class Attack(NamedTuple):
    """A text that can be made as long as is wanted."""

    before: str
    repeated: str
    end: str

    def text(self, length: int) -> str:
        """Return the text, with about so many characters."""
        return self.before + self.repeated * (length // len(self.repeated) + 1) + self.end


def collect() -> list[Pattern]:
    """Return every pattern of the package."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if path.stem != "__main__"]
    trees = {path: list(ast.walk(source_tree(path))) for path in paths}
    uses = {path: _uses(nodes) for path, nodes in trees.items()}
    return [pattern for path, nodes in trees.items() for pattern in _of_module(path, nodes, uses)]


def _of_module(path: Path, nodes: Sequence[ast.AST], uses: Mapping[Path, Mapping[str, set[str]]]) -> Iterator[Pattern]:
    """Yield the patterns of one module."""
    module = ".".join(("judge", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    lines = path.read_bytes().split(b"\n")
    names = {
        node.value: node.targets[0].id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_raw(lines, value):
                text = getattr(importlib.import_module(module), name, None)
                if isinstance(text, str) and path.stem != HANDS_ON:
                    yield Pattern(f"{module}:{name}", re.compile(text), anchored=False)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=function)) if function in CALLS:
                compiled = _compile(node, function, _Scope(vars(importlib.import_module(module))))
                used = _used(path, names.get(node), uses) if function == "compile" else {function}
                yield Pattern(f"{module}:{node.lineno}", compiled, used <= ANCHORED)


def _is_raw(lines: Sequence[bytes], value: ast.expr) -> bool:
    """Tell whether an expression begins as a raw text does; `ast` counts columns in bytes."""
    return lines[value.lineno - 1][value.col_offset :].startswith(b"r")


class _Scope(dict[str, Any]):
    """The names of a module; for what only a function knows stands a word."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, "word")


def _compile(call: ast.Call, function: str, scope: _Scope) -> re.Pattern[str]:
    """Compile the pattern of a call of `re` as the call does."""
    given = [word.value for word in call.keywords if word.arg == "flags"]
    place = WITH_FLAGS.get(function, len(call.args))
    nodes = [call.args[0], *(given or call.args[place : place + 1])]
    pattern, *flags = (eval(ast.unparse(node), {}, scope) for node in nodes)  # noqa: S307 (our own source)
    return re.compile(pattern, *flags)


def _uses(nodes: Sequence[ast.AST]) -> dict[str, set[str]]:
    """Return by which methods a module uses each name; one that is handed on may be used in any way."""
    called = {node.value: node.attr for node in nodes if isinstance(node, ast.Attribute)}
    uses: dict[str, set[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            name = node.id if isinstance(node, ast.Name) else node.attr
            uses.setdefault(name, set()).add(called.get(node, "search"))
        elif isinstance(node, ast.ImportFrom):
            uses.setdefault("", set()).update(alias.name for alias in node.names)
    return uses


def _used(path: Path, name: str | None, uses: Mapping[Path, Mapping[str, set[str]]]) -> set[str]:
    """Return the methods by which a pattern is used: in its own module, and in those that import it or its module."""
    importers = (other for other in uses if {name, path.stem} & uses[other].get("", set()))
    users = [path, *(other for other in importers if other.stem != HANDS_ON)]
    used = {method for user in users for method in uses[user].get(name or "search", ())}
    return used - {"pattern"} or {"search"}


def attacks(pattern: re.Pattern[str]) -> list[Attack]:
    """Return the texts that are made against a pattern."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    whole = _sample(tree)
    own = [("", whole), ("", whole[:-1]), ("", f"{whole} ")]
    for before, body in _repetitions(tree, ""):
        own += (before, body), ("", before + body)
    found = [Attack("", repeated, ENDS[0]) for repeated in (*GENERIC, *PHRASES)]
    found += (Attack(before, body, end) for before, body in own if body for end in ENDS)
    return list(dict.fromkeys(found))


def _repetitions(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """Yield each repetition of a pattern: a text that leads to it, and each text that it may repeat."""
    for kind, value in tree:
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            for body in _variants(value[2]):
                yield before, body
            yield from _repetitions(value[2], before)
        elif kind is op.SUBPATTERN:
            yield from _repetitions(value[3], before)
        elif kind is op.ATOMIC_GROUP:
            yield from _repetitions(value, before)
        elif kind is op.BRANCH:
            for branch in value[1]:
                yield from _repetitions(branch, before)
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            yield from _repetitions(value[1], before)
        before += _sample([(kind, value)])


def _variants(tree: Any) -> list[str]:
    """Return texts that a repeated part matches: of a lone class one of each sort of characters."""
    if len(tree) == 1 and tree[0][0] in (op.IN, op.ANY, op.NOT_LITERAL):
        return [char for char in GENERIC if re.match(_class(tree[0]), char)] or [_sample(tree)]
    return [_sample(tree), _sample(tree, most=True)]


def _class(node: tuple[Any, Any]) -> str:
    """Return the text of a class of characters, for `re` to decide what it holds."""
    kind, value = node
    if kind is op.ANY:
        return "."
    if kind is op.NOT_LITERAL:
        return f"[^{re.escape(chr(value))}]"
    inner = ""
    for what, which in value:
        if what is op.NEGATE:
            inner += "^"
        elif what is op.LITERAL:
            inner += re.escape(chr(which))
        elif what is op.RANGE:
            inner += f"{re.escape(chr(which[0]))}-{re.escape(chr(which[1]))}"
        else:
            inner += CATEGORIES[which]
    return f"[{inner}]"


CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}


def _sample(tree: Any, *, most: bool = False) -> str:
    """Return a short text that a part of a pattern matches, give or take its look-arounds."""
    text = ""
    for kind, value in tree:
        if kind is op.LITERAL:
            text += chr(value)
        elif kind in (op.IN, op.ANY, op.NOT_LITERAL):
            text += next(filter(re.compile(_class((kind, value))).match, (*GENERIC, *map(chr, range(33, 0x2100)))), "")
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            text += _sample(value[2], most=most) * max(value[0], int(most))
        elif kind is op.SUBPATTERN:
            text += _sample(value[3], most=most)
        elif kind is op.ATOMIC_GROUP:
            text += _sample(value, most=most)
        elif kind is op.BRANCH:
            text += _sample(value[1][-1 if most else 0], most=most)
    return text


def seconds(pattern: Pattern, text: str) -> float:
    """Return the processor time that a pattern takes for a text, infinite where it was broken off."""
    begun = time.process_time()
    try:
        with limited(LIMIT):
            if pattern.anchored:
                pattern.compiled.match(text)
                pattern.compiled.fullmatch(text)
            else:
                for _ in pattern.compiled.finditer(text):
                    pass
    except TooLongError:
        return float("inf")
    return time.process_time() - begun


def is_slow(pattern: Pattern, attack: Attack) -> bool:
    """Tell whether the time that a pattern takes grows faster than the text."""
    short = seconds(pattern, attack.text(SHORT))
    long = seconds(pattern, attack.text(LONG)) if SUSPECT < short < float("inf") else short
    return long > max(SLOW, MOST_GROWTH * short) or long == float("inf")


def slow_attack(pattern: Pattern) -> Attack | None:
    """Return a text that slows a pattern down; it is tried twice, since a measurement may go wrong."""
    found = (attack for attack in attacks(pattern.compiled) if is_slow(pattern, attack) and is_slow(pattern, attack))
    return next(found, None)


def main() -> int:
    """Print the slow patterns."""
    patterns = [pattern for pattern in collect() if not pattern.where.startswith(OWN_TEXTS)]
    slow = [pattern for pattern in patterns if slow_attack(pattern)]
    for pattern in slow:
        print(f"{pattern.where}: {pattern.compiled.pattern}")
    print(f"{len(slow)} of {len(patterns)} patterns are slow")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
