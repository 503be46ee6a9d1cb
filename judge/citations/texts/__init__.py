"""Anybody's files as passages: stretches of text in which somebody may cite a rule, each with its places in the file.

    kinds      which way of reading a file asks for, by its name and its beginning
    passages   passages, and prose cut into them
    markup     HTML and Markdown
    code       comments and strings of programs
    records    CSV and JSON

Reads: the text of a file. Writes: `Passage`s. Nothing is changed, and each offset of a passage leads back to the file.
"""
