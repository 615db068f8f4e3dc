"""The rulebook of Crash & Grab, a file a chapter (RULES section 3)."""
