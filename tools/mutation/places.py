"""The places of a package that can be changed, and the mutants that a seed draws among them.

Operators of cosmic-ray change them, and one of our own for what a function returns. A change is left out where the
program does the same with it (`Bare`).
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.operators.provider import OperatorProvider

from mutation.lines import FUNCTIONS

KEYWORDS = (
    "AddNot",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ReplaceFalseWithTrue",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
)
COMPARISONS = "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Is_IsNot IsNot_Is".split()
"""The opposite of each, and its neighbour. Others, such as `is` for `==`, often change nothing."""
BINARIES = (
    "Add_Sub Sub_Add Mul_Div Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift RShift_LShift "
    "BitOr_BitAnd BitAnd_BitOr BitXor_BitOr"
).split()
UNARIES = "USub_UAdd Delete_Not Delete_Invert".split()
SHOWN = 160
"""Characters of a changed line that are shown."""


class ReplaceReturnWithNone(Operator):  # type: ignore[misc]
    """An operator that lets a function return nothing."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield the place of what is returned."""
        if node.type == "return_stmt" and node.children[1].get_code().strip() != "None":
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return the statement, changed."""
        node.children[1] = get_ast(" None")
        return node

    @classmethod
    def examples(cls) -> Sequence[Example]:
        """Return an example."""
        return (Example("def f(): return 1", "def f(): return None"),)


def operators() -> dict[str, Operator]:
    """Return the operators by their names."""
    every = OperatorProvider()
    names = [
        *KEYWORDS,
        *(f"ReplaceComparisonOperator_{name}" for name in COMPARISONS),
        *(f"ReplaceBinaryOperator_{name}" for name in BINARIES),
        *(f"ReplaceUnaryOperator_{name}" for name in UNARIES),
    ]
    return {name: every[name]() for name in names} | {ReplaceReturnWithNone.__name__: ReplaceReturnWithNone()}


class Place(NamedTuple):
    """Something in a file that can be changed, and how."""

    path: str
    line: int
    turn: str
    """When its turn comes: drawn from the seed and from what it is, so that most places keep their turn while the
    program changes around them."""
    ways: tuple[tuple[str, int], ...]
    """Names of operators, each with the how manieth of its changes in the file it is."""


class Mutant(NamedTuple):
    """A file of the program with one change."""

    path: str
    line: int
    operator: str
    before: str
    after: str
    """The lines that differ."""
    text: str
    """The whole file."""

    @property
    def package(self) -> str:
        """The package that the file is in, two names deep."""
        return "/".join(Path(self.path).parts[:-1][:2])


def draw(root: Path, paths: Collection[str], count: int, seed: int) -> list[Mutant]:
    """Return mutants, each at a place of its own, sorted by place; fewer than asked for where places are fewer.

    Args:
        root: the folder that paths are relative to.
        paths: Python files.
        count: how many mutants.
        seed: what they are drawn from.
    """
    sources = {path: (root / path).read_text(encoding="utf-8") for path in sorted(paths)}
    places = [place for path, source in sources.items() for place in places_of(path, source, seed)]
    found: list[Mutant] = []
    for place in sorted(places, key=lambda place: place.turn):
        if len(found) == count:
            break
        if mutant := change(place, sources[place.path]):
            found.append(mutant)
    return sorted(found)


def places_of(path: str, source: str, seed: int) -> list[Place]:
    """Return the places of a file."""
    known = operators()
    often: Counter[str] = Counter()
    ways: dict[tuple[tuple[int, int], tuple[int, int]], list[tuple[str, int]]] = defaultdict(list)
    for node in ast_nodes(get_ast(source)):
        for name, operator in known.items():
            for position in operator.mutation_positions(node):
                ways[position].append((name, often[name]))
                often[name] += 1
    lines = source.split("\n")
    alike: Counter[str] = Counter()
    found: list[Place] = []
    for (line, column), end in sorted(ways):
        text = lines[line - 1].strip()
        said = f"{seed} {path} {text} {column - len(lines[line - 1]) + len(lines[line - 1].lstrip())} {end[0] - line}"
        said = f"{said} {end[1] - column}"
        alike[said] += 1
        turn = _hash(f"{said} {alike[said]}")
        ordered = sorted(ways[(line, column), end], key=lambda way: _hash(f"{turn} {way[0]}"))
        found.append(Place(path, line, turn, tuple(ordered)))
    return found


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def change(place: Place, source: str) -> Mutant | None:
    """Return the first of a place's changes that is a program and does something else; none if there is none."""
    known = operators()
    for name, often in place.ways:
        text = mutate_code(source, known[name], often)
        if text is not None and behaves_otherwise(source, text):
            before, after = differing(source, text)
            return Mutant(place.path, place.line, name, before, after, text)
    return None


def behaves_otherwise(before: str, after: str) -> bool:
    """Tell whether a changed file is a program, and not the same but for what `Bare` takes out."""
    try:
        changed = ast.parse(after)
    except SyntaxError:
        return False
    return ast.dump(Bare().visit(changed)) != ast.dump(Bare().visit(ast.parse(before)))


class Bare(ast.NodeTransformer):
    """Takes out of a module what is for type checkers and readers, and what only guards against programmers.

    These are annotations, what is below `if TYPE_CHECKING`, docstrings, slots and frozen classes, `assert`, and
    `zip(…, strict=True)`.
    """

    def visit_If(self, node: ast.If) -> ast.AST:
        """Leave out what is not run."""
        return ast.Pass() if "TYPE_CHECKING" in ast.dump(node.test) else self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Leave out an annotation."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave out an annotation."""
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Leave out what a function is said to return."""
        if isinstance(node, FUNCTIONS):
            node.returns = None
        return super().generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Leave out a docstring."""
        return ast.Pass() if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """Leave out what the type checker is told."""
        return ast.Pass()

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Leave out arguments that only guard."""
        guards = {"dataclass": ("slots", "frozen"), "zip": ("strict",)}.get(getattr(node.func, "id", ""), ())
        node.keywords = [one for one in node.keywords if one.arg not in guards]
        return self.generic_visit(node)


def differing(before: str, after: str) -> tuple[str, str]:
    """Return the lines of two texts that differ, without blanks around them."""
    old, new = before.split("\n"), after.split("\n")
    changed = [one for one in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if one[0] != "equal"]
    _, first, end, other, until = changed[0]
    return shown(old[first:end]), shown(new[other:until])


def shown(lines: Sequence[str]) -> str:
    """Return lines as one, cut."""
    text = " ".join(" ".join(lines).split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
