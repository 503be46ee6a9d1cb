"""Ask the API all that its OpenAPI document allows, and what it does not allow, with Schemathesis.

    python3 tools/try_api.py                  the bundled collection, or that of JUDGE_CORPUS
    python3 tools/try_api.py --examples 500   so many questions for each address; 40 take about half a minute

Every answer must be one that the document describes: its status, its type, its headers and its fields; none may be an
error of the server. What is allowed must not be refused, unless what is asked for is not there, and what is not allowed
must be. Ends with 1 where something is not so, and prints the question.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout may not be installed

from judge.records.questions import PREFIX  # noqa: E402
from judge.server.serving import bind  # noqa: E402

LEFT_OUT = ("positive_data_acceptance", "use_after_free", "ensure_resource_availability", "ignored_auth")
"""A game that is not there is a wrong call, and a text is not told from one; the others are for APIs that write."""
PATIENCE = 120
"""Seconds that a server may take to begin."""


@contextmanager
def serving(workers: int = 1) -> Iterator[str]:
    """Run the API as a real server runs it, and yield its address; it is gone in the end."""
    with bind(0) as bound:
        port = bound.getsockname()[1]
    options = ["--port", str(port), "--workers", str(workers), "--log-level", "error"]
    command = [sys.executable, "-m", "uvicorn", "--factory", "judge.server.asgi:application", *options]
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": paths})
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address, process)
        yield address
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers.

    Raises:
        TimeoutError: it does not, or has ended.
    """
    for _ in range(10 * PATIENCE):
        with suppress(OSError), urllib.request.urlopen(f"{address}{PREFIX}health", timeout=10):  # noqa: S310 (our own server)
            return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise TimeoutError("the server did not begin to answer")


def try_all(address: str, examples: int, seed: int) -> int:
    """Ask an API and return 0 if every answer was as it is described."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}{PREFIX}openapi.json"]
    command += ["--max-examples", str(examples), "--seed", str(seed), "--phases", "examples,coverage,fuzzing"]
    command += ["--exclude-checks", ",".join(LEFT_OUT), "--request-timeout", "60", "--warnings", "off"]
    with tempfile.TemporaryDirectory() as folder:  # where it may write what it likes
        return subprocess.run(command, check=False, cwd=folder).returncode


def main(words: Sequence[str] | None = None) -> int:
    """Run a server, ask it, and say how that went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    with serving() as address:
        return try_all(address, asked.examples, asked.seed)


if __name__ == "__main__":
    sys.exit(main())
