"""PDF: words with their places on pages to text in reading order, with its headings, lists and tables.

Open `reader.py` first. `pages.py` alone knows pypdfium2 and gives words with their boxes and looks, and `apart.py` runs
it in a process of its own. `layout.py` puts words into lines and the lines into reading order; `paragraphs.py` tells
where paragraphs end; `page_frames.py` finds running heads and page numbers.
"""
