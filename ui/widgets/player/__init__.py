"""Parts that show players: their boards, counters, ranking."""
