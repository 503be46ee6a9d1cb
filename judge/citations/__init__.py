"""Citations of rules in anybody's texts: whether a rule exists, and says what is said of it.

    quotes    whether words are in a text, and what a quotation leaves out
    verify    one rule and one quotation to a verdict

Reads: an opened library. Writes: verdicts. Open `verify.py` first.
"""
