"""The findings about documents as people and machines ask for them.

Reads: the findings that builds recorded. Writes: selections, SARIF, Markdown, corrected copies.
Open `selection.py` first (docs/lint.md).
"""
