"""The presenter: scenes, choices, lines, words."""
