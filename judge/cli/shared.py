"""What the commands share: the decorators that give them options and a library, and how they print.

Whatever is printed goes through `put`, which lets no control character of a foreign text reach a terminal;
`write_records` prints JSON, which escapes them.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from judge.core.errors import JudgeError, UnforeseenError, in_words
from judge.core.names import on_one_line, printable

if TYPE_CHECKING:
    from pathlib import Path

    from msgspec import Struct

    from judge.cli.screens.screen import Screen
    from judge.core.diagnostics import Finding
    from judge.lint.fixing import Fixed
    from judge.opened_library import Library

F = TypeVar("F", bound=Callable[..., Any])
PATIENCE = 2.0
"""Seconds of work after which a build says what it does where no terminal shows a bar."""
QUOTED = "\x00"
"""Put before an argument that begins with "-" and is not an option, while click tells options from arguments."""
OWN_STYLES = r"(\x1b\[[0129]m)"
"""The styles of `judge.cli.screens.screen`, which takes them out of foreign texts."""


class Command(click.Command):
    """A command whose arguments may begin with "-": one with blanks in it is never an option."""

    def make_parser(self, ctx: click.Context) -> Any:
        """Return click's parser, with quoted arguments shielded on their way through it."""
        options = {name for parameter in self.params for name in parameter.opts if name.startswith("--")}
        return _Shielding(super().make_parser(ctx), options)


class _Shielding:
    """A parser of click's that does not take a quoted argument for an option; what it returns is as it was typed."""

    def __init__(self, parser: Any, options: Set[str]) -> None:
        self._parser = parser
        self._options = options

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parser, name)

    def parse_args(self, args: list[str]) -> tuple[dict[str, Any], list[str], list[Any]]:
        """Return the values by parameter, what is left over, and the parameters in their order."""
        values, left, order = self._parser.parse_args(args=[self._shielded(arg) for arg in args])
        return {name: _typed(value) for name, value in values.items()}, _typed(left), order

    def _shielded(self, arg: str) -> str:
        is_quoted = arg.startswith("-") and " " in arg and arg.partition("=")[0] not in self._options
        return QUOTED + arg if is_quoted else arg


def _typed(value: Any) -> Any:
    """Return a value as it was typed; several are in a list or a tuple."""
    if isinstance(value, str):
        return value.removeprefix(QUOTED)
    return type(value)(map(_typed, value)) if type(value) in (list, tuple) else value


def with_corpus(command: F) -> F:
    """Add --corpus, and hand the command the opened library as its first argument; --jobs says how it is built."""

    def run(folders: Sequence[str], *args: Any, **kwargs: Any) -> Any:
        with open_library(folders, kwargs.pop("jobs", None)) as library:
            return command(library, *args, **kwargs)

    return with_folders(update_wrapper(run, command))  # type: ignore[return-value]


def with_folders(command: F) -> F:
    """Add --corpus, and hand the command the folders that are named as its first argument; nothing is opened."""

    def run(*args: Any, corpus: tuple[str, ...], **kwargs: Any) -> Any:
        return command(_named_folders(corpus), *args, **kwargs)

    option = click.option(
        "--corpus", multiple=True, metavar="DIR", help="A folder of documents; can be given more than once."
    )
    return option(update_wrapper(run, command))  # type: ignore[return-value]


def _named_folders(corpus: Sequence[str]) -> Sequence[str]:
    """Return the folders that --corpus names, after the command or before it."""
    return corpus or click.get_current_context().obj or ()


def typed_again(words: str) -> str:
    """Return the call of judge, with other words, that asks the same folders as the current one."""
    import shlex

    folders = _named_folders(click.get_current_context().params.get("corpus", ()))
    return shlex.join(["judge", *(word for folder in folders for word in ("--corpus", folder))]) + f" {words}"


def with_json(command: F) -> F:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON Lines (see docs/json.md).")(command)


def with_brief(command: F) -> F:
    """Add --brief."""
    return click.option("--brief", is_flag=True, help="For scripts: print one line per answer, with its id and name.")(
        command
    )


def with_editions(command: F) -> F:
    """Add --edition and --all-editions."""
    every = click.option("--all-editions", is_flag=True, help="Include older editions.")
    one = click.option("--edition", help="Only documents of this edition; see `judge list`.")
    return one(every(command))


def open_library(corpus: Iterable[str], jobs: int | None = None) -> Library:
    """Open the library of these folders, saying what is built meanwhile.

    Args:
        corpus: the folders.
        jobs: processes that may build; None for as many as there are cores, where that pays.
    """
    from judge.opened_library import Library

    return Library(tuple(corpus), progress=Progress(), warn=say, jobs=jobs)


class Progress:
    """Shows how far a build is: a bar on a terminal; elsewhere a line a step, if the build takes long."""

    def __init__(self) -> None:
        self._shown = 0
        self._begun = time.process_time()
        self._told = ""

    def __enter__(self) -> Progress:
        """Show what is done within a block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        self("", 0, 0)

    def say(self, sentence: str) -> None:
        """Say something in the place of the bar."""
        self("", 0, 0)
        say(sentence)

    def __call__(self, what: str, done: int, total: int) -> None:
        """Draw the bar again; an empty text takes it away."""
        if not _tells_a_terminal():
            self._tell(what, done, total)
            return
        bar = "█" * (10 * done // max(total, 1))
        line = f"{bar:░<10} {on_one_line(what)}" if what else ""
        click.echo("\r" + line.ljust(self._shown) + ("" if what else "\r"), err=True, nl=False)
        self._shown = len(line)

    def _tell(self, what: str, done: int, total: int) -> None:
        """Say what is done, once for each step; "reading a.md" and "reading b.md" are one."""
        step = what.partition(" ")[0]
        if what and step != self._told and time.process_time() - self._begun > PATIENCE:
            self._told = step
            say(f"{what} ({done + 1} of {total})" if total > 1 else what)


def output_screen() -> Screen:
    """Describe standard output: its width on a terminal, and whether colours are wanted there (no-color.org)."""
    from judge.cli.screens.screen import Screen

    terminal = output_terminal()
    colours = terminal is not None and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(terminal.columns if terminal else None, colours)


def output_terminal() -> os.terminal_size | None:
    """Return the size of the terminal that standard output is, or None where it is none."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size()


