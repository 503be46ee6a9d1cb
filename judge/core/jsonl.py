"""JSON Lines: one record, one line; a small module because every command needs it and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from judge.core.names import UNSHOWN

Record = dict[str, Any]
"""A record of the contract, as it is read from JSON."""
ESCAPED = re.compile(rf"{UNSHOWN.pattern[:-1]}\u2028\u2029]")
"""Line separators that are not a line end of ours would still cut a line for readers that split on every one."""


def dumps(record: Mapping[str, Any]) -> str:
    """Return a record as one line of JSON; what no terminal and no page should be given is escaped."""
    return escaped(json.dumps(record, ensure_ascii=False, separators=(", ", ": ")))


def escaped(text: str) -> str:
    r"""Return JSON in which control characters, line separators, lone surrogates and their like are written as \u001b.

    >>> escaped('["\x7f", "\U0001fffe"]')
    '["\\u007f", "\\ud83f\\udffe"]'
    """
    return text if text.isprintable() else ESCAPED.sub(lambda found: json.dumps(found[0])[1:-1], text)
