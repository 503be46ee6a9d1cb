"""Judges' tasks with their truth: what must stand on the first screen (docs/testing.md)."""
