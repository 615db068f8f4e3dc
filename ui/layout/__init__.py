"""Areas, and how things are packed into them. No kivy in here."""
