"""Prompts and choices."""
