"""Places in texts that point at other entries: found, then weighed.

Reads: the entries of documents. Writes: `FoundReference`s, in their exact places, and `Resolution`s: what became of
each. Open `extraction.py` first, which finds them, then `weighing.py`: `weigh` gives the one verdict on each.
`written_addresses.py` finds numbers and `named_titles.py` titles by what is next to them; `beside_numbers.py` says what
the words beside a number are, `scope.py` in which document a target is looked for, `authority.py` how documents rank,
`relations.py` what a text states of the rules that it names.
"""
