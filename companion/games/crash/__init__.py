"""Crash & Grab: the rulebook as code, one file a chapter. Rule numbers are those of section 3 of the rules."""
