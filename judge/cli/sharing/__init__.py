"""Commands that take an answer away.

    sending      share, report
    starting     init

They call the library part in `judge.records`: `sharing`.
"""
