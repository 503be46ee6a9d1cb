"""What the release of an edition needs: changes in words, moved numbers for other sites, and what it breaks.

Reads: two editions, compared, and the findings about both. Writes: texts of files, and whether the release may pass: it
has no fault that the edition before has not, and no other document refers to what is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from judge.core.diagnostics import Finding
from judge.core.jsonl import dumps
from judge.core.model import Document
from judge.editions.change_records import affected, changes
from judge.editions.change_reports import markdown, moved_table, summary
from judge.editions.edition_changes import Affected, Comparison
from judge.lint import selection
from judge.lint.formats import markdown as findings_report
from judge.opened_library import Library


class Release(NamedTuple):
    """What a release needs."""

    files: dict[str, str]
    """Texts by the names of their files."""
    summary: list[str]
    passes: bool


def release(library: Library, comparison: Comparison, documents: tuple[Document, Document]) -> Release:
    """Return what the release of an edition needs.

    Args:
        library: it has both editions and the other documents of the game.
        comparison: of the two.
        documents: records of the older and the newer one.
    """
    touched = library.editions.affected(comparison)
    faults = _new_faults(*(selection.findings(library, [one.key], selection.FindingChoice()) for one in documents))
    gone = [one for one in touched if one.kind == "removed"]
    files = {
        "summary.md": markdown(comparison, documents, touched),
        "moved.csv": moved_table(comparison),
        "faults.md": findings_report(faults, [documents[1]]),
        "changes.jsonl": _lines(changes(comparison)),
        "affected.jsonl": _lines(affected(touched)),
    }
    said = [summary(comparison), _broken(touched, gone), f"new faults: {len(faults)}"]
    return Release(files, said, not faults and not gone)


def _new_faults(old: Sequence[Finding], new: Sequence[Finding]) -> list[Finding]:
    """Return the findings about the newer edition that the older has not; lines and numbers may have moved."""

    def identity(finding: Finding) -> tuple[str, ...]:
        return finding.code, finding.message

    return selection.unknown(new, Counter(map(identity, old)), identity)


def _broken(touched: Sequence[Affected], gone: Sequence[Affected]) -> str:
    moved = sum(one.correction is not None for one in touched)
    return f"references in other documents: {len(touched)}, {moved} to renumbered rules, {len(gone)} to removed ones"


def _lines(records: Iterable[Struct]) -> str:
    return "".join(f"{dumps(record)}\n" for record in records)
