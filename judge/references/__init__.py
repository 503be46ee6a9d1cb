"""Places in texts that point at other entries: found, then resolved.

Reads: the entries of documents. Writes: `Reference`s (found, in their exact places) and `Resolution`s (what became of
each). Open `forms.py` first: the table of the forms in which authors write references; then `extraction.py`,
`resolution.py`; `scope.py` says in which document a target is looked for, `documents/` how they stand.
"""
