"""`judge TEXT…` and `judge` alone: an answer on one screen.

    command      a query of any kind to the answer that is shown, or a list; `:3` to an answer of the last list
    last_list    the answers that a terminal was shown last, so that a number opens one
    prompt       `judge` alone: questions and answers until the person leaves

The screens are in judge/cli/screens/answer.py.
"""
