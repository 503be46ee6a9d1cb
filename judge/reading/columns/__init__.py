"""Two columns woven together by the extraction of their text: the order in which their blocks are read.

Reads: blocks that know no dialect. Writes: their order, and which places are doubtful.
Open `layout.py` first; prices are in `evidence.py`, the search in `order_search.py` and `moves.py` (docs/columns.md).
"""
