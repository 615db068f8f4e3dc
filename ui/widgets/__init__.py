"""Small drawn parts of screens. Each draws itself on its canvas, and again only when its content changed."""
