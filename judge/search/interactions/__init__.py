"""What holds when two or more cards or terms meet.

Reads: the names and the compiled library. Writes: `Interactions`, part by part, each line with its reason.
Open `between.py` first, the table `PARTS`; `subjects.py` says what a name stands for (docs/design/interactions.md).
"""
