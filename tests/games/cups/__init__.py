"""Cups, a small game of bluffing that keeps secrets."""
