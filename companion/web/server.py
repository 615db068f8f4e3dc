"""The pages of one table, served while phones are let in."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Scope

from companion.web.app import Site
from companion.web.box.desk import BoxDesk
from companion.web.box.site import BoxSite
from companion.web.desk import Desk
from companion.web.guard import Allowance
from companion.web.serving.asking import application
from companion.web.serving.listening import Listening

PORT = 8420
"""Where phones come in, if no other program is there."""


class Server:
    """Serves pages until it is closed: those of a table, those of a box that is changed in browsers, or both."""

    def __init__(
        self,
        desk: Desk | None,
        addresses: Sequence[str] = (),
        port: int | None = None,
        *,
        box: BoxDesk | None = None,
        limited: bool = True,
    ) -> None:
        """``addresses`` and ``port`` as for ``Listening``, the usual port is ``PORT``; ``NoServer`` where that cannot
        be."""
        self._listening = Listening(addresses, port, PORT)
        self.addresses, self.port, self.join = self._listening.addresses, self._listening.port, self._listening.home
        self.table = None if desk is None else Site(desk, self.join)
        self.box = None if box is None else BoxSite(box, self.join, alone=desk is None)
        routes = [site.routes for site in (self.table, self.box) if site is not None]
        self._listening.open(application(*routes), "phones", limited=limited, allows=self._allows)

    def _allows(self, scope: Scope) -> Allowance:
        """What a request may send."""
        photo = None if self.table is None else self.table.allows(scope)
        return photo or (Allowance() if self.box is None else self.box.allows(scope))

    @property
    def site(self) -> Site:
        """The pages of the table. ``LookupError`` where only a box is served."""
        if self.table is None:
            raise LookupError("no table is served")
        return self.table

    @property
    def master(self) -> str:
        """The address by which one browser becomes the table or, where there is none, the one that changes the box."""
        site = self.table or self.box
        return "" if site is None else site.master

    def close(self) -> None:
        """Nothing listens any more when this is done."""
        if self.table is not None:
            self.table.close()
        self._listening.close()
        if self.table is not None:
            self.table.photos.close()
        if self.box is not None:
            self.box.close()
