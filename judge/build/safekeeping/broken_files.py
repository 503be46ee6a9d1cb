"""What SQLite says of a broken file to LibraryDamaged, on which the library is built anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import update_wrapper
from typing import ParamSpec, TypeVar

from judge.core.errors import LibraryDamaged

BROKEN_FILE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""SQLite's codes for a file that cannot be read as one of its own."""
P = ParamSpec("P")
R = TypeVar("R")


def guarded(method: Callable[P, R]) -> Callable[P, R]:
    """Turn what SQLite says of a broken file into LibraryDamaged; whatever else goes wrong passes as what it is."""

    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(*args, **kwargs)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in BROKEN_FILE:
                raise
            raise LibraryDamaged(f"the compiled library is damaged ({error})") from error

    return update_wrapper(wrapped, method)
