"""Photos of cards: the card is found, straightened, stored with its box, and recognised."""

import os

# The matrices here are small, and OpenBLAS's threads would spend more time waiting than computing. It reads this when
# NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
