"""What a pack of Crash & Grab is made of: its records, its checks, the geometry of its board."""
