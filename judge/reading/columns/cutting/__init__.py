"""Documents as blocks of columns: numbered rules by their numbers, alphabetical references by their terms.

Of numbered rules, `columns.py` takes the numbers that the grammar found. An alphabetical reference is read by these
modules alone, since its columns are parted by its terms before it has any order: `dialect.py` is the whole,
docs/columns.md explains it.
"""
