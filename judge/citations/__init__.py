"""Citations of rules in anybody's texts: whether a rule exists, and says what is said of it.

    quotes      whether words are in a text, and what a quotation leaves out
    verify      one rule and one quotation to a verdict
    texts/      the text of a file to passages
    cited       passages to numbers that may cite a rule, by the forms of references
    rulebooks   the documents that are meant, and what became of their numbers
    scopes      the game of each text, and where its numbers are looked for
    besides     what is written beside a number
    wordings    the words of the entries of a document
    judging     one citation to a finding
    check       texts to findings
    files       folders to texts

Reads: texts and an opened library. Writes: verdicts and findings. Open `check.py` first, or `verify.py`.
"""
