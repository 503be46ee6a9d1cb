"""`judge diff` and `judge trace`, on two editions and a FAQ that cites the older one."""

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.editions.commands import run
from tests.editions.test_comparison import NEW, OLD
from tests.support import write_collection

FAQ = """# Harbour FAQ

Q: May the crew whistle?

A: No, see rule 2.3 of the Harbour Rules.

Q: Who weighs the anchor?

A: As rule 2.2 of the Harbour Rules says.

Q: How is a boat tied?

A: With two ropes, see rule 1.1 of the Harbour Rules.
"""


MARKED = """# Harbour Rules

## 1 Boats

### 1.1 Ropes

A boat has {} ropes of salt and wood, and an anchor.

### 1.2 Knots

Any knot that holds may be used by the crew.
"""
PAGE = """<h1>Harbour Rules</h1><h2>1 Boats</h2><h3>1.1 Ropes</h3><p>A boat has {} ropes of salt and wood, and an
anchor.</p><h3>1.2 Knots</h3><p>Any knot that holds may be used by the crew.</p>"""


def head(edition: str, text: str) -> str:
    """Return an edition of the rules with its title page."""
    return f"# Harbour Rules {edition}\n{text}"


@pytest.fixture
def harbours(tmp_path: Path, own_cache: Path) -> Path:
    """A collection with the older edition and the FAQ; the newer edition lies beside it."""
    folder = tmp_path / "harbours"
    folder.mkdir()
    write_collection(folder, **{"rules_txt": head("1.0 (2024)", OLD), "faq_md": FAQ})
    (tmp_path / "new.txt").write_text(head("2.0 (2025)", NEW), encoding="utf-8")
    return folder


def records(result: Result) -> list[dict[str, object]]:
    """Return what a command printed as JSON Lines."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_file_is_compared_with_a_document(harbours: Path) -> None:
    shown = run(harbours, "diff", "rules", str(harbours.parent / "new.txt"))
    assert shown.exit_code == 0, shown.output
    assert "3.2 Weighing Anchor (was 2.2, reworded)" in shown.stdout
    assert "[-three-] {+four+}" in shown.stdout


@pytest.mark.parametrize(
    ("older", "newer", "form", "shown"),
    [
        ("old.md", "new.md", (), "1.1 Ropes (reworded)"),
        ("old.txt", "new.html", (), "1.1 Ropes (reworded)"),
        ("old.html", "new.md", ("--json",), '"reworded": true'),
        ("a/rules.md", "b/rules.md", ("--format", "markdown"), "~~two~~ **three**"),
    ],
)
@pytest.mark.parametrize("corpus", ["nowhere", "broken"])
def test_two_files_are_compared_without_a_library(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    older: str,
    newer: str,
    form: tuple[str, ...],
    shown: str,
    corpus: str,
) -> None:
    """Nothing of the collections in use is read, and nothing is left in the cache."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "corpus.toml").write_text("[[[")
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    for name, ropes in ((older, "two"), (newer, "three")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        texts = {".html": PAGE, ".md": MARKED, ".txt": "\n".join(line.lstrip("# ") for line in MARKED.splitlines())}
        (tmp_path / name).write_text(texts[Path(name).suffix].format(ropes), encoding="utf-8")
    result = run(tmp_path / corpus, "diff", str(tmp_path / older), str(tmp_path / newer), *form)
    assert result.exit_code == 0, (result.output, result.exception)
    assert shown in result.stdout
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(("older", "newer"), [("a.md", "bfile"), ("rules", "b.md"), ("rules-1.0", "2024"), ("a", "b")])
def test_files_without_an_ending_need_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, older: str, newer: str
) -> None:
    """Such a name may be a key, but no collection is there to know it."""
    monkeypatch.chdir(tmp_path)
    for name, ropes in ((older, "two"), (newer, "three")):
        (tmp_path / name).write_text(MARKED.format(ropes), encoding="utf-8")
    result = run(tmp_path / "nowhere", "diff", older, newer)
    assert result.exit_code == 0, (result.output, result.exception)
    assert "1.1 Ropes (reworded)" in result.stdout


def test_a_key_is_meant_before_a_file_of_its_name(harbours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(harbours.parent)
    Path("rules").write_text(head("2.0 (2025)", NEW), encoding="utf-8")
    shown = run(harbours, "diff", "rules", "new.txt")
    assert "3.2 Weighing Anchor (was 2.2, reworded)" in shown.stdout


def test_a_file_of_the_library_and_what_others_cite_need_the_library(harbours: Path) -> None:
    """The manifest says how its files are read, and other documents what is affected."""
    given = str(harbours / "rules.txt"), str(harbours.parent / "new.txt")
    assert {one["old"].partition(":")[0] for one in records(run(harbours, "diff", *given, "--json")) if one["old"]} == {  # type: ignore[attr-defined]
        "rules"
    }
    assert run(harbours, "diff", *given, "--affected").exit_code == 1


def test_corrected_copies(harbours: Path, tmp_path: Path) -> None:
    target = tmp_path / "corrected"
    run(harbours, "diff", "--fix", str(target), "rules", str(harbours.parent / "new.txt"))
    copy = (target / "faq.md").read_text("utf-8")
    assert "see rule 2.1 of" in copy
    assert "As rule 3.2 of" in copy
    assert "see rule 2.3 of" in copy, "what is gone has no other number"
    assert (harbours / "faq.md").read_text("utf-8") == FAQ


def test_markdown_for_a_pull_request(harbours: Path) -> None:
    shown = run(harbours, "diff", "--affected", "--format", "markdown", "rules", str(harbours.parent / "new.txt"))
    assert "~~three~~ **four**" in shown.stdout
    assert "- 1 refers to a removed rule" in shown.stdout


def test_documents_that_are_no_editions_of_one_work(harbours: Path) -> None:
    refused = run(harbours, "diff", "rules", "faq")
    assert refused.exit_code == 2 or refused.exception is not None
    assert "do not look like editions of one work" in str(refused.exception)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("rules", "rules"), "is compared with itself"),
        (("rules", "nothing"), "neither a document"),
        (("nothing", "rules"), "neither a document"),
    ],
)
def test_what_cannot_be_compared_is_refused(harbours: Path, given: tuple[str, str], told: str) -> None:
    assert told in str(run(harbours, "diff", *given).exception)


def test_the_older_given_as_the_newer_is_told(harbours: Path) -> None:
    (harbours / "new.txt").write_text((harbours.parent / "new.txt").read_text("utf-8"), encoding="utf-8")
    assert "rules is the newer" not in run(harbours, "diff", "rules", "new").stderr
    assert "new is the newer one" in run(harbours, "diff", "new", "rules").stderr


def test_an_entry_through_the_editions(harbours: Path) -> None:
    (harbours / "new.txt").write_text((harbours.parent / "new.txt").read_text("utf-8"), encoding="utf-8")
    found = records(run(harbours, "trace", "--json", "weighing anchor"))
    assert [record["id"] for record in found] == ["rules:2.2", "new:3.2"]
    shown = run(harbours, "trace", "rules:2.2").stdout
    assert "was 2.2, reworded" in shown
    assert "[-three-] {+four+}" in shown


def test_a_trace_of_what_is_unknown_ends_with_one(harbours: Path) -> None:
    assert "unheard" in str(run(harbours, "trace", "unheard of").exception)
