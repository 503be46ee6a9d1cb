"""The version of the program, alone in a module so that the build and a cold start read it cheaply."""

__version__ = "0.1.0"
