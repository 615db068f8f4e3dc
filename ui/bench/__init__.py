"""Benchmark and demo of the screen."""
