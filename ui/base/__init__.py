"""What every floor of the screen needs: language, settings, environment, and how to follow the game."""
