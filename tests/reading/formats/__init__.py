"""Files as publishers publish them, made here with exact truth."""
