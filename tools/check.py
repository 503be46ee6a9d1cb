"""Set up a virtual environment and run lint, format, types, scripts and tests: the one command for all of it.

    python3 tools/check.py [--install] [PYTEST-ARGUMENTS…]

Needs Python 3.11 or later and nothing else. What it installs goes into `.venv` beside this checkout, in the versions
of tools/packaging/constraints.txt, and is installed again only when that or pyproject.toml changed; a Node for the
browser's scripts is among it (check_scripts.py).
With --install it may use the packages of the system as well: root of a Debian gets the Chromium that some tests want.
All checks run, whichever fails; the tests come last, in as many processes as tests/conftest.py says. Of the tests' own
arguments, `--thorough` adds the slow tests, all seeds and more examples, and `-n 0` runs them in one process.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
CONSTRAINTS = ROOT / "tools" / "packaging" / "constraints.txt"
STAMP = ENVIRONMENT / "installed-for"
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
CHECKS = (
    ("lint", "ruff", "check", "."),
    ("format", "ruff", "format", "--check", "."),
    ("types", "mypy"),
    ("scripts", "python", "tools/check_scripts.py"),
)
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"
"""Set, it would let each of a thousand processes compile every module anew."""
TESTS = ("-m", "pytest", "-n", "auto", "--dist", "worksteal")
INSTALL = "--install"
BROWSERS = ("chromium-headless-shell", "chromium")
"""Packages of a Debian, the better first: without windows to draw, Chromium needs a third of the time for a page."""


def main() -> int:
    """Run everything; return 0 where all is well."""
    if sys.version_info < (3, 11):  # noqa: UP036 (told to those who run it with an older one)
        sys.exit(f"judge needs Python 3.11 or later; this is {sys.version.split()[0]}")
    os.environ.pop(UNCOMPILED, None)
    arguments = [word for word in sys.argv[1:] if word != INSTALL]
    with ThreadPoolExecutor() as pool:
        browser = pool.submit(install_chromium) if INSTALL in sys.argv[1:] else None
        python = set_up()
        commands = [(name, [program(command[0]), *command[1:]]) for name, *command in CHECKS]
        results = dict(zip((name for name, _ in commands), pool.map(run_aside, commands), strict=True))
        if browser:
            browser.result()
    results["tests"] = run("tests", [str(python), *TESTS, *arguments])
    failed = [name for name, code in results.items() if code]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def set_up() -> Path:
    """Make the environment if need be; return its Python."""
    python = Path(program("python"))
    described = (ROOT / "pyproject.toml").read_bytes() + CONSTRAINTS.read_bytes()
    wanted = hashlib.sha256(described + sys.version.encode()).hexdigest()
    if not STAMP.is_file() or STAMP.read_text() != wanted:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--no-compile", "--constraint", str(CONSTRAINTS)]
        run("installer", [*pip, "--upgrade", "pip"])  # that of Python 3.11 takes twice as long to choose among wheels
        if run("install", [*pip, "--editable", f"{ROOT}[dev]"]):
            sys.exit("the packages could not be installed; the lines above say why")
        STAMP.write_text(wanted)
    return python


def program(name: str) -> str:
    """Return the path of a program of the environment, which may not be there yet."""
    return str(SCRIPTS / (f"{name}.exe" if os.name == "nt" else name))


def install_chromium() -> None:
    """Install the browser that the tests in a browser want, where we may: as root of a system with apt."""
    if shutil.which(BROWSERS[0]) or not shutil.which("apt-get") or not hasattr(os, "getuid") or os.getuid():
        return
    if apt("update") and any(shutil.which(name) or apt("install", name) for name in BROWSERS):
        return
    if not any(map(shutil.which, BROWSERS)):
        print("Chromium could not be installed; the tests in a browser are skipped", file=sys.stderr)


def apt(command: str, *names: str) -> bool:
    """Run a command of apt-get with packages; return whether it succeeded."""
    words = ["apt-get", command, "--yes", "--no-install-recommends", *names]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(words, check=False, stdout=subprocess.DEVNULL, env=environment).returncode == 0


def run(name: str, command: list[str]) -> int:
    """Run a command in the checkout and say how long it took."""
    started = time.perf_counter()
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    print(verdict(name, code, started), flush=True)
    return code


def run_aside(task: tuple[str, list[str]]) -> int:
    """Run a command beside others; what it prints comes in one piece, with how long it took."""
    name, command = task
    started = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode("utf-8", "replace")
    print(f"{text}{verdict(name, done.returncode, started)}", flush=True)
    return done.returncode


def verdict(name: str, code: int, started: float) -> str:
    """Return the line that says how a check went."""
    return f"{name}: {'ok' if code == 0 else f'failed ({code})'}, {time.perf_counter() - started:.1f} s"


if __name__ == "__main__":
    sys.exit(main())
