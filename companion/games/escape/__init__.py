"""Escape Plan: the rulebook as code, one file a chapter. Rule numbers are those of section 2 of the rules."""
