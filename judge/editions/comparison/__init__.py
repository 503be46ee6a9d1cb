"""What became of a text: its editions paired entry by entry, what changed, and what that touches elsewhere.

    sections     entries as they are compared, their references put in place of numbers
    alignment    which entry of one edition is which of the other
    redline      two texts as words kept, struck and added
    changes      what became of each entry, and what is to be said of the whole
    change_lists, change_marks   what the newer edition itself tells of its changes, and whether it is right
    reports      the whole in words, as Markdown and as CSV; the page in HTML is that of the site
    news         what is new since a day
    affected     the references of other documents to what changed
    maps         what each entry of an edition has become in those that follow
    since        the edition in which each entry became what it is

Reads: records of entries and references, as the compiled library has them. Writes: change and affected records.
Open `alignment.py` first.
"""
