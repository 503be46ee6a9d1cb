"""Commands that show the library elsewhere: site, serve, mcp, and completion in a shell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.shared import Command, Progress, page, say, with_corpus
from judge.version import missing_extra

if TYPE_CHECKING:
    from judge.opened_library import Library
    from judge.site.writing import Written


@click.command(cls=Command)
@click.argument("folder", default="site", type=click.Path(path_type=Path), metavar="[DIR]")
@click.option(
    "--base-url",
    metavar="URL",
    help="The site's public address, for links, sitemap, feed and search (default: `url` of [site]).",
)
@with_corpus
def site(library: Library, folder: Path, base_url: str | None) -> None:
    """Write a static site to DIR (default: site).

    It works on any web host, from a USB stick, and on a phone without a network.

    Example: judge site my-site --base-url https://example.org/rules/
    """
    from judge.core.files import data_folder
    from judge.site import owner, writing

    _check_address(base_url)
    writing.claim(folder)
    templates = data_folder("templates")
    address = base_url or owner.read_owner(library.folders, lambda _: None).url or None
    made_from = repr((writing.source_state(library.corpus, templates), address))
    if unchanged := writing.count_unchanged(folder, made_from):
        written = writing.Written(unchanged, 0, 0)
    else:
        written = _write_site(library, folder, templates, address, made_from)
    changed = f"{written.changed} written, {written.files - written.changed} unchanged, {written.removed} removed"
    page(f"{folder / 'index.html'}: {written.files} files, {changed}")


def _write_site(library: Library, folder: Path, templates: Path, address: str | None, made_from: str) -> Written:
    from judge.site import render, writing

    told: list[str] = []

    def warn(sentence: str) -> None:
        told.append(sentence)
        say(sentence)

    def mark() -> str:
        return "" if told else made_from  # what was told is to be told again

    with library.of_own_games() as shown:
        rendered = render.Renderer(shown, templates, render.Options(address, warn=warn))
        return writing.write_site(rendered.files(), folder, Progress(), count=rendered.count, made_from=mark)


@click.command(cls=Command)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 picks a free one."
)
@with_corpus
def serve(library: Library, port: int) -> None:
    """Serve the site on this computer. It is rebuilt whenever a document or a template changes.

    Programs get JSON at /api/v1/; docs/server.md explains how to serve others.

    Example: judge serve --port 8080
    """
    import tempfile

    from judge.core.files import data_folder
    from judge.server import asgi, served_site, serving
    from judge.server.api.asking import Desk

    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        shown = served_site.ServedSite(library.corpus, data_folder("templates"), Path(folder), say)
        bound = serving.bind(port)
        say(f"http://{serving.HOST}:{bound.getsockname()[1]}/ and its /api/v1/ (press Ctrl-C to stop)")
        app = asgi.application_of(Desk(library.corpus, say), local=True, shown=shown)
        serving.server_of(app).run(sockets=[bound])


@click.command(cls=Command)
@with_corpus
def mcp(library: Library) -> None:
    """Answer assistants over the Model Context Protocol. It reads standard input and writes standard output.

    It needs the extra `mcp`, and reloads changed documents. docs/assistants.md explains how to set up an assistant.

    Example: judge mcp
    """
    try:
        from judge.server.assistants import protocol
    except ModuleNotFoundError as error:
        raise click.UsageError(f"judge mcp {missing_extra('mcp')}") from error
    from judge.server.api.asking import Desk
    from judge.server.watching import watching

    desk = Desk(library.corpus, say)
    with watching(desk.refresh):
        protocol.server(desk).run("stdio")


@click.command("completion", cls=Command, hidden=True)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def print_completion(shell: str) -> None:
    """Print a completion script for your shell. It completes commands, numbers, titles and keys.

    Example: judge completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    completing = get_completion_class(shell)
    assert completing, "click knows the shells that the choice allows"
    page(completing(click.get_current_context().find_root().command, {}, "judge", "_JUDGE_COMPLETE").source())


def _check_address(base_url: str | None) -> None:
    from judge.site.owner import is_site_address

    if base_url is not None and not is_site_address(base_url):
        raise click.BadParameter(
            f"'{base_url}' is not a web address; use one such as https://example.org/rules/",
            param_hint="--base-url",
        )
