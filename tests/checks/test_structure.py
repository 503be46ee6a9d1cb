"""Faults of structure are found, each with its line, its code and its exact message."""

import re

import pytest

from judge.checks import findings
from judge.core.diagnostics import Report
from judge.opened_library import Library
from judge.reading.document_reader import read_manuscript
from judge.reading.opening import manuscript
from judge.reading.text.drafts import assemble
from judge.reading.text.source import read_source
from tests.support import CASES, Case, read_cases

FAULTS = list(read_cases(CASES / "structure.md"))


@pytest.mark.parametrize("case", FAULTS, ids=[case.title for case in FAULTS])
def test_a_fault_of_structure_is_found(case: Case) -> None:
    text = manuscript(read_source(case.source.encode(), Report()))
    sheet = read_manuscript(text, Report(), "rulings" if "**" in case.source else "outline").sheet
    parsed = assemble("doc", sheet)
    found = findings.check_structure(findings.CheckedDocument(parsed.entries, parsed.furniture, sheet.contents))
    lines = sorted(found, key=lambda finding: finding.line)
    printed = [f"{finding.line}: {finding.level} [{finding.code}] {finding.message}" for finding in lines]
    assert "\n".join(printed) == case.expected, case.where


def test_the_real_documents_are_not_cried_wolf_about(real: Library) -> None:
    """Of five thousand paragraphs a handful at most is reported as a likely fault of structure."""
    codes = {code for case in FAULTS for code in re.findall(r"\[([a-z-]+)\]", case.expected)}
    found = [finding for document in real.documents() for finding in real.findings(document.key)]
    likely = [finding for finding in found if finding.code in codes and finding.level == "warning"]
    assert len(likely) <= 12
