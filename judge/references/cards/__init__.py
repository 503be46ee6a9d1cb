"""Cards in running text: the names of a game's cards, and the places that speak of them.

Reads: the entries of all documents of a game. Writes: `Reference`s of kind `card`, found and not yet resolved.
"""
