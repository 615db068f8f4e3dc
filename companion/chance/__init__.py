"""Chance: the digital dealer, odds, and simulation."""
