"""Lines of text to pieces: headings, paragraphs, bullets, tables, in the order of the source, one module a format.

Reads: a `SourceText`. Writes: a `Manuscript`, which every dialect reads, whatever the format was.
Open `manuscript.py` first; `pieces.py` says what a piece is.
"""
