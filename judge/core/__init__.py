"""What every stage speaks of: the model, its JSON records, errors, diagnostics, numbers, titles, words, dates, names.

Reads: nothing of the others; only the standard library. Writes: types and pure functions.
Open `model.py` first; `errors.py` and `diagnostics.py` draw what can go wrong.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

OBJECTS = 50_000
"""New objects between two searches for cycles."""


def seldom_collect() -> None:
    """Have Python look for cycles of objects seldom: the program makes millions of objects and hardly a cycle."""
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])


class StandIn(ModuleType):
    """Takes the place of a module while others are imported that hardly need it; it is imported when it is used.

    What nobody has foreseen is taken of the module itself, at once.
    """

    def __init__(self, name: str, functions: str = "", **values: object) -> None:
        """Take the names of functions that are called later, separated by blanks, and values of the module."""
        super().__init__(name)
        self.__dict__.update(values)
        for function in functions.split():
            setattr(self, function, lambda *given, function=function: self.__getattr__(function)(*given))

    def __getattr__(self, name: str) -> Any:
        """Return what the module itself has."""
        if name.startswith("__"):
            raise AttributeError(name)  # the import system asks for what only packages have
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def importing_without(unneeded: Mapping[str, str | ModuleType | None]) -> Iterator[None]:
    """Have imports find what is given for modules that are not imported yet.

    That is the functions of a `StandIn`, or another module; None where there shall be none.
    """
    named = ((name, one) for name, one in unneeded.items() if name not in sys.modules)
    placed = {name: StandIn(name, one) if isinstance(one, str) else one for name, one in named}
    sys.modules.update(placed)  # type: ignore[arg-type]  # None is Python's word for what cannot be imported
    try:
        yield
    finally:
        for name, module in placed.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
