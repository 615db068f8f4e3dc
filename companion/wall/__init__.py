"""The wall: one page for a television that shows all tables of an evening, made of what they tell the broker."""
