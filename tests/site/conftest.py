"""Open pages for the tests of the site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browsing import watched
from tests.conftest import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of the site in a process; none of them runs an event loop."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page; it fails the test if it asks another host for anything, or reports an error."""
    yield from watched(browser, service_workers="block")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """The same on a small phone."""
    small = {"width": 320, "height": 640}
    yield from watched(browser, viewport=small, has_touch=True, is_mobile=True, service_workers="block")
