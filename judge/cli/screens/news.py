"""What a terminal shows of what is new: each entry once, with all that is new of it below, the newest first.

2025-03-01  Harbour Rules 2.0  (two)
2025-03-01  3.2 Weighing Anchor  (two:3.2)
  was 2.2, reworded
2024-05-02  Ferry  (cards:ferry)
  #2 It carries three sheep.
  #1 It carries two sheep. (2024-03-01)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from judge.cli.screens.screen import Screen
from judge.core.jsonl import Record


def new(screen: Screen, records: Sequence[Record]) -> str:
    """Return what is new, by entry."""
    lines: list[str] = []
    for entry, group in groupby(records, key=lambda record: str(record["entry"])):
        found = list(group)
        first = found[0]
        lines += screen.wrap(f"{first['date']}  {first['name']}  ({entry})", 0, 2, screen.bold)
        for record in found:
            ruling = f"#{record['id'].rpartition('#')[2]} " if "#" in record["id"] else ""
            dated = f" ({record['date']})" if record["date"] != first["date"] else ""
            text = record["said"] or record["text"]
            lines += screen.wrap(f"{ruling}{text}{dated}", 2, 2) if text else []
    return "\n".join(lines) + "\n" if lines else "nothing is dated that day or later\n"
