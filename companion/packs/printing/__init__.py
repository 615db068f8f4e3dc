"""What is printed in a box: its effects, its cards in words, and cards to cut out."""
