"""The companion for the table: shared rules core, games and services, free of screen and hardware."""

import os

# Matrices here are small: OpenBLAS's threads would spend more time waiting than computing. It reads this when NumPy is
# imported, which Pillow does, too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
