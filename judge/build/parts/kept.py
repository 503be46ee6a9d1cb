"""The parts of a build, and the folder of the cache in which they are kept for the next one.

A part is one document: how to parse it, its `Facts`, and its `Outcome` once there is one. Of a document that did not
change only the facts are read; it is parsed or read whole when the others answer differently.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from judge.build.parsing import ParsedDocument
from judge.build.parts import facts as facts_module
from judge.build.parts import outcome as outcome_module
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
    """The folder of parts."""

    def __init__(self, folder: Path) -> None:
        """Use a folder that is there."""
        self.folder = folder

    def find(self, name: str, parse: Callable[[], ParsedDocument]) -> Part:
        """Return the part of a name: as the build before kept it, or from the parsed document."""

        def keep(part: Part) -> None:
            self._keep(name, part)

        with suppress(OSError, ValueError, KeyError, TypeError):
            record = json.loads((self.folder / name).read_text(encoding="utf-8"))
            return Part(parse, facts_module.from_record(record["facts"]), Outcome(**record["outcome"]), keep)
        parsed = parse()
        return Part(lambda: parsed, facts_of(parsed), None, keep)

    def _keep(self, name: str, part: Part) -> None:
        """Write a part, whole or not at all."""
        assert part.outcome, "a part is kept when it is settled"
        facts, outcome = facts_module.to_record(part.facts), outcome_module.to_record(part.outcome)
        text = json.dumps({"facts": facts, "outcome": outcome})
        with tempfile.NamedTemporaryFile("w", dir=self.folder, encoding="utf-8", delete=False) as aside:
            aside.write(text)
        os.replace(aside.name, self.folder / name)  # noqa: PTH105 (the name is a text already)
