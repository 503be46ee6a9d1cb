"""What answers over a socket.

Reads: a library and its site. Writes: HTTP answers on this computer alone.
Open `local.py` first; `bounded_server.py` keeps anybody from exhausting it.
"""
