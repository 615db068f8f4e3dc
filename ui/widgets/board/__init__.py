"""Widgets that show what is on the table."""
