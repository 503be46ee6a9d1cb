"""Run by every Python that the tests start, before anything else: it finds modules but no installed distributions.

So a plug-in that happens to be installed (the entry point group `judge.dialects`) changes no result. Nothing is
imported here, since some tests look at what a cold start imports.
"""

import sys
from typing import Any


class Modules:
    """A finder of modules without its `find_distributions`."""

    def __init__(self, finder: Any) -> None:
        """Find what a finder finds."""
        self._finder = finder

    def find_spec(self, *arguments: Any) -> Any:
        """Find a module."""
        return self._finder.find_spec(*arguments)

    def invalidate_caches(self) -> None:
        """Look again."""
        getattr(self._finder, "invalidate_caches", lambda: None)()


sys.meta_path[:] = map(Modules, sys.meta_path)
