"""What every floor of the screen needs: language, settings, environment."""
