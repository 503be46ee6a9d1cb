"""The one reader of documents: from pieces to drafts in five steps, each a module.

    features.py      pieces → lines, each with what it shows: indentation, look, end, what follows, what comes again
    line_forms.py    lines → candidates: "this line may be rule 4.2, a title, a question"; one table, a sample each
    search.py        candidates → items: the cheapest description of the whole document, by `prices.py`
    kinds.py         nodes → what each is: rule, term, card, question, step, part
    entry_tree.py    items → nodes below one another, with their numbers
    builder.py       nodes and the text between them → drafts: one table of what a paragraph is

`judge/reading/document_reader.py` puts the steps together and says what is doubtful; `constraints.py` has what a named
dialect leaves open. Open `search.py` first: the others serve it.
"""
