"""The JSON API: which questions there are, what each may be asked with, how it is described, and who answers.

    endpoints     the table of questions; each row is an address, its parameters and the records that answer
    parameters    the kinds of parameters: how one is read from an address, and its schema
    schemas       the types of records as JSON Schema
    openapi       the table as an OpenAPI document
    asking        the threads that ask the library, and how many questions may wait for them

Reads: what was asked, an opened library. Writes: JSON. Nothing here knows a web framework; `judge/server/asgi.py` puts
it after one. Open `endpoints.py` first.
"""
