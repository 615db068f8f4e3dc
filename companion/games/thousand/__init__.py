"""Ten Thousand, also called Farkle: six dice of the house, no box."""
