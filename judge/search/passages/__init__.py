"""Which passage of an entry answers: the best one, with words marked, or its rulings one by one; and whether it does.

Reads: entries that were found, and their records. Writes: passages with the block that each is cut from.
"""
