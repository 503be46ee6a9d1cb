"""Nothing weighs more than tools/weight.toml allows; what counts the weight is sound."""

import tomllib
from pathlib import Path

import pytest

from tests.support import run_python

TOOL = Path(__file__).parent.parent / "tools" / "weight.py"
SMALL = {
    "./judge/__init__.py": "",
    "./judge/rules.py": '''"""Two lines
of a docstring."""

import re

"""A string on its own."""
FEWEST, MOST = 2, -3.5
LIMITS: dict[str, int] = {"a": 1, "b": 2 * MOST, "c": True}
MARK = re.compile("a")
NAMED = "4"


class Rule:
    """Its docstring."""

    LATE = 3
''',
    "./judge/search/stages.py": """import re
from re import compile

BOUNDS = max(1, MARKS[2], key=[5 for _ in ()])


class Rule: ...


class Stage:
    def run(self):
        import os
        if True:
            import sys
        return re.compile("b").sub, re.sub, os.compile("c"), sys
""",
    "./judge/search/deep/mid/low.py": "X = None\n",
    "./judge/search/deep/edge.py": "def branchy(n):  # noqa: C901\n" + "    if n:\n        n += 1\n" * 12,
    "./tests/test_rules.py": "def test_it():\n    assert 1\n\n\n" + "LONG = 1\n" * 6,
    "./templates/a.js": "let a = 1;\nlet b = 2;\n",
    "./templates/style.css": "a {}\n",
}
FOUND = {
    "judge-size": 60,
    "tests-size": 10,
    "script-lines": 2,
    "patterns": 2,
    "thresholds": 5,
    "classes-twice": 1,
    "complex-functions": 1,
    "long-functions": 0,
    "deep-modules": 1,
    "late-imports": 2,
}
START = {"judge-lines": 60, "judge-statements": 44, "tests-lines": 10, "tests-statements": 8}


def write_small(folder: Path, ceiling: dict[str, int], raised: str = "", **more: str) -> None:
    """Write a small checkout with these ceilings."""
    start = START | {name: 0 for name in FOUND if not name.endswith("-size")}
    tables = (
        f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in table.items())
        for name, table in (("start", start), ("ceiling", ceiling))
    )
    for path, text in {**SMALL, "tools/weight.toml": "# Kept.\n" + "\n".join(tables) + raised, **more}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def weigh(folder: Path, *words: str) -> tuple[int, dict[str, tuple[int, int]], str]:
    """Run the tool; return its code, each figure with its ceiling, and what it complains of."""
    done = run_python(str(TOOL), str(folder), *words)
    figures = done.stdout.decode().rpartition("ceiling\n")[2].split("\n")
    rows = [line.replace(",", "").split() for line in figures if line]
    return done.returncode, {name: (int(now), int(most)) for name, now, _, most in rows}, done.stderr.decode()


def raised(name: str, to: int, reason: str = "Six more forms.") -> str:
    return f'\n[[raised]]\nname = "{name}"\nto = {to}\nreason = "{reason}"\n'


def test_nothing_weighs_more_than_its_ceiling() -> None:
    done = run_python(str(TOOL))
    assert done.returncode == 0, done.stderr.decode()


def test_each_figure_counts_what_its_description_says(tmp_path: Path) -> None:
    write_small(tmp_path, FOUND)
    code, found, told = weigh(tmp_path)
    assert {name: now for name, (now, _) in found.items()} == FOUND
    assert (code, told) == (0, "")


@pytest.mark.parametrize(
    ("path", "text", "size"),
    [
        ("./tests/test_rules.py", "def test_it(): assert 1\n" + "LONG = 1; " * 5 + "LONG = 1\n", {"tests-size": 10}),
        ("./tests/test_rules.py", "def test_it():\n" + "    # Why.\n" * 11 + "    assert 1\n", {"tests-size": 13}),
        ("./judge/rules.py", SMALL["./judge/rules.py"].replace('    """Its docstring."""\n', ""), {"judge-size": 60}),
    ],
    ids=["squeezed", "lines", "no docstring"],
)
def test_lines_and_statements_both_have_to_fall(tmp_path: Path, path: str, text: str, size: dict[str, int]) -> None:
    write_small(tmp_path, FOUND, **{path: text})
    found = weigh(tmp_path)[1]
    assert {name: found[name][0] for name in size} == size


def test_a_figure_over_its_ceiling_is_told_with_what_to_do_and_a_raised_ceiling_counts(tmp_path: Path) -> None:
    write_small(tmp_path, FOUND | {"thresholds": 3, "patterns": 1}, raised("patterns", 4) + raised("patterns", 6))
    code, _, told = weigh(tmp_path)
    assert code == 1
    assert told.count("\n") == 1
    assert told.startswith("thresholds is 5, 2 over its ceiling of 3; ")
    assert "Take 2 out, or add a [[raised]] with name, to and reason to tools/weight.toml" in told


def test_ceilings_are_lowered_and_never_raised(tmp_path: Path) -> None:
    """What was raised is lowered as well, and goes where the ceiling itself is enough again."""
    ceiling = FOUND | {"patterns": 1, "deep-modules": 7, "late-imports": 3, "thresholds": 2}
    write_small(tmp_path, ceiling, raised("late-imports", 5) + raised("thresholds", 8))
    assert weigh(tmp_path, "--lower")[0] == 1
    text = (tmp_path / "tools" / "weight.toml").read_text(encoding="utf-8")
    held = tomllib.loads(text)
    assert text.startswith("# Kept.\n")
    assert held["ceiling"] == FOUND | {"patterns": 1, "thresholds": 2}
    assert held["raised"] == [{"name": "thresholds", "to": 5, "reason": "Six more forms."}]
