"""Lets `python -m judge` be the command line; also the console script's entry."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class Inspect(ModuleType):
    """Takes the place of `inspect`, which click imports for help: that is imported when more is asked of it."""

    def __getattr__(self, name: str) -> Any:
        """Return what the module itself has."""
        return getattr(import_module("inspect"), name)

    def cleandoc(self, text: str) -> str:
        """Return a text without the indentation of its lines, of which most have one."""
        return self.__getattr__("cleandoc")(text) if "\n" in text else text.strip()


@contextmanager
def without_unneeded() -> Iterator[None]:
    """Keep imports from `inspect`, which most commands never need, and from what msgspec takes of a later Python.

    They and what they import take a sixth of the time of a look-up.
    """
    stand_ins = {"inspect": Inspect("inspect"), "typing_extensions": None}
    placed = [name for name in stand_ins if name not in sys.modules]
    for name in placed:
        sys.modules[name] = stand_ins[name]  # type: ignore[assignment]
    try:
        yield
    finally:
        for name in placed:
            del sys.modules[name]


def main() -> None:
    """Run the command line; Ctrl-C while it is still starting ends it quietly too."""
    try:
        with without_unneeded():
            import_module("msgspec")
            from judge.cli import run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
