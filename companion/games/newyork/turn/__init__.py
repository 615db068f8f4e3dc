"""A player's turn: the possible actions and their costs (RULES 1.6 to 1.9)."""
