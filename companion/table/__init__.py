"""A running game: its table, log and history."""
