"""Commands that take an answer away.

    sending      share, report
    starting     init
    clipboard    a text to the clipboard of the person's screen

They call the library part in `judge.records`: `sharing`.
"""
