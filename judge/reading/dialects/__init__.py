"""How documents are written: one module a dialect, one row in the table below.

A dialect module has two functions, and says what it is:

    evidence(manuscript) -> float       how much a text looks like it, from 0 to 1
    read(manuscript, report) -> Sheet   its entries, in source order
    NAME = "numbered rules"             what people call what is written so; without it, the dialect's own name
    PURPOSE = "Numbered rules: …"       one sentence: what readers use such a document for

Another package adds a dialect through the entry point group `judge.dialects`: the name of the entry point is the
dialect's, its value the module (docs/adding-a-dialect.md). Such a plug-in is imported when a text is first shown to it,
and whatever goes wrong in it is a `PlugInFailed`: no document is lost by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from judge.core.diagnostics import Report
from judge.core.errors import JudgeError
from judge.reading.drafts import Sheet, keep_all
from judge.reading.readers.manuscript import Manuscript

DIALECTS = {
    "questions": "judge.reading.dialects.questions.dialect",
    "outline": "judge.reading.dialects.outline.dialect",
    "glossary": "judge.reading.dialects.glossary.dialect",
    "rulings": "judge.reading.dialects.rulings.dialect",
    "plain": "judge.reading.dialects.plain.dialect",
}
"""Name and module of each dialect of our own; the first wins where two look equally likely."""
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
            sheet = loaded.read(manuscript, report)
            keep_all(sheet, manuscript.source)
            return sheet
        except Exception as error:
            raise PlugInFailed(self, "failed", error) from error

    def describe(self) -> Description:
        """Return what it says of itself; one that cannot be imported says nothing."""
        try:
            return described(self.name, self._load())
        except PlugInFailed:
            return Description(self.name, "")

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


def dialects() -> dict[str, Dialect]:
    """Return every dialect by name, those of other packages behind our own."""
    from importlib.metadata import entry_points

    found = {name: cast(Dialect, import_module(module)) for name, module in DIALECTS.items()}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found.setdefault(point.name, PlugIn(point.name, point.value))
    return found


def described(name: str, dialect: Dialect) -> Description:
    """Return what a dialect says of itself, or its name where it says nothing."""
    if isinstance(dialect, PlugIn):
        return dialect.describe()
    return Description(str(getattr(dialect, "NAME", name)), str(getattr(dialect, "PURPOSE", "")))


def descriptions() -> dict[str, Description]:
    """Return what every dialect says of itself, by its name."""
    return {name: described(name, dialect) for name, dialect in dialects().items()}


def plug_in_packages(dialects: Mapping[str, Dialect]) -> list[str]:
    """Return the packages that dialects of others are in."""
    return sorted({dialect.package for dialect in dialects.values() if isinstance(dialect, PlugIn)})
