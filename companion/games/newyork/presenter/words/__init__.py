"""What New York Crisis says: names, lines, the log."""
