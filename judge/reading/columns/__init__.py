"""Two columns woven together by the extraction of their text: the order in which their blocks are read.

Reads: blocks that know no dialect. Writes: their order, and which places are doubtful.
Open `order_search.py` first. Prices are in `order_prices.py`; `moves.py` moves blocks in what the search found and says
how sure each place is; `cuts.py` leads from pieces to blocks and back (docs/design/columns.md).
"""
