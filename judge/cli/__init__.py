"""The command line: thin commands over `judge.library`; the only place that prints and exits.

    asking       search, show, between, card, refs
    keeping      lint, list, add, remove, build, export
    publishing   site, serve, completion
    shared       decorators and printing

Results go to standard output, progress and warnings to standard error. Exit codes: 0 done, 1 no match or findings,
2 wrong call or unreadable input, 130 on Ctrl-C. What a command needs is imported when it runs, so that each starts
in a blink.
"""

from __future__ import annotations

import sys

import click

from judge.cli.asking import between, card, refs, search, show
from judge.cli.documents import add, build, export, lint, list_documents, remove
from judge.cli.publishing import print_completion, serve, site
from judge.cli.shared import flush, say, show_usage_error, tell_unforeseen
from judge.core.errors import JudgeError, NoEntry
from judge.version import __version__

COMMANDS = (
    *(search, show, between, card, refs),
    *(lint, list_documents, add, remove, build, export),
    *(site, serve, print_completion),
)
"""In the order of the table in README.md."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--corpus", multiple=True, metavar="DIR", help="A folder of documents; may be given more than once.")
@click.version_option(__version__, prog_name="judge")
@click.pass_context
def main(context: click.Context, corpus: tuple[str, ...]) -> None:
    """Find the rule or ruling: type a number, a card, a term or a whole question.

    Without --corpus and without the environment variable JUDGE_CORPUS, the bundled collection and your own library
    are searched.

    Example: judge search "can I heal an undamaged card"
    """
    context.obj = corpus


for command in COMMANDS:
    main.add_command(command)


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
        near = "; ".join(f"{title} ({id})" if title else id for id, title in error.nearest)
        say(f"{error}{f'; near it: {near}' if near else '; judge search looks in the texts'}")
        code = 1
    except click.ClickException as error:
        show_usage_error(error)
        code = error.exit_code
    except JudgeError as error:
        say(str(error))
        code = 2
    except (KeyboardInterrupt, click.Abort):
        code = 130
    except click.exceptions.Exit as error:
        code = error.exit_code
    except Exception as error:
        tell_unforeseen(error)
        code = 2
    sys.exit(code)
