"""Boxes that are edited in browsers: the same model as on the touchscreen, after consent at the table."""
