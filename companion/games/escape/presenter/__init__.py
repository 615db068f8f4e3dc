"""The presenter: scenes, choices, lines, words. It contains no rules."""
