"""The cards that still do something later, beside the buttons for what they have changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import ReferenceType, ref

from companion.scene.scene import Card, PlaceGroup
from companion.session.session import Session
from companion.table.check import Draft
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.screens.base import Host
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.drawn import hide


class LastingCards:
    """The titles of the cards, and a button for each group of places of the table, where what a card has changed is
    set: in one row, or in rows below where that is too narrow. ``add`` puts a part on the screen."""

    TITLE = 34.0
    """Least width (mm) of a title beside the buttons."""
    LABELLED = 21.0
    """Least width (mm) of a button with its name."""
    HAIR = 0.1
    """The part of a button for which the others in its row may be narrower."""
    MOST = 3
    """At most so many cards stand in a row, the latest ones."""

    def __init__(self, add: Callable[[ChoicePanel], ChoicePanel]) -> None:
        self.titles = add(ChoicePanel(in_a_row=True))
        self.changes = add(ChoicePanel())
        self._found: tuple[tuple[ReferenceType[Session], int] | None, list[PlaceGroup]] = (None, [])

    def hide(self) -> None:
        hide(self.titles, self.changes)

    def show(self, body: Area, session: Session, host: Host) -> None:
        """Cut the rows off the bottom of ``body``, if any card lasts while people choose."""
        cards = list({card.id: card for card in session.scene.lasting}.values())
        if not cards or session.mode != "choose":
            self.hide()
            return
        groups = self._groups(session)
        left, each = body.w - look.mm(self.TITLE), look.mm(self.LABELLED) + look.gap
        named = left >= len(groups) * each
        if not named:
            each = look.touch + look.gap
        buttons = [
            Option(
                say(group.name) if named else "", partial(host.look_at_places, group.id), icon=group.icon,
                key=(session.rev, "lasting", group.id),
            )
            for group in groups
        ]  # fmt: skip
        beside = len(groups) * each <= left
        # A row more would take the room of what stands above: rather a hair less than a finger for each.
        across = len(groups) if beside else max(1, int((body.w + look.gap) / each + self.HAIR))
        high = -(-len(groups) // across) * (look.touch + look.gap) - look.gap
        room = body.cut_bottom(high, look.gap)
        changes = room.cut_right(len(groups) * each - look.gap, look.gap) if beside else room
        self.changes.across = across
        self.changes.show(changes, options=tuple(buttons))
        if not beside:
            room = body.cut_bottom(look.touch, look.gap)
        self.titles.show(room, options=lasting_titles(session, host, self.MOST))

    def _groups(self, session: Session) -> list[PlaceGroup]:
        now = ref(session), session.rev
        if self._found[0] != now:
            self._found = now, Draft(session.table).groups
        return self._found[1]


def lasting_titles(session: Session, host: Host, most: int) -> tuple[Option, ...]:
    """The titles of the cards that still do something later, at most so many, the latest ones; a tap shows the card."""
    cards = list({card.id: card for card in session.scene.lasting}.values())
    return tuple(
        Option(
            say(card.title), partial(_look_at, card, host), picture=host.small_pictures.of(card.id),
            icon=card.icon, role="quiet", key=(session.rev, card.id),
        )
        for card in cards[-most:]
    )  # fmt: skip


def _look_at(card: Card, host: Host) -> None:
    pictured = host.pictures.has(card.id)
    (host.slips.card if pictured else host.slips.lasting)(card.id)
