"""``companion pack``: commands for boxes."""
