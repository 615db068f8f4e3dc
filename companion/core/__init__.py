"""The building blocks of every game: asks, answers, instructions, steps, decks, bags and facts.

Pure: no I/O, no clock, no randomness, no user interface.
"""
