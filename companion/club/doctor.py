"""What ``companion doctor`` says about the club: whether the broker lets this table in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from companion.club import settings
from companion.club.membership import MISSING, NAME
from companion.configuration import ConfigError
from companion.core.texts import T
from companion.doctor import Check

PATIENCE = 10.0
"""Seconds that a broker may take."""


class _Visitor:
    """Comes in and says nothing."""

    def __init__(self) -> None:
        self.in_ = threading.Event()

    def up(self, _link: object) -> None:
        self.in_.set()

    def heard(self, _topic: str, _payload: bytes, _retained: bool) -> None:
        """Nothing was subscribed."""

    def work(self, _link: object) -> None:
        """There is nothing to do."""


def checks(path: Path | None = None, patience: float = PATIENCE) -> Iterator[Check]:
    """Try the broker of ``path`` (None: the default companion.toml); nothing where none is named, or where the file
    is not in order, which others say."""
    try:
        club = settings.load(path)
    except settings.BadSection as no:
        yield Check(NAME, False, no.text)
        return
    except ConfigError:
        return
    if not club.broker:
        return
    try:
        from companion.club.link import Link, short_id  # noqa: PLC0415 - few tables are in a club
    except ImportError:
        yield Check(NAME, False, MISSING)
        return
    visitor = _Visitor()
    link = Link(club, f"doctor-{short_id()}", visitor)
    link.start()
    for _ in range(round(patience / 0.1)):
        if visitor.in_.wait(0.1) or link.attempts:
            break
    trouble = link.trouble
    link.close()
    if trouble is None:
        yield Check(NAME, True, T("The broker {broker} lets this table in.", broker=club.broker))
    else:
        yield Check(NAME, False, trouble)
