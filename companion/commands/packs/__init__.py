"""``companion pack``: what is done with boxes on a command line."""
