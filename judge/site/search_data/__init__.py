"""The compiled library once more, as scripts that a page loads, so that it answers as the program does.

Reads: the tables of the library, the words, weights and limits of `judge.search`. Writes: the files below `search/`.
Open `parts.py` first; `settings.py` hands over what the program's own search is made of.
"""
