"""The scoring of relics (R-KR-81)."""
