"""Editing a box."""
