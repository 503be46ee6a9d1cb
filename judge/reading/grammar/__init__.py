"""The one reader of documents: from pieces to drafts in five steps, each a module.

    features.py   pieces → lines, each with what it shows: indentation, look, end, what follows, what comes again
    forms.py      lines → candidates: "this line may be rule 4.2, a title, a question"; one table, a sample each
    search.py     candidates → items: the cheapest description of the whole document, by `prices.py`
    tree.py       items → nodes below one another, with their kinds (`kinds.py`) and their numbers
    builder.py    nodes and the text between them → drafts: one table of what a paragraph is

`constraints.py` has what a named dialect leaves open, `account.py` what the report says. `reading.py` puts the steps
together. Open `search.py` first: it is what the others serve.
"""
