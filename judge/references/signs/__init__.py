"""What tells references from other text: signs around a number, notes that can be cited, lists that refer to nothing.

Reads: texts and entries. Writes: verdicts on places in them. Open `odds.py` first: the signs that are weighed; then
`evidence.py`: what the words beside a number tell by themselves; `relations.py`: what they state of the rule.
"""
