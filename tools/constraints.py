"""Write tools/packaging/constraints.txt: the versions of all packages with which the tests are run.

    python3.11 tools/constraints.py

It asks the package index for the newest versions that pyproject.toml allows, and installs nothing. It is run with the
oldest Python that is supported, so that the versions can be had for all. Then run tools/check.py, which installs what
stands in the file, and commit both together.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "tools" / "packaging" / "constraints.txt"
OLDEST = (3, 11)
HEAD = """# The versions with which the tests are run. Written by tools/constraints.py; tools/check.py installs them.
"""


def main() -> int:
    """Write the file."""
    if sys.version_info[:2] != OLDEST:
        sys.exit(f"run this with Python {'.'.join(map(str, OLDEST))}, the oldest that is supported")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
    done = subprocess.run([*pip, f"{ROOT}[dev]"], stdout=subprocess.PIPE, check=True)
    found = [one["metadata"] for one in json.loads(done.stdout)["install"] if "dir_info" not in one["download_info"]]
    lines = sorted((f"{one['name']}=={one['version']}" for one in found), key=str.lower)
    CONSTRAINTS.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{CONSTRAINTS.relative_to(ROOT)}: {len(lines)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
