"""Screens on which people tell what is in their box."""
