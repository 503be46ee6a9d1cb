"""Open pages for the tests of the site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browsing import watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page; it fails the test if it asks another host for anything, or reports an error."""
    yield from watched(browser, service_workers="block")
