"""Small documents, of less than sixty lines, and how well they are read."""
