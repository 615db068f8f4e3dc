"""The commands of ``companion``."""
