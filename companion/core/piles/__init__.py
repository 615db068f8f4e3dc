"""Decks, bags and supplies: what is in them, and how much of that is not known yet."""
