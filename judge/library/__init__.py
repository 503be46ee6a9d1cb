"""Folders of documents to the compiled library: parsed, compiled, kept in the cache.

Reads: collections and their manifests. Writes: one SQLite file, in a cache that is found again.
Open `cache.py` first: it decides what is built; then `parsing.py`, `compiling.py`, `store.py`.
"""
