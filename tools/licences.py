"""Write docs/licences.md: the packages that come with the program, with their licences, from what is installed here.

    python3 tools/licences.py            writes the page
    python3 tools/licences.py --check    only says whether it is as it would be written

Listed are the dependencies and the extras of pyproject.toml, and what these need in turn. Packages that only developers
use (the extra `dev`) are not.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HEAD = """# Licences

<!-- Written by tools/licences.py from the metadata of the packages; a test compares. -->

The program is under the MIT licence (`LICENSE`), the bundled collection (`corpus/`) under CC0-1.0. The site loads no
fonts, scripts or pictures from elsewhere. Its only third-party script is `templates/vendor/lean-qr.js`
([lean-qr](https://github.com/davidje13/lean-qr) 2.7.4, MIT, with its licence at the head), which draws QR codes.
The ordinary English words in `judge/core/languages/en.toml` are from [SCOWL](http://wordlist.aspell.net/), with its
licence above them.

`pip` installs these packages with the program or an extra; the licences are those in their metadata.

"""
TAIL = """
On Windows, `click` also needs `colorama` (BSD-3-Clause).
"""


def main() -> int:
    """Write the page, or say that it is stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; return 1 if the page is stale")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    elif PAGE.read_text(encoding="utf-8") != page():
        print(f"{PAGE.relative_to(ROOT)} is stale; python3 tools/licences.py writes it")
        return 1
    return 0


def page() -> str:
    """Return the page."""
    needed: dict[str, str] = {}
    for name, by in installed():
        needed.setdefault(name, by)
    lines: list[str] = []
    for root in dict.fromkeys(needed.values()):
        names = ", ".join(f"{name} ({licence(name)})" for name in sorted(needed) if needed[name] == root)
        lines += textwrap.wrap(f"- {root}: {names}", 120, subsequent_indent="  ", break_on_hyphens=False)
    return HEAD + "\n".join(lines) + "\n" + TAIL


def installed() -> Iterator[tuple[str, str]]:
    """Yield each package with what needs it in the end: the program or an extra."""
    yield from _needed(PROJECT["dependencies"], "the program")
    for extra, requirements in PROJECT["optional-dependencies"].items():
        if extra != "dev":
            yield from _needed(requirements, f"the extra `{extra}`")


def _needed(requirements: Sequence[str], by: str) -> Iterator[tuple[str, str]]:
    """Yield what these requirements name, then what these packages need in turn."""
    wanted = [one for one in map(Requirement, requirements) if one.marker is None or one.marker.evaluate({"extra": ""})]
    names = [re.sub(r"[-_.]+", "-", one.name).lower() for one in wanted]
    yield from ((name, by) for name in names)
    for name in names:
        yield from _needed(metadata(name).get_all("Requires-Dist", []), by)


def licence(name: str) -> str:
    """Return the licence that a package states: as an expression, in words, or as a classifier."""
    stated = metadata(name)
    classes = [one.rpartition(" :: ")[2] for one in stated.get_all("Classifier", []) if one.startswith("License")]
    said: list[str] = [*stated.get_all("License-Expression", []), *stated.get_all("License", []), *classes]
    return next(one for one in said if one and "\n" not in one)


if __name__ == "__main__":
    sys.exit(main())
