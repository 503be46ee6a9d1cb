"""Build the documents of the project as a site, with MkDocs (the extra `dev`).

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
    ("Start", ("index.md", "installing.md")),
    (
        "Tutorials",
        ("tutorials/judge.md", "tutorials/rules-manager.md", "tutorials/from-pdf-to-git.md", "tutorials/site-owner.md"),
    ),
    ("Asking", ("table.md", "search.md", "interactions.md")),
    ("Documents", ("documents.md", "formats.md", "reading.md", "canonical.md", "columns.md", "lint.md", "changes.md")),
    ("The site", ("site.md", "scale.md")),
    ("For programs", ("citations.md", "server.md", "assistants.md")),
    ("Reference", ("json.md", "environment.md", "promises.md", "performance.md", "licences.md", "CHANGELOG.md")),
    ("How it works", ("architecture.md", "builds.md", "cache.md", "adding-a-dialect.md", "testing.md", "releasing.md")),
)
"""The pages, in their order; a test says which are missing."""
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
    for source, name in ((ROOT / "README.md", "index.md"), (ROOT / "CHANGELOG.md", "CHANGELOG.md")):
        shutil.copy(source, folder / name)
    for path in folder.rglob("*.md"):
        path.write_text(fitted(path, folder), encoding="utf-8")


def fitted(page: Path, folder: Path) -> str:
    """Return the text of a page with links that fit into the folder of all pages."""
    copied = page.relative_to(folder).as_posix()
    written = {"index.md": ROOT / "README.md", "CHANGELOG.md": ROOT / copied}.get(copied, ROOT / "docs" / copied)
    return LINK.sub(lambda link: fitting(link, written, page, folder), page.read_text(encoding="utf-8"))


def fitting(link: re.Match[str], written: Path, page: Path, folder: Path) -> str:
    """Return a link as it has to be on a page of the site; its text alone if it leads out of the pages."""
    text, target, anchor = link.groups()
    led = (written.parent / target).resolve()
    if led.is_relative_to(ROOT / "docs"):
        place = folder / led.relative_to(ROOT / "docs")
    elif led in (ROOT / "README.md", ROOT / "CHANGELOG.md"):
        place = folder / ("index.md" if led.name == "README.md" else led.name)
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
        "nav": [{title: list(pages)} for title, pages in NAVIGATION],
    }


if __name__ == "__main__":
    sys.exit(main())
