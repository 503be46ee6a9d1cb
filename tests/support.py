"""What several tests share: the reader of case files and the printers of what the program makes of a text.

A case file is Markdown a person can add to: a title, the input, what is expected, parted by lines with a lone dot.
Texts that must not be touched by editors write `→` for a tab, `␣` for a blank at a line's end and `↡` for a form feed.
"""

import ast
import cProfile
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from judge.core.diagnostics import Report
from judge.core.jsonl import Record
from judge.core.model import Document, Entry, Reference
from judge.core.text_facts import ErrataState
from judge.library.manifest import SourceFile
from judge.library.parsing import ParsedDocument
from judge.opened_library import Library
from judge.pipeline import parse_alone
from judge.reading.document_reader import read_manuscript
from judge.reading.opening import manuscript
from judge.reading.text.drafts import Parsed, assemble
from judge.reading.text.source import read_source
from tests.limits import PATIENCE

CASES = Path(__file__).parent / "cases"
STRANGE = ["a " * 100_000, "x" * 1_000_000, "-" * 5000, '"' * 5001, "title:" * 900, "((a*)*)*" * 99, "the of and", "%"]
"""Queries that nobody would type, and that must be answered like any other."""
VISIBLE = {"→": "\t", "␣": " ", "↡": "\f"}


def thorough_but(kept: int, cases: Iterable[object]) -> list[Any]:
    """Return the cases of a parameter, those after the first few for the thorough tier alone."""
    return [
        case if number < kept else pytest.param(case, marks=pytest.mark.thorough) for number, case in enumerate(cases)
    ]


class Case(NamedTuple):
    """One case of a case file."""

    title: str
    source: str
    expected: str
    where: str


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    fields: list[list[str]] = [[]]
    begun = 1
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line == ".":
            fields.append([])
        else:
            fields[-1].append(line)
        if len(fields) == 4:
            title, source, expected = ("\n".join(field) for field in fields[:3])
            for shown, meant in VISIBLE.items():
                source = source.replace(shown, meant)
            yield Case(title.strip().splitlines()[-1].lstrip("# "), source, expected, f"{path.name}:{begun}")
            fields, begun = [[]], number + 1
    assert not "".join("".join(field) for field in fields).strip(), f"{path.name}: a case at the end is not closed"


@cache
def parse_text(text: str, dialect: str | None, key: str = "doc") -> tuple[Parsed, Report]:
    """Read a text in a dialect."""
    report = Report()
    source = read_source(text.encode("utf-8", "replace"), report)
    found = read_manuscript(manuscript(source), report, dialect)
    return assemble(key, found.sheet), report


def print_parsed(parsed: Parsed) -> str:
    """Print entries, indented under their parents, with their blocks; then the furniture.

    section 24.0 Effects @1
      text: The text of a block. (2007-07-02)
    """
    depth: dict[str, int] = {}
    lines: list[str] = []
    for entry in parsed.entries:
        depth[entry.id] = depth.get(entry.parent or "", -1) + 1
        indent = "  " * depth[entry.id]
        lines.append(indent + print_heading(entry))
        for block in entry.blocks:
            nested = "  " * block.depth
            date = f" ({block.date})" if block.date else ""
            lines.append(f"{indent}  {nested}{block.kind}: {block.text}{date}")
        if entry.errata:
            fields = " ".join(f"{name}={value}" for name, value in entry.errata.fields.items())
            lines.append(f"{indent}  errata: {fields}{' | ' if fields else ''}{entry.errata.text}")
    lines += (f"furniture {print_lines(item.lines)} {item.reason}" for item in parsed.furniture)
    return "\n".join(lines)


def print_heading(entry: Entry) -> str:
    """Print an entry's kind, number, title, variant, aliases and lines."""
    named = [entry.kind, entry.number or "", entry.title or "", f"[{entry.variant}]" if entry.variant else ""]
    aliases = f" = {', '.join(entry.aliases)}" if entry.aliases else ""
    return " ".join(part for part in named if part) + aliases + " " + print_lines(entry.lines)


def print_lines(lines: tuple[tuple[int, int], ...]) -> str:
    """Print spans of lines: @3, @3-5."""
    return "@" + ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in lines)


def export_of(library: Library) -> list[Record]:
    """Return every record that a library exports."""
    return [json.loads(line) for line in library.export()]


