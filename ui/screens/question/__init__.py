"""Screens for the open question."""
