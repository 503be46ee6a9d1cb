"""What commands have in common about their arguments.

completion        names that a shell completes
narrowing         options that narrow a search or a list of findings
editions_given    two editions, named by keys or files
"""
