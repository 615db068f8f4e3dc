"""A dice reader with a camera above a tray: finds the dice, reads their upper faces, and speaks DR1.

Pictures are OpenCV arrays: rows, columns, BGR.
"""
