"""Documents as blocks of columns: numbered rules by their numbers, alphabetical references by their terms.

`columns.py` takes the numbers that the grammar found. The other modules read an alphabetical reference by themselves,
since its columns are parted by its terms before it has any order: `dialect.py` is the whole, docs/columns.md explains
it.
"""
