"""What every stage speaks of: the model, its JSON records, errors, diagnostics, numbers, titles, words, dates, names.

Reads: nothing of the others; only the standard library. Writes: types and pure functions.
Open `model.py` first; `errors.py` and `diagnostics.py` draw what can go wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class StandIn(ModuleType):
    """Takes the place of a module while others are imported that hardly need it; it is imported when it is used.

    What nobody has foreseen is taken of the module itself, at once.
    """

    def __init__(self, name: str, *functions: str) -> None:
        """Have functions of the module that others take by name, which are called later if at all."""
        super().__init__(name)
        for function in functions:
            setattr(self, function, lambda *given, function=function: self.__getattr__(function)(*given))

    def __getattr__(self, name: str) -> Any:
        """Return what the module itself has."""
        if name.startswith("__"):
            raise AttributeError(name)  # the import system asks for what only packages have
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def importing_without(stand_ins: Mapping[str, ModuleType | None]) -> Iterator[None]:
    """Have imports find substitutes, by the names of modules that are not imported yet; None for what is not there."""
    placed = {name: module for name, module in stand_ins.items() if name not in sys.modules}
    sys.modules.update(placed)  # type: ignore[arg-type]  # None is Python's word for what cannot be imported
    try:
        yield
    finally:
        for name, module in placed.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
