"""Photos of cards: the card is found, straightened, stored with its box, and recognised."""
