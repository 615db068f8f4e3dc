"""What cards do (wire/newyork.md section 6)."""
