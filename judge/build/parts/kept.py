"""The parts of a build, and the folder of the cache in which they are kept for the next one.

A part is one document: how to parse it, its `Facts`, and its `Outcome` once there is one. Of a document that did not
change only the facts are read; it is parsed or read whole when the others answer differently.
"""

from __future__ import annotations

import json
import os
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from judge.build.parsing import ParsedDocument
from judge.build.parts import facts
from judge.build.parts import outcome as outcomes
from judge.build.parts.facts import Facts, facts_of
from judge.build.parts.outcome import Outcome, World, holds, outcome_of


@dataclass(slots=True)
class Part:
    """One document of a build."""

    parse: Callable[[], ParsedDocument]
    """Returns the parsed document; it may have to be read first."""
    facts: Facts
    outcome: Outcome | None = None
    """What it became in the build before."""
    keep: Callable[[Part], None] = lambda _: None
    """Keeps the part for the next build."""
    name: str = ""
    """Where two parts have one name, they were made from the same document."""

    @property
    def indexed_as(self) -> str:
        """A name for what full text holds of it."""
        return f"{self.name or self.facts.document.key} {self.outcome.digest if self.outcome else ''}"

    def settle(self, world: World) -> Outcome:
        """Return what becomes of the document, worked out anew only where the world answers differently."""
        if self.outcome is None or not holds(self.outcome, self.facts, world):
            self.outcome = outcome_of(self.parse(), self.facts, world)
            self.keep(self)
        return self.outcome


def part_of(parsed: ParsedDocument) -> Part:
    """Return the part of a document that is parsed already."""
    return Part(lambda: parsed, facts_of(parsed))


class PartCache:
    """The folder of parts, and of what full text wrote of them; each file begins with a checksum of the rest."""

    def __init__(self, folder: Path, used: list[str]) -> None:
        """Use a folder that is there.

        Args:
            folder: the folder.
            used: is given the names of what a build asks for.
        """
        self.folder = folder
        self.used = used

    def part(self, name: str, parse: Callable[[], ParsedDocument]) -> Part:
        """Return the part of a name: as the build before kept it, or from the parsed document."""

        def keep(part: Part) -> None:
            assert part.outcome, "a part is kept when it is settled"
            record = {"facts": facts.to_record(part.facts), "outcome": outcomes.to_record(part.outcome)}
            self.keep(name, json.dumps(record).encode())

        if kept := self.find(name):
            record = json.loads(kept)
            return Part(parse, facts.from_record(record["facts"]), Outcome(**record["outcome"]), keep, name)
        parsed = parse()
        return Part(lambda: parsed, facts_of(parsed), None, keep, name)

    def find(self, name: str) -> bytes | None:
        """Return what was kept under a name; what is damaged was never kept."""
        if name not in self.used:
            self.used.append(name)
        with suppress(OSError):
            data = (self.folder / name).read_bytes()
            if data[:CHECKSUM] == _checksum(data[CHECKSUM:]):
                return data[CHECKSUM:]
        return None

    def keep(self, name: str, data: bytes) -> None:
        """Write something, whole or not at all."""
        with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as aside:
            aside.write(_checksum(data) + data)
        os.replace(aside.name, self.folder / name)  # noqa: PTH105 (the name is a text already)


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(CHECKSUM, "big")


CHECKSUM = 4
"""Bytes of a checksum."""
