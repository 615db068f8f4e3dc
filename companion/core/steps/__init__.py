"""Steps: what a rulebook is written in."""
