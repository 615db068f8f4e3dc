"""What everything needs that serves pages: a place to listen, templates, and what a browser asks for."""
