"""Commands about the documents themselves: lint, list, add, remove, build, export."""

from __future__ import annotations

import sys
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.arguments import completion
from judge.cli.arguments.narrowing import with_findings
from judge.cli.shared import (
    Command,
    F,
    Progress,
    check_date,
    output_screen,
    page,
    put,
    put_corrected,
    put_findings,
    query_text,
    say,
    with_corpus,
    with_json,
    write_records,
)
from judge.core.diagnostics import Code, Finding
from judge.core.errors import ManifestError
from judge.core.model import Document

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judge.opened_library import Library
    from judge.own_library.library_changes import Addition


@click.command(cls=Command)
@click.argument("documents", nargs=-1, metavar="[DOCUMENT]…", shell_complete=completion.documents)
@click.option("--notes", is_flag=True, help="Include notes: guesses and repairs.")
@with_findings
@click.option(
    "--format", "form", type=click.Choice(["text", "sarif", "markdown"]), default="text", help="Output format."
)
@with_json
@with_corpus
def lint(
    library: Library,
    documents: tuple[str, ...],
    notes: bool,
    codes: tuple[str, ...],
    ignored: tuple[str, ...],
    baseline: Path | None,
    form: str,
    target: Path | None,
    as_json: bool,
) -> None:
    """Report faults in the documents. Exits with 1 if there is a warning or an error.

    Example: judge lint --notes
    """
    from judge.lint import selection

    found = selection.findings(library, documents, selection.FindingChoice(notes, codes, ignored))
    if baseline:
        found = selection.new(found, baseline)
    if target:
        from judge.lint import fixing

        put_corrected(fixing.fix_beside(fixing.corrections(found), target, library.folders), target, "reference")
    else:
        _show_findings(library, found, "json" if as_json else form)
    if selection.fails(found):
        sys.exit(1)


def _show_findings(library: Library, found: list[Finding], form: str) -> None:
    """Print findings with the paths of their files, in one of the forms."""
    from judge.lint import formats, selection

    found = selection.located(found, library.folders)
    if form == "markdown":
        put(formats.markdown(found, library.documents()))
    else:
        put_findings(found, form)


def _with_switches(command: F) -> F:
    """Add --off and --on, which are done before the library is opened."""

    def run(*args: Any, switched_off: tuple[str, ...], switched_on: tuple[str, ...], **kwargs: Any) -> Any:
        corpus = kwargs["corpus"] or click.get_current_context().obj or ()
        for keys, on in ((switched_off, False), (switched_on, True)):
            if keys:
                from judge.own_library import library_changes

                library_changes.switch(keys, corpus, on=on)
                say(f"{', '.join(keys)}: {'on' if on else 'off; judge list --on KEY switches it on again'}")
        return command(*args, **kwargs)

    off = click.option(
        "--off", "switched_off", metavar="KEY", multiple=True, help="Leave this document out of answers."
    )
    on = click.option(
        "--on", "switched_on", metavar="KEY", multiple=True, help="Include this document in answers again."
    )
    return off(on(update_wrapper(run, command)))  # type: ignore[return-value]


