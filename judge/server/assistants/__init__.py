"""The library for assistants, over the Model Context Protocol: short answers that can be checked.

    quotations  the words of documents in an answer, in a block of their own
    passages    texts as assistants are given them: id, date, whether in force, hash, and a quotation
    replies     the answers of the tools, as types
    asked       a question to its answer; that nothing is known is one
    protocol    the tools and resources on the official SDK

Reads: an opened library. Writes: answers of tools. Open `asked.py` first.
"""
