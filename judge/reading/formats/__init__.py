"""What publishers publish, as pieces: HTML, PDF and DOCX.

Reads: the bytes of a file. Writes: a `Manuscript`, which dialects read as they read one of Markdown or plain text.
`html.py`, `pdf.py` and `docx.py` read a format each; the modules beside them that begin with its name know its
notation (docs/formats.md), and `composing.py` puts the pieces of each together. Nothing is ever fetched: scripts,
styles and addresses of other files are not followed.
"""
