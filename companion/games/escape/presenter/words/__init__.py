"""What Escape Plan says: names, lines, the log."""
