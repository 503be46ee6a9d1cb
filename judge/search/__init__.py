"""What a judge types to the entries that answer it.

Reads: the compiled library. Writes: answers, matches, suggestions, interactions, card pages.
Open `lookup.py` first, then `stages.py`: the steps of a look-up in the order in which they are tried (docs/search.md).
"""
