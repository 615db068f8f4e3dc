"""A player's turn: what can be done in it, and what it costs (RULES 1.6 to 1.9)."""
