"""What a pack of Krysis is made of: its records, its checks."""
