"""Players side by side in the place of the map: all of it stands whole, and what can be chosen can be tapped."""

from __future__ import annotations

import pytest

from companion.games.krysis.answers import Overtime
from tests.ui.hands import Hands, clipped
from tests.ui.moments import Moment
from tests.ui.pseudo import LONG
from tests.ui.states import put
from tests.ui.test_screens import SIZES, assert_in_the_window
from ui.app import hints
from ui.look.theme import look
from ui.widgets.counters import SideView

WEAK = Moment("turn", "krysis_four_agents", 174)
"""Dan is the weakest of four: only the own camp can be chosen."""
RAIDS = Moment("turn", "krysis_four_agents", 176)
"""Ben can raid two camps of four, to three places each."""


def sit(hands: Hands, moment: Moment = RAIDS) -> None:
    put(hands, moment)
    hands.look(2)


def view(hands: Hands, spot: str) -> SideView:
    """The picture of a player."""
    found: SideView = next(one for one in hands.screen.sides.views if one.side.id == spot)
    return found


@pytest.mark.parametrize("moment", [WEAK, RAIDS], ids=["weak", "raids"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_panels_of_players_fit_side_by_side(hands: Hands, size: tuple[int, int], moment: Moment) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    sit(hands, moment)
    assert hands.root.name == "table"
    assert len(hands.screen.sides.views) == 4
    assert not clipped, f"cut off at {size}"
    assert_in_the_window(hands, "sides")
    for one in hands.screen.sides.views:
        assert min(one.width, one.height) >= look.mm(10), "each takes a finger"


def test_panels_of_players_are_arranged_by_number_and_orientation(hands: Hands) -> None:
    sit(hands)
    assert len({one.x for one in hands.screen.sides.views}) == 2
    assert len({one.y for one in hands.screen.sides.views}) == 2
    hands.screen.sides.show(sides=hands.screen.sides.sides[:3])
    hands.look(2)
    assert len({one.y for one in hands.screen.sides.views if one.shown}) == 1
    hands.resize(720, 1280)
    hands.look(2)
    assert len({one.x for one in hands.screen.sides.views}) == 1


def test_several_choices_at_a_player_are_listed_by_name(hands: Hands) -> None:
    sit(hands)
    hands.touch(*view(hands, "camp:cat").center)
    hands.look(2)
    assert hands.screen.title.text == "Cat: deserted"
    hands.tap("Take it to the bank")
    hands.look(2)
    assert hands.root.name == "form"
    assert hands.screen.title.text == "From Cat to the bank"
    assert hands.session.rev == RAIDS.rev


def test_a_player_without_choices_is_disabled(hands: Hands) -> None:
    sit(hands, WEAK)
    title = hands.screen.title.text
    for spot in ("camp:ann", "camp:ben", "camp:cat"):
        hands.touch(*view(hands, spot).center)
        hands.look(2)
        assert (hands.root.name, hands.screen.title.text) == ("table", title)
    assert hands.session.rev == WEAK.rev


def test_a_hint_points_at_its_player_and_amounts(hands: Hands) -> None:
    sit(hands)
    choices = hands.session.scene.choices
    camp = view(hands, "camp:cat")
    assert hints.find(hands.root, "camp:cat", choices) == camp.area
    assert hints.find(hands.root, "form", choices) is None
    hands.touch(*camp.center)
    hands.look(2)
    hands.tap("Take it home")
    hands.look(2)
    assert hints.find(hands.root, "form", choices) == hands.screen.amounts.area
    assert hints.find(hands.root, "camp:cat", choices) is None


def test_a_choice_without_a_form_answers_at_once(hands: Hands) -> None:
    sit(hands)
    hands.tap("Overtime")
    hands.tap("6 white")
    assert hands.session.rev == RAIDS.rev + 1
    answer = hands.session.table.history.entries[-1].answer
    assert isinstance(answer, Overtime)
