"""Lines of text to pieces: headings, paragraphs, bullets, tables, in the order of the source.

Reads: a `SourceText`. Writes: the pieces of a `Manuscript`. `markup.py` takes out of Markdown what is no text of it,
`markdown.py` and `plain_text.py` cut the rest into pieces, and `pages.py` joins what page breaks part. What is known
beside the pieces, addresses, footnotes and lines of the file, is given to the entries that were made of them in
`placing.py`.
"""
