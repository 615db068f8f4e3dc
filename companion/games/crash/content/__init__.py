"""The schema of a box: records, invariants, the geometry of the board."""
