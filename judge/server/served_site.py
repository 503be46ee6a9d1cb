"""The site that is served: built into a folder of its own, and built again when something changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from judge.library.compiled_library import Warn
from judge.opened_library import Library
from judge.server.watching import Watch
from judge.site.render import Options, Renderer
from judge.site.writing import source_state, write_site


class ServedSite:
    """The site that is shown."""

    def __init__(self, corpus: Sequence[str | Path], templates: Path, folder: Path, warn: Warn) -> None:
        """Build it for the first time, from collections as `judge.open` takes them.

        Raises:
            JudgeError: it cannot be built.
        """
        self.folder = folder
        self._corpus, self._templates = corpus, templates
        self.warn = warn
        self._watch = Watch(partial(source_state, corpus, templates), self._build, warn, "the site stays as it was")
        self._build()

    def _build(self) -> None:
        # A kept site would hide what changed.
        options = Options(offline=False, warn=self.warn)
        with Library(self._corpus, warn=self.warn) as whole, whole.of_own_games() as library:
            renderer = Renderer(library, self._templates, options)
            write_site(renderer.files(), self.folder, lambda *_: None)

    def refresh(self) -> bool:
        """Build again if something changed; tell whether it did. What cannot be built leaves the old site."""
        rebuilt = self._watch.look()
        if rebuilt:
            self.warn("a file changed; the site was rebuilt")
        return rebuilt
