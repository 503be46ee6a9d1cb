"""How the documents of one game stand to each other: works, editions, authority, and what they are called.

Reads: what is known of each document. Writes: a `Standing` each, and the names by which others mean it. Open
`standing.py` first; `claims.py` finds what documents say of their own place, `names.py` what they are called;
`outdating.py` tells which of two may be the newer on a subject.
"""
