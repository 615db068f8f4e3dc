"""Dice readers: protocol, ports, simulator."""
