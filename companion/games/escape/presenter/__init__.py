"""What the game wants shown and said: scenes, choices, lines, words. No rule is decided in here."""