def run_judge(*words: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in this process, with streams and an environment of its own; it starts at once.

    What depends on a process (signals, pipes, encodings, what is imported) is tested with `start_judge` and
    `run_python`.
    """
    from judge import cli

    typed = stdin.encode() if isinstance(stdin, str) else stdin
    streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for name in ("stdout", "stderr")}
    streams["stdin"] = io.TextIOWrapper(io.BytesIO(typed), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["judge", *words])
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            cli.run()
    printed, told = (streams[name].buffer.getvalue() for name in ("stdout", "stderr"))
    return subprocess.CompletedProcess(words, int(ended.value.code or 0), printed, told)


def printed(*words: str, stdin: str | bytes = "", **environment: str) -> str:
    """Return what a command prints that ends well."""
    done = run_judge(*words, stdin=stdin, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def refused(*words: str, stdin: str | bytes = "", **environment: str) -> str:
    """Return what is said of a wrong call, or of what cannot be read."""
    done = run_judge(*words, stdin=stdin, **environment)
    assert done.returncode == 2, done.stderr
    return done.stderr.decode()


def run_python(*words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a Python of its own."""
    command = [sys.executable, *words]
    return subprocess.run(
        command, input=stdin, capture_output=True, env=os.environ | environment, timeout=PATIENCE, check=False
    )


def started_judge(*words: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Start the command line and leave it running; it heeds Ctrl-C, and it is gone in the end, come what may."""
    return started_python("-m", "judge", *words)


@contextmanager
def started_python(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a Python and leave it running, as `started_judge` does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a child would ignore what is ignored here
    try:
        process = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        try:
            yield process
        finally:
            process.kill()


def count_calls(action: Callable[[], object]) -> int:
    """Count the calls of functions that something takes: a measure of work that no other program disturbs.

    No action that is counted may count calls itself.
    """
    profile = cProfile.Profile(subcalls=False)
    profile.runcall(action)
    return sum(one.callcount for one in profile.getstats())


@cache
def source_tree(path: Path) -> ast.Module:
    """Return the syntax tree of a module, parsed once; it is looked at, never changed."""
    return ast.parse(path.read_text(encoding="utf-8"))


def write_collection(folder: Path, **documents: str) -> Path:
    """Write documents into a folder: name (with "_" for the dot before md) and text."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents.items():
        (folder / name.replace("_md", ".md").replace("_txt", ".txt")).write_text(text, encoding="utf-8")
    return folder


def parse(text: str, name: str) -> ParsedDocument:
    """Read a text as a file of a name."""
    return parse_alone(SourceFile(Path(name), Path(name).stem), text.encode(), ())


def opened(factory: pytest.TempPathFactory, name: str, **documents: str) -> Iterator[Library]:
    """Yield the library of documents that `write_collection` writes, for a fixture of a module."""
    with Library([write_collection(factory.mktemp(name), **documents)]) as library:
        yield library


def history_of(library: Library, card: str) -> tuple[ErrataState, ...]:
    """Return the states of the text of a card that has errata, given its id."""
    errata = library.entry(card).errata
    return errata.history if errata else ()


def document(key: str, **known: Any) -> Document:
    """Return a document of which this is known."""
    facts = {"title": "Tide Rules", "game": None, "edition": None, "date": None, "dialect": "outline", "file": "t.md"}
    return Document(key, **facts | known)


def reference(**known: Any) -> Reference:
    """Return a reference by number, of which this is known."""
    place = {
        "source": "tide:1",
        "block": None,
        "start": 0,
        "end": 1,
        "line": 1,
        "column": 1,
        "text": "2",
        "kind": "number",
    }
    led = dict.fromkeys(("label", "target", "suggestion", "reason", "sure", "written_as"))
    return Reference(**place | led | {"status": "ok", "candidates": ()} | known)


def write_whales(folder: Path) -> Path:
    """Write rules and a list of cards that name a card, Grey Whale, which has no entry."""
    rules = "1.0 Ferries\n\nA Grey Whale (NF) stops Night Ferry (NF).\n\n2.0 Whales\n\nThe Grey Whale (NF) sings.\n"
    titles = ("Night Ferry", "Salt Lamp", "Drake")
    cards = "".join(f"#### **{title}**\n\nIt sails, as Night Ferry (NF).\n\n" for title in titles)
    row = '[[document]]\nfile = "{}.md"\ngame = "Tide"\ndialect = "{}"\n'
    manifest = row.format("rules", "outline") + row.format("cards", "rulings")
    return write_collection(folder, rules_md=rules, cards_md=cards, **{"corpus.toml": manifest})
