"""Widgets around every screen: nav bar, banner, hint bubble, dark overlay."""
