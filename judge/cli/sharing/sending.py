"""Commands that send: share, report."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from urllib.parse import unquote

import click

from judge.cli.answering.last_list import nth, recall
from judge.cli.arguments import completion
from judge.cli.shared import Command, put, query_text, say, with_corpus, with_json, write_line
from judge.core.jsonl import dumps
from judge.core.names import citation, name_of
from judge.records import answers
from judge.records.sharing import FORMS, Shared, address_of_part, write_shared

if TYPE_CHECKING:
    from judge.core.jsonl import Record
    from judge.library import Library

IN_CODE = 700
"""Bytes of a text that is drawn as a code in place of an address; more would be too fine for a phone. Chosen."""
DARK = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""What is printed of two squares above each other, by whether each is dark: a terminal's ground is taken for dark."""


@click.command(cls=Command)
@click.argument("locator", nargs=-1, required=True, shell_complete=completion.locators)
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="The format of the text."
)
@click.option("--copy", "to_clipboard", is_flag=True, help="Also copy it to the clipboard.")
@click.option(
    "--qr", "as_code", is_flag=True, help="Also draw a QR code of its address, or of the text if it has no address."
)
@with_json
@with_corpus
def share(
    library: Library, locator: tuple[str, ...], form: str, to_clipboard: bool, as_code: bool, as_json: bool
) -> None:
    """Print an entry as text to paste into a message. It contains the citation, status, words and address.

    The address begins with `url` in [site] of corpus.toml; without a `url`, the text contains the id instead.

    Example: judge share 24.0 --format discord --copy
    """
    found = named(library, query_text(locator))
    text = write_shared(library, found, form)
    if as_json:
        write_line(dumps({"id": found.id, "format": form, "address": found.address or None, "text": text}))
    else:
        put(text)
    if not found.address:
        say(f"no public address is known, so the text contains the id; {NO_SITE}")
    if as_code and not as_json:
        put(_code(found.address or text))
    if to_clipboard:
        from judge.cli.sharing.clipboard import copy

        say(copy(text))


NO_SITE = "set `url` in [site] of corpus.toml"


def named(library: Library, locator: str) -> Shared:
    """Return the entry that a locator names, of several the newest; `:3` is one of the last list.

    Raises:
        NoEntry: there is none.
    """
    from judge.site.owner import public_address

    place = nth(locator)
    match = answers.matches(library, locator if place is None else recall(place))[0]
    document: Record = next(one for one in library.documents() if one["key"] == match.row.document)
    record = library.entries.record(match.row.id)
    return Shared(record, document, match.part, address_of_part(public_address(library, match.row.id), match.part))


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
    lines = record["lines"][0][0]
    about = Corrected(found.id, name_of(record), document["file"], lines, citation(document), text_of(record), own)
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


def _code(text: str) -> str:
    """Return a QR code in half blocks, with the quiet border that readers need.

    Raises:
        click.UsageError: the text is too long.
    """
    import segno

    if len(text.encode("utf-8")) > IN_CODE:
        raise click.UsageError(
            f"the text is too long for a QR code that a phone can read, and {NO_SITE} for a short one"
        )
    code = segno.make(text, error="l", micro=False)
    rows = [[bool(square) for square in row] for row in code.matrix_iter(border=2)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "".join("".join(DARK[pair] for pair in zip(*both, strict=True)) + "\n" for both in pairs)
