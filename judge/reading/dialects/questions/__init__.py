"""The dialect `questions`: questions and answers, terms and steps, as mail lists write them.

Reads: a `Manuscript`. Writes: a `Sheet`.
Open `dialect.py` first; `plan.py` tells the larger parts, `hard_wrapped.py` cuts text that no blank line divides.
"""
