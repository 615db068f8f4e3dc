"""The effects of cards (wire/newyork.md section 6)."""
