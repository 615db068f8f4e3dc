"""The schema of a box: records and invariants (wire/newyork.md sections 6, 7 and 12)."""
