"""Chance: the digital dealer, the odds, and whole games played by nobody."""
