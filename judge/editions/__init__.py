"""Documents of one game beside each other: what stands for what, and which text is in force.

    passages        texts as they are compared: blocks and sentences as roots of words
    nearness        which passage is so like a text that chance does not explain it
    books           the documents of a game, and which of them count more than another
    counterparts    which entries treat one subject, as titles tell
    newer           what is newer than a text, and what only resembles it, with the sentence that tells
    superseded      what somebody states: an edition, words of a text, a ruling, a relation
    facts           one kind of row for all that is said of a text, and the fields of records made of them
    status          the one status of a text, worded for all screens
    day, day_views  a library as it was on a day
    errata_history  the dated states of a card's text
    comparison/     two editions of one work, entry by entry

Reads: records of documents, entries and references, as the compiled library has them. Writes: links from older texts to
newer ones, links between texts that are alike, and facts about them. Open `status.py` first.
"""
