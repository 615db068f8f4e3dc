"""The schema of a box: records and invariants."""
