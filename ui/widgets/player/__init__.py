"""Widgets that show players: boards, counters, ranking."""
