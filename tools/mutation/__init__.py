"""Mutants: where they are drawn, which tests reach them, and whether these notice (`tools/mutants.py`).

`places.py` draws, `recording.py` says which tests reach a line, `trying.py` tries a mutant in a copy of the checkout;
`plugin.py` is what pytest loads there. Read `tools/mutants.py` first.
"""
