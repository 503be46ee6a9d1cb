"""What tools/figures.py makes of what scorers print, and which differences it tells."""

import json
from pathlib import Path
from typing import Any

import figures
import pytest

TABLE = """document                units  found  parent  own refs        refs  doubts
harbour.md                 12  0.917     3/4         -      10/11    numbers, columns
    not found: 4.2 in line 7
agree harbour.md harbour.pdf: 9 of 12 = 0.750
"""
ALARMS = "notes.rs: 40 citations; absent told 3 of 4 = 0.750; other alarms 2 of 40 = 0.050 {'cite-words': 2}\n"
PRACTICE = [
    {
        "name": "harbour",
        "units": 12,
        "found": 11,
        "kinds": {"rules": [7, 8]},
        "facts": {"title": "Harbour"},
        "facts_right": {"title": True},
        "words": 0.98765,
        "misses": {"found": [{"line": 3}]},
    }
]
SCRIPTS = {
    "units.py": f"print({TABLE!r})",
    "practice.py": f"import json, sys\njson.dump({PRACTICE!r}, open(sys.argv[-1], 'w'))",
}


def scores(printed: str) -> dict[str, float]:
    return dict(figures.printed_numbers(printed.splitlines()))


def test_the_numbers_of_a_printed_table_have_its_heads_as_names() -> None:
    assert scores(TABLE) == {
        "harbour.md/found": 0.917,
        "harbour.md/parent": 3,
        "harbour.md/refs": 10,
        "agree harbour.md harbour.pdf/both": 9,
    }


def test_the_parts_of_a_printed_line_are_named_by_their_words() -> None:
    assert scores(ALARMS) == {"notes.rs/absent told": 3, "notes.rs/other alarms": 2}


def test_no_text_of_documents_is_taken_from_json() -> None:
    assert dict(figures.numbers_in(PRACTICE)) == {
        "harbour/found": 11,
        "harbour/kinds/rules": 7,
        "harbour/facts_right/title": 1,
        "harbour/words": 0.9877,
    }


def test_a_row_falls_where_a_share_is_smaller_or_a_fault_more_frequent() -> None:
    before = {"a/found": 3, "a/cut": 1, "b/found": 3, "b/cut": 2, "c/same": 1, "d/old": 4}
    now = {"a/found": 2, "a/cut": 2, "b/found": 4, "b/cut": 1, "c/same": 1, "e/new": 0.5}
    assert list(figures.differences(before, now)) == [
        "fell: a/cut: 1 → 2",
        "fell: a/found: 3 → 2",
        "rose: b/cut: 2 → 1",
        "rose: b/found: 3 → 4",
        "new: e/new: 0.5",
        "gone: d/old: 4",
    ]


def test_figures_are_saved_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    for name, text in SCRIPTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    kept = tmp_path / "figures.json"
    monkeypatch.setattr(figures, "FIGURES", kept)
    only = ["figures.py", str(tmp_path), str(tmp_path), "--only"]
    monkeypatch.setattr("sys.argv", [*only, "units", "practice", "--save"])
    assert figures.main() == 0
    saved = json.loads(kept.read_text(encoding="utf-8"))
    assert saved["practice/harbour/found"] == 11
    kept.write_text(json.dumps(saved | {"units/harbour.md/found": 0.95, "score/kept": 1}), encoding="utf-8")
    monkeypatch.setattr("sys.argv", [*only, "units"])
    capsys.readouterr()
    assert figures.main() == 1
    assert capsys.readouterr().out == "fell: units/harbour.md/found: 0.95 → 0.917\n4 rows, 1 differ\n"
    (tmp_path / "units.py").write_text("import sys\nsys.exit(3)", encoding="utf-8")
    assert figures.main() == 2
