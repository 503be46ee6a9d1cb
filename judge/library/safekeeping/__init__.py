"""Whether what an earlier run kept may be used: whose it is, whether it is as it was written, how long it stays.

Open `ownership.py` first; it says what all rests on.

ownership    a folder → why others could have put something into it
integrity    files → checksums of them, written to the disk, and back; whether the writer of a file still runs
provenance   packages → their versions, on which a build rests
cleaning     a cache → the same without what nobody needs
"""