@click.command("list", cls=Command)
@_with_switches
@click.option("--why", is_flag=True, help="Show the evidence for each fact about a document.")
@click.option("--new-since", metavar="DATE", help="List what is new since DATE, newest first.")
@with_json
@with_corpus
def list_documents(library: Library, as_json: bool, why: bool, new_since: str | None) -> None:
    """List the documents, with edition, date and counts.

    --new-since lists documents dated on or after DATE, the changes in new editions, and dated rulings. --off leaves a
    document out of answers; its file does not change.

    Example: judge list --why
    """
    check_date(new_since, "--new-since")
    if new_since:
        from judge.cli.screens import changes

        new = library.editions.new_since(new_since)
        if as_json:
            write_records(new)
        else:
            page(changes.new(output_screen(), new))
            undated = [record.key for record in library.documents() if not record.date]
            if undated:
                say(f"without a date, possibly new: {', '.join(undated)}")
    elif why and not as_json:
        from judge.cli.screens import reading

        page("\n".join(reading.known(output_screen(), record) for record in library.documents()))
    elif as_json:
        write_records(library.documents())
    else:
        from judge.cli.screens import screen
        from judge.library.collection import off as switched_off
        from judge.search.query_parsing import set_aside

        off = ", ".join(sorted({key for _, key in switched_off()}))
        told = f"off: {off}; judge list --on KEY switches one on again\n" if off else ""
        page(screen.documents(output_screen(), library.documents()) + told)
        if aside := ", ".join(sorted(set_aside(library.documents()))):
            say(f"searched only if their game is named: {aside}")


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…|FOLDER…")
@click.option("--dry-run", is_flag=True, help="Only show the detected metadata and the first entries.")
@click.option("--replace", is_flag=True, help="Replace the document with the same key.")
@click.option("--key", help="Its key (default: made from the file name).")
@click.option("--title", help="Its title (default: detected).")
@click.option("--game", help="Its game (default: detected).")
@click.option("--edition", help="Its edition (default: detected).")
@click.option("--date", help="Its date: 2006-08-05, 2006-08 or 2006 (default: detected).")
@click.option(
    "--dialect",
    help="Its dialect (default: detected): questions (questions and answers), outline (numbered rules), "
    "glossary (terms and their meanings), rulings (rulings, card by card) or plain (text under headings).",
)
@click.option("--profile", metavar="FILE|NAME", help="Read it with this profile (try it with `judge read` first).")
def add(files: tuple[Path, ...], dry_run: bool, replace: bool, profile: str | None, **given: str | None) -> None:
    """Copy documents into your own library. Shows the detected metadata.

    Reads text, Markdown, HTML, PDF, Word documents (.docx) and tables of rulings (CSV, JSON, YAML).

    Example: judge add --dry-run README.md
    """
    with Progress() as progress:
        progress(f"reading {files[0].name}", 0, len(files))  # before anything is imported that reads
        additions, records = _added(files, profile, given, progress, dry_run=dry_run, replace=replace)
    from judge.cli.screens import reading
    from judge.core.files import user_library

    within = " in these files" if len(additions) > 1 else " in this text"
    shown = [reading.known(output_screen(), record, within) for record in records]
    if dry_run:
        first = (reading.first_entries(output_screen(), one.parsed.entries) for one in additions)
        shown = [f"{known}{entries}" for known, entries in zip(shown, first, strict=True)]
    page("\n".join(shown))
    for addition in additions:
        for one in addition.parsed.findings:
            if one.code is Code.PROFILE_UNFIT:
                say(f"{addition.source}: {one.message}")
    if any(map(reading.needs_advice, records)):
        say(reading.advice())
    say("to see how a file is read, and to correct it: judge read FILE")
    say("nothing was added (--dry-run)" if dry_run else f"added to {user_library()}{_to_check(records)}")


def _added(
    files: Sequence[Path],
    profile: str | None,
    given: Mapping[str, str | None],
    progress: Progress,
    *,
    dry_run: bool,
    replace: bool,
) -> tuple[list[Addition], list[Document]]:
    """Read files and add them to the person's library, unless it is tried; return them and their records."""
    from judge.core.files import user_library
    from judge.library.incremental.document_outcomes import preview
    from judge.library.manifest import check_row
    from judge.own_library import library_changes

    for path in files:
        scheme, *rest = path.parts or (".",)
        if scheme in ("http:", "https:"):
            address = f"{scheme}//{'/'.join(rest)}"
            raise click.UsageError(f"{address} is a web address; save the page as a file, then add that file")
    stated = {name: query_text((value,)) for name, value in given.items() if value is not None}
    try:
        said = check_row(stated)
    except ManifestError as error:
        raise click.UsageError(str(error)) from error
    additions = library_changes.prepare(files, user_library(), said, progress.say, profile, progress)
    progress("resolving references", len(files), len(files))
    records = preview([addition.parsed for addition in additions])
    if not dry_run:
        folder = library_changes.add(additions, user_library(), replace=replace)
        if folder:
            progress.say(f"the replaced files are in {folder}")
    return additions, records


def _to_check(records: Sequence[Document]) -> str:
    """Return what shows the references of documents that do not resolve; nothing where all resolve."""
    faulty = [record.key for record in records if record.resolved < record.references]
    return f"; to see the references that do not resolve: judge lint {' '.join(faulty)}" if faulty else ""


@click.command(cls=Command)
@click.argument("keys", nargs=-1, required=True, metavar="KEY…", shell_complete=completion.own_documents)
def remove(keys: tuple[str, ...]) -> None:
    """Remove documents from your own library. Their files are kept in its folder `removed`.

    Example: judge remove my-rules
    """
    from judge.core.files import user_library
    from judge.own_library import library_changes

    folder = library_changes.remove(keys, user_library())
    say(f"removed {', '.join(keys)}; the old files are in {folder}")


@click.command(cls=Command)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of processes (default: one per core, if there is enough to do).",
)
@with_corpus
def build(library: Library) -> None:
    """Build the index in advance. The first query is then answered at once.

    One process and several build the same index, byte for byte.

    Example: judge build --corpus my-documents
    """
    documents = library.documents()
    entries, references = sum(one.entries for one in documents), sum(one.references for one in documents)
    page(f"{len(documents)} documents, {entries} entries, {references} references: ready")


@click.command(cls=Command)
@with_corpus
def export(library: Library) -> None:
    """Print everything as JSON Lines. For each document, prints its record, entries, furniture and references.

    Example: judge export > everything.jsonl
    """
    write_records(library.everything())
