"""Write what is made from the help: docs/commands.md, and the manual page and the completions in tools/packaging/.

    python3 tools/manual.py            writes the files
    python3 tools/manual.py --check    only says which are not as they would be written

The manual page is made from the help of the commands and the table of docs/environment.md, and shows no date, so that
the same program always has the same page. pyproject.toml says where the wheel puts the files.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections import Counter
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
REFERENCE = ROOT / "docs" / "commands.md"
FEWEST = 2
"""Commands whose common option is explained once."""
SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
SUMMARY = "find the rule or ruling in the rules documents of card games"
EXITS = (
    ("0", "Done."),
    ("1", "No match for a locator or query, or findings of level warning or error."),
    ("2", "Wrong usage or unreadable input."),
    ("130", "Interrupted with Ctrl-C."),
)

REFERENCE_TOP = """# Commands

<!-- Made from the help of the commands by tools/manual.py; do not edit. -->

Answers go to standard output, progress and warnings to standard error. [json.md](json.md) describes what `--json`
prints.

A **locator** names one entry by number (`24.8.1.3`, `§16.1`, `rule 9.1`), title (`evil twin`), game and number or title
(`ufs 2.14.2.7`), id (`shadowfist-card-digest:evil-twin#3`) or part (`third bullet of 8.1`, `step 5 of the Day
Sequence`).

A **query** is a number, a title (typing mistakes are fine), a word that players use, several names, or a question. It
can contain `"words together"`, `-without` and `title:word`; a game's name in it limits the search to that game.

**Exit codes:** 0 done; 1 nothing found, or findings of level warning or error; 2 wrong usage or unreadable input;
130 Ctrl-C."""


def run() -> int:
    """Write the files, or say which are stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; return 1 if a file is stale")
    check = parser.parse_args().check
    stale = [path for path, text in files() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if check and stale:
        names = ", ".join(path.name for path in stale)
        print(f"stale: {names}; python3 tools/manual.py writes them")
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
    yield REFERENCE, "\n".join(reference()) + "\n"


def reference() -> Iterator[str]:
    """Yield the lines of docs/commands.md: the options that several commands have, then each command."""
    yield REFERENCE_TOP
    commands = {"TEXT…": load(ANSWER), **{name: load_command(name) for name in COMMANDS}}
    common = Counter(option for command in commands.values() for option in _bullets(command))
    shared = [option for option, count in common.items() if count >= FEWEST]
    yield from ("", "## Options of several commands", "", *shared, *_bullets(main)[1:], "", "## Each command")
    for name, command in commands.items():
        arguments = " ".join(command.collect_usage_pieces(click.Context(command))[1:])
        call = "judge TEXT…" if name == "TEXT…" else f"judge {name} {arguments}".rstrip()
        yield from ("", f"### `{call.replace('...', '…')}`", "", *_prose(command.help or ""))
        own = [option for option in _bullets(command) if option not in shared]
        also = [option.split("`")[1].split()[0] for option in _bullets(command) if option in shared]
        names = ", ".join(f"`{option}`" for option in also)
        named = textwrap.wrap(f"- also {names}", 120, subsequent_indent="  ", break_on_hyphens=False)
        if own or also:
            yield from ("", *own, *(named if also else []))


def _prose(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text as Markdown; one that click may not wrap keeps its lines."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        lines = [line.strip() for line in paragraph.splitlines()]
        if number:
            yield ""
        if lines[0] == "\b":
            yield from ("```text", *lines[1:], "```")
        else:
            words = _markdown(" ".join(lines))
            yield from textwrap.wrap(words, 120, break_long_words=False, break_on_hyphens=False)


def _markdown(text: str) -> str:
    """Return a text of the help as Markdown: an example is code, and nothing is markup by accident."""
    told, _, call = text.partition("Example: ")
    shielded = re.sub(r"(`[^`]*`)|([*_<|])", lambda found: found[1] or f"\\{found[2]}", told)
    return f"{shielded}Example: `{call}`" if call else shielded


def _bullets(command: click.Command) -> list[str]:
    """Return the options of a command as lines of a list, without --help, which all commands have."""
    context = click.Context(command, info_name="judge")
    records = [one.get_help_record(context) for one in command.get_params(context) if isinstance(one, click.Option)]
    return [f"- `{one[0]}`: {_markdown(one[1])}" for one in records if one and "--help" not in one[0]]


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
