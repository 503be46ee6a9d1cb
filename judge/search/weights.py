"""All weights of the ranking: docs/design/search.md says what they mean. A weight is changed here and nowhere else."""

from __future__ import annotations

CREDIT = {
    "root": 0.8,  # another word of the same root: "declared" for "declaration"
    "document": 0.9,  # an acronym or other name that a document explains
    "game": 0.8,  # a synonym out of the game's file
    "any": 0.6,  # a synonym out of the file for all games
}
"""What a reading of a word counts, the word itself counting 1."""
STOP_WORD = 0.4
"""What a word that is in any question weighs of what its frequency alone would give it."""
SYNONYM = 0.5
"""What an entry that holds a synonym of a word counts for how rare the word is, one that holds the word counting 1."""
UNKNOWN_WORD = 0.6
"""What a word weighs that no document has."""

TITLE_COUNTS = 3.0
"""What a word in an entry's title counts beside one in its text, or in the titles above it."""
BY_LENGTH = 0.75
"""How much less a word counts in a long text: 0 is not at all, 1 is in proportion."""
HALF = 1.2
"""How often a word is in a text that holds it half as well as can be."""
FEATURES = {
    "in_title": 2,
    "context": 2,
    "counts": 3,
    "passage": 2,
    "literal": 1,
    "near": 1,
    "newest": 1,
    "unnamed": -2,
    "family": 1,
}
"""What each feature of an entry, between 0 and 1, adds to its score."""
DOUBT = {
    "always": 8,
    "in_passage": -2,  # how much of what tells the best text of the first answer holds by itself
    "missing": 6,  # how much of what tells is in no document
    "words": -0.5,  # words that tell, up to MOST_TELLING
    "score": -1,  # the score of the first answer
}
"""What speaks for it, above 0 in all, that the first answer, found in a text, does not answer the query."""
UNSURE = -0.3
"""Doubt of a first answer above which it is not sure: about 5 % of the good first answers of 371 queries are above."""
MISSING = 0.7
"""Share of what tells that must be in no document for nothing to be an answer. Of the 30 scored queries with such
words, half changes 5, double none."""
ENOUGH = 0.5
"""Share of the query that an entry of the newest rules must hold to be shown below an older first answer."""
MEANT = 0.5
"""What an entry's score gains if it is of the game that a person said they mean. No scored query is asked with one."""
CANDIDATES = 60
"""Entries that full text gathers for ranking."""
FEWEST_LETTERS = 4
"""Letters of an unfinished word from which titles that begin with it, or nearly so, are looked for."""
LONGEST_SPAN = 7
"""Words of a name or of a synonym; more are a sentence."""
MOST_TELLING = 6
"""Telling words of a query beyond which more make no difference."""
DIGITS = 9
"""Digits to which scores are compared, here and on the page, which adds the same parts in another order."""
FUZZY_ENOUGH = 0.74
"""How alike a title and a query must be for the title to be what was meant."""
FUZZY_SURE = 0.9
"""The same where every word of the query is known, so that it need not be a mistake."""
FUZZY_RANGE = 0.1
"""How much less alike than the most alike title others may be."""
