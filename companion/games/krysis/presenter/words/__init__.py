"""What Krysis says: names, lines, the log."""
