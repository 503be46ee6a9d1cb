"""Documents of one game beside each other: what stands for what, and which holds."""
