"""What can be shown of a game, in words of pictures and not of widgets."""
