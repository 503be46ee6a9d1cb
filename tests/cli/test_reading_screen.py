"""What a person reads about a reading: a few plain lines, and what to do where it is doubtful."""

from pathlib import Path

from judge.cli.screens import reading, screen
from judge.core.model import Document, Doubt, ReadingReport, ReadPart
from judge.core.names import DIALECTS
from judge.reading.document_reader import PRINTED
from judge.reading.grammar.constraints import FORMS_OF
from tests.support import document, run_judge

RULES = "# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds (2.0).\n\n## 2.0 Chains\n\nA chain breaks.\n"


PARTS = (
    ReadPart("outline", (1, 40), 7, "likeness"),
    ReadPart("rulings", (41, 41), 1, "4 tides"),
    ReadPart("outline", (42, 90), 3, "likeness"),
)


def read(report: ReadingReport) -> Document:
    """Return a document that was read so."""
    counts = {"entries": 11, "references": 4, "resolved": 2}
    return document("tide", file="tide.txt", why={"dialect": "likeness"}, reading=report, **counts)


def test_parts_are_told_by_their_names_with_lines_and_counts() -> None:
    lines = reading.known(screen.Screen(), read(ReadingReport(PARTS, resolved=0.5)), " in this text").splitlines()
    assert lines == [
        "tide (tide.txt, 11 entries)",
        "  dialect   outline  (likeness)",
        "  read as   numbered rules: 10 entries in lines 1 to 40, 42 to 90",
        "            rulings, card by card: 1 entry in line 41; recognised by 4 tides",
        "  refs      2 of 4 references (50%) resolve in this text",
    ]


def test_what_is_doubtful_is_loud_and_what_is_many_is_counted() -> None:
    doubt = Doubt("one-giant", (3, 90), "“Anchors” contains 83% of the text")
    report = ReadingReport(PARTS, ("tide:anchors",), (4, 9, 12, 15, 20), (doubt,), 0.5)
    assert reading.known(screen.Screen(), read(report)).splitlines()[-3:] == [
        "  longest   far longer than the other entries: anchors",
        "  headings  lines 4, 9, 12 and 2 more look like headings but were read as text",
        "  DOUBT     lines 3 to 90: “Anchors” contains 83% of the text",
    ]


def test_text_without_any_known_form_says_so() -> None:
    plain = read(ReadingReport((ReadPart("plain", (1, 9), 2, "likeness"),)))
    shown = reading.known(screen.Screen(), plain)
    assert (
        "text under headings: 2 entries in lines 1 to 9; no numbered rules, terms, questions or rulings were" in shown
    )
    assert reading.needs_advice(plain)
    assert not reading.needs_advice(read(ReadingReport((ReadPart("plain", (1, 9), 2, "6 steps (as headings)"),))))


def test_every_form_of_items_has_words_for_the_report() -> None:
    forms = frozenset().union(*FORMS_OF.values())
    assert set(PRINTED) >= forms - {"mark", "counted", "step", "part"}


def test_add_and_list_show_the_report(tmp_path: Path, warm_cache: Path) -> None:
    home = {"JUDGE_DATA": str(tmp_path / "data"), "JUDGE_CACHE": str(warm_cache)}
    (tmp_path / "tide-rules.md").write_text(RULES, encoding="utf-8")
    added = run_judge("add", str(tmp_path / "tide-rules.md"), **home)
    assert added.returncode == 0, added.stderr
    assert "  read as   numbered rules: 3 entries in lines 1 to 9\n" in added.stdout.decode()
    assert "  refs      1 of 1 references (100%) resolve in this text\n" in added.stdout.decode()
    assert b"--dialect" not in added.stderr
    assert b"judge lint" not in added.stderr
    (tmp_path / "reef-rules.md").write_text(RULES.replace("2.0", "7.0", 1), encoding="utf-8")
    faulty = run_judge("add", str(tmp_path / "reef-rules.md"), **home)
    assert "; to see the references that do not resolve: judge lint reef-rules\n" in faulty.stderr.decode()
    listed = run_judge("list", "--why", **home).stdout.decode()
    assert "  read as   numbered rules: 3 entries in lines 1 to 9\n" in listed
    essay = tmp_path / "essay.txt"
    essay.write_text("Nobody in the harbour knew why the ship was late. " * 40, encoding="utf-8")
    doubted = run_judge("add", "--dry-run", str(essay), **home)
    assert "  DOUBT     " in doubted.stdout.decode()
    assert "`judge add --replace --dialect NAME FILE`" in doubted.stderr.decode()


def test_the_help_of_add_lists_the_dialects() -> None:
    shown = " ".join(run_judge("add", "--help").stdout.decode().split())
    for name, (one, _) in DIALECTS.items():
        assert f"{name} ({one})" in shown
