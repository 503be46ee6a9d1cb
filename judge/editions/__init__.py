"""Editions of one work and documents of one game side by side: what became of each text, and which is in force.

    alignment         which entry of one edition is which of another
    edition_maps      what each entry of an edition has become in those that follow
    edition_changes   what changed between two editions, word by word, and which references that touches
    change_records    changes, and what they did to other documents, as the contract has them
    change_reports    changes in words, and as Markdown; what is new since a day
    compared_texts    what texts are about, as they are compared across documents, and the sentence that tells
    game_documents    the documents of a game, which of them count more, and which entries treat one subject
    currency          what is newer, what is superseded, and since when a text has been what it is
    status            what is said of a text: facts, and the status in the words of all screens
    errata_history    the dated states of a card's text
    point_in_time     a library as it was on a day

Reads: documents, entries and references, as the compiled library has them. Writes: changes, links from older
texts to newer ones, and facts about texts. Open `status.py` first, or `alignment.py`.
"""
