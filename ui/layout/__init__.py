"""Where things stand on the screen."""
