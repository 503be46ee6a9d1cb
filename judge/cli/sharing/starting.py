"""The command init: a rules repository with a first document, a site's own files, and a workflow.

What is written comes with the program (`corpus/starter/`). Nothing that already exists is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import click

from judge.cli.shared import Command, page, query_text, say
from judge.core.errors import CollectionError
from judge.core.files import MANIFEST, SETTINGS, data_folder, link_or_copy, read_text, write_aside
from judge.core.names import on_one_line
from judge.library.collection import candidate_files

WORKFLOW = "workflow.yml"
FILES = {
    "rules.md": "rules.md",
    "about.md": "_site/pages/about.md",
    WORKFLOW: ".github/workflows/rules.yml",
    "gitignore": ".gitignore",
}
"""What comes with the program, and where it is written; the manifest is written after them."""
FIRST = "rules.md"
"""The document of a repository that has none yet."""


@click.command(cls=Command)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--name", help="The name of the game (default: that of the folder).")
def init(folder: Path, name: str | None) -> None:
    """Create a new rules repository in DIR.

    It contains a corpus.toml, a first document, a page of the site and a GitHub Actions workflow, which comments on
    pull requests with broken references and publishes the site after each merge. Existing files are never overwritten.

    The workflow fails until you write into it where to install the program from.

    Example: judge init harbour-rules --name "Harbour Lords"
    """
    shown = query_text((name,)) if name else folder.resolve().name.replace("-", " ").replace("_", " ").title()
    called = on_one_line(shown).replace('"', "").replace("\\", "").strip()
    if not called:
        raise click.UsageError("the game needs a name: add --name NAME")
    if (folder / MANIFEST).exists():
        raise CollectionError(f"{folder} is already a rules repository: it contains a {MANIFEST}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = list(_written(folder, {"{name}": called, "{date}": date.today().isoformat()}))
    except OSError as error:
        raise CollectionError(f"{error.filename or folder} cannot be written: {error.strerror or error}") from error
    for place, is_new in written:
        if not is_new:
            say(f"{folder / place} already exists and was not changed")
    made = "".join(f"  {place}\n" for place, is_new in written if is_new)
    page(
        f"Written to {folder}:\n\n{made}\nNext:\n\n"
        f"  judge list --corpus {folder}\n  judge lint --corpus {folder}\n  judge site --corpus {folder}\n"
    )
    if (FILES[WORKFLOW], True) in written:
        say(f"the workflow fails until JUDGE in {folder / FILES[WORKFLOW]} says where to install the program from")


def _written(folder: Path, values: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """Write the files, and yield the place of each with whether it is new; the manifest comes last.

    Raises:
        OSError: one cannot be written.
    """
    has_documents = bool(candidate_files(folder))
    for name, place in FILES.items():
        if name != FIRST or not has_documents:
            yield place, _put(folder / place, _filled(name, values))
    first = "" if has_documents else _filled("document.toml", values)
    yield MANIFEST, _put(folder / MANIFEST, _filled(MANIFEST, values) + first)


def _filled(name: str, values: dict[str, str]) -> str:
    text = read_text(data_folder("corpus") / "starter" / name, SETTINGS)
    for mark, value in values.items():
        text = text.replace(mark, value)
    return text


def _put(path: Path, text: str) -> bool:
    """Write a file that is not there yet, as a whole; return whether it was not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = write_aside(path.parent, text.encode("utf-8"))
    try:
        aside.chmod(0o644)
        link_or_copy(aside, path)
    except FileExistsError:
        return False
    finally:
        aside.unlink()
    return True
