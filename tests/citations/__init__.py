"""Tests of checked citations."""
