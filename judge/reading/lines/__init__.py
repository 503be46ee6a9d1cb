"""What lines show: numbers, labels, titles, questions, the alphabet; contents lists and the frames of pages."""
