"""What deploy/install has done to this machine, as far as people at the screen should know."""

from __future__ import annotations

import sys
from pathlib import Path


def given_up(prefix: str = sys.prefix) -> bool:
    """Whether a newer version was installed, has never shown a picture, and was given up for this one (deploy/try)."""
    versions = Path(prefix).parent.parent
    return versions.name == "versions" and (versions.parent / "returned").exists()
