"""What the templates are given: entries with links, lists, blocks in groups, text as HTML.

Reads: a `Catalogue` and a `SitePlan`. Writes: plain objects for the templates.
Open `entries.py` first.
"""
