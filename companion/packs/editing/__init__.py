"""Changing a box: the forms of its rows."""
