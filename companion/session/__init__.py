"""What the people at one screen, or at one terminal, are doing with a table. No widget in it."""
