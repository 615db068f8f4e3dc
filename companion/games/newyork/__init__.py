"""New York Crisis: the rulebook as code, one file a chapter. Rule numbers are those of section 1 of the rules."""
