"""What of judges' tasks stands on the first screen: `python -m tests.tasks [FILE…] [--misses] [--columns N]`.

A file is Markdown. `over: real` (the documents of `JUDGE_CORPUS`), `over: demo` or `over: bundled` says what is asked;
a task is

    - `judge CALL` — `ID@2.1` and “words” or `ID@title`

A call runs in a terminal of 80 columns and 24 lines, pagers held at their first screen. `ID@2.1` is the first sentence
of the second block of an entry, `ID@2.1/6` its first six words, `ID@errata.1` a sentence of its errata; an ID in `…` is
the first that begins so. Each is looked up when the task is asked, and must stand on the screen whole. `and` binds
before `or`.
"""

from __future__ import annotations

import argparse
import os
import re
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import judge
from judge.opened_library import Library

HERE = Path(__file__).parent
TASK = re.compile(r"- `(?P<call>judge [^`]+)` — (?P<truth>.+)")
WANTED = re.compile(r"`(?P<id>[^`@]+)@(?P<place>[^`/]+)(?:/(?P<words>\d+))?`|“(?P<said>[^”]+)”")
SENTENCE = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“(\[]*[A-Z0-9])")
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[>=]")
LINES = 24


class Task(NamedTuple):
    """A call, and what must stand on its screen."""

    call: str
    truth: str
    over: str
    where: str


def read_tasks(path: Path) -> Iterator[Task]:
    """Yield the tasks of a file.

    Raises:
        ValueError: a line that begins as a task is none.
    """
    over = "real"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("over: "):
            over = line.removeprefix("over: ").strip()
        elif line.startswith("- `"):
            found = TASK.fullmatch(line)
            if not found or not all(map(WANTED.search, re.split(" (?:and|or) (?=[`“])", found["truth"]))):
                raise ValueError(f"{path.name}:{number}: this is not a task: {line}")
            yield Task(found["call"], found["truth"], over, f"{path.name}:{number}")


def wanted_words(library: Library, wanted: str) -> str:
    """Return the words that one part of a truth asks for.

    Raises:
        LookupError: no document has that entry, block or sentence.
    """
    found = WANTED.fullmatch(wanted.strip())
    if not found:
        raise LookupError(wanted)
    if found["said"]:
        return found["said"]
    begins, shortened, _ = found["id"].partition("…")
    entries = library.editions.records(begins.partition(":")[0])[0] if shortened else [library.entries.record(begins)]
    record = next(entry for entry in entries if entry.id.startswith(begins))
    block, _, sentence = found["place"].partition(".")
    if block == "title":
        return str(record.title)
    text = record.errata.text if block == "errata" and record.errata else record.blocks[int(block) - 1].text
    whole = SENTENCE.split(str(text))[int(sentence or 1) - 1]
    return " ".join(whole.split()[: int(found["words"])]) if found["words"] else whole


def stands(library: Library, truth: str, screen: str) -> bool:
    """Say whether a screen has what a truth asks for."""
    shown = plain(screen)
    return any(
        all(plain(wanted_words(library, one)) in shown for one in re.split(" and (?=[`“])", several))
        for several in re.split(" or (?=[`“])", truth)
    )


def plain(text: str) -> str:
    """Return a text for comparison: one blank between words, no case."""
    return " ".join(STYLE.sub("", text).split()).casefold()


def first_screen(call: str, columns: int, environment: dict[str, str], lines: int = LINES) -> str:
    """Return the first lines that a call shows in a terminal of its own."""
    import fcntl
    import pty
    import termios

    process, terminal = pty.fork()
    if process == 0:
        script = f'judge() {{ "{sys.executable}" -m judge "$@"; }}\n{shell_call(call)}'
        os.execvpe("sh", ["sh", "-c", script], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    shown = bytearray()
    try:
        while part := os.read(terminal, 65536):
            shown += part
    except OSError:  # Linux's word for a terminal that nobody has open any more
        pass
    os.waitpid(process, 0)
    os.close(terminal)
    text = shown.decode("utf-8", "replace").replace("\r\n", "\n")
    return "\n".join(line.rpartition("\r")[2] for line in text.split("\n")[:lines])


def shell_call(call: str) -> str:
    """Return a call in the quotation marks that a shell needs for other signs than letters."""
    return re.sub(r"[§?'();&|<>*]", lambda match: "\\" + match[0], call)


def environment_of(over: str) -> dict[str, str]:
    """Return the environment in which the tasks over some documents are asked."""
    kept = {name: value for name, value in os.environ.items() if name not in ("JUDGE_CORPUS", "NO_COLOR")}
    if over == "real":
        kept["JUDGE_CORPUS"] = os.environ["JUDGE_CORPUS"]
    elif over == "demo":
        kept["JUDGE_CORPUS"] = str(HERE.parents[1] / "corpus" / "demo")
    return kept | {"PAGER": "cat", "TERM": "xterm-256color"}


def missed(tasks: Sequence[Task], columns: int = 80) -> list[Task]:
    """Ask tasks; return those whose screen lacks what it must have."""
    libraries: dict[str, Library] = {}
    found = []
    for task in tasks:
        environment = environment_of(task.over)
        if task.over not in libraries:
            folders = environment.get("JUDGE_CORPUS", "")
            libraries[task.over] = judge.open(corpus=folders.split(os.pathsep) if folders else ())
        if not stands(libraries[task.over], task.truth, first_screen(task.call, columns, environment)):
            found.append(task)
    for library in libraries.values():
        library.close()
    return found


def main() -> None:
    """Ask the tasks and print how many are right in each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="Names without .md; without any, all.")
    parser.add_argument("--misses", action="store_true", help="Print the tasks whose screen lacks what it must have.")
    parser.add_argument("--columns", type=int, default=80)
    given = parser.parse_args()
    for path in sorted(HERE.glob("*.md")):
        if given.files and path.stem not in given.files:
            continue
        tasks = [task for task in read_tasks(path) if task.over != "real" or os.environ.get("JUDGE_CORPUS")]
        wrong = missed(tasks, given.columns)
        print(f"{path.stem}: {len(tasks) - len(wrong)} of {len(tasks)}")
        if given.misses and not path.stem.startswith("unseen"):
            print("".join(f"  {task.where}  {task.call}\n" for task in wrong))


if __name__ == "__main__":
    main()
