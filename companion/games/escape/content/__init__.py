"""The content of a box: its records, and what must hold for them (wire/escape.md, "Pack")."""
