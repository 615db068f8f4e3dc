"""What a tap does: two at most for anything, never twice, never something else than what stood there."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.core.refusals import Refused
from companion.core.texts import T
from companion.scene.scene import Choice
from tests.ui.fake import End, Go, Pay, script, spot_id
from tests.ui.hands import Hands
from ui.widgets.entry import DicePool


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_the_amber_button_is_always_in_the_same_place(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    places = set()
    for at in (2, 4, 5):
        hands.play(at)
        places.add((*hands.screen.primary.pos, *hands.screen.primary.size))
    hands.tap("End turn")
    assert hands.root.name == "reveal"
    places.add((*hands.screen.primary.pos, *hands.screen.primary.size))
    hands.play(0)
    hands.tap("Draw lots")
    assert hands.root.name == "check"
    places.add((*hands.screen.primary.pos, *hands.screen.primary.size))
    assert len(places) == 1


def test_one_tap_on_an_open_place_goes_there(hands: Hands) -> None:
    table = hands.play(5)
    hands.tap_spot(spot_id("Central Park"))
    assert table.answers == [(Go(spot_id("Central Park")), "touch")]


def test_a_group_opens_and_its_variants_are_taken_with_the_second_tap(hands: Hands) -> None:
    table = hands.play(5)
    hands.tap("Collect clue")
    assert table.answers == []
    hands.touch(*[part for part in hands.screen.panel.buttons if part.shown][1].center)
    assert table.answers == [(Pay("clue", ("blue1", "red2")), "touch")]


def test_back_leaves_a_group(hands: Hands) -> None:
    hands.play(5)
    hands.tap("Collect clue")
    assert "Re-roll" not in hands.labels()
    hands.tap("Back")
    assert "Re-roll" in hands.labels()


def test_what_is_done_on_the_map_alone_has_no_button_but_is_said(hands: Hands) -> None:
    hands.play(5)
    assert "Move" not in hands.labels()
    assert hands.screen.hint.text == "Move: tap a green square"


def test_the_end_of_the_turn_stays_in_reach_on_every_page(hands: Hands) -> None:
    many = [Choice(Pay(f"thing{n}"), T("Do thing {n}", n=n)) for n in range(12)]
    beat = script()[5]
    scene = structs.replace(beat.scene, choices=[Choice(End(), T("End turn"), closing=True), *many])
    beat.scene = scene
    hands.play(0, moments=[beat])
    seen: set[str] = set()
    for _ in range(4):
        assert "End turn" in hands.labels()
        seen |= set(hands.labels())
        hands.tap(next(label for label in hands.labels() if label.startswith("More")))
    assert {f"Do thing {n}" for n in range(12)} <= seen


def test_what_is_in_force_is_a_line_that_opens_the_story(hands: Hands) -> None:
    hands.play(5)
    notice = hands.screen.notice
    assert notice.texts == ("Stations closed: no subway until the round ends.",)
    hands.touch(notice.room.cx, notice.room.cy)
    assert hands.root.name == "story"


def test_dice_tapped_before_are_what_is_paid_with(hands: Hands) -> None:
    table = hands.play(5)
    pool = next(part for part in hands.parts() if isinstance(part, DicePool))
    for index in (3, 1):
        cell = pool.cells()[index]
        hands.touch(cell.cx, cell.cy)
    assert hands.session.chosen == {"yellow1", "red2"}
    hands.tap("Collect clue")
    assert table.answers == [(Pay("clue", ("red2", "yellow1")), "touch")]


def test_a_tapped_die_can_be_let_go(hands: Hands) -> None:
    hands.play(5)
    cell = hands.screen.pool.cells()[0]
    hands.touch(cell.cx, cell.cy)
    hands.touch(cell.cx, cell.cy)
    assert hands.session.chosen == frozenset()


def test_everything_that_is_legal_can_be_reached(hands: Hands) -> None:
    wanted = set(hands.play(5).legal())
    reached = set()
    for _ in range(len(wanted) * 3):
        table = hands.play(5)
        path = next(iter(_paths(hands, reached)), None)
        if path is None:
            break
        for label in path:
            hands.touch(*label) if isinstance(label, tuple | list) else hands.tap(label)
        reached |= {answer for answer, _ in table.answers}
    assert wanted <= reached


def _paths(hands: Hands, reached: set) -> list[list]:
    """Ways of at most two taps, three for the sheet, to something that was not reached yet."""
    found: list[list] = []
    scene = hands.session.scene
    for choice in scene.choices:
        if choice.answer in reached:
            continue
        group = next((g for g in scene.groups if g.id == choice.group), None)
        if choice.primary:
            found.append([hands.button("End turn").center])
        elif group is not None and group.sheet:
            found.append(["Items", "Use the phone" if choice.group == "phone" else "Heal yourself with cash"])
        elif group is not None and choice.spot is not None:
            cell = hands.screen.map.cell(choice.spot)
            found.append([(cell.cx, cell.cy)])
        elif group is not None:
            hands.tap(str(group.label.msgid))
            n = [c for c in scene.choices if c.group == choice.group].index(choice)
            button = [part for part in hands.screen.panel.buttons if part.shown][n]
            found.append([tuple(button.center)])
        else:
            found.append([str(choice.label.msgid)])
        break
    return found


def test_a_double_tap_answers_once(hands: Hands) -> None:
    table = hands.play(5)
    x, y = hands.button("End turn").center
    hands.touch(x, y)
    hands.touch(x, y, double=True)
    assert table.answers == [(End(), "touch")]
    assert hands.session.page is not None


def test_an_answer_to_an_older_table_is_dropped_without_a_word(hands: Hands) -> None:
    table = hands.play(5)
    assert not hands.session.answer(End(), rev=table.rev - 1)
    hands.look()
    assert table.answers == []
    assert not hands.root.banner.shown


def test_a_button_that_became_another_one_under_the_finger_presses_nothing(hands: Hands) -> None:
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415

    table = hands.play(5)
    finger = UnitTestTouch(*hands.button("End turn").center)
    finger.touch_down()
    hands.session.answer(Go("elsewhere"), source="gpio")
    hands.look()
    finger.touch_up()
    hands.look()
    assert table.answers == [(Go("elsewhere"), "gpio")]
    assert hands.session.page is not None


def test_a_refusal_says_why_with_the_rule(hands: Hands) -> None:
    table = hands.play(5)
    table.refuse = Refused("illegal", T("Two mental results are needed."), "R-NYC-70")
    hands.tap("End turn")
    banner = hands.root.banner
    assert banner.shown
    assert banner.text == "Two mental results are needed."
    assert banner.rule == "R-NYC-70"
    hands.touch(*banner.center)
    assert not banner.shown
    assert hands.session.mode == "choose"


def test_undo_is_one_tap_and_the_bar_shows_where_one_is(hands: Hands) -> None:
    table = hands.play(5)
    hands.tap("Undo")
    assert table.at == 4
    hands.tap("Log")
    assert hands.root.name == "log"
    hands.tap("Table")
    assert hands.root.name == "dice"


def test_the_tap_that_wakes_presses_nothing(hands: Hands) -> None:
    table = hands.play(5)
    hands.root.sleep_overlay.show()
    hands.look()
    x, y = hands.screen.primary.center
    hands.touch(x, y)
    assert table.answers == []
    assert not hands.app.display.asleep
    hands.touch(x, y)
    assert len(table.answers) == 1


def test_the_language_changes_while_the_game_runs(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.base.language import language  # noqa: PLC0415

    class Backwards:
        def gettext(self, msgid: str) -> str:
            return "Hecho" if msgid == "Done" else msgid

        def ngettext(self, one: str, many: str, n: int) -> str:
            return one if n == 1 else many

    hands.play(5)
    hands.tap("End turn")
    monkeypatch.setattr(language, "_catalogue", Backwards())
    hands.app.refresh()
    hands.look()
    assert hands.screen.primary.text == "Hecho"
