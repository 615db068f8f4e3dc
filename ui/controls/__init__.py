"""What is pressed beside the glass, and the ring that shows what that would do."""
