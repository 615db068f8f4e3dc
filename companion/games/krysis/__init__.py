"""Krysis: bids behind screens, teams of three, raids on camps (RULES section 4, wire/krysis.md)."""
