"""The dialect `rulings`: card by card, with general topics and errata.

Reads: a `Manuscript`. Writes: a `Sheet`.
Open `dialect.py`, which is all of it.
"""
