"""The version of the program and the name it is installed by.

They are alone in a module, so that the build and a cold start read them cheaply.
"""

__version__ = "0.1.0"
DISTRIBUTION = "judge-rules"
"""The name on the Python package index, where `judge` is another project; pyproject.toml repeats it."""
ABOUT = f"https://pypi.org/project/{DISTRIBUTION}/"
"""The address of the program; the page is there from the first release on."""


def missing_extra(extra: str) -> str:
    """Return the words that tell which extra is missing, and how to install it."""
    named = f"{DISTRIBUTION}[{extra}]"
    return f"needs the extra {named}: pip install '{named}'"
