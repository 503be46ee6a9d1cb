"""Set up a virtual environment and run lint, format, types, scripts and tests: the one command for all of it.

    python3 tools/check.py [PYTEST-ARGUMENTS…]

Needs Python 3.11 or later and nothing else. What it installs goes into `.venv` beside this checkout, and is
installed again only when pyproject.toml changed; a Node for the types of the browser's scripts is among it
(check_scripts.py). Root of a Debian gets the Chromium that some tests want. All checks run, whichever fails; the
tests come last.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "installed-for"
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
CHECKS = (
    ("lint", "ruff", "check", "."),
    ("format", "ruff", "format", "--check", "."),
    ("types", "mypy"),
    ("scripts", "python", "tools/check_scripts.py"),
)


def main() -> int:
    """Run everything; return 0 where all is well."""
    if sys.version_info < (3, 11):  # noqa: UP036 (told to those who run it with an older one)
        sys.exit(f"judge needs Python 3.11 or later; this is {sys.version.split()[0]}")
    python = set_up()
    install_chromium()
    results = {name: run(name, [str(SCRIPTS / command[0]), *command[1:]]) for name, *command in CHECKS}
    results["tests"] = run("tests", [str(python), "-m", "pytest", *sys.argv[1:]])
    failed = [name for name, code in results.items() if code]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def set_up() -> Path:
    """Make the environment if need be; return its Python."""
    python = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    if not STAMP.is_file() or STAMP.read_text() != wanted:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        if run("install", [str(python), "-m", "pip", "install", "--quiet", "--editable", f"{ROOT}[dev]"]):
            sys.exit("the packages could not be installed; the lines above say why")
        STAMP.write_text(wanted)
    return python


def install_chromium() -> None:
    """Install the browser that tests/site/test_browser.py wants, where we may: as root of a system with apt."""
    if shutil.which("chromium") or not shutil.which("apt-get") or not hasattr(os, "getuid") or os.getuid():
        return
    quiet = {"stdout": subprocess.DEVNULL, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]):
        if subprocess.run(command, check=False, **quiet).returncode:  # type: ignore[call-overload]
            print("Chromium could not be installed; the tests in a browser are skipped", file=sys.stderr)
            return


def run(name: str, command: list[str]) -> int:
    """Run a command in the checkout and say how long it took."""
    started = time.perf_counter()
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    print(f"{name}: {'ok' if code == 0 else f'failed ({code})'}, {time.perf_counter() - started:.1f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
