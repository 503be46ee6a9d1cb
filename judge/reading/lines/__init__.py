"""What a single line shows: numbers, marks, titles, names, questions, the alphabet. Nothing here knows a document."""
