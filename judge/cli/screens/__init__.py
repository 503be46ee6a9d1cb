"""What a terminal shows: records and answers to lines of text.

    screen     where text is shown; entries, answers, references, documents, findings
    cards      a card, and what bears on several together
    newer      what is newer than what is shown
    reading    how a document was read
    changes    what changed between editions, what is new since a day, and checked citations

Pure functions: they are given a `Screen` and return text. Open `screen.py` first.
"""
