"""Screens to view and edit boxes."""
