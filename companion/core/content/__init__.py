"""Validation of the content of boxes, and its representation in spreadsheets."""
