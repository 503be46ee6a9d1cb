"""Write what shells read of an installed program: its manual page and the completions, in tools/packaging/.

    python3 tools/manual.py            writes the files
    python3 tools/manual.py --check    only says which are not as they would be written

The page is made from the help of the commands and the table of docs/environment.md, and shows no date, so that the
same program always has the same page. pyproject.toml says where the wheel puts the files.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout may not be installed

import click  # noqa: E402
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete  # noqa: E402

from judge.cli import ANSWER, COMMANDS, load, load_command, main  # noqa: E402
from judge.version import __version__  # noqa: E402

FOLDER = ROOT / "tools" / "packaging"
ENVIRONMENT = ROOT / "docs" / "environment.md"
SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
SUMMARY = "find the rule or ruling in the rules documents of card games"
EXITS = (
    ("0", "Done."),
    ("1", "No match for a locator or a query, or findings of level warning and up."),
    ("2", "A wrong call, or input that cannot be read."),
    ("130", "Ended with Ctrl-C."),
)


def run() -> int:
    """Write the files, or say which are stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; return 1 if a file is stale")
    check = parser.parse_args().check
    stale = [path for path, text in files() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if check and stale:
        names = ", ".join(path.name for path in stale)
        print(f"stale in {FOLDER.relative_to(ROOT)}: {names}; python3 tools/manual.py writes them")
        return 1
    for path, text in files():
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


def files() -> Iterator[tuple[Path, str]]:
    """Yield each file with its text."""
    text = "\n".join(page()) + "\n"
    yield FOLDER / "judge.1", re.sub(r"[^\x00-\x7f]", lambda char: f"\\[u{ord(char[0]):04X}]", text)
    for shell in SHELLS:
        yield FOLDER / f"judge.{shell}", completion(shell)


def completion(shell: str) -> str:
    """Return what `judge completion SHELL` prints."""
    completing = SHELLS[shell](main, {}, "judge", "_JUDGE_COMPLETE")
    return completing.source_template % completing.source_vars()


def page() -> Iterator[str]:
    """Yield the lines of the manual page."""
    yield '.\\" Written by tools/manual.py from the help of the commands; a test compares.'
    yield f'.TH JUDGE 1 "" "judge {__version__}" "User Commands"'
    yield from (".SH NAME", f"judge \\- {SUMMARY}", ".SH SYNOPSIS")
    answer = load(ANSWER)
    yield from _usage("judge", answer)
    yield ".br"
    yield from ("\\fBjudge\\fR \\fICOMMAND\\fR [\\fIARGS\\fR]…", ".SH DESCRIPTION")
    yield from _paragraphs(main.help or "")
    yield from (".SH OPTIONS", *_options("judge", main), ".SH ASKING WITHOUT A COMMAND")
    yield from (*_paragraphs(answer.help or ""), *_options("judge", answer))
    yield ".SH COMMANDS"
    for name in COMMANDS:
        command = load_command(name)
        yield f".SS {_plain(f'judge {name}')}"
        yield from _usage(f"judge {name}", command)
        yield from (".PP", *_paragraphs(command.help or ""), *_options(f"judge {name}", command))
    yield ".SH ENVIRONMENT"
    for variable, meaning in environment():
        yield from (".TP", f"\\fB{_plain(variable)}\\fR", _plain(meaning))
    yield ".SH EXIT STATUS"
    for code, meaning in EXITS:
        yield from (".TP", f"\\fB{code}\\fR", _plain(meaning))


def environment() -> Iterator[tuple[str, str]]:
    """Yield the variables that the program reads itself, each with its meaning."""
    for line in ENVIRONMENT.read_text(encoding="utf-8").splitlines():
        row = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(row) == 3 and row[1] == "judge":
            yield row[0].strip("`"), re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", row[2]).replace("`", "").rstrip("| ")


def _usage(name: str, command: click.Command) -> Iterator[str]:
    pieces = command.collect_usage_pieces(click.Context(command, info_name=name))
    yield f"\\fB{_plain(name)}\\fR " + " ".join(_plain(piece) for piece in pieces)


def _options(name: str, command: click.Command) -> Iterator[str]:
    """Yield the options; --help, which all commands have, only for the program itself."""
    settings = main.context_settings if command is main else {}
    context = click.Context(command, info_name=name, **settings)
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record and (command is main or parameter.name != "help"):
            yield from (".TP", f"\\fB{_plain(record[0])}\\fR", _plain(record[1]))


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; one that click may not wrap keeps its lines."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ".PP"
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines[0] == "\b":
            yield from (".nf", *map(_plain, lines[1:]), ".fi")
        else:
            yield _plain(" ".join(lines))


def _plain(text: str) -> str:
    """Return words as roff prints them unchanged."""
    shielded = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{shielded}" if shielded.startswith((".", "'")) else shielded


if __name__ == "__main__":
    sys.exit(run())
