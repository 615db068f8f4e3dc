"""Benchmarks of the camera reader."""
