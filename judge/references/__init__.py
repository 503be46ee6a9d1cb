"""Places in texts that point at other entries: found, then resolved.

Reads: the entries of documents. Writes: `FoundReference`s, in their exact places, and `Resolution`s: what became of
each. Open `extraction.py` first, with the table of the forms in which authors write references, then `resolution.py`;
`named_titles.py` finds titles by what is next to them, `scope.py` says in which document a target is looked for,
`weighing.py` what tells a reference from another number,
`authority.py` how documents rank, `relations.py` what a text states of the rules that it names.
"""
