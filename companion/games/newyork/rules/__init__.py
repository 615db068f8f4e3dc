"""The rulebook of New York Crisis, a file a chapter (RULES.md)."""
