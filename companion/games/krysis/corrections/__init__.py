"""Corrections (wire/krysis.md section 10)."""
