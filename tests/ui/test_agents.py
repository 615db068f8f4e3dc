"""What agents bring stands whole on their buttons, however many there are to choose from."""

from __future__ import annotations

import pytest

from tests.ui.cuts import clipped
from tests.ui.hands import Hands
from tests.ui.moments import questions
from tests.ui.pseudo import LONG
from tests.ui.test_screens import SIZES
from ui.widgets.buttons import TapButton


@pytest.fixture
def asked(hands: Hands) -> Hands:
    """A table at which a player chooses among all agents of the box."""
    hands.sit(next(moment for moment in questions("krysis") if moment.kind == "choose squad").table())
    session = hands.session
    while session.pages:
        session.done()
    hands.app.privacy.open(session.table.ask.only)
    return hands


def buttons(hands: Hands) -> list[TapButton]:
    return [part for part in hands.parts() if isinstance(part, TapButton) and part.shown]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("group", ["fighters", "transporters"])
def test_what_an_agent_brings_is_not_cut(asked: Hands, size: tuple[int, int], group: str) -> None:
    asked.resize(*size)
    asked.speak(LONG)
    asked.app.refresh()
    asked.look(2)
    kinds = (one for one in buttons(asked) if isinstance(one.key, tuple) and one.key[1] == group)
    asked.touch(*next(kinds).center)
    clipped.clear()
    seen: set[tuple[str, str]] = set()
    while True:
        asked.look(2)
        new = {(one.text, _brought(one)) for one in buttons(asked) if one.detail or one.tally} - seen
        further = [one for one in buttons(asked) if one.text.startswith(("More (", "Más ("))]
        seen |= new
        if not new or not further:
            break
        asked.touch(*further[0].center)
    assert len(seen) > 5
    assert clipped & {said for texts in seen for said in texts} == set()


def _brought(button: TapButton) -> str:
    """What stands below the name: words, or figures."""
    return button.detail or " ".join(str(piece.n) for piece in button.tally)
