"""Tests in Firefox are collected only where FIREFOX names one (docs/testing.md)."""

from __future__ import annotations

import os

collect_ignore = [] if os.environ.get("FIREFOX") else ["test_firefox.py"]
