"""The command line: thin commands over `judge.library`; the only place that prints and exits.

Results go to standard output, progress and warnings to standard error. Exit codes: 0 done, 1 no match or findings,
2 wrong call or unreadable input, 130 on Ctrl-C. What a command needs is imported when it runs, so that each starts
in a blink.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from judge import completion
from judge.errors import JudgeError, ManifestError, NoEntry
from judge.version import __version__

if TYPE_CHECKING:
    from judge.jsonl import Record
    from judge.library import Library
    from judge.lookup import Answer, Match
    from judge.screen import Named, Screen

F = TypeVar("F", bound=Callable[..., Any])
KINDS = ("section", "term", "card", "topic", "qa", "ruling", "step", "appendix", "index", "part")
QUOTED = "\x00"
"""Put before an argument that begins with "-" and is no option, while click parses the call."""


class Command(click.Command):
    """A command whose query may begin with "-": an argument with blanks in it is never an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Shield quoted arguments from being read as options."""
        options = {name for parameter in self.params for name in parameter.opts if name.startswith("--")}
        shielded = [
            QUOTED + arg if arg.startswith("-") and " " in arg and arg.partition("=")[0] not in options else arg
            for arg in args
        ]
        return super().parse_args(ctx, shielded)


def with_corpus(command: F) -> F:
    """Add --corpus, and hand the command the opened library as its first argument."""

    def run(*args: Any, corpus: tuple[str, ...], **kwargs: Any) -> Any:
        with _open(corpus or click.get_current_context().obj or ()) as library:
            return command(library, *args, **kwargs)

    option = click.option(
        "--corpus", multiple=True, metavar="DIR", help="A folder of documents; may be given more than once."
    )
    return option(update_wrapper(run, command))  # type: ignore[return-value]


def with_json(command: F) -> F:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON Lines, as docs/json.md describes them.")(
        command
    )


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


@main.command(cls=Command)
@click.argument("query", nargs=-1, required=True, shell_complete=completion.locators)
@click.option("--game", shell_complete=completion.games, help="Only documents of this game.")
@click.option(
    "--document", metavar="KEY", shell_complete=completion.documents, help="Only this document; see `judge list`."
)
@click.option("--kind", type=click.Choice(KINDS), help="Only entries of this kind.")
@click.option("--since", metavar="DATE", help="Only what is of this day or later, such as 2006-08-05.")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many answers.")
@click.option("--explain", is_flag=True, help="Show what was understood and what each step of the search gave.")
@with_json
@with_corpus
def search(
    library: Library, query: tuple[str, ...], as_json: bool, limit: int, explain: bool, **narrowing: str | None
) -> None:
    """Show the best entries for a query of any kind; - reads one query a line from standard input.

    Example: judge search --game Shadowfist toughness
    """
    from judge.jsonl import dumps

    _check_date(narrowing["since"], "--since")
    batch = query == ("-",)
    found_any = False
    for text in _queries() if batch else [_words(query)]:
        if explain:
            _show_explanation(library, text, limit, narrowing)
            found_any = True
            continue
        found = library.search(text, limit, **narrowing)
        found_any = found_any or bool(found)
        if as_json:
            _write_line(dumps({"query": text, "results": [answer.record() for answer in found]}))
        else:
            _show_answers(library, text, found, titled=batch)
    if not found_any and not batch:
        sys.exit(1)


def _show_explanation(library: Library, text: str, limit: int, narrowing: dict[str, str | None]) -> None:
    """Print how the answers to one query come about."""
    from judge import screen

    explanation = library.explain(text, limit, **narrowing)
    ids = {one.position for tried in explanation.tried for one in tried.found}
    names = {position: library.name(id) for position, id in explanation.question.ids(ids).items()}
    _page(screen.explanation(_screen(), explanation, names))


def _show_answers(library: Library, text: str, found: list[Answer], *, titled: bool) -> None:
    """Print the answers to one query; what was understood, or that there are none, goes to standard error."""
    from judge import screen

    shown = _screen()
    if titled:
        click.echo(shown.bold(f"# {text}"))
    if found:
        if found[0].why == "fuzzy":
            _say(f"nothing is called '{text}'; did you mean {found[0].path[-1]}?")
        _page(screen.answers(shown, found))
        return
    near = "; ".join(f"{title} ({id})" if title else id for id, title in library.nearest(text))
    advice = f"near it: {near}" if near else "try fewer or other words, or judge list for what is searched"
    _say(f"nothing found for '{text}'; {advice}")


@main.command(cls=Command)
@click.argument("locator", nargs=-1, required=True, shell_complete=completion.locators)
@click.option(
    "--deep",
    type=click.IntRange(0, 5),
    default=1,
    show_default=True,
    help="How far short See lines are opened in place.",
)
@with_json
@with_corpus
def show(library: Library, locator: tuple[str, ...], as_json: bool, deep: int) -> None:
    """Show the entry itself: its text, what it refers to, what refers to it, and its source.

    What a line such as "See Regeneration" leads to is shown below it.

    LOCATOR is a section number, a title or an id; several words are one locator, parted by commas several.

    Example: judge show 24.0
    """
    from judge.jsonl import dumps

    texts: list[str] = []
    for match in _matches(library, _words(locator)):
        id = match.row.id
        if as_json:
            both = {"references": library.reference_records(id), "referenced_by": library.backlink_records(id)}
            _write_line(dumps(library.record(id) | both))
        else:
            texts.append(_entry_text(library, match, deep))
    if texts:
        _page("\n".join(texts))


def _matches(library: Library, locator: str) -> list[Match]:
    """Find a locator; where it names nothing, each of its comma-separated parts."""
    try:
        return library.matches(locator)
    except NoEntry:
        parts = [part.strip() for part in locator.split(",") if part.strip()]
        if len(parts) < 2:
            raise
        return [match for part in parts for match in library.matches(part)]


def _entry_text(library: Library, match: Match, deep: int) -> str:
    from judge import screen

    id = match.row.id
    document = next(one for one in library.documents() if one["key"] == match.row.document)
    outward, inward = _named_references(library, id)
    path, below = library.path(id), library.below(id)
    opened = library.opened(id, deep)
    return screen.entry(_screen(), library.record(id), document, path, below, outward, inward, match.ruling, opened)


def _named_references(library: Library, id: str) -> tuple[list[Named], list[Named]]:
    """Return the references out of and into an entry, each with the name of its other end."""
    outward = [
        (library.name(one["target"]) if one["target"] else one["text"], one) for one in library.reference_records(id)
    ]
    return outward, [(library.name(one["source"]), one) for one in library.backlink_records(id)]


@main.command(cls=Command)
@click.argument("locator", nargs=-1, required=True, shell_complete=completion.locators)
@click.option("--tree", is_flag=True, help="Show what it refers to, and what that refers to, as a tree.")
@with_json
@with_corpus
def refs(library: Library, locator: tuple[str, ...], as_json: bool, tree: bool) -> None:
    """Show the references out of and into an entry.

    Example: judge refs 24.0
    """
    from judge import screen
    from judge.jsonl import dumps

    for match in library.matches(_words(locator)):
        outward, inward = _named_references(library, match.row.id)
        if as_json:
            for _, record in (*outward, *inward):
                _write_line(dumps(record))
        elif tree:
            branches = library.tree(match.row.id)
            _page(screen.tree(_screen(), [(library.name(branch.id), branch) for branch in branches]))
        else:
            name = library.name(match.row.id)
            text = screen.references(_screen(), f"{name} refers to", outward)
            _page(text + "\n" + screen.references(_screen(), f"{name} is referred to by", inward))


@main.command(cls=Command)
@click.argument("documents", nargs=-1, metavar="[DOCUMENT]…", shell_complete=completion.documents)
@click.option("--notes", is_flag=True, help="Show notes as well: guesses and repairs, worth a look.")
@click.option("--code", "codes", multiple=True, metavar="CODE", help="Only this kind of finding.")
@click.option("--ignore", "ignored", multiple=True, metavar="CODE", help="Not this kind of finding.")
@click.option("--baseline", type=click.Path(path_type=Path), help="Only what this list (of lint --json) has not.")
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif", "markdown"]), help="How to print.")
@click.option("--fix", "target", type=click.Path(path_type=Path), metavar="DIR", help="Write corrected copies to DIR.")
@click.option("--columns", is_flag=True, help="Show instead how the two columns of each page were told apart.")
@with_json
@with_corpus
def lint(
    library: Library,
    documents: tuple[str, ...],
    notes: bool,
    codes: tuple[str, ...],
    ignored: tuple[str, ...],
    baseline: Path | None,
    form: str | None,
    target: Path | None,
    columns: bool,
    as_json: bool,
) -> None:
    """Show the faults of the documents; ends with 1 where there is a warning or an error.

    Example: judge lint --notes
    """
    from judge import lint

    if columns:
        _show_columns(library, documents, as_json=as_json)
        return
    found = lint.findings(library, documents, lint.Choice(notes, codes, ignored))
    if baseline:
        found = lint.new(found, baseline)
    if target:
        _fix(library, found, target)
    else:
        _show_findings(library, found, "json" if as_json else form or "text")
    if lint.fails(found):
        sys.exit(1)


def _show_columns(library: Library, documents: tuple[str, ...], *, as_json: bool) -> None:
    """Print the blocks of each page with the column they were given."""
    from judge import lint, screen
    from judge.jsonl import dumps

    keys = documents or tuple(document["key"] for document in library.documents())
    placed = {key: lint.columns(library, key) for key in keys}
    if not as_json:
        _page("\n".join(screen.columns(_screen(), key, places) for key, places in placed.items()))
        return
    for key, places in placed.items():
        for place in places:
            _write_line(dumps({"document": key, **place._asdict()}))


def _show_findings(library: Library, found: list[Record], form: str) -> None:
    """Print findings in one of the forms."""
    from judge import lintformats, screen
    from judge.jsonl import dumps

    if form == "json":
        for finding in found:
            _write_line(dumps(finding))
    elif form == "sarif":
        click.echo(lintformats.sarif(found), nl=False)
    elif form == "markdown":
        click.echo(lintformats.markdown(found, library.documents()), nl=False)
    else:
        _page(screen.findings(_screen(), found))


def _fix(library: Library, found: list[Record], target: Path) -> None:
    """Write corrected copies and print what was changed."""
    from judge import fixing

    fixed = list(fixing.fix(found, library.folders))
    fixing.write(fixed, target, library.folders)
    for one in fixed:
        click.echo(one.diff, nl=False)
        _say(f"{one.corrected} references of {one.name} corrected in {target / one.name}")


@main.command("list", cls=Command)
@click.option("--why", is_flag=True, help="Show what each fact about a document rests on.")
@click.option("--new-since", metavar="DATE", help="List instead what is dated of this day or later, newest first.")
@with_json
@with_corpus
def list_documents(library: Library, as_json: bool, why: bool, new_since: str | None) -> None:
    """List the documents, with edition, date and counts.

    Example: judge list --why
    """
    from judge import screen
    from judge.jsonl import dumps

    _check_date(new_since, "--new-since")
    if new_since:
        new = library.new_since(new_since)
        if as_json:
            for record in new:
                _write_line(dumps(record))
        else:
            _page(screen.dated(_screen(), new))
    elif why and not as_json:
        _page("\n".join(screen.why(_screen(), record) for record in library.documents()))
    elif as_json:
        for record in library.documents():
            _write_line(dumps(record))
    else:
        _page(screen.documents(_screen(), library.documents()))


@main.command(cls=Command)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--dry-run", is_flag=True, help="Only show what was found out.")
@click.option("--replace", is_flag=True, help="Put the file in the place of the one that has its key.")
@click.option("--key", help="What to call it; without, the file's name.")
@click.option("--title", help="Its title, if what is found out is wrong.")
@click.option("--game", help="Its game, if what is found out is wrong.")
@click.option("--edition", help="Its edition, if what is found out is wrong.")
@click.option("--date", help="Its date (2006-08-05, 2006-08 or 2006), if what is found out is wrong.")
@click.option("--dialect", help="How it is written, if what is found out is wrong.")
def add(files: tuple[Path, ...], dry_run: bool, replace: bool, **given: str | None) -> None:
    """Copy documents into your own library, with what was found out about them.

    Example: judge add --dry-run README.md
    """
    from judge import manifest, personal, screen
    from judge.dialects import dialects
    from judge.paths import user_library

    stated = {name: value for name, value in given.items() if value is not None}
    try:
        manifest.check_row({"file": "file", **stated}, list(dialects()))
    except ManifestError as error:
        raise click.UsageError(str(error)) from error
    additions = personal.prepare(files, user_library(), stated)
    if not dry_run:
        personal.add(additions, user_library(), replace=replace)
    for addition in additions:
        _page(screen.why(_screen(), addition.record()))
    _say("nothing was added (--dry-run)" if dry_run else f"added to {user_library()}")


@main.command(cls=Command)
@click.argument("keys", nargs=-1, required=True, metavar="KEY…", shell_complete=completion.own_documents)
def remove(keys: tuple[str, ...]) -> None:
    """Remove documents from your own library.

    Example: judge remove my-rules
    """
    from judge import personal
    from judge.paths import user_library

    personal.remove(keys, user_library())
    _say(f"removed {', '.join(keys)}")


@main.command(cls=Command)
@with_corpus
def build(library: Library) -> None:
    """Compile the collections ahead of need, so that the first question is answered at once.

    Example: judge build --corpus my-documents
    """
    records = library.documents()
    entries, references = (sum(record[name] for record in records) for name in ("entries", "references"))
    click.echo(f"{len(records)} documents, {entries} entries, {references} references: ready")


@main.command(cls=Command)
@click.argument("folder", default="site", type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--base-url", metavar="URL", help="The site's own address, for canonical links, sitemap and feed.")
@click.option("--theme", type=click.Path(path_type=Path), metavar="DIR", help="Templates or a style sheet of your own.")
@click.option("--force", is_flag=True, help="Write into a folder that holds something else.")
@with_corpus
def site(library: Library, folder: Path, base_url: str | None, theme: Path | None, force: bool) -> None:
    """Write the static site into DIR (site/): for any web host, a memory stick, a phone without a network.

    Example: judge site my-site --base-url https://example.org/rules/
    """
    from judge import render
    from judge import site as sites
    from judge.paths import data_folder

    _check_address(base_url)
    sites.claim(folder, force=force)
    rendered = render.Renderer(library, data_folder("templates"), render.Options(base_url, theme))
    written = sites.write(rendered.files(), folder, _Progress(), count=rendered.count, force=force)
    changed = f"{written.changed} written, {written.files - written.changed} unchanged, {written.removed} removed"
    click.echo(f"{folder / 'index.html'}: {written.files} files, {changed}")


@main.command(cls=Command)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one.")
@click.option("--theme", type=click.Path(path_type=Path), metavar="DIR", help="Templates or a style sheet of your own.")
@with_corpus
def serve(library: Library, port: int, theme: Path | None) -> None:
    """Show the site on this computer, and build it again whenever a document or a template changes.

    Example: judge serve --port 8080
    """
    import tempfile

    from judge import serve as serving
    from judge.paths import data_folder

    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        sources = serving.Sources(library.folders, data_folder("templates"), theme)
        shown = serving.Shown(sources, Path(folder), _say)
        server = serving.bind(shown, port)
        _say(f"http://{serving.HOST}:{server.server_port}/ (Ctrl-C ends it)")
        serving.run(server, shown)


@main.command(cls=Command)
@with_corpus
def export(library: Library) -> None:
    """Print everything as JSON Lines: documents, entries, furniture, references.

    Example: judge export > everything.jsonl
    """
    for line in library.export():
        _write_line(line)


@main.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def print_completion(shell: str) -> None:
    """Print the script that lets a shell complete numbers, titles and keys.

    Example: judge completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    completing = get_completion_class(shell)
    assert completing, "click knows the shells that the choice allows"
    click.echo(completing(main, {}, "judge", "_JUDGE_COMPLETE").source())


