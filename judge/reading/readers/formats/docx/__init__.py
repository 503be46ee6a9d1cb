"""DOCX: Word documents to pieces, with the numbers that Word counts by itself.

Open `reader.py` first. `package.py` opens the archive and its XML, `numbering.py` counts, `styles.py` tells headings.
"""
