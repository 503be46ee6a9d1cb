"""What every stage speaks of: the model, its JSON records, errors, diagnostics, numbers, titles, words, dates, names.

Reads: nothing of the others; only the standard library. Writes: types and pure functions.
Open `model.py` first; `errors.py` and `diagnostics.py` draw what can go wrong.
"""
