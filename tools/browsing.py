"""What the tools that look at pages share: a headless Chromium, and a site to look at."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from judge.core.files import data_folder
from judge.opened_library import Library
from judge.site.render import Options, Renderer
from judge.site.writing import write_site

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Open a browser; CHROMIUM names another than the one in the path."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def build(corpus: Sequence[str | Path], folder: Path) -> Path:
    """Write the site of collections into a folder; without any, that of the bundled one."""
    with Library(corpus or [data_folder("corpus")]) as library:
        write_site(Renderer(library, data_folder("templates"), Options()).files(), folder, lambda *_: None)
    return folder
