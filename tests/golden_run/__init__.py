"""The golden run: what the program makes of small documents of its own, as text that a person reviews.

`samples.py` names the collections and what they are asked. `documents.py` and `answers.py` ask as any caller does and
turn the records that come back into facts (`facts.py`), and `running.py` compares these with the files in
`tests/golden/`. docs/testing.md says how to use it.
"""
