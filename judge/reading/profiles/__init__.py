"""How a person says that a document is printed: profiles by samples of lines, which constrain the one search."""
