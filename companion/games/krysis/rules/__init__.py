"""The rulebook of Krysis, a file a chapter (RULES section 4)."""
