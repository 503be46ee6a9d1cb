"""What answers over a socket or a pipe.

    local            the site on this computer, with the standard library alone
    serving          the site with the API beside it, on this computer (extra `server`)
    watching         how all of them notice that the documents changed
    asgi             the API for any server that speaks ASGI (extra `server`)
    api              its questions, apart from any framework
    assistants       the same answers over the Model Context Protocol (extra `mcp`)

Reads: a library and its site. Writes: answers. Open `local.py` or `api/endpoints.py` first.
"""
