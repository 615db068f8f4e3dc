"""The schema of a box: records and invariants (wire/escape.md, "Pack")."""
