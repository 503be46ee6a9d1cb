"""What tells references from other text: signs around a number, notes that can be cited, lists that refer to nothing.

Reads: texts and entries. Writes: verdicts on places in them. Open `evidence.py` first.
"""
