"""Build the wheel and the source distribution, install them where nothing else is, and use the program there.

    python3 tools/try_wheel.py                                 in a fresh environment of this Python
    python3 tools/try_wheel.py --python python3.12 python3.13  in one of each of these
    python3 tools/try_wheel.py --lowest                        with the oldest dependencies that are allowed
    python3 tools/try_wheel.py --here                          beside the packages that are installed here, offline

hatchling has to be installed (the extra `dev`). The wheel is built twice, from the checkout and from the source
distribution, and both have to hold the same files. With `--here`, the tests do this too.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 600
"""Seconds that one command may take."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = sorted(set(PROJECT["optional-dependencies"]) - {"dev"})
RULES = "# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds.\n\n## 2.0 Ferries\n\nA ferry is held by an anchor (1.0).\n"
RECORDS = "- name: Grey Whale\n  text: It sings.\n- name: Night Ferry\n  text: It sails.\n- name: Drake\n  text: Old.\n"
ADDED = ("rules.md", "paper.pdf", "cards.yaml")
PAPER = ("Harbour Rules", "1.0 Lights", "A light is lit at six.", "2.0 Ropes", "A rope is tied by two.")
"""The lines of a PDF."""
SHARED = (
    "share/man/man1/judge.1",
    "share/bash-completion/completions/judge",
    "share/zsh/site-functions/_judge",
    "share/fish/vendor_completions.d/judge.fish",
)
SHOW_EVERY_HELP = """
from judge.cli import COMMANDS, main
for name in COMMANDS:
    main([name, "--help"], prog_name="judge", standalone_mode=False)
"""
USE_FROM_PYTHON = "import judge; print(judge.open().find('24.0').title)"


class Failed(Exception):
    """Something is not as it should be."""


class Installed(NamedTuple):
    """A place where the program is installed."""

    python: Path
    judge: list[str]
    """What starts the program."""
    shared: Path
    """The folder that contains `share`."""
    environment: Mapping[str, str]


def main() -> int:
    """Try what was asked for; return 0 where all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="the Pythons to try")
    parser.add_argument("--lowest", action="store_true", help="with the oldest dependencies that are allowed")
    parser.add_argument("--here", action="store_true", help="beside the packages of this environment")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="judge-wheel-") as name:
        folder = Path(name)
        try:
            wheel = build(folder)
            if arguments.here:
                use(install_here(wheel, folder), folder / "use")
            for number, python in enumerate([] if arguments.here else arguments.python):
                place = folder / str(number)
                use(install_alone(wheel, python, place, lowest=arguments.lowest), place / "use")
        except Failed as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def build(folder: Path) -> Path:
    """Build both distributions and the wheel once more from the source distribution; return the wheel."""
    hatch("--target", "sdist", "--target", "wheel", checkout=ROOT, into=folder / "dist")
    (source,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    with tarfile.open(source) as archive:
        archive.extractall(folder / "source", filter="data")
    (unpacked,) = (folder / "source").iterdir()
    hatch("--target", "wheel", checkout=unpacked, into=folder / "again")
    (again,) = (folder / "again").glob("*.whl")
    if contents(wheel) != contents(again):
        raise Failed(f"the wheels differ: {sorted(contents(wheel) ^ contents(again))}")
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes; {source.name}: {source.stat().st_size:,} bytes", flush=True)
    return wheel


def hatch(*words: str, checkout: Path, into: Path) -> None:
    """Build with hatchling what stands in a folder."""
    into.mkdir()
    run([sys.executable, "-m", "hatchling", "build", "--directory", str(into), *words], folder=checkout)


def contents(wheel: Path) -> set[tuple[str, int]]:
    """Return the names and checksums of the files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {(one.filename, one.CRC) for one in archive.infolist()}


