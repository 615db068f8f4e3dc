"""The hardware of the screen, and what is attached to it."""
