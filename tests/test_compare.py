"""`tools/compare.py` tells what a change of the program has won and lost."""

import json
from pathlib import Path
from typing import Any

from tests.support import run_python

TOOL = Path(__file__).parent.parent / "tools" / "compare.py"


def entry(number: str, line: int, parent: str | None = None) -> dict[str, Any]:
    """Make the record of an entry, as far as it is compared."""
    named = {"id": f"tide:{number}", "document": "tide", "kind": "section", "number": number, "title": "Ropes"}
    return {"record": "entry", **named, "parent": parent, "lines": [[line, line]]}


def reference(line: int, text: str, target: str | None) -> dict[str, Any]:
    """Make the record of a reference, as far as it is compared."""
    status = "ok" if target else "dangling"
    return {
        "record": "reference",
        "source": "tide:1.0",
        "line": line,
        "text": text,
        "kind": "see",
        "target": target,
        "status": status,
    }


def compare(folder: Path, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> tuple[int, str]:
    """Run the tool on two exports."""
    paths = [folder / "before.jsonl", folder / "after.jsonl"]
    for path, records in zip(paths, (before, after), strict=True):
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    done = run_python(str(TOOL), *map(str, paths))
    return done.returncode, done.stdout.decode("utf-8")


def test_what_is_won_lost_and_changed_is_listed(tmp_path: Path) -> None:
    before = [
        entry("1.0", 1),
        entry("1.1", 5),
        entry("2.0", 9),
        reference(3, "See A", "tide:1.1"),
        reference(4, "See B", None),
    ]
    after = [
        entry("1.0", 1),
        entry("1.1", 6),
        entry("3.0", 9),
        reference(3, "See A", "tide:3.0"),
        reference(7, "See C", None),
    ]
    code, text = compare(tmp_path, before, after)
    assert code == 1
    assert text.splitlines() == [
        "entries lost: 1",
        "  tide:9: section tide:2.0 below None, lines 9–9",
        "entries moved: 1",
        "  tide:6: section tide:1.1 below None, lines 5–5 → tide:1.1 below None, lines 6–6",
        "entries won: 1",
        "  tide:9: section tide:3.0 below None, lines 9–9",
        "references lost: 1",
        "  tide:4: see “See B” dangling",
        "references retargeted: 1",
        "  tide:3: see “See A” tide:1.1 → tide:3.0",
        "references won: 1",
        "  tide:7: see “See C” dangling",
    ]
    assert compare(tmp_path, before, before) == (0, "no difference\n")
