"""Names like ``kind:id``, by which pieces, places and everything else on a table are known (WIRE, Instructions)."""

from __future__ import annotations


def split(name: str | None) -> tuple[str, str]:
    """Kind and id of a name; the id is empty where there is no colon, both are for None."""
    first, _, rest = (name or "").partition(":")
    return first, rest


def kind(name: str | None) -> str:
    """What sort of thing it is: ``token`` of ``token:energy``."""
    return split(name)[0]


def ident(name: str | None) -> str:
    """Which one it is: ``energy`` of ``token:energy``."""
    return split(name)[1]
