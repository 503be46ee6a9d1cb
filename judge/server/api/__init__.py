"""The JSON API: how its questions (`judge/records/questions.py`) are described, and who answers them.

    schemas       the types of records as JSON Schema
    openapi       the table as an OpenAPI document
    asking        the threads that ask the library, and how many questions may wait for them

Reads: what was asked, an opened library. Writes: JSON. Nothing here knows a web framework; `judge/server/asgi.py` puts
it after one. Open `openapi.py` first.
"""
