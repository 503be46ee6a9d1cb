"""The JSON of every command, as types: the fields of each record, their types, and what they mean.

    records    documents, entries, references, findings, answers
    days       the same on an earlier day (--as-of)
    changes    what changed between editions, and checked citations

`docs/json.md` is made from these (`python3 tools/json_docs.py`), and `tests/test_json_docs.py` compares them with what
the commands print: a field that is written and does not stand here fails, and so does one that is not written. Nothing
of the program imports them, so they cost no command anything.

A `NamedTuple` in a field is an array in JSON: its names say what stands at which place.
"""

from judge.cli.record_types.changes import *  # noqa: F403
from judge.cli.record_types.days import *  # noqa: F403
from judge.cli.record_types.records import *  # noqa: F403
