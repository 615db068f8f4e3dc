"""The touchscreen: shows what a table has to say, and takes taps to it. It knows no rule of any game."""
