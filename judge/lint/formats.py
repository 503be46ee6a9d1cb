"""Findings for other readers: code-scanning services (SARIF) and publishers (Markdown)."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from judge.core.diagnostics import LEVELS, Finding
from judge.core.jsonl import Record, escaped
from judge.core.model import Document, replace
from judge.editions.change_reports import literal
from judge.lint.fixing import replaced_number
from judge.version import ABOUT, __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(found: Sequence[Finding]) -> str:
    """Return findings as a SARIF 2.1.0 log (docs.oasis-open.org/sarif/sarif/v2.1.0), the levels as they are.

    Args:
        found: the findings, with paths that lead to their files from the working folder.
    """
    codes = sorted({finding.code for finding in found}, key=lambda code: code.value)
    rules = [
        {
            "id": code.value,
            "shortDescription": {"text": code.description},
            "help": {"text": f"{code.description} Explained in docs/lint.md#{code.value}."},
        }
        for code in codes
    ]
    driver = {"name": "judge", "version": __version__, "informationUri": ABOUT, "rules": rules}
    seen: Counter[str] = Counter()
    results = [_result(finding, seen) for finding in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return escaped(json.dumps(log, indent=2, ensure_ascii=False)) + "\n"


def _result(finding: Finding, seen: Counter[str]) -> Record:
    """Return one finding; what tells it from others does not change where its line moves."""
    advice = f"; write {finding.suggestion}" if finding.suggestion else ""
    identity = "|".join((finding.document, finding.code, finding.message))
    seen[identity] += 1
    digest = hashlib.sha256(f"{identity}|{seen[identity]}".encode("utf-8", "backslashreplace")).hexdigest()
    file = {"uri": address(finding.file)}
    result: Record = {
        "ruleId": finding.code,
        "level": finding.level,
        "message": {"text": finding.message + advice},
        "locations": [{"physicalLocation": {"artifactLocation": file, "region": _region(finding)}}],
        "partialFingerprints": {"finding/v1": digest},
        "properties": {"document": finding.document, "sourceHash": finding.source_hash},
    }
    number = replaced_number(finding)
    if number:
        region = _region(replace(finding, end_line=finding.line, end_column=finding.column + len(number)))
        text = {"deletedRegion": region, "insertedContent": {"text": finding.suggestion}}
        change = {"artifactLocation": file, "replacements": [text]}
        result["fixes"] = [{"description": {"text": f"write {finding.suggestion}"}, "artifactChanges": [change]}]
    return result


def _region(finding: Finding) -> Record:
    """Return the place of a finding; without columns where only its line is known."""
    line, column = max(finding.line, 1), max(finding.column, 1)
    ends = (finding.end_line, finding.end_column)
    if ends <= (finding.line, finding.column):
        return {"startLine": line, "startColumn": column}
    return {"startLine": line, "startColumn": column, "endLine": ends[0], "endColumn": ends[1]}


def address(file: str) -> str:
    """Return a path as the address that a code-scanning service can place.

    >>> address("my rules/tide.md")
    'my%20rules/tide.md'
    """
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def markdown(found: Sequence[Finding], documents: Sequence[Document]) -> str:
    """Return findings as a report to send to a publisher: a part for each document, a table for each level."""
    lines = ["# Findings", ""]
    titles = {document.key: document.title for document in documents}
    for key, of_document in groupby(found, key=lambda finding: finding.document):
        lines += [f"## {literal(titles.get(key, key))}", ""]
        for level, of_level in groupby(of_document, key=lambda finding: finding.level):
            lines += [f"### {LEVELS[level]}", "", *_table(list(of_level)), ""]
    return "\n".join(lines if found else [*lines, "Nothing was found.", ""])


def _table(found: Sequence[Finding]) -> Iterator[str]:
    yield "| line | what | write instead |"
    yield "| ---: | --- | --- |"
    for finding in found:
        cells = (str(finding.line), finding.message, finding.suggestion or "")
        yield "| " + " | ".join(literal(cell) for cell in cells) + " |"
