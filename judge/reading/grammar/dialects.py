"""The dialects: how documents are written, what people call that, and how other packages add one.

Those of our own are names for what one reader finds (`judge.reading.grammar`); a manifest may name one, and the reader
then takes it for granted (`judge.reading.grammar.constraints`).

Another package adds a dialect through the entry point group `judge.dialects`: the name of the entry point is the
dialect's, its value a module (docs/adding-a-dialect.md) that has

    evidence(manuscript) -> float       how much a text looks like it, from 0 to 1
    read(manuscript, report) -> Sheet   its entries, in source order
    NAME = "tide tables"                what people call what is written so; without it, the dialect's own name
    PURPOSE = "Tide tables: …"          one sentence: what readers use such a document for

Such a plug-in is imported when a text is first shown to it, and whatever goes wrong in it is a `PlugInFailed`: no
document is lost by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, cast

from judge.core.diagnostics import Report
from judge.core.errors import JudgeError
from judge.reading.drafts import Sheet, keep_all
from judge.reading.readers.manuscript import Manuscript

GROUP = "judge.dialects"
"""The entry points of plug-ins."""


class Dialect(Protocol):
    """What a dialect module has."""

    def evidence(self, manuscript: Manuscript) -> float:
        """Return how much a text looks like this dialect, from 0 to 1."""

    def read(self, manuscript: Manuscript, report: Report) -> Sheet:
        """Read a text into drafts."""


class Description(NamedTuple):
    """What a dialect says of itself."""

    name: str
    """What people call what is written so: "numbered rules"."""
    purpose: str
    """One sentence: what readers use it for; empty where the dialect does not say."""


OWN: dict[str, Description] = {
    "questions": Description("questions and answers", "Questions and answers: see what others have asked."),
    "outline": Description("numbered rules", "Numbered rules: look up a section or read a chapter."),
    "glossary": Description("terms and their meanings", "An alphabetical reference: look up what a term means."),
    "rulings": Description("rulings, card by card", "Rulings and errata: look up what applies to a card."),
    "plain": Description("text under headings", "Text under headings."),
}
"""What the dialects of our own are."""


class PlugInFailed(JudgeError):
    """A dialect of another package cannot be imported, or failed while it read a text."""

    def __init__(self, dialect: PlugIn, problem: str, error: BaseException) -> None:
        """Remember which dialect it was; its sentence names the module and what went wrong."""
        self.name = dialect.name
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        super().__init__(f"the plug-in {dialect.module} for the dialect {dialect.name} {problem} ({reason})")


class PlugIn:
    """A dialect of another package."""

    def __init__(self, name: str, module: str) -> None:
        """Take the names of the dialect and of its module; nothing is imported yet."""
        self.name, self.module = name, module
        self._loaded: Dialect | PlugInFailed | None = None

    @property
    def package(self) -> str:
        """The outermost package, or the module, that it is in."""
        return self.module.partition(":")[0].partition(".")[0]

    def evidence(self, manuscript: Manuscript) -> float:
        """Return how much a text looks like it, from 0 to 1.

        Raises:
            PlugInFailed: whatever goes wrong.
        """
        loaded = self._load()
        try:
            return float(loaded.evidence(manuscript))
        except Exception as error:
            raise PlugInFailed(self, "failed", error) from error

    def read(self, manuscript: Manuscript, report: Report) -> Sheet:
        """Read a text into drafts, and account for what was left out.

        Raises:
            PlugInFailed: whatever goes wrong.
        """
        loaded = self._load()
        try:
            return read_in_dialect(loaded, manuscript, report)
        except Exception as error:
            raise PlugInFailed(self, "failed", error) from error

    def describe(self) -> Description:
        """Return what it says of itself; one that cannot be imported says nothing."""
        try:
            loaded = self._load()
        except PlugInFailed:
            return Description(self.name, "")
        return Description(str(getattr(loaded, "NAME", self.name)), str(getattr(loaded, "PURPOSE", "")))

    def _load(self) -> Dialect:
        """Return the module; what was wrong with its import the first time is wrong each time."""
        from importlib.metadata import EntryPoint

        if self._loaded is None:
            try:
                self._loaded = cast(Dialect, EntryPoint(self.name, self.module, GROUP).load())
            except (Exception, SystemExit) as error:
                self._loaded = PlugInFailed(self, "cannot be imported", error)
        if isinstance(self._loaded, PlugInFailed):
            raise self._loaded
        return self._loaded


def read_in_dialect(dialect: Dialect, manuscript: Manuscript, report: Report) -> Sheet:
    """Read a text in a dialect and account for what the dialect left out."""
    sheet = dialect.read(manuscript, report)
    keep_all(sheet, manuscript.source)
    return sheet


def plug_ins() -> dict[str, PlugIn]:
    """Return the dialects of other packages by name; the name of one of our own cannot be taken."""
    from importlib.metadata import entry_points

    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: PlugIn(point.name, point.value) for point in reversed(points) if point.name not in OWN}


def dialects() -> list[str]:
    """Return the name of every dialect, those of other packages after our own."""
    return [*OWN, *sorted(plug_ins())]


def descriptions() -> dict[str, Description]:
    """Return what every dialect says of itself, by its name."""
    return OWN | {name: plug_in.describe() for name, plug_in in plug_ins().items()}


def plug_in_packages(plug_ins: Mapping[str, PlugIn]) -> list[str]:
    """Return the packages that dialects of others are in."""
    return sorted({plug_in.package for plug_in in plug_ins.values()})
