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
    from judge.editions.edition_changes import Affected, Comparison
    from judge.opened_library import Library


@click.command(cls=Command)
@click.argument("old", shell_complete=completion.documents)
@click.argument("new", shell_complete=completion.documents)
@click.option("--affected", "show_affected", is_flag=True, help="Show affected references in other documents.")
@click.option("--fix", "target", type=click.Path(path_type=Path), metavar="DIR", help="Write corrected copies to DIR.")
@click.option("--format", "form", type=click.Choice(["text", "markdown"]), default="text", help="Output format.")
@with_json
@with_folders
def diff(
    folders: Sequence[str],
    old: str,
    new: str,
    show_affected: bool,
    target: Path | None,
    form: str,
    as_json: bool,
) -> None:
    """Show what changed between two editions. OLD and NEW are document keys or files.

    --affected exits with 1 if the target of a reference was changed or removed; --fix writes copies of the referring
    documents with the new numbers.

    Example: judge diff my-rules new-rules.md --affected
    """
    from judge.cli.arguments import editions_given

    with editions_given.opened(folders, old, new, with_others=bool(show_affected or target)) as (opened, keys):
        comparison = opened.editions.diff(*keys)
        old_document, new_document = (next(one for one in opened.documents() if one.key == key) for key in keys)
        documents = old_document, new_document
        _check(documents, comparison)
        touched = opened.editions.affected(comparison) if show_affected or target else None
        if target and touched is not None:
            _fix(opened, touched, target)
        _show(opened, comparison, documents, touched if show_affected else None, "json" if as_json else form)
    if show_affected and any(one.kind in ("changed", "removed") for one in touched or ()):
        sys.exit(1)


def _check(documents: tuple[Document, Document], comparison: Comparison) -> None:
    """Refuse two documents that are not editions of one work; say where they were given the wrong way round.

    Raises:
        CollectionError: too few of their entries have a counterpart.
    """
    old, new = documents
    unlike = change_records.unlike(comparison, old.key, new.key)
    if unlike:
        raise CollectionError(unlike)
    if new.superseded_by == old.key:
        turned = f"judge diff {new.key} {old.key}"
        say(f"{old.key} is the newer one; {turned} compares them in order")


def _show(
    library: Library,
    comparison: Comparison,
    documents: tuple[Document, Document],
    touched: list[Affected] | None,
    form: str,
) -> None:
    """Print changes, and what they touch, in one of the forms."""
    from judge.cli.screens import changes
    from judge.editions import change_reports

    if form == "json":
        write_records(change_records.changes(comparison) if touched is None else change_records.affected(touched))
    elif form == "markdown":
        put(change_reports.markdown(comparison, documents, touched))
    elif touched is not None:
        names = {id: library.entries.name(id) for id in {one.reference.source for one in touched}}
        page(changes.affected(output_screen(), touched, names))
    else:
        page(changes.diff(output_screen(), comparison, documents))


def _fix(library: Library, touched: list[Affected], target: Path) -> None:
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
    put_corrected(fixing.fix_beside(wanted, target, library.folders), target, "reference")


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
