"""Escape Plan: the rulebook as code, one file a chapter. Rule numbers are those of RULES.md."""
