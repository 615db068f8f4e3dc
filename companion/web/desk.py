"""Between the thread of the table and that of the server: everything that pages want is done where the table lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.session.session import Session
from companion.web.serving import Work
from companion.web.sharing import Sharing

if TYPE_CHECKING:
    from companion.web.box.desk import BoxInPlay


class Desk(Work):
    """One table, and the phones around it. ``version`` is another number whenever a page could look otherwise."""

    def __init__(self, session: Session, seats: Sequence[str]) -> None:
        super().__init__()
        self.session = session
        self.sharing = Sharing(seats, changed=self.changed)
        self.alone: str | None = None
        """The seat that alone looks at the page of the table."""
        self.version = 1
        self.kept: dict[Any, Any] = {}
        """What pages have worked out for this version."""
        self.box: BoxInPlay | None = None
        """The box of the game, where phones may ask for it."""

    def changed(self) -> None:
        """Something that pages show is another."""
        if self.box is not None:
            self.box.hear()
        only = self.session.table.ask.only
        if self.alone is not None and self.alone != only:
            self.alone = None
        if self.sharing.here != only:
            self.sharing.here = None
        self.renew()

    def look_alone(self, seat: str | None) -> None:
        """Only this seat looks at the page of the table now; None: everybody does."""
        self.alone = seat
        self.renew()

    def renew(self) -> None:
        """Pages are made anew, although the table is as it was."""
        self.version += 1
        self.kept.clear()
        self.tell()
