"""Steps, the units in which a rulebook is written."""
