"""Write the versions of all packages with which the tests are run, and the hashes of their files.

    python3 -m pip install uv
    python3 tools/constraints.py

    tools/packaging/constraints.txt    the versions; tools/check.py installs them
    tools/packaging/hashes.txt         the same with the hashes of all files, for `pip install --require-hashes`
    tools/packaging/build.txt          hatchling and what it needs with hashes, for the job that makes `dist`

It asks the package index for the newest versions that pyproject.toml allows on every system, from the oldest supported
Python on, and installs nothing. Then run tools/check.py, which installs the versions, and commit all together.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "tools" / "packaging"
OLDEST = "3.11"
HEADS = {
    "constraints.txt": "The versions with which the tests are run, as tools/check.py installs them.",
    "hashes.txt": "The versions of constraints.txt, with the hashes of all their files.",
    "build.txt": "hatchling and what it needs, with the hashes of all their files.",
}
BUILDER = "hatchling"


def main() -> int:
    """Write the files."""
    hashes = locked(ROOT / "pyproject.toml", ["--extra", "dev"])
    versions = sorted(re.findall(r"^[\w.-]+==[^\s;]+", hashes, re.MULTILINE))
    write("constraints.txt", "\n".join(versions) + "\n")
    write("hashes.txt", hashes)
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.in")
        wanted.write_text(f"{BUILDER}\n", encoding="utf-8")
        write("build.txt", locked(wanted, ["--constraint", str(PACKAGING / "constraints.txt")]))
    print(f"tools/packaging/constraints.txt: {len(versions)} packages")
    return 0


def locked(wanted: Path, more: Sequence[str]) -> str:
    """Return the versions and hashes of what a file requires, one package after the other."""
    words = ["pip", "compile", "--quiet", "--universal", "--python-version", OLDEST, "--generate-hashes"]
    words += ["--no-header", "--no-annotate", *more, str(wanted)]
    try:
        done = subprocess.run([sys.executable, "-m", "uv", *words], stdout=subprocess.PIPE, text=True, check=True)
    except subprocess.CalledProcessError:
        sys.exit("uv found no versions; the lines above say why (if it is missing: python3 -m pip install uv)")
    return done.stdout


def write(name: str, text: str) -> None:
    """Write one of the files."""
    head = f"# {HEADS[name]} Written by tools/constraints.py.\n"
    (PACKAGING / name).write_text(head + text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
