"""Widgets, the parts of screens. Each draws on its own canvas, and redraws only when its content changed."""
