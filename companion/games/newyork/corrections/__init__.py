"""Corrections (wire/newyork.md section 11)."""
