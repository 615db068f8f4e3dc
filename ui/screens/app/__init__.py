"""Screens around the games: home, set-up, settings, saved games."""
