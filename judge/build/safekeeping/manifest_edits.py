"""Edits of a manifest's text that keep all else a person wrote in it; the only importer of tomlkit.

A change touches the lines of one table and no others (`_blocks`), and is compared with what was meant before it is
written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

from judge.core.errors import ManifestError
from judge.core.files import MANIFEST, parse_toml

INNER_HEADER = re.compile(r"\s*\[\[?\s*document\s*\.")
Row = dict[str, Any]
"""A table [[document]] of the manifest."""


def with_relation(text: str, said: Mapping[str, str], folder: Path) -> tuple[str, bool]:
    """Return a manifest that states how two texts stand to each other, and whether it did so before.

    Raises:
        ManifestError: it cannot be changed without losing something.
    """
    import tomlkit

    document: Any = tomlkit.parse(text)
    meant = deepcopy(parse_toml(text, folder / MANIFEST))
    rows = meant.setdefault("relation", [])
    tables = document.setdefault("relation", tomlkit.aot())
    known = [place for place, row in enumerate(rows) if (row["old"], row["new"]) == (said["old"], said["new"])]
    for place in reversed(known):
        del rows[place], tables[place]
    rows.append(dict(said))
    table = tomlkit.table()
    table.update(said)
    tables.append(table)
    changed = str(document.as_string())
    if parse_toml(changed, folder / MANIFEST) != meant:
        raise ManifestError(f"{folder / MANIFEST}: cannot be changed without losing something")
    return changed, bool(known)


def with_document(text: str, old: Row | None, new: Row | None, library: Path) -> str:
    """Return a manifest in which one table is changed, added (no old one) or removed (no new one).

    Raises:
        ManifestError: the outcome is not what was meant.
    """
    meant = deepcopy(parse_toml(text, library / MANIFEST))
    rows = meant.setdefault("document", [])
    if old is None:
        rows.append(new)
    else:
        place = rows.index(old)
        rows[place : place + 1] = [new] if new else []
    if not rows:
        del meant["document"]
    changed = "".join(_with_change(_blocks(text), old, new))
    with suppress(ManifestError):
        if parse_toml(changed, library / MANIFEST) == meant:
            return changed
    raise ManifestError(
        f"{library / MANIFEST}: cannot be changed without losing something; write each document as a table "
        "[[document]] with its inner tables right below it"
    )


def _blocks(text: str) -> Iterator[str]:
    """Yield a manifest in stretches of whole lines: a [[document]] with its inner tables is one of them."""
    block = ""
    for line in text.splitlines(keepends=True):
        begins = line.lstrip().startswith("[") and not INNER_HEADER.match(line)
        if begins and _tables(block) is not None:  # else the line is inside a value of many lines
            yield block
            block = ""
        block += line
    yield block


def _tables(block: str) -> list[Row] | None:
    """Return the documents that a stretch of a manifest describes; None where it is not whole."""
    with suppress(ManifestError):
        return list(parse_toml(block, Path(MANIFEST)).get("document", []))
    return None


def _with_change(blocks: Iterable[str], old: Row | None, new: Row | None) -> Iterator[str]:
    """Yield the blocks, the one of the old row changed or left out; a new row without an old one comes last."""
    last = "\n"
    for block in blocks:
        last = block or last
        if old is not None and _tables(block) == [old]:
            own, behind = _without_last_comments(block)
            yield (_edited(own, old, new) if new else "") + behind
        else:
            yield block
    if old is None and new is not None:
        yield ("" if last.endswith("\n") else "\n") + "\n" + _edited("[[document]]\n", {}, new)


def _without_last_comments(block: str) -> tuple[str, str]:
    """Part a table from the comments behind it: they are about what comes next, and stay."""
    lines = block.splitlines(keepends=True)
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return "".join(lines[:end]), "".join(lines[end:])


def _edited(block: str, old: Row, new: Row) -> str:
    """Return the text of a table in which what differs is changed."""
    import tomlkit

    document: Any = tomlkit.parse(block)
    table = document["document"][0]
    for name, value in new.items():
        if name not in old or old[name] != value:
            table[name] = value
    return str(document.as_string())
