"""What ends a turn, passes or stops has one place on the glass, in every game and whatever is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from companion.games.registry import game_names
from companion.scene.menu import Menu
from companion.scene.scene import Choice, Scene
from tests.ui.gallery import open_eyes
from tests.ui.hands import Hands, clipped, least_target
from tests.ui.moments import Moment, kind_of, recordings
from tests.ui.pseudo import LONG
from tests.ui.states import put
from tests.ui.test_screens import SIZES
from ui.base.language import say
from ui.widgets.buttons import TapButton

ENDING = {
    "newyork": {"end", "ended"},
    "escape": {"move", "done", "pass"},
    "crash": {"pass", "done", "ready", "stop"},
    "krysis": set[str](),
    "thousand": {"bank"},
}
"""Answers by which people say that they have done what they want, by their tag: in Krysis there is none."""


def ending(game: str, scene: Scene) -> list[Choice]:
    """What ends what is asked, without what stands behind a button with others of its kind."""
    found = [one for one in scene.choices if one.answer.__struct_config__.tag in ENDING[game]]
    return [one for one in found if one.primary] or [one for one in found if one.group is None]


@cache
def moments(game: str) -> list[Moment]:
    """Questions that something ends: of each kind those with few and with many other things to do."""
    found: dict[tuple[str, bool, int], Moment] = {}
    for name, lines in recordings(game).items():
        kinds = [kind_of(line["ask"]) for line in lines]
        for kind in dict.fromkeys(kinds):
            revs = [rev for rev, other in enumerate(kinds) if other == kind]
            for rev in {revs[0], revs[len(revs) // 2], revs[-1]}:
                moment = Moment(kind, name, rev)
                scene = moment.table().scene()
                if not ending(game, scene):
                    break
                amber = any(choice.primary for choice in scene.choices)
                found.setdefault((kind, amber, len(Menu(scene, lambda one: one.answer).top())), moment)
    return list(found.values())


def asked(hands: Hands, game: str) -> Iterator[tuple[Moment, Choice]]:
    for moment in moments(game):
        put(hands, moment)
        hands.app.go("game")  # Not the board of whoever plays.
        hands.session.pages.clear()
        if hands.root.name == "private":
            open_eyes(hands)
        hands.app.refresh()
        hands.look()
        (choice,) = ending(game, hands.session.scene)
        yield moment, choice


@pytest.mark.by_turns
@pytest.mark.parametrize("game", game_names())
def test_the_button_that_ends_a_turn_is_always_at_the_bottom(hands: Hands, game: str) -> None:
    hands.speak(LONG)
    places: dict[tuple[int, int], set[tuple[float, ...]]] = {size: set() for size in SIZES}
    for moment, choice in asked(hands, game):
        for size in SIZES:
            hands.resize(*size)
            hands.look()
            foot, panel = hands.screen.primary, in_the_panel(hands)
            if any(other.primary and other != choice for other in hands.session.scene.choices):
                # What wins the game is what there is to do: it is amber, and this is right above it.
                assert panel[-1].text == say(choice.label), (moment, size)
                continue
            label, role = say(choice.label), "primary" if choice.primary else "plain"
            assert foot.shown, (moment, size)
            assert (foot.text, foot.role) == (label, role), (moment, size)
            assert min(foot.size) >= least_target()
            assert not any(button.text == foot.text for button in panel), (moment, size)
            assert not clipped, (moment, size)
            places[size].add(tuple(foot.area))
    hands.play("draw")
    for size in SIZES:
        hands.resize(*size)
        hands.look()
        assert len(places[size]) == (1 if ENDING[game] else 0)
        # The amber button of a card that was drawn stands there as well.
        assert places[size] <= {tuple(hands.screen.primary.area)}


def in_the_panel(hands: Hands) -> list[TapButton]:
    """What can be chosen above the foot; not the button that turns the page."""
    return [button for button in hands.screen.panel.buttons if button.shown and button.key is not None]


def test_a_second_way_to_end_a_turn_is_right_above_on_every_page(hands: Hands) -> None:
    turns = 0
    for moment, _ in asked(hands, "escape"):
        if moment.kind != "choose turn":
            continue
        turns += 1
        for size in SIZES:
            hands.resize(*size)
            hands.look()
            buttons = in_the_panel(hands)
            # Behind it is only what the companion does not follow.
            rest = [n for n, button in enumerate(buttons) if button.text == "Rest"]
            assert rest == [len(buttons) - 2], (moment, size)
    assert turns


def test_no_key_ends_a_turn_with_actions_left(hands: Hands) -> None:
    for _ in asked(hands, "newyork"):
        if not any(one.primary for one in hands.session.scene.choices):
            rev = hands.session.rev
            hands.app.act()
            hands.look()
            assert hands.session.rev == rev
            assert hands.session.doubted is None
            assert not hands.screen.lit
