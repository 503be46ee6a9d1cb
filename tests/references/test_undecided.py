"""A document of which the reading is in doubt resolves no numbers in other documents, and accuses nobody."""

import json
from pathlib import Path

import pytest

from judge.core.model import Doubt
from judge.library import parsing
from judge.opened_library import Library
from judge.reading.document_reader import DocumentReading
from tests.support import write_collection

RULES = "# Tide Rules\n\n1.1 Ropes\n\nRopes are wet.\n\n1.2 Chains\n\nChains are heavy.\n"
NOTES = "# Tide Notes\n\n4.1 Mist\n\nIt is grey (1.2). See Fog (4.2) and 4.7.\n\n4.2 Hail\n\nIt is hard (see 9.9).\n"


def notes_in(folder: Path) -> tuple[set[tuple[str, str | None]], set[str]]:
    """Return the numbers that the notes cite, with their targets, and the codes of what is found in the notes."""
    write_collection(folder, rules_md=RULES, notes_md=NOTES)
    rows = "".join(f'[[document]]\nfile = "{key}.md"\ngame = "Tide"\n' for key in ("rules", "notes"))
    (folder / "corpus.toml").write_text(rows, encoding="utf-8")
    with Library([folder], cache=folder / "cache") as library:
        records = [json.loads(line) for line in library.export()]
        codes = {str(one.code) for one in library.findings("notes")}
    cited = [one for one in records if one["record"] == "reference" and one["source"].startswith("notes:")]
    return {(one["text"], one["target"]) for one in cited if one["kind"] == "number"}, codes


def test_an_undecided_document_cites_itself_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, codes = notes_in(tmp_path / "sure")
    assert ("1.2", "rules:1.2") in numbers
    assert "reference-dangling" in codes

    read_as_usual = vars(parsing)["read_manuscript"]

    def doubtful(*given: object) -> DocumentReading:
        found: DocumentReading = read_as_usual(*given)
        is_of_notes = any(draft.number == "4.1" for draft in found.sheet.drafts)
        return found._replace(doubts=(Doubt("undecided", (1, 1), "It may be anything"),)) if is_of_notes else found

    monkeypatch.setattr(parsing, "read_manuscript", doubtful)
    numbers, codes = notes_in(tmp_path / "unsure")
    assert {target for _, target in numbers} <= {"notes:4.1", "notes:4.2", None}
    assert ("4.2", "notes:4.2") in numbers
    assert codes == {"reading-doubtful", "reference-dangling"}
