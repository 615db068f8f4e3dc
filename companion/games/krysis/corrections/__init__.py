"""What a table can correct (wire/krysis.md section 10)."""
