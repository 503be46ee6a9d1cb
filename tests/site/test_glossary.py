"""The glossary says of each definition what the page of the term says: that a newer text or an edition is there."""

import re
from pathlib import Path

import pytest

from judge.opened_library import Library
from tests.sites import build
from tests.support import write_collection

OLD = "# Tide FAQ\n\n1996-04-01\n\n## Glossary\n\n" + "".join(
    f"**{name}**: {text}\n\n"
    for name, text in (
        ("Anchor", "A hook of iron that holds a boat in a storm."),
        ("Berth", "The place where a boat lies at night."),
        ("Crane", "A tool that lifts crates out of a hold."),
        ("Dock", "A basin that is shut at low tide."),
    )
)
NEW = OLD.replace("Tide FAQ", "Tide Rulebook").replace("1996-04-01", "2021-05-06").replace("a storm", "any storm")
EDITION = OLD.replace("1996-04-01", "Edition 2, 2003-05-06").replace("at night", "by day")
TABLE = '[[document]]\nfile = "{}"\ngame = "Tide"\nkind = "{}"\ndialect = "glossary"\n{}\n'
STATUS = re.compile(r'<p class="newer(?:(?!What changed).)*?</p>')
"""A line of the status of an entry, not of the document."""


def collection(path: Path, **rows: tuple[str, str, str]) -> Path:
    """Write documents: their texts, their kinds, and what else their rows say."""
    texts = {f"{name}_md": text for name, (text, _, _) in rows.items()}
    table = "".join(TABLE.format(f"{name}.md", kind, more) for name, (_, kind, more) in rows.items())
    return write_collection(path, **texts, **{"corpus.toml": table})


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"old": (OLD, "faq", ""), "new": (NEW, "rules", "")}, ["Newer", "Newer"]),
        ({"one": (OLD, "rules", 'work = "w"'), "two": (EDITION, "rules", 'work = "w"')}, ["Superseded"]),
        ({"old": (OLD, "faq", "")}, []),
    ],
    ids=["a newer book", "a later edition", "one document"],
)
def test_a_definition_has_its_status(rows: dict[str, tuple[str, str, str]], words: list[str], tmp_path: Path) -> None:
    with Library([collection(tmp_path / "texts", **rows)], cache=tmp_path / "cache") as library:
        site = build(library, tmp_path / "site", offline=False)
    glossary = (site / "games/tide/glossary.html").read_text(encoding="utf-8")
    told = STATUS.findall(glossary)
    assert all(any(word in one for one in told) for word in words), told
    assert bool(told) == bool(words)
    pages = [page for key in rows for page in (site / key).glob("*.html")]
    shown = {without_links(one) for page in pages for one in STATUS.findall(page.read_text(encoding="utf-8"))}
    assert {without_links(one) for one in told} <= shown


def without_links(line: str) -> str:
    """Return a line of status without its addresses, which differ from page to page."""
    return re.sub(r'href="[^"]*"', "", line)
