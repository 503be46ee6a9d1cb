"""Commands that take an answer away.

sending      share, report
starting     init
"""
