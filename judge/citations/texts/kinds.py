"""How a file is read: by the ending of its name, else by how it begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from judge.citations.texts.code import COMMON, HASH, SYNTAXES, read_code
from judge.citations.texts.markup import read_html, read_markdown
from judge.citations.texts.passages import Passage, lines_of, paragraphs, single_lines
from judge.citations.texts.records import read_json, read_table

Reader = Callable[[str], Iterator[Passage]]
CODE_LINE = re.compile(
    r"[{};]\s{0,20}$|^\s{0,80}(?://|/\*|\*/|#include|import\s|def\s|function\s|class\s|return\b|\}|\{)", re.M
)
HEAD = 4_000
"""Characters of a text by which it is told what it is, where its name says nothing."""


def _plain(text: str) -> Iterator[Passage]:
    return paragraphs(lines_of(text))


def _settings(text: str) -> Iterator[Passage]:
    return single_lines(lines_of(text))


READERS: dict[str, Reader] = {
    **dict.fromkeys("md markdown mdx qmd rst adoc wiki mediawiki textile org".split(), read_markdown),
    **dict.fromkeys("html htm xhtml xml svg vue".split(), read_html),
    **dict.fromkeys("json jsonl ndjson ipynb json5".split(), read_json),
    **dict.fromkeys("csv tsv".split(), read_table),
    **dict.fromkeys("txt text log eml".split(), _plain),
    **dict.fromkeys("yaml yml toml ini cfg conf properties env".split(), _settings),
}
"""By the ending of a file's name."""


def passages_of(name: str, text: str) -> Iterator[Passage]:
    """Yield the passages of a file that have a digit in them.

    Args:
        name: of the file; its ending says how it is read.
        text: what is in it.
    """
    ending = name.rpartition(".")[2].casefold() if "." in name else ""
    if ending in READERS:
        return READERS[ending](text)
    if ending in SYNTAXES:
        return read_code(text, SYNTAXES[ending])
    return _by_content(text)


def _by_content(text: str) -> Iterator[Passage]:
    """Yield the passages of a text whose name says nothing."""
    head = text[:HEAD]
    begun = head.lstrip()
    if begun[:1] in ("{", "[") and re.match(r"[{\[]\s{0,200}[\"{\[]", begun):
        return read_json(text)
    if begun.startswith("#!"):
        return read_code(text, HASH)
    if re.match(r"<(?:!doctype|html|\?xml|!--|div|p|body|table)\b", begun, re.IGNORECASE):
        return read_html(text)
    lines = max(sum(bool(line.strip()) for line in head.split("\n")), 1)
    return read_code(text, COMMON) if len(CODE_LINE.findall(head)) > 0.3 * lines else read_markdown(text)
