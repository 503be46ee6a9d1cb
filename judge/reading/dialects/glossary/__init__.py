"""The dialect `glossary`: an alphabetical reference with its appendices.

Reads: a `Manuscript`. Writes: a `Sheet`.
Open `dialect.py` first: survey → items → columns → walk; `looks.py` and `styles.py` say what a line looks like.
"""
