"""Screens around games: home, setup, settings, saved games."""
