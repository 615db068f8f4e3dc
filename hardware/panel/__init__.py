"""Buttons and lights."""
