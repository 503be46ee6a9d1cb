"""What a judge types to the entries that answer it.

Reads: the compiled library. Writes: answers, matches, suggestions, interactions, card pages.
Open `lookup.py` first, then `stages.py`: the steps of a look-up, in order (docs/design/search.md). What numbers, titles
and ids name is found in `locating.py`.
"""
