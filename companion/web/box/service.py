"""Boxes that are edited in browsers: which are open, and who may edit them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.learning import rows_of
from companion.core.refusals import BadPack, Refused
from companion.core.texts import P, T, Text, Words
from companion.packs.content import why_not
from companion.packs.editing.box import OpenBox
from companion.packs.editing.drafts import KeptFile, RowDrafts
from companion.packs.editing.tables import Path as TablePath
from companion.packs.editing.tables import name_refused
from companion.packs.editing.words import Problem
from companion.packs.folder import read_content
from companion.packs.loader import copy_box, installed_packs, own_path
from companion.table.learned import learns, left_out
from companion.web.pairings import Pairings
from companion.web.phones import Phone, PhoneRegistry
from companion.web.service import JobQueue, TableService

STAYS = T("It comes with the companion and stays as it is: copy it to change something.")
SENT_AWAY = T("You were sent away from the box.")


class BoxService(JobQueue):
    """A box that is open for browsers, the copies that they have made of it, and the browsers themselves.

    It belongs to the thread in which the touchscreen edits the box. With ``beside``, it is edited at the address of
    that table.
    """

    def __init__(
        self,
        box: OpenBox,
        *,
        beside: TableService | None = None,
        journal: Path | None = None,
        first: bool = False,
        left_out: Callable[[TablePath], Text | None] | None = None,
    ) -> None:
        """Beside ``journal`` it is kept for a restart who edits the box, and what is typed; None: that is not kept.
        ``first``: one browser stands for the table, and is it again after a restart. ``left_out`` returns why
        a table is not shown, None if it is."""
        super().__init__(beside)
        self._left_out = left_out
        name = str(box.path)
        self.pairings = None if journal is None else Pairings(journal, name, kind="editors")
        self.port = 0
        """The port at which browsers find the box."""
        self.registry = PhoneRegistry(
            [], changed=self._phones_changed, beside=None if beside is None else beside.registry
        )
        if self.pairings is not None:
            # Beside a screen or a table such a browser would not be listed, and could not be sent away.
            self.registry.restore([one for one in self.pairings.phones if first or not one.table])
        self.first = box
        """The box that people have opened for browsers."""
        self.drafts = RowDrafts(None if journal is None else KeptFile(journal, "drafts"), name)
        self._boxes = {box.id: box}
        self._moments: dict[str, tuple[int, object]] = {}
        self._checked: dict[str, tuple[object, list[Problem], list[Problem]]] = {}

    def _phones_changed(self) -> None:
        self.notify()
        if self.pairings is not None:
            self.pairings.save(self.registry.pairings, self.port)

    def forget(self) -> None:
        """Keep nobody and nothing for a restart."""
        if self.pairings is not None:
            self.pairings.forget()
        self.drafts.forget()

    @property
    def boxes(self) -> Sequence[OpenBox]:
        return list(self._boxes.values())

    def box(self, id_: str) -> OpenBox:
        """An open box. Refused, ``unknown``: it is not open."""
        if id_ not in self._boxes:
            raise Refused("unknown", T("This box is not open here."))
        return self._boxes[id_]

    def fixed(self, box: OpenBox) -> Text | None:
        """Why only the photos of a box can be changed; None if all of it can."""
        return STAYS if box.bundled else None

    def hidden(self, path: TablePath) -> Text | None:
        """Why a table is not shown; None if it is."""
        return None if self._left_out is None else self._left_out(path)

    def question(self, phone: Phone) -> Words:
        """What people are asked about the request of a browser."""
        return T("May {phone} change the box {box}?", phone=phone.words, box=self.first.name)

    def returning_question(self) -> Words:
        """What people are asked about browsers that edited it before a restart."""
        return P(
            "The companion has started again. May this browser go on changing the box {box}?",
            "The companion has started again. May these {n} browsers go on changing the box {box}?",
            len(self.registry.returning),
            box=self.first.name,
        )

    def send_away(self, phone: Phone) -> None:
        """End the access of a browser."""
        self.registry.send_away(phone, SENT_AWAY)

    def copy(self, box: OpenBox, name: str) -> OpenBox:
        """Open a copy of a box, which becomes one of the owner's boxes. Refused, ``illegal``: the name is not possible,
        or the copy cannot be saved."""
        refusal = name_refused(name, [one.name for one in installed_packs()])
        if refusal is not None:
            raise Refused("illegal", refusal)
        try:
            path = copy_box(box.path, name.strip())
            made = OpenBox(box.game, path, read_content(path))
        except BadPack as bad:
            raise Refused("illegal", T("The box cannot be copied: {why}.", why=bad.problems[0].words)) from None
        except OSError as no:
            raise Refused("illegal", T("The box cannot be saved: {why}.", why=why_not(no))) from None
        self._boxes[made.id] = made
        self.notify()
        return made

    def problems(self, box: OpenBox) -> list[Problem]:
        """What keeps a game from starting with the box."""
        return self._known(box)[0]

    def missing(self, box: OpenBox) -> list[Problem]:
        """What is still to be filled in, and left to people until then."""
        return self._known(box)[1]

    def moment(self, box: OpenBox) -> str:
        # Pages of before a restart are still open: their numbers must name nothing now.
        number, content = self._moments.get(box.id) or (secrets.randbelow(10**8), None)
        if content is not box.content:
            number += 1
            self._moments[box.id] = number, box.content
        return str(number)

    def _known(self, box: OpenBox) -> tuple[list[Problem], list[Problem]]:
        """The problems and the missing parts, computed once for each content of the box."""
        known = self._checked.get(box.id)
        if known is None or known[0] is not box.content:
            both = ([], []) if box.bundled else (box.problems(), box.missing_parts())
            found = [[one for one in some if self.hidden(one.table) is None] for some in both]
            known = self._checked[box.id] = (box.content, found[0], found[1])
        return known[1], known[2]


BOX_STAYS = T(
    "The game on the table began with this box as it is. Photograph its cards now, and change what they say when the "
    "game is over."
)


class BoxInPlay(BoxService):
    """The ``box`` of the game on ``table``, open for browsers at the same address.

    A changed row is added to the game when it goes on, or at once while it asks which card was drawn, so that no answer
    is disturbed half-way. What the game learns is written to the box too; neither side overwrites the other.
    """

    def __init__(self, box: OpenBox, table: TableService, journal: Path | None = None) -> None:
        super().__init__(box, beside=table, journal=journal)
        self._session = table.session
        self._seen = box.content
        self._rev = table.session.rev
        self._news: list[tuple[str, Mapping[str, Any]]] = []
        """Rows that were filled in here and that the game does not know yet, with the paths of their tables."""
        self.listeners.append(table.renew)
        table.on_change.append(self.table_changed)

    def box(self, id_: str) -> OpenBox:
        """An open box, with what the game has learned so far."""
        found = super().box(id_)
        found.refresh()
        return found

    def fixed(self, box: OpenBox) -> Text | None:
        """As above; a game that started with a complete box could not be resumed if the box changed."""
        return super().fixed(box) or (BOX_STAYS if box is self.first and not learns(self._session.table) else None)

    def hidden(self, path: TablePath) -> Text | None:
        table = self._session.table
        return left_out(table.stocks, ".".join(path)) if learns(table) and not table.over else None

    def question(self, phone: Phone) -> Words:
        """What people are asked about a phone that wants to edit the box, or to photograph its cards."""
        if self.fixed(self.first) is None:
            return super().question(phone)
        return T("May {phone} photograph cards of the box {box}?", phone=phone.words, box=self.first.name)

    def notify(self) -> None:
        """Something on the pages has changed, perhaps a row."""
        box, before = self.first, self._seen
        if box.saved and box.content is not before:
            self._seen = box.content
            for path in self._session.table.stocks:
                known = rows_of(before.data, path)
                self._news += [(path, row) for row in rows_of(box.data, path) if row not in known]
        self.table_changed()
        super().notify()

    def table_changed(self) -> None:
        """Update the game if it has gone on, or asks which card was drawn."""
        session = self._session
        gone_on = session.rev != self._rev
        if self._news and session.learning.mode is None and (gone_on or session.mode == "list"):
            self.update_game()
        self._rev = session.rev

    def update_game(self) -> None:
        """Add the rows that were filled in here to the game, unless they have been changed again."""
        table, news = self._session.table, self._news
        self._news = []
        fresh = [
            (path, dict(row))
            for path, row in news
            if row in rows_of(self.first.data, path) and row not in rows_of(table.box.data, path)
        ]
        if fresh and learns(table) and not table.over:
            self._session.take_from_box(fresh)


def box_in_play(table: TableService, journal: Path | None = None) -> BoxInPlay | None:
    """The box of the game on ``table``, with ``journal`` as for ``BoxService``; None if it is bundled or cannot be
    read."""
    path = own_path(table.session.table.setup.pack)
    if path is None:
        return None
    try:
        return BoxInPlay(OpenBox(table.session.table.game, path, read_content(path)), table, journal)
    except BadPack:
        return None
