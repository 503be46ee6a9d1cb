"""The trials of `tools/endurance.py`.

Reads: the bundled collection. Writes: counts of what went wrong. Open `world.py` first.
"""
