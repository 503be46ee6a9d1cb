"""The check of words: docstrings, comments and what users read are in plain English, with the field's terms."""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
INSTEAD = {
    r"\bstands?\b(?! (?:for|alone|out|still)\b)": "is, is printed, appears, comes",
    r"\bbehind\b(?! (?:a|the|your|another|one|its) (?:proxy|firewall|class|module|function|front))": "after",
    r"\b(?:is|are|be|been|was|were) told (?:by|from|apart)\b": "is recognised by, differs from",
    r"\bfrom (?:which|there|it|this|that|\d+) on\b": "from, at least, since",
    r"\bso many\b": "that many, the number of",
    r"\bcomes? near(?:est)?\b": "is closest to, is similar to",
    r"\bleads? (?:somewhere|nowhere)\b": "resolves, does not resolve",
    r"\bbut for\b": "except",
    r"\bnothing here answers\b": "no answer found",
    r"\bnothing is called '": "no entry named",
    r"\bis told by its content\b": "is detected from its content",
    r"\bthe newest alone\b": "only the newest",
    r"\bdated this day or later\b": "dated on or after DATE",
    r"\binside of (?:a )?texts?\b": "was read as text, in a text",
}
"""What a native engineer would not write, and what instead."""
IN_PROSE = {
    r"\banew\b": "again",
    r"\btold\b": "reported, described, shown",
    r"\bmended\b": "corrected, fixed",
    r"\bparted\b": "split, separated",
    r"\bbeside\b": "next to, together with",
    r"\bby (?:itself|themselves)\b": "alone, automatically",
    r"\bof (?:its|their) own\b": "separate",
    r"\bis no (?:\w+ )?(?:rule|date|ship|request|number)\b": "is not a",
}
"""The same for pages and help texts (docs/commands.md is made from these) alone."""
PAGES = [
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in ("json.md", "digest-style.md")),
    *sorted(path for path in ROOT.glob("*.md") if path.name != "CHANGELOG.md"),
]
PROSE = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", *sorted((ROOT / "templates").rglob("*.html"))]
FEWEST_WORDS = 4
"""Words of a text in the program that is a sentence, and neither a name nor a pattern."""
PATTERN = re.compile(r"[\\|^$]|\(\?|\[\^?[A-Za-z0-9]")
"""What only patterns have."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings, comments and sentences of a Python file, or all of another, by line."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        shown = re.sub(r"(?ms)^```.*?^```", lambda block: "\n" * block[0].count("\n"), source)
        yield from enumerate(shown.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_sentence = len(node.value.split()) >= FEWEST_WORDS and not PATTERN.search(node.value)
            if id(node) in alone or is_sentence:
                yield from enumerate(node.value.splitlines(), node.lineno)


def found_in(path: Path, words: dict[str, str] = INSTEAD) -> Iterator[str]:
    """Yield each word that is better said otherwise, with its line."""
    for line, text in texts(path):
        for pattern, instead in words.items():
            for match in re.finditer(pattern, re.sub(r"`[^`]*`|\"[^\"]*\"|“[^”]*”", "``", text), re.IGNORECASE):
                yield f"{path.relative_to(ROOT)}:{line}: “{match[0]}”: say {instead}"


@pytest.mark.parametrize("package", sorted(path.name for path in (ROOT / "judge").iterdir() if path.suffix != ".toml"))
def test_the_program_is_in_plain_english(package: str) -> None:
    place = ROOT / "judge" / package
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    assert not [one for path in files for one in found_in(path)]


def test_what_readers_read_is_in_plain_english() -> None:
    assert not [one for path in PROSE for one in found_in(path)]


if __name__ == "__main__":
    given = [Path(name).resolve() for name in sys.argv[1:]] or [ROOT / "judge", *PROSE]
    files = [one for path in given for one in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    print(*(one for path in files for one in found_in(path)), sep="\n")


def test_pages_and_help_texts_are_as_a_native_would_write_them() -> None:
    assert not [one for path in PAGES for one in found_in(path, IN_PROSE)]
