"""Measuring the camera reader."""
