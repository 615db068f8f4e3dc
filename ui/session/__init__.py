"""What people at one screen are doing with a table. No widget in here."""
