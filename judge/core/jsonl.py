"""JSON Lines: one record, one line; a small module because every command needs it and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Record = dict[str, Any]
"""A record of the contract, as it is read from JSON."""


def dumps(record: Mapping[str, Any]) -> str:
    """Return a record as one line of JSON; lone surrogates, which UTF-8 cannot hold, are escaped."""
    text = json.dumps(record, ensure_ascii=False, separators=(", ", ": "))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(record, separators=(", ", ": "))
    # Line separators that are no "\n" would still cut the line for readers that split on every one of them.
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")
