"""Open pages for the tests of the site; those in Firefox are collected only where FIREFOX names one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browsing import watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

collect_ignore = [] if os.environ.get("FIREFOX") else ["test_firefox.py"]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An open page; it fails the test if it asks another host for anything, or reports an error."""
    yield from watched(browser, service_workers="block")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """The same on a small phone."""
    small = {"width": 320, "height": 640}
    yield from watched(browser, viewport=small, has_touch=True, is_mobile=True, service_workers="block")
