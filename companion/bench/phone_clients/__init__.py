"""Simulated phones for benchmarks."""
