"""Names of the form ``kind:id`` for pieces, places and everything else on a table (WIRE, Instructions)."""

from __future__ import annotations


def split(name: str | None) -> tuple[str, str]:
    """Kind and id of a name; the id is empty without a colon, both are empty for None."""
    first, _, rest = (name or "").partition(":")
    return first, rest


def kind(name: str | None) -> str:
    """The part before the colon: ``token`` of ``token:energy``."""
    return split(name)[0]


def ident(name: str | None) -> str:
    """The part after the colon: ``energy`` of ``token:energy``."""
    return split(name)[1]
