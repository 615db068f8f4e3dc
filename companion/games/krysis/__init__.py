"""Krysis: bids behind screens, teams of three, raids on camps (RULES.md, WIRE.md)."""
