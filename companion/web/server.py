"""The pages of one table, served while phones are let in."""

from __future__ import annotations

from collections.abc import Sequence

from companion.web.app import Site
from companion.web.desk import Desk
from companion.web.serving.listening import Listening

PORT = 8420
"""Where phones come in, if no other program is there."""


class Server:
    """Serves the pages of one desk until it is closed."""

    def __init__(
        self, desk: Desk, addresses: Sequence[str] = (), port: int | None = None, *, limited: bool = True
    ) -> None:
        """``addresses`` and ``port`` as for ``Listening``, the usual port is ``PORT``; ``NoServer`` where that cannot
        be."""
        self._listening = Listening(addresses, port, PORT)
        self.addresses, self.port, self.join = self._listening.addresses, self._listening.port, self._listening.home
        self.site = Site(desk, self.join)
        self._desk = desk
        self._listening.open(self.site.app, "phones", limited=limited)

    @property
    def master(self) -> str:
        """The address by which one browser becomes the table."""
        return f"{self.join}table/{self._desk.sharing.master}"

    def close(self) -> None:
        """Nothing listens any more when this is done."""
        self.site.close()
        self._listening.close()