def page(text: str) -> None:
    """Print a text, through a pager where it is longer than the terminal."""
    terminal = output_terminal()
    if terminal and text.count("\n") >= terminal.lines:
        os.environ.setdefault("LESS", "-FRX")
        click.echo_via_pager(_safe(text, styled=True), color=True)
        return
    put(text if not text or text.endswith("\n") else text + "\n")


def page_closely(text: str) -> None:
    """Print a text as `page` does; where it is longer than the terminal, without its blank lines."""
    terminal = output_terminal()
    if terminal and text.count("\n") >= terminal.lines - 1:
        text = "\n".join(line for line in text.split("\n") if line)
    page(text)


def put_findings(found: Sequence[Finding], form: str, above: str = "document") -> None:
    """Print findings as JSON, as SARIF, or for the screen, there below what `above` names of them."""
    from judge.cli.screens import screen
    from judge.lint import formats

    if form == "json":
        write_records(found)
    elif form == "sarif":
        put(formats.sarif(found))
    else:
        page(screen.findings(output_screen(), found, above))


def put_corrected(copies: Iterable[Fixed], target: Path, noun: str) -> None:
    """Print what was changed in corrected copies, and tell where they are."""
    for copy in copies:
        put(copy.diff)
        say(f"corrected {copy.corrected} {noun}{'s' * (copy.corrected != 1)} in the copy {target / copy.name}")


def put(text: str, *, err: bool = False) -> None:
    """Print a text as it is, except what could drive a terminal or turn the direction of a line."""
    styled = not err and output_terminal() is not None
    try:
        click.echo(_safe(text, styled=styled), nl=False, err=err, color=styled)
    except BrokenPipeError:
        if err:
            raise
        end_quietly()


def _safe(text: str, *, styled: bool) -> str:
    """Return a text without control characters; our own styles stay where there are any."""
    if not styled:
        return printable(text)
    return "".join(part if re.fullmatch(OWN_STYLES, part) else printable(part) for part in re.split(OWN_STYLES, text))


def write_records(records: Iterable[Struct]) -> None:
    """Print records as lines of JSON in UTF-8, whatever the terminal's own encoding."""
    from judge.core.jsonl import dumps

    for record in records:
        write_text(dumps(record))


def write_text(text: str) -> None:
    """Print a text for other programs in UTF-8, whatever the terminal's own encoding."""
    try:
        sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    except BrokenPipeError:
        end_quietly()


def end_quietly() -> NoReturn:
    """End: the reader of our pipe has seen enough, and nothing more can be written, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise click.exceptions.Exit(0)


def say(sentence: str) -> int:
    """Tell the person something that is not a result; where nothing can be told, the exit code still tells the outcome.

    Returns:
        How many rows of the terminal the sentence takes; 0 where it goes elsewhere.
    """
    told = f"judge: {on_one_line(sentence)}"
    rows = _wrapped(told) if _tells_a_terminal() else []
    with suppress(OSError, ValueError):
        put("\n".join(rows or [told]) + "\n", err=True)
    return len(rows)


def _tells_a_terminal() -> bool:
    """Say whether standard error is a terminal; it may be closed, which is None."""
    return sys.stderr is not None and sys.stderr.isatty()


def _wrapped(line: str) -> list[str]:
    """Break a line for the terminal between words."""
    import shutil

    from judge.cli.screens.screen import Screen

    return Screen(shutil.get_terminal_size().columns).wrap(line)


def tell_error(error: Exception) -> None:
    """Tell the person of an error: its own sentence, the system's word, or how to report what nobody thought of.

    With JUDGE_DEBUG, all that is known of what nobody thought of is told.

    What cannot be written to standard output any more goes nowhere: the output itself may be what failed.
    """
    from judge.core.files import debugging

    is_foreseen = isinstance(error, JudgeError) and not isinstance(error, UnforeseenError)
    if debugging() and not is_foreseen:
        import traceback

        put("".join(traceback.format_exception(error)), err=True)
    elif isinstance(error, JudgeError):
        say(str(error))
    elif isinstance(error, OSError) and error.strerror:
        say(f"{error.filename}: {error.strerror}" if error.filename else f"the system reports: {error.strerror}")
    else:
        told = f"internal error ({in_words(error)})"
        say(f"{told}; please report it, and include the output of the command with JUDGE_DEBUG=1 set")
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def query_text(words: tuple[str, ...]) -> str:
    """Return the arguments of a query as one text; bytes that are not text become question marks."""
    text = " ".join(words)
    return text.encode("utf-8", "replace").decode("utf-8")


def typed_queries() -> Iterator[str]:
    """Yield the queries of standard input, one a line."""
    if sys.stdin is None:  # Python's word for one that is closed; typeshed does not know it
        raise click.UsageError("standard input is closed, so no queries can be read")
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def check_date(date: str | None, option: str) -> None:
    """Refuse what is not a date."""
    from judge.core.dates import is_date, not_a_date

    if date is not None and not is_date(date):
        raise click.BadParameter(not_a_date(date), param_hint=option)


def flush() -> None:
    """Write what is still held back, here where an error can be caught."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        end_quietly()
