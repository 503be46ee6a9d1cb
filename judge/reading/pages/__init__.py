"""Printed pages: what frames them, and on which of them each entry stands.

Reads: lines, a contents list, entries. Writes: furniture, and the pages of entries. Open `frames.py` first.
"""
