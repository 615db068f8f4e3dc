"""What a tap does: two at most for anything, never twice, never something else than what stood there."""

from __future__ import annotations

import pytest

from companion.core.texts import T, plain
from companion.games.newyork.answers import Collect, End, ExtraWalk, UseItem, Walk
from companion.scene.scene import Choice
from tests.ui.hands import Hands
from ui.widgets.entry import DicePool


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_the_primary_button_is_always_in_the_same_place(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    places = set()
    for at in ("turn", "roll", "draw"):
        hands.play(at)
        places.add((*hands.screen.primary.pos, *hands.screen.primary.size))
    hands.tap("Draw")
    assert hands.root.name == "reveal"
    places.add((*hands.screen.primary.pos, *hands.screen.primary.size))
    hands.play("setup")
    hands.tap("Draw lots")
    assert hands.root.name == "check"
    places.add((*hands.screen.primary.pos, *hands.screen.primary.size))
    assert len(places) == 1


def test_one_tap_on_an_open_place_moves_there(hands: Hands) -> None:
    hands.play("actions")
    hands.tap_spot("square:inwood")
    assert hands.answers == [(Walk("inwood"), "touch")]


def test_a_second_tap_chooses_a_variant_of_a_group(hands: Hands) -> None:
    hands.play("actions")
    hands.tap("Collect red info")
    assert hands.answers == []
    hands.touch(*[part for part in hands.screen.panel.buttons if part.shown][1].center)
    assert hands.answers == [(Collect("red", ("blue1", "red1")), "touch")]


def test_back_leaves_a_group(hands: Hands) -> None:
    hands.play("actions")
    hands.tap("Collect red info")
    assert "Roll again: 4 dice" not in hands.labels()
    hands.tap("Back")
    assert "Roll again: 4 dice" in hands.labels()


def test_choices_on_the_map_have_a_hint_instead_of_a_button(hands: Hands) -> None:
    """The hint where there is space for it beside dice and buttons."""
    hands.resize(1280, 720)
    hands.play("actions")
    assert "Move" not in hands.labels()
    assert hands.screen.hint.text == "Move: tap a green square"
    assert hands.screen.hint.height > 0


def test_ending_the_turn_is_possible_on_every_page(hands: Hands) -> None:
    many = [Choice(UseItem(f"thing{n}"), T("Do thing {n}", n=n)) for n in range(12)]
    hands.play()
    hands.change_scene(choices=[Choice(End(), T("End the turn"), closing=True), *many])
    seen: set[str] = set()
    for _ in range(4):
        assert "End the turn" in hands.labels()
        seen |= set(hands.labels())
        hands.tap(next(label for label in hands.labels() if label.startswith("More")))
    assert {f"Do thing {n}" for n in range(12)} <= seen


def test_notices_open_the_story(hands: Hands) -> None:
    hands.play()
    notice = hands.screen.notice
    assert notice.texts == tuple(plain(one) for one in hands.session.scene.notices)
    hands.touch(notice.room.cx, notice.room.cy)
    assert hands.root.name == "story"


def test_selected_dice_pay_for_the_next_choice(hands: Hands) -> None:
    """Also in a way that is not listed, since it is worth the same as one that is."""
    hands.play("actions")
    pool = next(part for part in hands.parts() if isinstance(part, DicePool))
    for index in (3, 0):
        cell = pool.cells()[index]
        hands.touch(cell.cx, cell.cy)
    assert hands.session.chosen == {"blue1", "red2"}
    paid = Collect("red", ("blue1", "red2"))
    assert paid not in [choice.answer for choice in hands.session.scene.choices]
    hands.tap("Collect red info")
    assert hands.answers == [(paid, "touch")]


def test_a_second_tap_deselects_a_die(hands: Hands) -> None:
    hands.play("actions")
    cell = hands.screen.pool.cells()[0]
    hands.touch(cell.cx, cell.cy)
    hands.touch(cell.cx, cell.cy)
    assert hands.session.chosen == frozenset()


def test_a_double_tap_answers_once(hands: Hands) -> None:
    hands.play()
    x, y = hands.button("End the turn").center
    hands.touch(x, y)
    hands.touch(x, y, double=True)
    assert hands.answers == [(End(), "touch")]
    assert hands.session.page is not None


def test_a_stale_answer_is_dropped_silently(hands: Hands) -> None:
    hands.play()
    assert not hands.session.answer(End(), rev=hands.session.rev - 1)
    hands.look()
    assert hands.answers == []
    assert not hands.root.banner.shown


def test_a_button_that_changes_under_the_finger_is_not_pressed(hands: Hands) -> None:
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415

    hands.play()
    finger = UnitTestTouch(*hands.button("End the turn").center)
    finger.touch_down()
    hands.session.answer(ExtraWalk("harlem"), source="gpio")
    hands.look()
    finger.touch_up()
    hands.look()
    assert hands.answers == [(ExtraWalk("harlem"), "gpio")]
    assert hands.session.page is not None


def test_a_refusal_shows_the_reason_and_the_rule(hands: Hands) -> None:
    hands.play()
    hands.session.answer(ExtraWalk("nowhere"))
    hands.look()
    banner = hands.root.banner
    assert banner.shown
    assert banner.text == "nowhere is more than one step away."
    assert banner.rule == "R-NYC-59"
    hands.touch(*banner.center)
    assert not banner.shown
    assert hands.session.mode == "choose"


def test_undo_is_one_tap_and_the_bar_leads_to_other_screens(hands: Hands) -> None:
    hands.play()
    hands.tap("Undo")
    assert hands.session.table.history.undone == 1
    hands.tap("Log")
    assert hands.root.name == "log"
    hands.tap("Table")
    assert hands.root.name == "table"


def test_the_tap_that_wakes_the_screen_presses_nothing(hands: Hands) -> None:
    hands.play()
    hands.root.sleep_overlay.show()
    hands.look()
    x, y = hands.screen.primary.center
    hands.touch(x, y)
    assert hands.answers == []
    assert not hands.app.display.asleep
    hands.touch(x, y)
    assert len(hands.answers) == 1


def test_the_language_changes_while_the_game_runs(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.base.language import language  # noqa: PLC0415

    class Backwards:
        def gettext(self, msgid: str) -> str:
            return "Hecho" if msgid == "Done" else msgid

        def ngettext(self, one: str, many: str, n: int) -> str:
            return one if n == 1 else many

    hands.play()
    hands.tap("End the turn")
    monkeypatch.setattr(language, "_catalogue", Backwards())
    hands.app.refresh()
    hands.look()
    assert hands.screen.primary.text == "Hecho"
