"""A camera above a tray as a dice reader: finds the dice, reads their upper faces, and speaks DR1.

The pictures are arrays of rows, columns and blue, green, red, as OpenCV has them.
"""
