"""Many phones at one table, to measure with."""
