"""The command line: thin commands over `judge.opened_library`; the only place that prints and exits.

    answering    judge TEXT…, judge alone, use
    asking       search, show, between, card, refs
    comparing    diff, trace
    citing       cites, verify
    reading      read
    documents    lint, list, add, remove, build, export
    publishing   site, serve, mcp, completion
    demo         demo
    sharing/     share, report, init
    shared       decorators and printing

Results go to standard output, progress and warnings to standard error. Exit codes: 0 done, 1 no match or findings,
2 wrong call or unreadable input, 130 on Ctrl-C. What a command needs is imported when it runs, so that each starts
in a blink.
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from judge.cli.shared import flush, put, say, tell_error
from judge.core.errors import NoEntry
from judge.version import __version__

GROUPS = {
    "Asking": {
        "search": "asking:search",
        "show": "asking:show",
        "between": "asking:between",
        "card": "asking:card",
        "refs": "asking:refs",
        "use": "answering.chosen_game:use",
        "share": "sharing.sending:share",
        "report": "sharing.sending:report",
    },
    "Editions and citations": {
        "diff": "comparing:diff",
        "trace": "comparing:trace",
        "cites": "citing:cites",
        "verify": "citing:verify",
    },
    "Documents": {
        "list": "documents:list_documents",
        "read": "reading:read",
        "add": "documents:add",
        "remove": "documents:remove",
        "lint": "documents:lint",
        "build": "documents:build",
        "export": "documents:export",
    },
    "Publishing": {
        "site": "publishing:site",
        "serve": "publishing:serve",
        "mcp": "publishing:mcp",
    },
    "First steps": {
        "demo": "demo:demo",
        "init": "sharing.starting:init",
    },
}
"""The commands that --help lists, in groups: each command's module and function."""
COMMANDS = {name: place for group in GROUPS.values() for name, place in group.items()} | {
    "completion": "publishing:print_completion",
}
"""Each command's module and function, in the order of docs/commands.md."""
ANSWER = "answering.command:answer"
"""The module and function of `judge TEXT…`."""


class Commands(click.Group):
    """The commands; the module of one is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in their order."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in their groups, each with the first sentence of its help."""
        width = max(map(len, COMMANDS))
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                helps = [(name.ljust(width), load_command(name).get_short_help_str(formatter.width)) for name in names]
                formatter.write_dl(helps)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Offer the commands, and the numbers and titles that begin with what is typed: a query needs no command."""
        from click.shell_completion import CompletionItem

        from judge.cli.arguments.completion import first_words

        offered = super().shell_complete(ctx, incomplete)
        return [*offered, *map(CompletionItem, first_words(ctx, incomplete))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None where nothing is called so."""
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; where it names none, all is a query."""
        if args and args[0] in COMMANDS:
            return super().resolve_command(ctx, args)
        return "", load(ANSWER), args


def load_command(name: str) -> click.Command:
    """Import the command of a name that COMMANDS has."""
    return load(COMMANDS[name])


def load(place: str) -> click.Command:
    """Import the command of a module and function."""
    module, _, function = place.partition(":")
    found: click.Command = getattr(import_module(f"judge.cli.{module}"), function)
    return found


@click.group(
    cls=Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "ignore_unknown_options": True,  # they are those of a query
    },
    invoke_without_command=True,
    subcommand_metavar="TEXT… | COMMAND [ARGS]…",
)
@click.option("--corpus", multiple=True, metavar="DIR", help="A folder of documents; can be given more than once.")
@click.version_option(__version__, prog_name="judge")
@click.pass_context
def main(context: click.Context, corpus: tuple[str, ...]) -> None:
    """Find the rule or ruling: type a number, a card, a term or a whole question.

    If neither --corpus nor the environment variable JUDGE_CORPUS is given, your own library is searched, and the
    bundled collection: all of it while the library is empty, then only games that the library contains or that you
    name.

    Example: judge "can I heal an undamaged card"
    """
    context.obj = corpus
    if context.invoked_subcommand is None:
        from judge.cli.answering.prompt import start

        start(corpus)


def run() -> None:
    """Run the command line and exit; errors become one sentence."""
    if sys.stdout is None:  # Python's word for one that is closed
        say("standard output is closed, so nothing can be printed")
        sys.exit(2)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        main.main(standalone_mode=False, prog_name="judge", complete_var="_JUDGE_COMPLETE")
        flush()
        code = 0
    except NoEntry as error:
        near = "; ".join(f"{name} ({id})" for id, name in error.nearest)
        say(f"{error}{f'; closest: {near}' if near else '; use judge search to search the texts'}")
        if error.digested:
            say("these documents are digests: to get the full documents, add your own copies with judge add FILE")
        code = 1
    except click.ClickException as error:
        _tell_wrong_call(error)
        if error.message.startswith("Got unexpected extra argument") and isinstance(error, click.UsageError):
            say(f'to ask for these words, quote them: judge "{" ".join(sys.argv[1:])}"')
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        say("interrupted; what was not finished is as it was before")
        code = 130
    except click.exceptions.Exit as error:
        code = error.exit_code
    except Exception as error:
        tell_error(error)
        code = 2
    sys.exit(code)


def _tell_wrong_call(error: click.ClickException) -> None:
    """Tell what click has to say of a wrong call; the words that it repeats may be anybody's."""
    told = io.StringIO()
    error.show(file=told)
    with suppress(OSError, ValueError):  # where nothing can be told, the exit code still tells the outcome
        put(told.getvalue(), err=True)
