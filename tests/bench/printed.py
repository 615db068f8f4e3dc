"""Benchmark of reading what is printed: cards are drawn in three type faces, photographed by arithmetic, and read."""

from __future__ import annotations
