"""Widgets for input: dice, numbers, forms."""
