"""Lines of text to pieces: headings, paragraphs, bullets, tables, in the order of the source, one module a format.

Reads: a `SourceText`. Writes: a `Manuscript`, which every dialect reads, whatever the format was. What stands beside
the pieces, addresses and footnotes, is put to the entries that a dialect made of them (`anchors.py`, `notes.py`).
Open `manuscript.py` first; `pieces.py` says what a piece is.
"""
