"""The rulebook of Crash & Grab, a file a chapter (RULES.md)."""
