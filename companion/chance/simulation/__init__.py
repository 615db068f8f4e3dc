"""Simulated games: single ones, or many of a box, on all cores or on a cluster."""

from companion.chance.simulation.playing import Player, at_random, play_out, sensible

__all__ = ["Player", "at_random", "play_out", "sensible"]
