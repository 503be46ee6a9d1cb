"""What publishers publish, as pieces: HTML, records (CSV, JSON, YAML), PDF and DOCX.

Reads: the bytes of a file. Writes: a `Manuscript`, which dialects read as they read one of Markdown or plain text.
Open `opening.py` first: it tells by its content what a file is. `composing.py` puts the pieces of every format
together. `html.py`, `records.py`, `pdf.py` and `docx.py` read a format each; the modules beside them that begin with
its name know its notation (docs/formats.md). Nothing is ever fetched: scripts, styles and addresses of other files are
not followed.
"""
