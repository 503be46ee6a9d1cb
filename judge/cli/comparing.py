"""Commands about editions: diff, trace."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.arguments import completion
from judge.cli.shared import (
    Command,
    output_screen,
    page,
    put,
    put_corrected,
    query_text,
    say,
    with_corpus,
    with_folders,
    with_json,
    write_records,
)
from judge.core.errors import CollectionError
from judge.core.model import Document
from judge.editions import change_records
from judge.records import answers

if TYPE_CHECKING:
    from judge.editions.change_reports import CallChange
    from judge.editions.edition_changes import Affected, Comparison
    from judge.opened_library import Library


@click.command(cls=Command)
@click.argument("old", shell_complete=completion.documents)
@click.argument("new", shell_complete=completion.documents)
@click.option("--affected", "show_affected", is_flag=True, help="Show affected references in other documents.")
@click.option("--for-judges", is_flag=True, help="Start with changes that may affect a call, most cited rules first.")
@click.option("--fix", "target", type=click.Path(path_type=Path), metavar="DIR", help="Write corrected copies to DIR.")
@click.option("--report", type=click.Path(path_type=Path), metavar="DIR", help="Write a release report to DIR.")
@click.option("--force", is_flag=True, help="Compare unrelated documents, and overwrite files in DIR.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "csv"]),
    default="text",
    help="csv: moved numbers.",
)
@with_json
@with_folders
def diff(
    folders: Sequence[str],
    old: str,
    new: str,
    show_affected: bool,
    for_judges: bool,
    target: Path | None,
    report: Path | None,
    force: bool,
    form: str,
    as_json: bool,
) -> None:
    """Show what changed between two editions. OLD and NEW are document keys or files.

    --affected exits with 1 if the target of a reference was changed or removed; --fix writes copies of the referring
    documents with the new numbers. --report writes a summary for a pull request, and lists of moved numbers and new
    faults; it exits with 1 if there are new faults or references to removed rules. --for-judges (text and markdown)
    lists the cards, questions and rules that cite each rule.

    Example: judge diff my-rules new-rules.md --affected
    """
    from judge.cli.arguments import editions_given

    others = show_affected or for_judges or target or report
    with editions_given.opened(folders, old, new, with_others=bool(others)) as (opened, keys):
        comparison = opened.editions.diff(*keys)
        old_document, new_document = (next(one for one in opened.documents() if one.key == key) for key in keys)
        documents = old_document, new_document
        _check(documents, comparison, force=force)
        if report:
            sys.exit(_write_report(opened, comparison, documents, report, force=force))
        touched = opened.editions.affected(comparison) if show_affected or target else None
        if target and touched is not None:
            _fix(opened, touched, target, force=force)
        shown = touched if show_affected else None
        calls = _calls(opened, comparison) if for_judges else []
        _show(opened, comparison, documents, shown, "json" if as_json else form, calls)
    if show_affected and any(one.kind in ("changed", "removed") for one in touched or ()):
        sys.exit(1)


def _check(documents: tuple[Document, Document], comparison: Comparison, *, force: bool) -> None:
    """Refuse two documents that are not editions of one work; say where they were given the wrong way round.

    Raises:
        CollectionError: too few of their entries have a counterpart.
    """
    old, new = documents
    unlike = change_records.unlike(comparison, old.key, new.key)
    if unlike and not force:
        raise CollectionError(f"{unlike}; add --force to compare them anyway")
    if new.superseded_by == old.key:
        turned = f"judge diff {new.key} {old.key}"
        say(f"{old.key} is the newer one; {turned} compares them in order")


def _calls(library: Library, comparison: Comparison) -> list[CallChange]:
    """Return what may change a call, the most cited rules first."""
    from judge.editions.change_reports import calls_first

    entries, touched = library.entries, library.editions.affected(comparison)
    return calls_first(comparison, touched, entries.record, entries.backlinks)


def _show(
    library: Library,
    comparison: Comparison,
    documents: tuple[Document, Document],
    touched: list[Affected] | None,
    form: str,
    calls: list[CallChange],
) -> None:
    """Print changes, and what they touch, in one of the forms; what may change a call comes first."""
    from judge.cli.screens import changes
    from judge.editions import change_reports

    if form == "json":
        write_records(change_records.changes(comparison) if touched is None else change_records.affected(touched))
    elif form == "csv":
        put(change_reports.moved_table(comparison))
    elif form == "markdown":
        put(change_reports.markdown(comparison, documents, touched, calls))
    elif touched is not None:
        names = {id: library.entries.name(id) for id in {one.reference.source for one in touched}}
        page(changes.affected(output_screen(), touched, names))
    else:
        page(changes.diff(output_screen(), comparison, documents, calls))


def _fix(library: Library, touched: list[Affected], target: Path, *, force: bool) -> None:
    """Write copies of the documents that cite moved numbers, with the new ones."""
    from judge.lint import fixing

    wanted = [
        fixing.NumberCorrection(
            one.reference.source.partition(":")[0],
            one.reference.line,
            one.reference.column,
            one.number,
            one.correction,
        )
        for one in touched
        if one.number and one.correction
    ]
    fixed = list(fixing.fix(wanted, library.folders))
    fixing.write_beside({copy.name: copy.text for copy in fixed}, target, library.folders, force=force)
    put_corrected(fixed, target, "reference")


def _write_report(
    library: Library, comparison: Comparison, documents: tuple[Document, Document], target: Path, *, force: bool
) -> int:
    """Write what a release needs into a folder, and return the exit code."""
    from judge.lint import fixing, release

    found = release.release(library, comparison, documents)
    fixing.write_beside(found.files, target, library.folders, force=force)
    page("\n".join([*found.summary, f"written to {target}: {', '.join(found.files)}"]))
    return 0 if found.passes else 1


@click.command(cls=Command)
@click.argument("locator", nargs=-1, required=True, shell_complete=completion.locators)
@with_json
@with_corpus
def trace(library: Library, locator: tuple[str, ...], as_json: bool) -> None:
    """Show an entry in all editions of its document. The oldest comes first; changes between editions are marked.

    Example: judge trace 24.8.1
    """
    from judge.cli.screens import changes

    steps = answers.trace(library, query_text(locator))
    if as_json:
        write_records(step.record for step in steps)
        return
    documents = {record.key: record for record in library.documents()}
    page(changes.trace(output_screen(), steps, documents))
