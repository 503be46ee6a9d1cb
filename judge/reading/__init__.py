"""The bytes of one document to its entries, each with its blocks, its kind and its source lines.

Reads: a file's bytes and what `corpus/games/` knows of its game. Writes: a `drafts.Sheet`, assembled to entries.
Open `source.py` first, then `readers/manuscript.py`, `grammar/__init__.py` (the one reader) and `drafts.py`.
"""
