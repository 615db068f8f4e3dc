"""Playing in a terminal: the same table as on the touchscreen, as text."""
