"""The application: its window, its settings, what is attached to it."""
