"""Dice readers: protocol, port, simulator, and the tray that their readings fill."""
