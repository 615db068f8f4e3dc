"""Measuring and demonstrating the screen."""
