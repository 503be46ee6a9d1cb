"""What is installed: its name, what it imports, its wheel, its manual page."""
