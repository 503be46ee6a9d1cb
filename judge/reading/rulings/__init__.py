"""What rulings and errata say beside their own words, in anybody's form; dialects ask for it piece by piece.

Reads: the text of a ruling, a line or a cell. Writes: its date, source and author, and the document's own list of
sources (`attribution.py`; `printed_dates.py` knows the forms of dates), what a card should read instead of what it
prints, and the fields of a card's face (`errata.py`), and the blocks of rulings (`blocks.py`).
"""
