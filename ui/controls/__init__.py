"""Other input than touch: keys, button panel, phones; and the focus ring."""
