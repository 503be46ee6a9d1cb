"""The JSON of every command, as types: the fields of each record, their types, and what they mean.

    records    documents, entries, references, findings, answers
    days       the same on an earlier day (--as-of)
    changes    what changed between editions, and checked citations
    serving    what only servers send

`docs/json.md` is made from these (`python3 tools/json_docs.py`), and `tests/test_json_docs.py` compares them with what
the commands print: a field that is written and does not stand here fails, and so does one that is not written. The
schemas of the API are made from them too; no command imports them, so they cost none anything.

A `NamedTuple` in a field is an array in JSON: its names say what stands at which place.
"""

from judge.records.record_types.changes import *  # noqa: F403
from judge.records.record_types.days import *  # noqa: F403
from judge.records.record_types.records import *  # noqa: F403
from judge.records.record_types.serving import *  # noqa: F403
