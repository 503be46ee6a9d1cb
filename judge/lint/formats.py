"""Findings for other readers: code-scanning services (SARIF) and publishers (Markdown)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from judge.core.diagnostics import BY_NAME, LEVELS
from judge.core.jsonl import Record, escaped
from judge.core.names import on_one_line
from judge.version import __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(found: Sequence[Record]) -> str:
    """Return findings as a SARIF 2.1.0 log (docs.oasis-open.org/sarif/sarif/v2.1.0), the levels as they are."""
    codes = sorted({finding["code"] for finding in found})
    rules = [{"id": code, "shortDescription": {"text": BY_NAME[code].description}} for code in codes]
    driver = {"name": "judge", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": list(map(_result, found))}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return escaped(json.dumps(log, indent=2, ensure_ascii=False)) + "\n"


def _result(finding: Record) -> Record:
    advice = f"; write {finding['suggestion']}" if finding["suggestion"] else ""
    region = {"startLine": max(finding["line"], 1), "startColumn": max(finding["column"], 1)}
    place = {"artifactLocation": {"uri": finding["file"]}, "region": region}
    return {
        "ruleId": finding["code"],
        "level": finding["level"],
        "message": {"text": finding["message"] + advice},
        "locations": [{"physicalLocation": place}],
    }


def markdown(found: Sequence[Record], documents: Sequence[Record]) -> str:
    """Return findings as a report to send to a publisher: a part for each document, a table for each level."""
    lines = ["# Findings", ""]
    titles = {document["key"]: document["title"] for document in documents}
    for key, of_document in groupby(found, key=lambda finding: finding["document"]):
        lines += [f"## {_literal(titles[key])}", ""]
        for level, of_level in groupby(of_document, key=lambda finding: finding["level"]):
            lines += [f"### {LEVELS[level]}", "", *_table(list(of_level)), ""]
    return "\n".join(lines if found else [*lines, "Nothing was found.", ""])


def _table(found: Sequence[Record]) -> Iterator[str]:
    yield "| line | what | write instead |"
    yield "| ---: | --- | --- |"
    for finding in found:
        cells = (str(finding["line"]), finding["message"], finding["suggestion"] or "")
        yield "| " + " | ".join(_literal(cell) for cell in cells) + " |"


def _literal(text: str) -> str:
    """Keep a foreign text from being markup, the end of a cell or of a line, and from driving a terminal."""
    return "".join(f"\\{char}" if char in "\\|`*_[]<>#" else char for char in on_one_line(text))
