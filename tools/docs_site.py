"""Build the documents of the project as a site, with MkDocs and mkdocstrings (the extra `dev`).

    .venv/bin/python tools/docs_site.py [DIR]    writes it to DIR (default: build/docs)

The pages are README.md, CHANGELOG.md and docs/. What a link leads to outside of them is not part of the site, so such a
link becomes plain text; any other link that leads nowhere is an error. `judge site` would read the samples in these
pages as rules: "write 2.2" in an example would be a reference that leads nowhere.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAVIGATION: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Start", ("index.md", "contents.md")),
    (
        "Learn",
        (
            "tutorials/judge.md",
            "tutorials/rules-manager.md",
            "tutorials/from-pdf-to-git.md",
            "tutorials/site-owner.md",
            "demo.md",
        ),
    ),
    (
        "Do",
        (
            "installing.md",
            "table.md",
            "documents.md",
            "reading.md",
            "profiles.md",
            "sharing.md",
            "citations.md",
            "changes.md",
            "site.md",
            "server.md",
            "assistants.md",
            "scale.md",
            "python.md",
        ),
    ),
    (
        "Look up",
        (
            "commands.md",
            "python-reference.md",
            "json.md",
            "lint.md",
            "formats.md",
            "languages.md",
            "canonical.md",
            "environment.md",
            "promises.md",
            "performance.md",
            "licences.md",
            "CHANGELOG.md",
        ),
    ),
    (
        "Understand",
        (
            "design/architecture.md",
            "design/reading.md",
            "design/search.md",
            "design/interactions.md",
            "design/columns.md",
            "design/builds.md",
            "design/cache.md",
            "design/site.md",
            "design/look.md",
            "design/digest-style.md",
            "first-changes.md",
            "testing.md",
            "releasing.md",
        ),
    ),
)
"""The pages, in their order; a test says which are missing."""
DOCSTRINGS = {
    "paths": [str(ROOT)],
    "options": {"docstring_style": "google", "show_source": False, "members_order": "source", "filters": ["!^_"]},
}
"""How the pages show docstrings: without code, in the order of the module."""
RENAMED = {
    ROOT / "README.md": "index.md",
    ROOT / "CHANGELOG.md": "CHANGELOG.md",
    ROOT / "docs" / "README.md": "contents.md",
}
"""Pages with another place or name on the site; MkDocs takes a README.md for an index."""
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(((?![a-z]+:)[^)#\s]+)(#[^)\s]*)?\)")


def main() -> int:
    """Build the site."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "docs").resolve()
    with tempfile.TemporaryDirectory(prefix="judge-docs-") as name:
        folder = Path(name)
        gather(folder / "docs")
        (folder / "mkdocs.yml").write_text(json.dumps(settings()), encoding="utf-8")
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(target)]
        code = subprocess.run(command, cwd=folder, check=False).returncode
    print(f"{target / 'index.html'}" if code == 0 else "the site was not built; the lines above say why")
    return code


def gather(folder: Path) -> None:
    """Copy the pages and pictures into one folder, with links that fit there."""
    shutil.copytree(ROOT / "docs", folder)
    (folder / "README.md").unlink()
    for source, name in RENAMED.items():
        shutil.copy(source, folder / name)
    for path in folder.rglob("*.md"):
        path.write_text(fitted(path, folder), encoding="utf-8")


def fitted(page: Path, folder: Path) -> str:
    """Return the text of a page with links that fit into the folder of all pages."""
    copied = page.relative_to(folder).as_posix()
    written = next((source for source, name in RENAMED.items() if name == copied), ROOT / "docs" / copied)
    text = LINK.sub(lambda link: fitting(link, written, page, folder), page.read_text(encoding="utf-8"))
    return text.replace('src="docs/images/', 'src="images/')


def fitting(link: re.Match[str], written: Path, page: Path, folder: Path) -> str:
    """Return a link as it has to be on a page of the site; its text alone if it leads out of the pages."""
    text, target, anchor = link.groups()
    led = (written.parent / target).resolve()
    if led in RENAMED:
        place = folder / RENAMED[led]
    elif led.is_relative_to(ROOT / "docs"):
        place = folder / led.relative_to(ROOT / "docs")
    else:
        return text
    return f"[{text}]({Path(os.path.relpath(place, page.parent)).as_posix()}{anchor or ''})"


def settings() -> dict[str, object]:
    """Return the settings of MkDocs: nothing from elsewhere is loaded, and the site works from a disk."""
    return {
        "site_name": "judge",
        "use_directory_urls": False,
        "theme": {"name": "mkdocs", "highlightjs": False},
        "validation": {"omitted_files": "warn", "unrecognized_links": "warn", "anchors": "warn"},
        "plugins": ["search", {"mkdocstrings": {"handlers": {"python": DOCSTRINGS}}}],
        "nav": [{title: list(pages)} for title, pages in NAVIGATION],
    }


if __name__ == "__main__":
    sys.exit(main())
