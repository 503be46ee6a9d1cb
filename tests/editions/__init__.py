"""Tests of how two editions are compared."""
