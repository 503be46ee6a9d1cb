"""The dialect `plain`: headed text of no known kind.

Reads: a `Manuscript`. Writes: a `Sheet`.
Open `dialect.py`, which is all of it.
"""
