"""What Escape Plan asks, and everything that can be tapped."""
