"""What every build checks: structure, references, numbers that lead to the wrong rule, accepted findings.

Reads: entries, and references once they are resolved. Writes: findings (`judge.core.diagnostics`) and verdicts on
references. Open `findings.py` first; `wrong_numbers.py` judges resolved references,
`reading_doubts.py` a reading that failed as a whole; `printed_places.py` finds columns.
"""
