"""The rulebook of Krysis, a file a chapter (RULES.md)."""
