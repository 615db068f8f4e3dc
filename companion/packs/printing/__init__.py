"""Finds and words the effects of a box, and prints its cards."""
