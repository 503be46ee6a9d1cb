"""What a browser keeps of the site, so that it works without a network: bundles, their contents, the worker.

Reads: the site's files, one after the other. Writes: the same files, and beside them

    offline/HASH.json               a bundle: consecutive files, path to text (what is not text, in base 64)
    offline/contents-HASH.json      which file is in which bundle
    assets/edition.js               tells the pages which edition they are of
    service-worker.js               keeps the bundles in the browser and answers from them

A bundle is named by its content, so one that did not change is not fetched again. It ends at files whose paths say
so, not at a size: else a page that grew at the beginning would move every cut after it. An edition is named by its
bundles and the worker. What these do not hold (the sitemap) makes no new edition.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

File = tuple[str, str | bytes]
"""A file's path inside the site, and what is in it."""

AIM, MOST = 200_000, 1_000_000
"""Characters of a bundle: about how many it has, and with how many it ends in any case."""
NOT_KEPT = "sitemap.xml robots.txt addresses.json".split()
"""Names of files that only others than a browser's pages ask for."""
FOLDER = "offline"
EDITION, WORKER = "assets/edition.js", "service-worker.js"
HASH = 16
"""Digits of the names of bundles."""


class Offline(NamedTuple):
    """What is asked for."""

    worker: str
    """The worker's template."""
    newest: str
    """The date of the newest document, as a person reads it."""
    kept: bool = True
    """Whether browsers keep the site; a site that is built again at every change is better not kept."""


def with_offline(files: Iterable[File], asked: Offline) -> Iterator[File]:
    """Yield the files, then what keeps them; no more than one bundle is in memory."""
    bundles = _Bundles()
    for path, content in files:
        yield path, content
        if path.rpartition("/")[2] not in NOT_KEPT:
            bundles.add(path, content)
        if bundles.full(path):
            yield from bundles.close(asked.kept)
    yield from bundles.close(asked.kept)
    edition = _hash("\n".join([*bundles.names, asked.worker]).encode("utf-8", "replace"))[:8]
    told = {"id": edition, "newest": asked.newest, "offline": asked.kept, "size": bundles.size}
    script = f"globalThis.judgeEdition = {json.dumps(told)};\n"
    yield EDITION, script
    if asked.kept:
        bundles.add(EDITION, script)
        yield from bundles.close(kept=True)
        path, contents = bundles.contents()
        yield path, contents
        yield WORKER, asked.worker.replace("{{ edition }}", edition).replace("{{ contents }}", path)


class _Bundles:
    """Collects files, and remembers where each went."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.size = 0
        """Characters of all bundles."""
        self._places: dict[str, int] = {}
        self._files: dict[str, Any] = {}
        self._held = self._last = 0

    def add(self, path: str, content: str | bytes) -> None:
        """Put a file into the bundle that is open."""
        text = {"base64": b64encode(content).decode("ascii")} if isinstance(content, bytes) else content
        self._files[path] = text
        self._places[path] = len(self.names)
        self._held += len(content)
        self._last = len(content)

    def full(self, path: str) -> bool:
        """Tell whether the bundle ends with this file: by its path, the larger the likelier, or because it is long."""
        share = zlib.crc32(path.encode("utf-8")) / 2**32
        return share * AIM < self._last or self._held >= MOST

    def close(self, kept: bool) -> Iterator[File]:
        """Yield the open bundle, if anything is in it and bundles are wanted, and begin another."""
        if self._files:
            data = _compact(self._files)
            self.names.append(_hash(data))
            self.size += self._held
            if kept:
                yield f"{FOLDER}/{self.names[-1]}.json", data
        self._files, self._held, self._last = {}, 0, 0

    def contents(self) -> tuple[str, bytes]:
        """Return the file that tells where everything is."""
        data = _compact({"bundles": self.names, "files": self._places, "size": self.size})
        return f"{FOLDER}/contents-{_hash(data)}.json", data


def _compact(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:HASH]
