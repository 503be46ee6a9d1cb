"""The records that answer a question, wherever it is asked: what `--json` prints, and what servers send.

    questions       the table of questions: what each is asked with, and the records that answer it
    parameters      the kinds of parameters: how one is read from a text, and its schema
    answers         a question to its records, for those that take more than one call of the library
    sharing         an entry as a text to send, and such a text taken apart
    describing      those types as data: for docs/json.md, and for the schemas of the API

Reads: an opened library. Writes: records. Open `questions.py` first.
"""
