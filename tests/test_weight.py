"""Nothing weighs more than tools/weight.toml allows; what counts the weight is sound."""

import tomllib
from pathlib import Path

import pytest
from weight import is_participle

from tests.support import run_python

TOOL = Path(__file__).parent.parent / "tools" / "weight.py"
SMALL = {
    "./judge/__init__.py": "",
    "./judge/__main__.py": "import sys\n\n(lambda: print(sys.argv[1:]))()\n",
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
from typing import Any

from judge.reading import lines

BOUNDS = max(1, MARKS[2], key=[5 for _ in ()])
Row = dict[str, Any]


class Rule: ...


class Stage:
    def shown(self, row: Row, *others: Any) -> None:
        import os
        if True:
            import sys
        return re.compile("b").sub, re.sub, os.compile("c"), sys

    @property
    def found(self) -> Any: ...
""",
    "./judge/search/deep/mid/low.py": "X = None\n",
    "./judge/search/deep/edge.py": "def branchy(n):  # noqa: C901\n" + "    if n and n or n:\n        n += 1\n" * 9,
    "./judge/reading/lines.py": "def looked_in(n):\n    import judge.search\n" + "    n += 1\n" * 46 + "\n" * 353,
    "./judge/site/pages.py": "from judge import rules\nfrom judge.search import stages\n",
    "./tests/test_rules.py": "def test_it():\n    assert 1\n\n\n" + "LONG = 1\n" * 6,
    "./templates/a.js": "let a = 1;\nlet b = 2;\n",
    "./templates/style.css": "a {}\n",
}
FOUND = {
    "judge-lines": 464,
    "judge-statements": 95,
    "tests-lines": 10,
    "tests-statements": 8,
    "script-lines": 2,
    "patterns": 2,
    "thresholds": 5,
    "classes-twice": 1,
    "over-15": 1,
    "over-25": 1,
    "long-functions": 1,
    "long-modules": 1,
    "deep-modules": 1,
    "late-imports": 3,
    "any": 2,
    "any-dicts": 1,
    "participles": 2,
    "both-ways": 1,
}


def write_small(folder: Path, ceiling: dict[str, int]) -> None:
    """Write a small checkout with these ceilings."""
    held = "# Kept.\n[ceiling]\n" + "".join(f"{name} = {number}\n" for name, number in ceiling.items())
    for path, text in {**SMALL, "tools/weight.toml": held}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def weigh(folder: Path, *words: str) -> tuple[int, dict[str, int], dict[str, int], str]:
    """Run the tool; return its code, the figures, those of what commands call and load, and what it complains of."""
    done = run_python(str(TOOL), str(folder), *words)
    lines = done.stdout.decode().rpartition("ceiling\n")[2].split("\n")
    figures = {line.split()[0]: int(line.replace(",", "").split()[1]) for line in lines if line}
    runs = {name: number for name, number in figures.items() if name.startswith(("read-", "show-"))}
    return done.returncode, {name: figures[name] for name in figures if name not in runs}, runs, done.stderr.decode()


def ceilings(**lower: int) -> dict[str, int]:
    """Return the figures of the small checkout as its ceilings, but for some; what commands call may be anything."""
    runs = {f"{run}-{what}": 10**6 for run in ("read", "show") for what in ("calls", "modules", "own")}
    return FOUND | runs | {name.replace("_", "-"): number for name, number in lower.items()}


def test_nothing_weighs_more_than_its_ceiling() -> None:
    done = run_python(str(TOOL))
    assert done.returncode == 0, done.stderr.decode()


def test_each_figure_counts_what_its_description_says(tmp_path: Path) -> None:
    write_small(tmp_path, ceilings())
    code, found, runs, told = weigh(tmp_path)
    assert found == FOUND
    assert runs == weigh(tmp_path)[2]
    assert runs["read-own"] == runs["show-own"] == 1
    assert (code, told) == (0, "")


@pytest.mark.parametrize("name", ["_shown", "titled", "looked_in", "rewritten_again", "unsent", "misspelt"])
def test_a_participle_without_a_noun_is_a_bare_one(name: str) -> None:
    assert is_participle(name)


@pytest.mark.parametrize("name", ["show", "read", "feed", "is_shown", "named_part", "present", "hundred", "reset"])
def test_a_verb_a_noun_and_a_question_are_none(name: str) -> None:
    assert not is_participle(name)


def test_a_figure_over_its_ceiling_is_told_with_what_to_do(tmp_path: Path) -> None:
    write_small(tmp_path, ceilings(thresholds=3))
    code, _, _, told = weigh(tmp_path)
    assert code == 1
    assert told == (
        "thresholds is 5, 2 over its ceiling of 3; tools/weight.py says what it counts. Make room for 2 elsewhere.\n"
    )


def test_ceilings_are_lowered_and_never_raised(tmp_path: Path) -> None:
    write_small(tmp_path, ceilings(patterns=1, deep_modules=7))
    code, _, runs, _ = weigh(tmp_path, "--lower")
    assert code == 1
    text = (tmp_path / "tools" / "weight.toml").read_text(encoding="utf-8")
    assert text.startswith("# Kept.\n")
    assert tomllib.loads(text) == {"ceiling": FOUND | runs | {"patterns": 1}}


def test_a_ceiling_of_no_figure_is_refused(tmp_path: Path) -> None:
    """So that nothing is raised beside the ceilings, and none is forgotten."""
    write_small(tmp_path, ceilings(start=3))
    code, _, _, told = weigh(tmp_path)
    assert code == 2
    assert "must name these figures: judge-lines, " in told
