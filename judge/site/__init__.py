"""The library as a static site: pages, search data, what browsers keep for use without a network.

Reads: the library and `templates/`. Writes: a mapping of paths to contents, then a folder.
Open `render.py` first, which lists the files; `plan.py` gives each entry its page, `writing.py` writes the folder.
"""
