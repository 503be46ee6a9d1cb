"""What answers over a socket or a pipe.

    served_site      the site that is shown, built again when something changes
    serving          the one server of this computer
    watching         how all of them notice that the documents changed
    asgi             the API, and the site beside it, as an application
    api              its questions, apart from any framework
    assistants       the same answers over the Model Context Protocol (extra `mcp`)

Reads: a library and its site. Writes: answers. Open `serving.py` first.
"""
