"""All weights of the ranking, in one place: what they mean is in docs/search.md, how they were chosen in tools/tune.py.

A weight is changed here and nowhere else; `python3 tools/tune.py` says what that does to the open queries.
"""

from __future__ import annotations

CREDIT = {
    "root": 0.8,  # another word of the same root: "declared" for "declaration"
    "document": 0.9,  # an acronym or other name that a document explains
    "game": 0.8,  # a synonym out of the game's file
    "any": 0.6,  # a synonym out of the file for all games
    "mended": 0.9,  # a word with a mistake, mended
    "begun": 0.7,  # a word that is being typed, completed
}
"""What a reading of a word counts, the word itself counting 1."""
INSIDE_A_NAME = 0.3
"""What a word counts inside the name of a card, where it is only part of a name."""
STOP_WORD = 0.05
"""What a stop word weighs."""
UNKNOWN_WORD = 0.6
"""What a word weighs that no document has."""

FEATURES = {
    "title": 3.0,  # how much of the query its title holds, times how much of its title the query holds
    "in_title": 1.0,  # how much of the query its title holds
    "context": 1.0,  # how much of the query its best block holds together with the titles above it
    "text": 1.0,  # how much of the query its whole text holds
    "passage": 1.5,  # how much of the query its best block holds
    "near": 0.7,  # how near the query's words stand to each other there
    "own": 1.0,  # the query names it, and it tells what is asked
    "together": 1.5,  # how many of the query's names stand in one block
    "short": 0.3,  # how short its best block is
    "newest": 0.3,  # how new its document is among those of its game
    "game": 0.5,  # how much the query's words are those of its game
    "kind": 0.3,  # KIND
}
"""What each feature of an entry, between 0 and 1, adds to its score."""
KIND = {"appendix": 0.4, "part": 0.3, "index": 0.0, "step": 0.9, "card": 0.8}
"""What entries of a kind are worth as answers; 1 where a kind is not listed."""
OWN_AT_LEAST = 0.3
"""What the entry that a query names is worth as its own, if it tells nothing of what else is asked."""
ENOUGH = 0.4
"""How much of a query an entry must hold to be an answer."""
FUZZY_ENOUGH = 0.74
"""How alike a title and a query must be for the title to be what was meant."""
FUZZY_SURE = 0.9
"""The same where every word of the query is known, so that it need not be a mistake."""
FUZZY_RANGE = 0.1
"""How much less alike than the most alike title others may be."""
