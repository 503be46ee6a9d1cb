"""Findings that a site owner has looked at and accepts, with the reason, in corpus.toml.

    [[document.accept]]
    code = "number-gap"
    line = 229                     # if only the one in this line is meant
    text = "7.2"                   # if only those whose message has these words are meant
    reason = "7.1 was withdrawn in 2019"

What no longer applies is itself reported, so that nothing is hidden by an old exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.core.diagnostics import Code, Diagnostic, Report


class Accepted(NamedTuple):
    """One exception."""

    code: str
    reason: str
    line: int | None = None
    text: str | None = None

    def covers(self, finding: Diagnostic) -> bool:
        """Tell whether a finding is what was accepted."""
        return (
            finding.code.value == self.code
            and self.line in (None, finding.line)
            and (self.text is None or self.text in finding.message)
        )


def accept(findings: Iterable[Diagnostic], accepted: Sequence[Accepted], report: Report) -> list[Diagnostic]:
    """Return the findings that are not accepted.

    Args:
        findings: of one document.
        accepted: what its manifest accepts.
        report: receives what is accepted and not there any more.
    """
    used: set[Accepted] = set()
    kept = []
    for finding in findings:
        covering = next((one for one in accepted if one.covers(finding)), None)
        if covering:
            used.add(covering)
        else:
            kept.append(finding)
    for one in accepted:
        if one not in used:
            message = f"corpus.toml accepts {one.code} ({one.reason}), but there is no such finding; remove it"
            report.add(Code.ACCEPT_UNUSED, one.line or 0, message)
    return kept
