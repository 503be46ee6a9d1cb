"""The weights of the signs by which the words beside a number mean an entry, as `tools/fit_citations.py` prints them.

They are logarithms of odds. What the signs are is said in `judge.citations.meaning`; one that is missing tells nothing.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    "amount": 1.53,
    "bare": -1.52,
    "below named": 0.62,
    "citing": -0.14,
    "former": -0.24,
    "mate": 1.82,
    "named": 1.01,
    "named alone": 0.17,
    "named whole": 0.62,
    "nothing": 2.34,
    "pairs": 2.15,
    "printed": 4.24,
    "printed known": 2.66,
    "printed last": -1.02,
    "printed mated": 0.29,
    "printed quoting": 0.93,
    "quotation": -11.09,
    "quotation held": 5.87,
    "quotation long": 3.27,
    "quotation spread": -1.37,
    "quoted": 3.36,
    "same end": 0.49,
    "same head": 1.34,
    "share": 1.54,
    "share below": 2.31,
    "size": 0.05,
    "title": 1.26,
    "title above": -1.21,
    "title first": 0.20,
    "title held": 0.87,
    "title share": 2.23,
    "titled": 0.97,
}
