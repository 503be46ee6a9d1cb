"""What answers over a socket.

Reads: a library and its site. Writes: HTTP answers on this computer alone.
Open `local.py` first; `bounded.py` keeps anybody from exhausting it.
"""
