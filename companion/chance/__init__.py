"""Chance: the digital dealer, tests of dice, and simulation."""
