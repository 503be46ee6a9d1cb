"""The words of each language by which texts number and cite their parts: one data file a language, `LANG.toml`.

A file has one table, `[units]`: for each kind of part the words for it, abbreviations without their point. `rule` holds
the words for what a document numbers throughout (rules, sections, articles); the others count a list of their own, `q`
(as in Q12) questions.
A collection teaches more than these lists; they are where a text is read with nothing else known.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

RULE = "rule"
"""The unit of what a document numbers throughout."""


@cache
def units() -> Mapping[str, str]:
    """Return the words of all languages for parts of a text, folded, each with its unit: `artículo` is a `rule`."""
    found: dict[str, str] = {}
    for file in sorted(resources.files(__name__).iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            for unit, words in tomllib.loads(file.read_text(encoding="utf-8"))["units"].items():
                for word in words.split():
                    found.setdefault(word, unit)
    return found
