"""One table of a `corpus.toml` added, changed or removed, and every other line left as a person wrote it.

Reads: the text of a manifest. Writes: the changed text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import tomlkit
from msgspec import to_builtins

from judge.core.errors import ManifestError
from judge.core.files import MANIFEST, parse_toml
from judge.library.manifest import DocumentTable

INNER_HEADER = re.compile(r"\s*\[\[?\s*document\s*\.")


def with_document(text: str, old: DocumentTable | None, new: DocumentTable | None, library: Path) -> str:
    """Return a manifest in which one table is changed, added (no old one) or removed (no new one).

    Raises:
        ManifestError: the outcome is not what was meant.
    """
    meant = parse_toml(text, library / MANIFEST)
    rows = meant.setdefault("document", [])
    if not old:
        rows.append({})
    place = next((place for place, row in enumerate(rows) if old and row["file"] == old.file), -1)
    if new:
        _change(rows[place], old, new)
    else:
        del rows[place]
    if not rows:
        del meant["document"]
    changed = "".join(_with_change(text, old, new))
    with suppress(ManifestError):
        if parse_toml(changed, library / MANIFEST) == meant:
            return changed
    raise ManifestError(
        f"{library / MANIFEST}: cannot be edited automatically; write each document as a table "
        "[[document]] with its inner tables directly below it"
    )


def table_text(text: str, row: DocumentTable) -> str:
    """Return the lines of a manifest that describe one document; none where it is not described on lines of its own."""
    return next((_without_last_comments(block)[0] for block in _blocks(text) if _files(block) == [row.file]), "")


def _blocks(text: str) -> Iterator[str]:
    """Yield a manifest in stretches of whole lines: a [[document]] with its inner tables is one of them."""
    block = ""
    for line in text.splitlines(keepends=True):
        begins = line.lstrip().startswith("[") and not INNER_HEADER.match(line)
        if begins and _files(block) is not None:  # else the line is inside a value of many lines
            yield block
            block = ""
        block += line
    yield block


def _files(block: str) -> list[object] | None:
    """Return the files of the documents that a stretch of a manifest describes; None where it is not whole."""
    with suppress(ManifestError):
        rows = parse_toml(block, Path(MANIFEST)).get("document", [])
        return [row.get("file") for row in rows if isinstance(row, dict)]
    return None


def _with_change(text: str, old: DocumentTable | None, new: DocumentTable | None) -> Iterator[str]:
    """Yield the stretches of a manifest, that of the old table changed or left out; a new one comes last."""
    last = "\n"
    for block in _blocks(text):
        last = block or last
        if old and _files(block) == [old.file]:
            own, after = _without_last_comments(block)
            yield (_edited(own, old, new) if new else "") + after
        else:
            yield block
    if new and not old:
        yield ("" if last.endswith("\n") else "\n") + "\n" + _edited("[[document]]\n", None, new)


def _without_last_comments(block: str) -> tuple[str, str]:
    """Part a table from the comments after it: they are about what comes next, and stay."""
    lines = block.splitlines(keepends=True)
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return "".join(lines[:end]), "".join(lines[end:])


def _edited(block: str, old: DocumentTable | None, new: DocumentTable) -> str:
    """Return the text of a table in which what differs is changed; what stays keeps its comments."""
    document: Any = tomlkit.parse(block)
    _change(document["document"][0], old, new)
    return str(document.as_string())


def _change(table: MutableMapping[str, Any], old: DocumentTable | None, new: DocumentTable) -> None:
    """Change what differs in a table of TOML; what we do not know stays in it."""
    before, after = to_builtins(old) if old else {}, to_builtins(new)
    for name in before.keys() - after.keys():
        del table[name]
    for name, value in after.items():
        if name not in before or before[name] != value:
            table[name] = value
