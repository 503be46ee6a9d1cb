"""Commands that take an answer away.

sending      share
clipboard    a text to the clipboard of the person's screen
"""
