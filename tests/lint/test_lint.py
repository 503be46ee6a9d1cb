"""docs/lint.md has every kind of finding with its exact message; lint prints, filters and corrects them.

The texts that have them are in tests/cases/findings.md.
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.cli.screens import screen
from judge.core.diagnostics import BY_NAME, Code, Finding, Report
from judge.core.errors import CollectionError
from judge.lint import fixing, formats, selection
from judge.opened_library import Library
from tests.support import document, refused, run_judge, thorough_but, write_collection

PAGE = (Path(__file__).parents[2] / "docs" / "lint.md").read_text(encoding="utf-8")
CASES = (Path(__file__).parents[1] / "cases" / "findings.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(text|latin-1|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
needs_links = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets only some people make links")
NO_SAMPLE = (
    "text-unclaimed",
    "order-doubtful",
    "column-doubtful",
    "column-mixed",
    "column-unsettled",
    "record-unread",
    "document-unread",
    "cite-absent",
    "cite-stale",
    "cite-wrong",
    "cite-misquoted",
)
"""Kinds without a sample in Markdown: our dialects leave no line; test_glossary.py, test_columns.py and
test_records.py pin the others, and test_unforeseen.py those of a document that is left out."""


class Shown(NamedTuple):
    """One kind of finding: what the page says of it, and its sample."""

    code: str
    levels: str
    text: str
    sample: str
    encoding: str
    manifest: str
    printed: str


def sections(page: str) -> dict[str, str]:
    """Return the text about each kind of finding."""
    parts = (part.partition("`\n") for part in page.split("\n## `")[1:])
    return {code: text for code, _, text in parts}


def shown() -> dict[str, Shown]:
    """Read the page and the samples."""
    found = {}
    samples = sections(CASES)
    for code, text in sections(PAGE).items():
        levels = re.match(r"\s*\*\*(.*?)\*\*: ", text)
        assert levels
        blocks = BLOCK.findall(samples.get(code, ""))
        sample = next(((kind, body) for kind, body in blocks if kind != "toml"), ("text", ""))
        manifest = next((body for kind, body in blocks if kind == "toml"), "")
        printed = re.search(r"^> `(.*)`$", text, re.MULTILINE)
        encoding = "utf-8" if sample[0] == "text" else sample[0]
        found[code] = Shown(code, levels[1], text, sample[1], encoding, manifest, printed[1] if printed else "")
    return found


KINDS = shown()


def test_the_page_has_every_kind_of_finding_with_its_level_and_meaning() -> None:
    assert set(KINDS) == set(BY_NAME)
    for code, kind in KINDS.items():
        words = " ".join(kind.text.split())
        assert BY_NAME[code].description.rstrip(".") in words, code
        assert kind.levels == " or ".join(BY_NAME[code].levels), code
        assert bool(kind.printed) == bool(kind.sample) == (code not in NO_SAMPLE), code


def test_a_finding_has_a_level_of_its_kind() -> None:
    report = Report()
    report.add(Code.NUMBER_GAP, 3, "3 comes right after 1")
    report.add(Code.TEXT_BREAKS_OFF, 4, "the text breaks off", level="note")
    assert [finding.level for finding in report.findings] == ["note", "note"]
    with pytest.raises(AssertionError, match="never of level error"):
        report.add(Code.NUMBER_GAP, 3, "3 comes right after 1", level="error")
    with pytest.raises(ValueError, match="too many"):
        report.add(Code.TEXT_BREAKS_OFF, 4, "the text breaks off")


@pytest.mark.parametrize("code", thorough_but(9, [code for code in KINDS if code not in NO_SAMPLE]))
def test_a_finding_is_printed_as_the_page_shows_it(code: str, tmp_path: Path) -> None:
    kind = KINDS[code]
    folder = write_collection(tmp_path / "tide", **({"corpus.toml": kind.manifest} if kind.manifest else {}))
    (folder / "tide.md").write_bytes(kind.sample.replace("␇", "\x07").encode(kind.encoding))
    with Library([folder], cache=tmp_path / "cache") as library:
        found = selection.findings(library, choice=selection.FindingChoice(codes=(code,)))
    assert kind.printed in screen.findings(screen.Screen(), found).splitlines()


WRONG = KINDS["numbering-stale"].sample


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A collection with three wrong references."""
    return write_collection(tmp_path / "tide", tide_md=WRONG)


def test_faults_end_with_one_and_soundness_with_nought(wrong: Path, tmp_path: Path) -> None:
    assert run_judge("lint", "--corpus", str(wrong)).returncode == 1
    assert run_judge("lint").returncode == 0
    sound = write_collection(tmp_path / "sound", tide_md="1.0 Sea\n\nDeep.\n\n2.0 Shore\n\nDry (1.0).\n")
    result = run_judge("lint", "--notes", "--corpus", str(sound))
    assert (result.returncode, result.stdout) == (0, b"no findings\n")


