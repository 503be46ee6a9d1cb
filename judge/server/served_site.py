"""The site that is served: built into a folder of its own, and built again when something changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from judge.core.files import corpus_folders
from judge.library import collection
from judge.library.compiled_library import Warn
from judge.library.safekeeping.integrity import place_of
from judge.opened_library import Library
from judge.server.watching import Watch
from judge.site.owner import owner_files
from judge.site.render import Options, Renderer
from judge.site.writing import write_site


class Sources(NamedTuple):
    """What a site is built from."""

    corpus: Sequence[str | Path]
    """The collections, as `judge.open` takes them."""
    templates: Path

    def state(self) -> object:
        """Return what is another whenever a document, a template or a file of the owner changed."""
        corpus = corpus_folders(self.corpus)
        files = [path for path in sorted(self.templates.iterdir()) if path.is_file()]
        files += owner_files(corpus)
        found = ((path, path.stat()) for path in files)
        beside = [(path, stat.st_size, stat.st_mtime_ns, place_of(stat)) for path, stat in found]
        return collection.state(corpus), beside


class ServedSite:
    """The site that is shown."""

    def __init__(self, sources: Sources, folder: Path, warn: Warn) -> None:
        """Build it for the first time.

        Raises:
            JudgeError: it cannot be built.
        """
        self.folder = folder
        self.sources = sources
        self.warn = warn
        self._watch = Watch(sources.state, self._build, warn, "the site stays as it was")
        self._build()

    def _build(self) -> None:
        # A kept site would hide what changed.
        options = Options(offline=False, warn=self.warn)
        with Library(self.sources.corpus, warn=self.warn) as whole, whole.of_own_games() as library:
            renderer = Renderer(library, self.sources.templates, options)
            write_site(renderer.files(), self.folder, lambda *_: None)

    def refresh(self) -> bool:
        """Build again if something changed; tell whether it did. What cannot be built leaves the old site."""
        rebuilt = self._watch.look()
        if rebuilt:
            self.warn("a file changed; the site was rebuilt")
        return rebuilt
