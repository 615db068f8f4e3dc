"""Layout on the screen."""
