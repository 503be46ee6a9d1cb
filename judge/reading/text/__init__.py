"""What the stages of reading hand on: a `SourceText` of bytes, a `Manuscript` of pieces, a `Sheet` of drafts.

`source.py` decodes and repairs the lines of a file; the other modules are types and what each can do by itself.
"""
