"""What stands around every screen: the bar of the game, the banner, the bubble of a hint, and the night."""
