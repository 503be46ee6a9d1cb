"""Words that people type to words that documents print.

spelling          a word that no document has → those that it is a misspelling of
typed_words       what is typed → the same mended, or finished while somebody types
query_expansion   the words of a query → the names and synonyms that may be meant, each with what it weighs
"""
