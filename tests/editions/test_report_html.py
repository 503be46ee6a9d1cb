"""The HTML page of a comparison: it needs no other file, and no text of an edition becomes markup."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from tests.editions.commands import run
from tests.editions.test_comparison import NEW, OLD
from tests.editions.test_diff_commands import FAQ, head
from tests.support import write_collection

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\u202e&amp;\"'"
VOID = {"meta", "br"}


class Page(HTMLParser):
    """The elements of a page, with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        """Read a page; every element must be closed where it should be."""
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember an element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last element."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Remember a text."""
        self.text += data


@pytest.fixture
def harbours(tmp_path: Path, own_cache: Path) -> Path:
    """Two editions and a FAQ."""
    texts = {"rules_txt": head("1.0 (2024)", OLD), "new_txt": head("2.0 (2025)", NEW), "faq_md": FAQ}
    return write_collection(tmp_path / "harbours", **texts)


def printed(folder: Path, *words: str) -> str:
    """Return the page of a comparison."""
    result = run(folder, "diff", "rules", "new", "--format", "html", *words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.stdout


def test_the_page_has_summary_redlines_and_broken_references(harbours: Path) -> None:
    text = printed(harbours)
    page = Page(text)
    assert "Chapters 1 to 2 moved by 1 (now 2 to 3)." in page.text
    assert "by <del>three</del> <ins>four</ins> of the crew" in text
    assert "<ins>Each boat carries a barrel of fresh water for every three of its crew.</ins>" in text
    assert "<del>Nobody whistles while the anchor is down.</del>" in text
    assert "Who weighs the anchor?" in page.text
    (broken,) = (line for line in text.splitlines() if "Who weighs the anchor?" in line and "means" in line)
    assert re.search(r"“<bdi>2\.2</bdi>” means <a href=\"#[^\"]+\" dir=\"auto\">3\.2 Weighing Anchor</a>", broken)
    assert "(was 2.2, reworded); write 3.2</li>" in broken


def test_links_lead_to_changes_on_the_page(harbours: Path) -> None:
    page = Page(printed(harbours))
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    led = [attributes["href"] for _, attributes in page.elements if attributes.get("href")]
    assert led
    assert len(ids) == len(set(ids))
    assert {href.removeprefix("#") for href in led if href} <= set(ids)


def test_the_page_needs_nothing_else(harbours: Path) -> None:
    text = printed(harbours)
    assert not re.search(r"https?:|url\(|@import|<script|<link|\ssrc=|\sstyle=|\son\w+=", text)
    assert "default-src 'none'; style-src 'unsafe-inline'" in text
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_no_text_of_an_edition_becomes_markup(tmp_path: Path, own_cache: Path) -> None:
    old = OLD.replace("two ropes", f"two ropes {HOSTILE}").replace("Whistling", f"Whistling {HOSTILE}")
    new = NEW.replace("fresh water", f"fresh water {HOSTILE}").replace("Leaving", f"Leaving {HOSTILE}")
    manifest = "".join(
        f"[[document]]\nfile = \"{name}.txt\"\ntitle = '''Rules </title>{HOSTILE[:-1]}'''\ngame = \"H\"\n"
        f'edition = "{place}"\ndialect = "outline"\n'
        for place, name in enumerate(("rules", "new"), 1)
    )
    faq = FAQ.replace("Who weighs", f"Who {HOSTILE} weighs").replace("rule 2.2 of", "rule 2.2 <b> of")
    texts = {"rules_txt": old, "new_txt": new, "faq_md": faq, "corpus.toml": manifest}
    folder = write_collection(tmp_path / "h", **texts)
    text = printed(folder, "--force")
    page = Page(text)
    known = {"html", "head", "meta", "title", "style", "body", "main", "h1", "ul", "li", "section", "h2", "h3", "nav"}
    assert {tag for tag, _ in page.elements} <= known | set("p del ins br span bdi details summary a".split())
    assert "<script>alert(1)</script>" in page.text, "it is shown as it is printed"
    assert "\u202e" not in text


def test_a_report_has_the_same_page(harbours: Path, tmp_path: Path) -> None:
    run(harbours, "diff", "rules", "new", "--report", str(tmp_path / "report"))
    assert (tmp_path / "report" / "changes.html").read_text("utf-8") == printed(harbours)


def test_equal_editions_have_a_page_without_changes(harbours: Path) -> None:
    (harbours / "new.txt").write_text(head("1.0 (2024)", OLD), encoding="utf-8")
    assert "Nothing changed" in printed(harbours)
    assert "Every entry says the same." in printed(harbours)
    assert '<section class="change"' not in printed(harbours)


def test_affected_still_decides_the_exit_code(harbours: Path) -> None:
    result = CliRunner().invoke(main, ["--corpus", str(harbours), "diff", "rules", "new", "--format", "html"])
    assert result.exit_code == 0
    assert run(harbours, "diff", "rules", "new", "--format", "html", "--affected").exit_code == 1
