"""The tool that changes the program to see whether tests notice: what it draws, and what becomes of a small package."""

from __future__ import annotations

from pathlib import Path

from mutation.places import draw

GATES = '''
"""Gates: 3 of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence as Row

LIMIT: int | None = 3


@dataclass(frozen=True, slots=True)
class Gate:
    """One of 3."""

    people: int | float

    def is_open(self, more: Row[int] | None) -> bool | None:
        """At most 3."""
        assert self.people > 0
        pairs = zip([self.people], [1], strict=True)
        return LIMIT > self.people
'''


def test_only_what_the_program_does_is_changed(tmp_path: Path) -> None:
    """No annotation, nothing for the type checker, no docstring, no guard."""
    (tmp_path / "gates.py").write_text(GATES, encoding="utf-8")
    places = {(one.line, one.operator.partition("_")[0]) for one in draw(tmp_path, ["gates.py"], 100, 1)}
    numbers = {(12, "NumberReplacer"), (24, "NumberReplacer")}
    assert places == numbers | {(25, "ReplaceComparisonOperator"), (25, "ReplaceReturnWithNone")}
