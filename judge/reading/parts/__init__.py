"""A document as parts, each written in its own way: a stretch of terms, of questions, of cards with rulings, of errata.

Reads: a `Manuscript`. Writes: one `Sheet`, and what was read how (`ReadingReport`).
Open `reading.py` first; `forms.py` says how items are printed, `series.py` which items of a stretch belong together,
`cutting.py` where stretches begin and end, `explaining.py` which of several readings is kept.
"""
