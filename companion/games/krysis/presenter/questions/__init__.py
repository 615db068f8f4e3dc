"""What Krysis asks, and everything that can be tapped."""