def _open(corpus: Iterable[str]) -> Library:
    from judge.library import Library

    return Library(tuple(corpus), progress=_Progress(), warn=_say)


class _Progress:
    """Shows on a terminal how far a build is; says nothing elsewhere."""

    def __init__(self) -> None:
        self._shown = 0

    def __call__(self, what: str, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        bar = "█" * (10 * done // max(total, 1))
        line = f"{bar:░<10} {what}" if what else ""
        click.echo("\r" + line.ljust(self._shown) + ("" if what else "\r"), err=True, nl=False)
        self._shown = len(line)


def _screen() -> Screen:
    """Describe standard output: its width on a terminal, and whether colours are wanted there (no-color.org)."""
    from judge.screen import Screen

    terminal = _terminal()
    colours = terminal is not None and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(terminal.columns if terminal else None, colours)


def _terminal() -> os.terminal_size | None:
    """Return the size of the terminal that standard output is, or None where it is none."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size()


def _page(text: str) -> None:
    """Print a text, through a pager where it is longer than the terminal."""
    terminal = _terminal()
    if terminal and text.count("\n") >= terminal.lines:
        os.environ.setdefault("LESS", "-FRX")
        click.echo_via_pager(text, color=True)
        return
    try:
        click.echo(text, nl=not text.endswith("\n"), color=True)
    except BrokenPipeError:
        _end_quietly()


def _write_line(line: str) -> None:
    """Print a line of JSON in UTF-8, whatever the terminal's own encoding."""
    try:
        sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
    except BrokenPipeError:
        _end_quietly()


def _end_quietly() -> NoReturn:
    """End: the reader of our pipe has seen enough, and nothing more can be written, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise click.exceptions.Exit(0)


def _say(sentence: str) -> None:
    """Tell the person something that is no result."""
    click.echo(f"judge: {sentence}", err=True)


def _words(words: tuple[str, ...]) -> str:
    """Return the arguments of a query as one text; bytes that are no text become question marks."""
    text = " ".join(word.removeprefix(QUOTED) for word in words)
    return text.encode("utf-8", "replace").decode("utf-8")


def _queries() -> Iterator[str]:
    """Yield the queries of standard input, one a line."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _check_date(date: str | None, option: str) -> None:
    from judge.dates import is_date

    if date is not None and not is_date(date):
        raise click.BadParameter(f"'{date}' is no date; write 2006-08-05, 2006-08 or 2006", param_hint=option)


def _check_address(base_url: str | None) -> None:
    from urllib.parse import urlsplit

    if base_url is not None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise click.BadParameter(
                f"'{base_url}' is no address such as https://example.org/rules/", param_hint="--base-url"
            )


def _flush() -> None:
    """Write what is still held back, here where an error can be caught."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _end_quietly()


def run() -> None:
    """Run the command line and exit; errors become one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        main.main(standalone_mode=False, prog_name="judge", complete_var="_JUDGE_COMPLETE")
        _flush()
        code = 0
    except NoEntry as error:
        near = "; ".join(f"{title} ({id})" if title else id for id, title in error.nearest)
        _say(f"{error}{f'; near it: {near}' if near else '; judge search looks in the texts'}")
        code = 1
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except JudgeError as error:
        _say(str(error))
        code = 2
    except (KeyboardInterrupt, click.Abort):
        code = 130
    except click.exceptions.Exit as error:
        code = error.exit_code
    sys.exit(code)
