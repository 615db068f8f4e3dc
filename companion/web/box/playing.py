"""The box of the running game on phones: its cards are photographed and changed, after the same consent.

A changed row enters the game when it goes on, or at once while it asks which card came, so that no half-given answer is
disturbed. What the game learns is written to the box as well; neither side overwrites the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.learning import rows_of
from companion.core.refusals import BadPack
from companion.core.texts import T, Text, Words
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path
from companion.packs.folder import read_content
from companion.packs.loader import own_path
from companion.table.learned import learns
from companion.web.box.desk import BoxDesk
from companion.web.desk import Desk
from companion.web.sharing import Phone

STAYS = T(
    "The game on the table began with this box as it is. Photograph its cards now, and change what they say when the "
    "game is over."
)
HIDDEN = T("Cards that only one player may see are left out here until the game is over.")


class BoxInPlay(BoxDesk):
    """The ``box`` of the game on ``table``, in browsers at the same address."""

    def __init__(self, box: OpenBox, table: Desk) -> None:
        super().__init__(box, beside=table)
        self._session = table.session
        self._seen = box.content
        self._rev = table.session.rev
        self._news: list[tuple[str, Mapping[str, Any]]] = []
        """Rows that were told here, and that the game does not know yet, with the path of their table."""
        self.hearing.append(table.renew)

    def box(self, id_: str) -> OpenBox:
        """One of the boxes, with what the game has taught it so far."""
        found = super().box(id_)
        found.refresh()
        return found

    def fixed(self, box: OpenBox) -> Text | None:
        """Why nothing but photos can be changed: a game that began with a whole box could not be gone on with."""
        return super().fixed(box) or (STAYS if box is self.first and not learns(self._session.table) else None)

    def hidden(self, path: Path) -> Text | None:
        """Why a table is not shown: what the game still learns of it tells what somebody has drawn."""
        stock = self._session.table.stocks.get(".".join(path))
        return HIDDEN if stock is not None and stock.secret and learns(self._session.table) else None

    def question(self, phone: Phone) -> Words:
        """What people are asked about a phone that wants to change the box, or to photograph its cards."""
        if self.fixed(self.first) is None:
            return super().question(phone)
        return T("May {phone} photograph cards of the box {box}?", phone=phone.words, box=self.first.name)

    def tell(self) -> None:
        """Something that pages show is another: perhaps what a card says."""
        box, before = self.first, self._seen
        if box.saved and box.content is not before:
            self._seen = box.content
            for path in self._session.table.stocks:
                known = rows_of(before.data, path)
                self._news += [(path, row) for row in rows_of(box.data, path) if row not in known]
        self.hear()
        super().tell()

    def hear(self) -> None:
        """The table may have gone on: then the game knows from now on what was told here."""
        session = self._session
        gone_on = session.rev != self._rev
        if self._news and session.learning.mode is None and (gone_on or session.mode == "list"):
            self.give()
        self._rev = session.rev

    def give(self) -> None:
        """The game knows from now on what was told here, as far as the box still says it."""
        table, news = self._session.table, self._news
        self._news = []
        fresh = [
            (path, dict(row))
            for path, row in news
            if row in rows_of(self.first.data, path) and row not in rows_of(table.box.data, path)
        ]
        if fresh and learns(table) and not table.over:
            self._session.take_from_box(fresh)


def box_in_play(table: Desk) -> BoxInPlay | None:
    """The box of the game on ``table``; None where it comes with the companion, or cannot be read."""
    path = own_path(table.session.table.setup.pack)
    if path is None:
        return None
    try:
        return BoxInPlay(OpenBox(table.session.table.game, path, read_content(path)), table)
    except BadPack:
        return None
