"""Commands that check what others cite: verify, cites."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.arguments import completion
from judge.cli.arguments.narrowing import with_findings
from judge.cli.shared import (
    Command,
    output_screen,
    page,
    put_corrected,
    put_findings,
    query_text,
    say,
    typed_queries,
    with_corpus,
    with_json,
    write_records,
)
from judge.core.names import citation

if TYPE_CHECKING:
    from judge.opened_library import Library


@click.command(cls=Command)
@click.argument("locator", shell_complete=completion.locators)
@click.argument("quote", required=False)
@with_json
@with_corpus
def verify(library: Library, locator: str, quote: str | None, as_json: bool) -> None:
    """Check that a rule exists, is in force and says QUOTE. Exits with 0 only if all of these conditions hold.

    An ellipsis (… or [...]) in the quotation stands for omitted words; quotation marks, line ends and case do not
    matter.
    Instead of a LOCATOR you can give the whole output of `judge share`; - reads it from standard input.

    Example: judge verify 24.8.1.3
    """
    from judge.citations.verify import verify as checked
    from judge.cli.screens.changes import verdict

    if quote is None:
        locator, quote = _shared(library, locator)
    found = checked(library, query_text((locator,)), query_text((quote,)) if quote else None)
    if as_json:
        write_records([found])
    else:
        ids = [id for id in (found.id, found.superseded_by, *found.found_in, *found.near) if id]
        documents = {one.key: one for one in library.documents()} if found.verdict == "superseded" else {}
        names = {id: library.entries.name(id) for id in ids}
        names |= {id: citation(documents[key], names[id]) for id in ids if (key := id.partition(":")[0]) in documents}
        page(verdict(output_screen(), found, names))
    if found.verdict != "true":
        sys.exit(1)


def _shared(library: Library, given: str) -> tuple[str, str | None]:
    """Return the locator and the words of a text that `judge share` printed; anything else is a locator."""
    if given != "-" and "\n" not in given:
        return given, None
    from judge.records.sharing import read_shared

    text = "\n".join(typed_queries()) if given == "-" else given
    found = read_shared(text)
    if found is None and given == "-":
        raise click.UsageError(
            "standard input is not the output of judge share; expected an address or id, and lines that begin with >"
        )
    return (found.named(library), found.quote) if found else (given, None)


@click.command(cls=Command)
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--document", metavar="KEY", help="The cited document (default: detected).")
@click.option("--game", help="The game whose rules are cited.")
@click.option("--edition", help="The edition whose numbers are cited (default: the newest).")
@with_findings
@click.option("--sarif", is_flag=True, help="Print SARIF, for code-scanning services.")
@with_json
@with_corpus
def cites(
    library: Library,
    paths: tuple[str, ...],
    document: str | None,
    game: str | None,
    edition: str | None,
    codes: tuple[str, ...],
    ignored: tuple[str, ...],
    baseline: Path | None,
    sarif: bool,
    target: Path | None,
    as_json: bool,
) -> None:
    """Check citations of rules in text, Markdown and code comments. Exits with 1 if there are findings.

    PATH is a file, a folder, or - for standard input. Of a folder, hidden files and files of other kinds are skipped.

    Example: judge cites README.md
    """
    from judge.citations.check import check
    from judge.citations.rulebooks import Meant
    from judge.citations.text_files import find_files
    from judge.lint import fixing, selection

    files = list(find_files(paths, say, sys.stdin.buffer.read() if "-" in paths else b""))
    report = check(library, [(file.name, file.text) for file in files], Meant(document, game, edition))
    found = selection.chosen(report.findings, selection.FindingChoice(False, codes, ignored))
    if baseline:
        found = selection.new(found, baseline)
    if target:
        fixed = fixing.fix_files(files, found)
        fixing.write_copies(fixed, target)
        put_corrected(fixed, target, "citation")
    else:
        put_findings(found, "json" if as_json else "sarif" if sarif else "text", "file")
    say(f"citations of rules: {report.citations}, files: {len(files)}, findings: {len(found)}")
    if selection.fails(found):
        sys.exit(1)
