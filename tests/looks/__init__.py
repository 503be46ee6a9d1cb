"""Rules documents of our own in the ways in which publishers write, and how well they are read.

`choices.py` says what can be chosen (a `Look`), `sampling.py` which looks are tried, `documents.py` writes a look as a
document with its truth, and `measure.py` compares what the program reads with that truth.
"""
