"""Dice readers, buttons and lights, and simulators of all of them.

Threads only move bytes and edges. Parsing (``dr1``, ``link``) and debouncing (``debounce``) are pure objects that take
the time as an argument. ``hub`` is the entry point.
"""
