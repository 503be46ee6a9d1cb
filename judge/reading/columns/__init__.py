"""Two columns woven together by the extraction of their text: the order in which their blocks are read.

Reads: blocks that know no dialect. Writes: their order, and which places are doubtful.
Open `layout.py` first; the costs are in `evidence.py`, the search in `order_search.py` (docs/columns.md).
"""
