"""The content of a box: its records, and what must hold for them (wire/newyork.md sections 6, 7 and 12)."""
