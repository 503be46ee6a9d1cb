"""Commands that send: share, report."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from urllib.parse import unquote

import click

from judge.cli.answering.last_list import recall
from judge.cli.arguments import completion
from judge.cli.shared import Command, put, query_text, say, with_corpus, with_json, write_records
from judge.core.model import Document
from judge.core.names import citation, name_of
from judge.records import answers
from judge.records.sharing import FORMS, Form, Shared, SharedRecord, address_of_part, write_shared

if TYPE_CHECKING:
    from judge.opened_library import Library


@click.command(cls=Command)
@click.argument("locator", nargs=-1, required=True, shell_complete=completion.locators)
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="The format of the text."
)
@with_json
@with_corpus
def share(library: Library, locator: tuple[str, ...], form: Form, as_json: bool) -> None:
    """Print an entry as text to paste into a message. It contains the citation, status, words and address.

    The address begins with `url` in [site] of corpus.toml; without a `url`, the text contains the id instead.

    Example: judge share 24.0 --format discord
    """
    found = named(library, query_text(locator))
    text = write_shared(library, found, form)
    if as_json:
        write_records([SharedRecord(found.id, form, found.address or None, text)])
    else:
        put(text)
    if not found.address:
        say("no public address is known, so the text contains the id; set `url` in [site] of corpus.toml")


def named(library: Library, locator: str) -> Shared:
    """Return the entry that a locator names, of several the newest; `:3` is one of the last list.

    Raises:
        NoEntry: there is none.
    """
    from judge.site.owner import public_address

    match = answers.matches(library, recall(locator))[0]
    document: Document = next(one for one in library.documents() if one.key == match.row.document)
    record = library.entries.record(match.row.id)
    address = address_of_part(public_address(library, match.row.id), match.part)
    return Shared(record, document, match.part, address, library.entries.card(match.row.id))


@click.command(cls=Command)
@click.argument("locator", shell_complete=completion.locators)
@click.argument("words", nargs=-1)
@click.option("--open", "is_opened", is_flag=True, help="Open the address in your browser or mail program.")
@with_corpus
def report(library: Library, locator: str, words: tuple[str, ...], is_opened: bool) -> None:
    """Suggest a correction to the owner of the rules.

    Prints the owner's address for corrections (`correction` or `contact` in [site] of corpus.toml), filled in with the
    entry, its edition, its text and your WORDS. If these are too long for an address, text to paste is printed below
    the address. If the owner gives no address, only the text is printed, and the exit code is 1.

    Example: judge report 24.0 "The example names the wrong rule."
    """
    from judge.citations.verify import text_of
    from judge.site.owner import Corrected, read_owner

    found, own = named(library, query_text((locator,))), query_text(words)
    record, document = found.record, found.document
    rule = write_shared(library, found, "text")
    message = f"{own}\n\n{rule}" if own else rule
    owner = read_owner(library.folders, lambda _: None)
    lines = record.lines[0][0]
    about = Corrected(found.id, name_of(record), document.file, lines, citation(document), text_of(record), own)
    address = owner.write_to(f"Correction: {found.id}", message) or owner.correct(about)
    if not address:
        put(message)
        say("this site has no address for corrections (`correction` in [site] of corpus.toml); send the text yourself")
        sys.exit(1)
    put(address + "\n")
    if own and own not in unquote(address):
        put(f"\nTo paste there:\n\n{message}")
    if is_opened:
        import webbrowser

        webbrowser.open(address)
        say("opened")
