"""Commands that take an answer away, and keep what was ruled.

    sending      share, report
    notebook     note, notes; and the notes below an entry
    starting     init
    clipboard    a text to the clipboard of the person's screen

They call the library part in `judge.records`: `sharing`, `notes`, `note_changes`.
"""
