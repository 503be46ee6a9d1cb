"""Citations of rules in anybody's texts: whether a rule exists, and says what is said of it.

    verify         one rule and one quotation to a verdict
    text_files     folders to texts
    file_passages  the text of a file to passages
    cited_numbers  passages to numbers that may cite a rule, by the forms of references
    rulebooks      the documents that are meant, the words of their entries, and what became of their numbers
    word_evidence  what the words beside a number mean
    check          texts to findings

Reads: texts and an opened library. Writes: verdicts and findings. Open `check.py` first, or `verify.py`.
"""
