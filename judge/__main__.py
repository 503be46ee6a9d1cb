"""Lets `python -m judge` be the command line; also the console script's entry."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still starting ends it quietly too."""
    try:
        from judge.cli import run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
