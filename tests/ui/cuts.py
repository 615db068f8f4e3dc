"""Texts that were cut off because they did not fit at their smallest size, from the log."""

from __future__ import annotations

import logging

from ui.look.paint import log

clipped: set[str] = set()
"""The texts cut off since the last ``clear``."""


class _Cuts(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        clipped.add(str(record.args[0] if isinstance(record.args, tuple) else record.msg))


log.addHandler(_Cuts())
log.setLevel(logging.DEBUG)
log.propagate = False
