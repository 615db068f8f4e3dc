"""Parts that show what lies on the table."""
