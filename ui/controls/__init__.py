"""Input beside the touchscreen: keys, button panel, phones; and the focus ring."""
