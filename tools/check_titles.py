"""Check the titles of commits: at most 72 characters, and no merge that is named after a branch.

    python3 tools/check_titles.py           checks the commits after START (part of tools/check.py)
    python3 tools/check_titles.py MESSAGE   checks the message in a file (tools/hooks/commit-msg)

The history up to START has longer titles and stays as it is. Where START is not there, as in a shallow clone, the last
commit alone is checked; where there is no repository, nothing is.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START = "e656a2bd1c0a74691d12f04c613270ae737f66e6"
LONGEST = 72
BRANCH = re.compile(r"Merge (?:(?:branch|branches|commit|pull request|remote-tracking branch|tag) .*|\S+)")
"""The title that git gives to a merge, or that has only a branch's name."""


def main() -> int:
    """Say what is wrong with each title; return 1 where something is."""
    titles = [title_of(Path(sys.argv[1]))] if sys.argv[1:] else committed_titles()
    wrong = [f"{problem}: {title}" for title in titles if (problem := find_problem(title))]
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


def title_of(message: Path) -> str:
    """Return the first line of a message that is no comment."""
    lines = message.read_text(encoding="utf-8").splitlines()
    return next((line for line in lines if line.strip() and not line.startswith("#")), "")


def committed_titles() -> list[str]:
    """Return the titles of the commits after START."""
    known = subprocess.run(["git", "merge-base", "--is-ancestor", START, "HEAD"], cwd=ROOT, stderr=subprocess.DEVNULL)
    which = [f"{START}..HEAD"] if known.returncode == 0 else ["--max-count=1"]
    done = subprocess.run(["git", "log", "--format=%s", *which], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    return done.stdout.decode("utf-8", "replace").splitlines()


def find_problem(title: str) -> str | None:
    """Return what is wrong with a title and what to do, if anything is."""
    if len(title) > LONGEST:
        return f"this title has {len(title)} characters; shorten it to {LONGEST} and say the rest in the body"
    if BRANCH.fullmatch(title):
        return "this merge is named after a branch; rebase the branch, or say what the merge brings"
    return None


if __name__ == "__main__":
    sys.exit(main())
