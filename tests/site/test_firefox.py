"""The site in Firefox: the frame at several widths, the search with its keys, what needs no script's help."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firefox import Firefox, running
from tests.site.test_browser import CARD, CHAPTER, KINDS

WIDTHS = (500, 768, 1280, 1920)
"""Firefox has no narrower window."""
SEEN = "getComputedStyle(document.querySelector('{}')).display !== 'none'"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A Firefox without a window."""
    with running(os.environ["FIREFOX"], tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def site(bundled_site: Path) -> str:
    """The address of the bundled collection's site."""
    return bundled_site.as_uri()


@pytest.mark.parametrize("path", KINDS)
def test_no_page_is_wider_than_its_window(firefox: Firefox, site: str, path: str) -> None:
    for width in WIDTHS:
        firefox.resize(width, 800)
        firefox.open(f"{site}/{path}")
        assert firefox.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_the_column_beside_a_text_is_there_where_there_is_room(firefox: Firefox, site: str) -> None:
    for width, there in ((1280, True), (600, False)):
        firefox.resize(width, 800)
        firefox.open(f"{site}/{CARD}")
        assert firefox.evaluate(SEEN.format("nav.side")) is there


def test_the_search_answers_and_its_keys_choose(firefox: Firefox, site: str) -> None:
    firefox.resize(1280, 800)
    firefox.open(f"{site}/{CHAPTER}")
    firefox.type_into("#_query", "evil twin")
    firefox.wait_for("document.querySelectorAll('#_offers [role=option][data-id]').length > 1")
    firefox.type_into("#_query", "\ue015")
    firefox.wait_for("document.querySelector('#_query').getAttribute('aria-activedescendant') === '_option-1'")
    firefox.type_into("#_query", "\ue007")
    firefox.wait_for("location.pathname.endsWith('/evil-twin.html')")


def test_the_search_page_answers_from_its_address(firefox: Firefox, site: str) -> None:
    firefox.open(f"{site}/search.html?q=evil+twin+old+uncle")
    firefox.wait_for("document.querySelectorAll('#_results li[data-id] .where').length > 1")


def test_the_switch_turns_the_page_dark(firefox: Firefox, site: str) -> None:
    firefox.open(f"{site}/index.html")
    paper = "getComputedStyle(document.body).backgroundColor"
    before = firefox.evaluate(paper)
    firefox.evaluate("document.getElementById('_switch').click()")
    assert firefox.evaluate(paper) != before
    firefox.evaluate("localStorage.clear()")
