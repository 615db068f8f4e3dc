"""The rulebook of Escape Plan, a file a chapter (RULES.md)."""
