"""Printed pages: what frames them, what they cut in two, and on which of them each entry stands.

Reads: lines, pieces, a contents list, entries. Writes: furniture, whole paragraphs, and the pages of entries. Open
`frames.py` first.
"""
