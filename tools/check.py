"""Set up a virtual environment and run lint, format, types, scripts, titles and tests: the one command for all of it.

    python3 tools/check.py [--quick] [--install] [PYTEST-ARGUMENTS…]

Needs Python 3.11 or later and nothing else. What it installs goes into `.venv` beside this checkout, in the versions
of tools/packaging/constraints.txt, and is installed again only when that or pyproject.toml changed; a Node for the
browser's scripts is among it (check_scripts.py).
All checks run, whichever fails, beside the tests, which run in as many processes as tests/conftest.py says. Other
arguments are for the tests: `--thorough` adds the slow tests, all seeds and more examples, and `-n 0` runs them in one
process.
"""

from __future__ import annotations

import argparse
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
    ("titles", "python", "tools/check_titles.py"),
)
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"
"""Set, it would let each of a thousand processes compile every module anew."""
TESTS = ("-m", "pytest", "-n", "auto", "--dist", "worksteal")
UPSTREAM = "origin/main"
"""What changed is told from where this branch left that one; without it, from the commit before."""
BROWSERS = ("chromium-headless-shell", "chromium")
"""Packages of a Debian, the better first: without windows to draw, Chromium needs a third of the time for a page."""


def main() -> int:
    """Run everything; return 0 where all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="of the tests, run those for the files that changed")
    parser.add_argument("--install", action="store_true", help="as root of a Debian, install Chromium if it is missing")
    given, arguments = parser.parse_known_args()
    if sys.version_info < (3, 11):  # noqa: UP036 (told to those who run it with an older one)
        sys.exit(f"judge needs Python 3.11 or later; this is {sys.version.split()[0]}")
    os.environ.pop(UNCOMPILED, None)
    tests = find_tests(changed_files()) if given.quick else []
    with ThreadPoolExecutor() as pool:
        browser = pool.submit(install_chromium) if given.install else None
        python = set_up()
        checks = {name: pool.submit(run_aside, name, [program(first), *rest]) for name, first, *rest in CHECKS}
        if browser:
            browser.result()
        codes = {} if given.quick and not tests else {"tests": run("tests", [str(python), *TESTS, *arguments, *tests])}
        codes |= {name: check.result() for name, check in checks.items()}
    failed = [name for name, code in codes.items() if code]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def changed_files() -> list[Path]:
    """Return the files that differ from where the branch began, or that git does not know."""
    begun = ask_git("merge-base", "HEAD", UPSTREAM) or ["HEAD~"]
    return [
        Path(name)
        for name in ask_git("diff", "--name-only", *begun) + ask_git("ls-files", "--others", "--exclude-standard")
    ]


def ask_git(*words: str) -> list[str]:
    """Return the lines that git prints: none where it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode().splitlines() if done.returncode == 0 else []


def find_tests(changed: list[Path]) -> list[str]:
    """Return the tests for files: those of their package, their tool or the pages, and tests that changed."""
    found = set()
    for path in changed:
        top, *rest = path.parts
        if top == "judge":
            inner = [Path("tests", *rest[:depth]) for depth in range(len(rest) - 1, 0, -1)]
            place = next((folder for folder in inner if (ROOT / folder).is_dir()), Path("tests/test_imports.py"))
        elif top == "tests":
            place = path if path.name.startswith("test_") else path.parent
        elif top == "tools":
            place = Path("tests", f"test_{path.stem}.py")
        else:
            place = Path("tests/site" if top == "templates" else "tests/test_docs.py")
        if (ROOT / place).is_file() or (place != Path("tests") and any((ROOT / place).rglob("test_*.py"))):
            found.add(str(place))
    return sorted(found)


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


def run_aside(name: str, command: list[str]) -> int:
    """Run a command beside others; what it prints comes in one piece, with how long it took."""
    started = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode("utf-8", "replace")
    print(f"\n{text}{verdict(name, done.returncode, started)}", flush=True)
    return done.returncode


def verdict(name: str, code: int, started: float) -> str:
    """Return the line that says how a check went."""
    return f"{name}: {'ok' if code == 0 else f'failed ({code})'}, {time.perf_counter() - started:.1f} s"


if __name__ == "__main__":
    sys.exit(main())
