"""Content of boxes as it comes in: checked field by field before it becomes records."""
