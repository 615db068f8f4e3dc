"""Other input than touch: keys, the button panel, and the focus ring."""
