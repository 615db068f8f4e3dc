"""The menu of a table in a club: help can be called, is called, and is answered."""

from __future__ import annotations

from collections.abc import Iterator

from companion.club.membership import COMING, Membership
from tests.ui import moments
from tests.ui.gallery import settle
from tests.ui.hands import Hands


class Neighbours(Membership):
    """A club without a broker that records calls, and answers on request."""

    on = True
    calling = coming = False

    def __init__(self) -> None:
        super().__init__(None)

    def call(self) -> None:
        self.calling, self.coming = not self.calling, False


def in_a_club(hands: Hands, game: str) -> Iterator[str]:
    """A game with secrets, which has the longest menu."""
    from tests.ui.states import put  # noqa: PLC0415 - it shows these among all others

    own, club = hands.app.club, Neighbours()
    put(hands, next(moment for moment in moments.questions(game) if moment.table().scene().secrets))
    hands.app.club = club
    hands.app.go("menu")
    settle()
    yield f"{game} menu in a club"
    club.call()
    hands.app.refresh()
    settle()
    yield f"{game} menu help called"
    club.coming = True
    hands.app.show_message(COMING)
    settle()
    yield f"{game} menu somebody comes"
    hands.app.dismiss()
    hands.app.club = own
