"""Dice readers, buttons and lights: everything that turns signals into events, and their simulators.

Threads in here only carry bytes and edges. What the bytes mean (``dr1``, ``link``), what a bouncing contact means
(``debounce``) and what a roll is (``tray``) are pure objects that are told the time. ``hub`` puts it all together.
"""
