"""Ten Thousand, also called Farkle: six ordinary dice, no box."""
