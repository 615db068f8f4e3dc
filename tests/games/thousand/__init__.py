"""Tests of Ten Thousand."""
