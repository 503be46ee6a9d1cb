"""What a build makes of one document, and when it may be taken from the build before.

facts → what a document is by itself; outcome → what it became among the others, and what it asked of them;
terms → its words as search reads them; kept → both in the cache; groups → those of cards that a file beside it lists.
docs/builds.md tells how they go together.
"""
