"""What a document says of itself: title, game, edition and date, each with the evidence it rests on.

Reads: the pieces of a text, and what is known of games. Writes: an `About`, of which a `found.Metadata` is made when
the documents of a library have agreed on the names of their games. Open `found.py` first, then `agreement.py`.
"""
