"""Names, lines and log lines."""
