"""What a table can correct (wire/newyork.md section 11)."""
