"""The display hardware: backlight, touch, sound, memory."""
