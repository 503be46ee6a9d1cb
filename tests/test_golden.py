"""Golden outlines: how each document is read, in small files whose differences are reviewed like code.

One folder a document: its outline (titles cut at six words), its references, its findings. A missing file is a
failure; what came out instead is written beside it. `--update-golden` accepts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.core.jsonl import Record
from judge.library import Library
from tests.support import export_of, print_lines

GOLDEN = Path(__file__).parent / "golden"
BUNDLED = ("shadowfist-digest", "shadowfist-card-digest", "ufs-digest", "l5r-digest")
REAL = ("shadowfist-rulebook", "shadowfist-omnifaq", "shadowfist-faq", "ufs-rules", "l5r-rules")
CASES = [(kind, key) for kind, keys in (("bundled", BUNDLED), ("real", REAL)) for key in keys]


def cut(text: str | None, words: int = 6) -> str:
    """Return the first words of a text: facts and titles may be kept, sentences belong to their document."""
    parts = (text or "").split()
    return " ".join(parts[:words]) + (" …" if len(parts) > words else "")


def outline(records: list[Record]) -> Iterator[str]:
    """Print each entry under its parent, with its lines and how many blocks of each kind it has."""
    depth: dict[str | None, int] = {None: -1}
    for record in records:
        if record["record"] == "furniture":
            yield f"furniture {print_lines(record['lines'])} {record['reason']}"
        elif record["record"] == "entry":
            depth[record["id"]] = depth[record["parent"]] + 1
            kinds = [block["kind"] for block in record["blocks"]]
            counts = " ".join(f"{kind}:{kinds.count(kind)}" for kind in dict.fromkeys(kinds))
            named = [record["kind"], record["number"], cut(record["title"]), record["variant"]]
            heading = " ".join(part for part in named if part)
            local = record["id"].partition(":")[2][:24]
            yield f"{'  ' * depth[record['id']]}{heading} ({local}) {print_lines(record['lines'])} {counts}".rstrip()


def references(records: list[Record]) -> Iterator[str]:
    """Print each reference: line, kind, the printed words, what became of it."""
    for record in records:
        if record["record"] == "reference":
            target = record["target"] or ", ".join(record["candidates"][:3]) or record["suggestion"] or ""
            yield f"{record['line']} {record['kind']} “{cut(record['text'])}” {record['status']} {target}".rstrip()


def findings(library: Library, key: str) -> Iterator[str]:
    """Print each finding without the texts that it quotes."""
    for finding in library.findings(key):
        yield f"{finding['line']}:{finding['column']} {finding['level']} {finding['code']}"


@pytest.mark.parametrize(("kind", "key"), CASES, ids=[key for _, key in CASES])
def test_a_document_is_read_as_its_golden_files_say(kind: str, key: str, request: pytest.FixtureRequest) -> None:
    library: Library = request.getfixturevalue(kind)
    mine = [
        record
        for record in export_of(library)
        if (record.get("document") or record.get("key") or record["source"]).partition(":")[0] == key
    ]
    printed = {
        "outline.txt": outline(mine),
        "references.txt": references(mine),
        "findings.txt": findings(library, key),
    }
    different = []
    for name, lines in printed.items():
        path = GOLDEN / key / name
        text = "".join(f"{line}\n" for line in lines)
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".actual").write_text(text, encoding="utf-8")
            different.append(path.name)
    assert not different, f"compare tests/golden/{key}/*.actual; --update-golden accepts them"
