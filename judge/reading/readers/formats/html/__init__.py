"""HTML: pages of the web, pages saved from a browser, and what word processors write as HTML.

Open `reader.py` first. `tree.py` reads tags into elements, `looks.py` tells what style sheets say of them, `content.py`
leaves out what is not content. Nothing is ever fetched: scripts, styles and addresses of other files are not followed.
"""
