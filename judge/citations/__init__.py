"""Citations of rules in anybody's texts: whether a rule exists, and says what is said of it.

    verify       one rule and one quotation to a verdict
    text_files   folders to texts
    passages     the text of a file to passages
    rulebooks    the documents that are meant, and the texts beside them
    rule_words   the words beside a number to the rule that has them
    check        texts to findings

Reads: texts and an opened library. Writes: verdicts and findings. Open `check.py` first, or `verify.py`.
"""