def install_here(wheel: Path, folder: Path) -> Installed:
    """Unpack the wheel into a folder that comes before the packages of this environment."""
    target = folder / "target"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    run([*pip, "--target", str(target), str(wheel)])
    before = [str(target), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {"PYTHONPATH": os.pathsep.join(before)}
    return Installed(Path(sys.executable), [sys.executable, "-m", "judge"], target, environment)


def install_alone(wheel: Path, python: str, folder: Path, *, lowest: bool) -> Installed:
    """Install the wheel with all its extras into a fresh environment."""
    place = folder / "environment"
    run([python, "-m", "venv", str(place)])
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    inside = scripts / ("python.exe" if os.name == "nt" else "python")
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(lowest_versions()) if lowest else "", encoding="utf-8")
    alone = {"PYTHONPATH": "", "PYTHONNOUSERSITE": "1"}
    wanted = f"{wheel}[{','.join(EXTRAS)}]"
    run([str(inside), "-m", "pip", "install", "--quiet", "--constraint", str(constraints), wanted], alone)
    run([str(inside), "-m", "pip", "check"], alone)
    return Installed(inside, [str(scripts / "judge")], place, alone)


def lowest_versions() -> list[str]:
    """Return the oldest versions that the requirements allow, as constraints."""
    requirements = [
        *PROJECT["dependencies"],
        *(one for extra in EXTRAS for one in PROJECT["optional-dependencies"][extra]),
    ]
    return [f"{one[1]}=={one[2]}" for one in (re.match(r"([\w.-]+)>=([\w.]+)", each) for each in requirements) if one]


def use(installed: Installed, folder: Path) -> None:
    """Use the program as a person does: ask, write the site, add documents; look at what was installed with it."""
    folder.mkdir()
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    (folder / "cards.yaml").write_text(RECORDS, encoding="utf-8")
    (folder / "paper.pdf").write_bytes(small_pdf(*PAPER))
    names = {"JUDGE_CACHE": "cache", "JUDGE_DATA": "data"}
    environment = {**installed.environment, **{name: str(folder / where) for name, where in names.items()}}
    environment |= {"JUDGE_CORPUS": "", "PYTHONDONTWRITEBYTECODE": ""}
    started = time.perf_counter()

    def judge(*words: str) -> str:
        return run([*installed.judge, *words], environment, folder)

    def expect(text: str, *words: str) -> None:
        if text not in (printed := judge(*words)):
            raise Failed(f"judge {' '.join(words)} does not print {text!r}:\n{printed}")

    expect(f"version {_version()}", "--version")
    judge("add", *ADDED)
    for name in ADDED:
        expect(f'"file": "{name}"', "list", "--json")
    expect("31.0", "search", "uniqueness auction")
    expect("Effects", "show", "24.0")
    expect("A light is lit at six.", "show", "paper:1.0")
    expect("index.html", "site", "written", "--corpus", str(folder))
    expect("complete", "completion", "bash")
    python = [str(installed.python), "-c"]
    told = run([*python, SHOW_EVERY_HELP], environment, folder).count("Usage: judge ")
    if "Effects" not in run([*python, USE_FROM_PYTHON], environment, folder):
        raise Failed("the library cannot be opened from Python")
    for path in SHARED:
        if not (installed.shared / path).is_file():
            raise Failed(f"{path} was not installed")
    version = run([*python, "import platform; print(platform.python_version())"], environment).strip()
    seconds = time.perf_counter() - started
    print(f"Python {version}: help of {told} commands, 3 formats, the site: ok, {seconds:.1f} s", flush=True)


def small_pdf(*lines: str) -> bytes:
    """Return a PDF of one page with a few lines."""
    drawn = " ".join(f"({line}) Tj T*" for line in lines)
    stream = f"BT /F1 14 Tf 20 TL 72 720 Td {drawn} ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return (
        data + head + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(data))
    )


def _version() -> str:
    text = (ROOT / "judge" / "version.py").read_text(encoding="utf-8")
    return text.partition('__version__ = "')[2].partition('"')[0]


def run(command: list[str], environment: Mapping[str, str] | None = None, folder: Path | None = None) -> str:
    """Run a command to its end; return what it prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(environment or {}), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    printed = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        raise Failed(
            f"{' '.join(command)} ended with {done.returncode}:\n{printed}{done.stderr.decode('utf-8', 'replace')}"
        )
    return printed


if __name__ == "__main__":
    sys.exit(main())
