"""The dialect `outline`: numbered rules.

Reads: a `Manuscript`. Writes: a `Sheet`.
Open `dialect.py` first; `number_sequence.py` decides which numbers are headings, `columns.py` hands woven pages over.
"""
