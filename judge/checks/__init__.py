"""What every build checks: structure, references, numbers that lead to the wrong rule, accepted findings.

Reads: entries, and references once they are resolved. Writes: findings (`judge.core.diagnostics`) and verdicts on
references. Open `structure.py` first; `cross_checks.py` and `wrong_numbers.py` need resolved references.
"""
