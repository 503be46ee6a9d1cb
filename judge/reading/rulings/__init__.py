"""What rulings and errata say beside their own words, in anybody's form; dialects ask for it piece by piece.

Reads: the text of a ruling, a line or a cell. Writes: its date, source and author (`attribution` finds
them, `printed_dates` knows the forms of dates), the document's own list of sources
(`source_lists`), what a card should read instead of what it prints (`corrections`), the fields of a card's face
(`errata`). `credits` does it for whatever rulings the dialects found.
"""
