"""Photos of cards: the card is found in them, straightened, and kept with the box."""
