"""What every game is built from: asks, answers, instructions, steps, and the small parts of a table.

Nothing in here opens a file, reads a clock, rolls a die or knows a screen.
"""
