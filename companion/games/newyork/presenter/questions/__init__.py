"""What New York Crisis asks, and everything that can be tapped."""
