"""Lets `python -m judge` be the command line; also the console script's entry."""

from __future__ import annotations

import sys
from _thread import _local
from importlib import import_module
from types import ModuleType, SimpleNamespace

from judge.core import StandIn, importing_without, seldom_collect


class Inspect(StandIn):
    """What click takes of `inspect` for its help."""

    def cleandoc(self, text: str) -> str:
        """Return a text without the indentation of its lines, of which most have one."""
        return str(self.__getattr__("cleandoc")(text)) if "\n" in text else text.strip()


class Gettext(StandIn):
    """What click translates its messages with: those of judge are in English alone."""

    def gettext(self, text: str) -> str:
        """Return a text as it is."""
        return text

    def ngettext(self, one: str, several: str, count: int) -> str:
        """Return the text for one or for several, as it is."""
        return one if count == 1 else several


class UrlParse(StandIn):
    """What `pathlib` takes of `urllib.parse` to write addresses of files."""

    def quote_from_bytes(self, path: bytes) -> str:
        """Return a path as it is in an address, which most are as they are."""
        return path.decode() if path.translate(None, b"/._-").isalnum() else self.__getattr__("quote_from_bytes")(path)


UNNEEDED: dict[str, str | ModuleType | None] = {
    "datetime": import_module("_datetime"),  # all of it, without the same in Python
    "decimal": "Decimal",
    "gettext": Gettext("gettext"),
    "inspect": Inspect("inspect"),
    "msgspec._json_schema": "schema schema_components",
    "msgspec.inspect": "",
    "ntpath": "",
    "threading": StandIn("threading", local=_local),
    "typing_extensions": None,
    "urllib.parse": UrlParse("urllib.parse"),
    "uuid": StandIn("uuid", "UUID", SafeUUID=SimpleNamespace(unknown=None)),
}
"""Modules that most commands never need, with what they are replaced by while others are imported."""


def main() -> None:
    """Run the command line; Ctrl-C while it is still starting ends it quietly too."""
    seldom_collect()
    try:
        with importing_without(UNNEEDED):
            import_module("msgspec")
            import_module("pathlib")
            from judge.cli import run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
