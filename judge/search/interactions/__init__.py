"""What holds when two or more cards or terms meet.

Reads: the names and the compiled library. Writes: a `Meeting`, part by part, each line with its reason.
Open `between.py` first, the table `PARTS`; `subjects.py` says what a name stands for, `opposites.py` which words
exclude each other (docs/design/interactions.md).
"""