def test_json_has_the_fields_of_the_contract(wrong: Path) -> None:
    lines = run_judge("lint", "--json", "--corpus", str(wrong)).stdout.decode().splitlines()
    fields = {"code", "level", "document", "file", "line", "column", "message", "suggestion", "end_line", "end_column"}
    fields |= {"source_hash", "certain"}
    assert [set(json.loads(line)) for line in lines] == [fields] * 4


def test_sarif_places_findings_and_says_how_to_mend_them(wrong: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses from the working folder, ends, fixes of the number alone, and marks that tell findings apart."""
    monkeypatch.chdir(wrong.parent)
    log = json.loads(run_judge("lint", "--format", "sarif", "--corpus", wrong.name).stdout)
    results = [one for one in log["runs"][0]["results"] if one["ruleId"] == "reference-wrong"]
    place = results[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == f"{wrong.name}/tide.md"
    (change,) = results[0]["fixes"][0]["artifactChanges"]
    (text,) = change["replacements"]
    whole, number = place["region"], text["deletedRegion"]
    assert whole["startColumn"] == number["startColumn"] < number["endColumn"] < whole["endColumn"]
    assert number["endColumn"] - number["startColumn"] == len("2.0")
    assert text["insertedContent"] == {"text": "3.0"}
    marks = {one["partialFingerprints"]["finding/v1"] for one in results}
    assert len(marks) == len(results)
    assert formats.address("/a b/tide.md") == "file:///a%20b/tide.md"


def test_a_document_is_named_by_its_file_as_well(wrong: Path) -> None:
    by_file = run_judge("lint", "--json", "--corpus", str(wrong), str(wrong / "tide.md"))
    by_key = run_judge("lint", "--json", "--corpus", str(wrong), "tide")
    assert by_file.stdout == by_key.stdout != b""
    assert run_judge("lint", "--corpus", str(wrong), str(wrong / "ebb.md")).returncode == 2


def test_a_finding_that_there_is_not_cannot_be_accepted(wrong: Path) -> None:
    """The message names the codes that there are."""
    table = '[[document]]\nfile = "tide.md"\n\n[[document.accept]]\ncode = "number-gapp"\nreason = "withdrawn"\n'
    (wrong / "corpus.toml").write_text(table, encoding="utf-8")
    assert "no finding has the code 'number-gapp'; choose one of source-encoding" in refused(
        "lint", "--corpus", str(wrong)
    )


def test_a_report_in_markdown_cannot_be_broken_by_a_document() -> None:
    finding = Finding(Code.REFERENCE_STALE, "warning", 3, "a | b <script>\n# c", document="tide", file="t.md")
    report = formats.markdown([finding], [document("tide", title="Tide")])
    assert "| 3 | a \\| b \\<script\\> \\# c |  |" in report


def test_a_baseline_leaves_what_is_new(wrong: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.jsonl"
    baseline.write_bytes(run_judge("lint", "--json", "--corpus", str(wrong)).stdout)
    known = run_judge("lint", "--baseline", str(baseline), "--corpus", str(wrong))
    assert (known.returncode, known.stdout) == (0, b"no findings\n")
    write_collection(wrong, tide_md="\n\n" + WRONG + "\nSee 9.9 there (9.9).\n")
    added = run_judge("lint", "--baseline", str(baseline), "--corpus", str(wrong)).stdout.decode()
    assert "9.9" in added
    assert "2.0 Chains" not in added


def test_a_baseline_is_good_for_findings_worded_otherwise(wrong: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.jsonl"
    text = run_judge("lint", "--json", "--corpus", str(wrong)).stdout.decode()
    assert " is " in text
    baseline.write_text(text.replace(" is ", " was printed on line 7 as "))
    assert run_judge("lint", "--baseline", str(baseline), "--corpus", str(wrong)).returncode == 0
    baseline.write_text(text.replace("3.0", "7.0"))
    assert "3.0" in run_judge("lint", "--baseline", str(baseline), "--corpus", str(wrong)).stdout.decode()


def test_a_baseline_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "none").write_text("no list")
    assert refused("lint", "--baseline", str(tmp_path / "none")).endswith(
        "is not a list of findings; make one with judge lint --json > FILE\n"
    )


def test_kinds_are_chosen_and_left_out(wrong: Path) -> None:
    only = run_judge("lint", "--code", "numbering-stale", "--corpus", str(wrong)).stdout.decode()
    assert "[numbering-stale]" in only
    assert "[reference-wrong]" not in only
    without = run_judge("lint", "--ignore", "numbering-stale", "--corpus", str(wrong)).stdout.decode()
    assert "[numbering-stale]" not in without
    assert refused("lint", "--code", "nope").startswith("judge: no finding has the code 'nope'; choose one of ")


def test_corrected_copies_have_no_wrong_references_left(wrong: Path, tmp_path: Path) -> None:
    result = run_judge("lint", "--fix", str(tmp_path / "fixed"), "--corpus", str(wrong))
    assert "-See 2.0 Chains, 3.0 Masts and 4.0 Sails." in result.stdout.decode()
    assert "+See 3.0 Chains, 4.0 Masts and 5.0 Sails." in result.stdout.decode()
    assert (wrong / "tide.md").read_text() == WRONG
    assert run_judge("lint", "--corpus", str(tmp_path / "fixed")).returncode == 0


PLACED = """# Tide

## 2 Draws

2.1 Hands. A hand is dealt.

2.1.1 Whole Hands. As 12.1 (Wind) has it, see **2.1** (Sea Co\u00admbat), not [2.1](#2.1) (Hands) or 2.1 (Sea Combat).

## 5 Sea Combat

5.1 Rams. All rams strike.

## 12 Winds

12.1 Wind. It turns.
"""
"""What is wrong is a part of the number of its rule, and beside marks and signs that are not shown."""


def test_only_what_is_cited_is_told_and_corrected(tmp_path: Path) -> None:
    """The number of the rule itself, a sound citation beside a wrong one and an address in a link stay as they are."""
    folder = write_collection(tmp_path / "tide", tide_md=PLACED)
    with Library([folder], cache=tmp_path / "cache") as library:
        found = selection.findings(library, choice=selection.FindingChoice(codes=("reference-wrong",)))
        (fixed,) = fixing.fix(fixing.corrections(found), library.folders)
    line = PLACED.splitlines()[6]
    assert [line[one.column - 1 : one.end_column - 1] for one in found] == [
        "2.1",
        "2.1",
    ]
    mended = line.replace("**2.1** (", "**5** (").replace("or 2.1", "or 5")
    assert fixed.text == PLACED.replace(line, mended)


VOYAGE = """# Voyages

## 104 Ending the Voyage

The voyage ends at dusk.

## 105 Mooring

A boat is moored at the quay.

## 106 Ropes and Chains

A rope is paid with salt.

## 810 Shared Boats

810.8 A crew loses if its boat sinks.

## 811 Lanterns

{}
"""


@pytest.mark.parametrize(
    ("sentence", "told", "corrected"),
    [
        ("See rule 104, “Ending the Voyage,” rule 810.8 (for crews).", [], ""),
        ("See rules 105 and 104, “Ending the Voyage” (810.8).", [], ""),
        ("See “Ending the Voyage,” rule 104, “Mooring,” rule 105.", [], ""),
        # These rules exist, and nothing says that their numbers have moved.
        ("See rule 105, “Ending the Voyage,” rule 810.8.", ["105"], ""),
        ("See rule 104, “Mooring.” Rule 105 holds.", ["104"], ""),
        ("See rule 105, “Ending the Voyage,” and rule 104, “Mooring.”", ["105", "104"], ""),
        # Several have moved by one; another rule of that title is cited right there.
        ("See rule 104, “Mooring.” See rule 105, “Ropes and Chains.”", ["104", "105"], "105 106"),
        ("See rule 104, “Mooring.” Or rule 105, “Ropes and Chains.” Rule 106 holds.", ["104", "105"], "105 105 106"),
        # The number does not exist.
        ("See rule 107, “Ropes and Chains.”", ["107"], "106"),
        ("See rule 106.2, “Ropes and Chains.”", ["106.2"], ""),
        ("Ropes and Chains are in rule 811.9.", ["811.9"], ""),
    ],
)
def test_only_what_is_absent_or_has_moved_is_corrected(
    sentence: str, told: list[str], corrected: str, tmp_path: Path
) -> None:
    """And only where nothing else may be meant; a sound number is neither told nor corrected."""
    folder = write_collection(tmp_path / "voyages", rules_md=VOYAGE.format(sentence))
    with Library([folder], cache=tmp_path / "cache") as library:
        found = [one for one in selection.findings(library) if one.code != "numbering-stale"]
        fixed = [one.text for one in fixing.fix(fixing.corrections(found), library.folders)]
    assert [fixing.AT_NUMBER.findall(one.message)[0] for one in found] == told
    numbers = iter(corrected.split())
    after = re.sub(r"\d[\d.]*\d", lambda _: next(numbers), sentence) if corrected else ""
    assert fixed == ([VOYAGE.format(after)] if corrected else [])


def test_originals_are_never_written_over(wrong: Path) -> None:
    refused("lint", "--fix", str(wrong), "--corpus", str(wrong))
    assert (wrong / "tide.md").read_text() == WRONG


def test_a_corrected_copy_takes_the_place_of_nothing(wrong: Path, tmp_path: Path) -> None:
    write_collection(wrong, other_md=WRONG)
    target = write_collection(tmp_path / "fixed", tide_md="Mine.")
    sentence = f"judge: {target / 'tide.md'} already exists; name another folder\n"
    assert refused("lint", "--fix", str(target), "--corpus", str(wrong)) == sentence
    assert [(path.name, path.read_text()) for path in target.iterdir()] == [("tide.md", "Mine.")]


@needs_links
def test_no_corrected_copy_is_written_through_a_link(wrong: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("Mine.")
    target = write_collection(tmp_path / "fixed")
    for place in (tmp_path / "mine.md", tmp_path / "nowhere.md"):
        (target / "tide.md").symlink_to(place)
        assert "tide.md already exists" in refused("lint", "--fix", str(target), "--corpus", str(wrong))
        (target / "tide.md").unlink()
    assert (tmp_path / "mine.md").read_text() == "Mine."
    assert not (tmp_path / "nowhere.md").exists()


@needs_links
def test_originals_stay_whatever_leads_to_them(wrong: Path, tmp_path: Path) -> None:
    """The folder may be a link to that of the originals, one above or below it, or hold them under another name."""
    (tmp_path / "link").symlink_to(wrong)
    inner = write_collection(wrong / "inner", deep_md=WRONG)
    (wrong / "deep.md").symlink_to(inner / "deep.md")
    os.link(wrong / "tide.md", tmp_path / "tide.md")
    for target in (tmp_path / "link", inner, wrong / ".." / "tide", tmp_path):
        refused("lint", "--fix", str(target), "--corpus", str(wrong))
        assert (wrong / "tide.md").read_text() == (inner / "deep.md").read_text() == WRONG


def test_documents_of_one_name_have_no_copies_in_one_folder(wrong: Path, tmp_path: Path) -> None:
    other = write_collection(tmp_path / "other", tide_md="Another one.\n\n" + WRONG, river_md=WRONG)
    told = refused("lint", "--fix", str(tmp_path / "fixed"), "--corpus", str(wrong), "--corpus", str(other))
    assert "two files have the name tide.md; correct the folders one by one" in told
    assert not (tmp_path / "fixed").exists()


def test_where_one_copy_cannot_be_written_none_is(wrong: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_collection(wrong, other_md=WRONG)
    target = write_collection(tmp_path / "fixed")
    move = Path.replace

    def fail_at_the_second(path: Path, place: Path) -> Path:
        if place.name == "tide.md":
            raise OSError(28, "No space left on device")
        return move(path, place)

    with Library([wrong], cache=tmp_path / "cache") as library:
        wanted = list(fixing.corrections(selection.findings(library)))
        assert [one.name for one in fixing.fix(wanted, library.folders)] == ["other.md", "tide.md"]
        monkeypatch.setattr(Path, "replace", fail_at_the_second)
        with pytest.raises(CollectionError, match="cannot be written to: No space left"):
            fixing.fix_beside(wanted, target, library.folders)
    assert not list(target.iterdir())


def test_line_ends_are_kept_in_corrected_copies(tmp_path: Path) -> None:
    folder = write_collection(tmp_path / "tide")
    (folder / "tide.md").write_bytes(WRONG.replace("\n", "\r\n").encode())
    with Library([folder], cache=tmp_path / "cache") as library:
        (fixed,) = fixing.fix(fixing.corrections(selection.findings(library)), library.folders)
    assert fixed.text.count("\r\n") == WRONG.count("\n")
    assert fixed.corrected == 3


def test_what_is_accepted_is_not_reported(wrong: Path, tmp_path: Path) -> None:
    accept = '[[document.accept]]\ncode = "{}"\nreason = "known"\n'
    manifest = '[[document]]\nfile = "tide.md"\n' + accept.format("reference-wrong") + accept.format("numbering-stale")
    write_collection(wrong, **{"corpus.toml": manifest})
    with Library([wrong], cache=tmp_path / "cache") as library:
        assert selection.findings(library) == []


def test_the_rulebook_has_its_thirty_faults_and_no_others_cry_wolf(real: Library) -> None:
    """The rulebook is known to hold thirty; the UFS rules, which were renumbered as a whole, hold none."""
    found = selection.findings(
        real, ["shadowfist-rulebook"], selection.FindingChoice(codes=("reference-wrong", "reference-stale"))
    )
    assert 24 <= len(found) <= 34
    assert not selection.findings(
        real, ["ufs-rules"], selection.FindingChoice(codes=("reference-wrong", "reference-stale"))
    )
