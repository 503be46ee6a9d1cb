"""Lines of text to pieces: headings, paragraphs, bullets, tables, in the order of the source.

Reads: a `SourceText`. Writes: a `Manuscript`, which every dialect reads, whatever the format was. Open `manuscript.py`
first. `markup.py` takes out of Markdown what is no text of it, `markdown.py` and `plain_text.py` cut the rest into
pieces; `page_frames.py` and `pages.py` know printed pages. What is known beside the pieces, addresses, footnotes and
lines of the file, is given to the entries that a dialect made of them in `placing.py`.
"""
