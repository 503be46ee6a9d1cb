"""Lets `python -m judge` be the command line; also the console script's entry."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType, SimpleNamespace

from judge.core import StandIn, importing_without


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


class Uuid(StandIn):
    """What msgspec takes of `uuid` to read and write what no record of judge has."""

    SafeUUID = SimpleNamespace(unknown=None)


UNNEEDED = {
    "decimal": ("Decimal",),
    "msgspec._json_schema": ("schema", "schema_components"),
    "msgspec.inspect": (),
}
"""Modules that most commands never need, with what others take of them by name while they are imported."""


def main() -> None:
    """Run the command line; Ctrl-C while it is still starting ends it quietly too."""
    try:
        stand_ins: dict[str, ModuleType | None] = {name: StandIn(name, *taken) for name, taken in UNNEEDED.items()}
        stand_ins |= {"gettext": Gettext("gettext"), "inspect": Inspect("inspect")}
        stand_ins |= {"urllib.parse": UrlParse("urllib.parse"), "uuid": Uuid("uuid", "UUID")}
        with importing_without(stand_ins | {"typing_extensions": None}):
            import_module("msgspec")
            import_module("pathlib")
            from judge.cli import run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
