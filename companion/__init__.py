"""The companion for the table: shared rules core, games and services, free of screen and hardware."""

__version__ = "0.1.0"
