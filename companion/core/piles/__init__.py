"""Decks, bags and supplies, including items that the box does not describe yet."""
