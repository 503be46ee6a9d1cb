"""Whether what was kept from an earlier run may be used: whose it is, whether it is as it was written, how long it stays.

ownership    a folder → why others could have put something into it
integrity    files → checksums of them, written to the disk; and back
holding      what is being written → whether its writer still runs
provenance   packages → the state of their files, on which a build rests
sweeping     a cache → the same without what nobody needs
"""
