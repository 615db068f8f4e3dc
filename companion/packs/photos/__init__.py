"""Photos of cards: the card is found in them, straightened, kept with the box, and known again."""

import os

# The matrices here are small: threads of OpenBLAS would wait for each other three times as long as they work. It reads
# this when NumPy is loaded, so it is said before.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
