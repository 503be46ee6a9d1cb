"""The bytes of one document to its entries, each with its blocks, its kind and its source lines.

Reads: a file's bytes and what `corpus/games/` knows of its game. Writes: a `Sheet` of drafts, which become entries.
Open `text/manuscript.py` first, then the two stages: `opening.py` (bytes → manuscript) and `document_reader.py`
(manuscript → sheet), which calls `grammar/`. Rooms import one way; tests/test_imports.py has their order.
"""
