"""What publishers publish, as pieces: HTML, records (CSV, JSON, YAML), PDF and DOCX.

Reads: the bytes of a file. Writes: a `Manuscript`, which dialects read as they read one of Markdown or plain text.
Open `gate.py` first: it tells by its content what a file is. `composing.py` puts the pieces of every format together;
each format has a package of its own (docs/formats.md).
"""
