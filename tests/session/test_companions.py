"""The companion plays seats: whole games, undo, restarts, what is chosen at the same time, and what people see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from companion.chance.dealer import Dealer
from companion.chance.playing import PLAYERS
from companion.core.asks import DrawAsk, Over
from companion.core.refusals import BadSetup
from companion.core.texts import plain
from companion.games.crash.answers import AllReady, CardMove
from companion.games.registry import game_names, load_game
from companion.scene.scene import form_of
from companion.session.companions import FACE_DOWN, SEALED, Hurry, whose_turn
from companion.session.open_choices import LeaveOpen
from companion.session.session import Session
from companion.table.companions import checked_levels
from companion.table.past import weigh
from companion.table.table import Table
from tests.daily import share
from tests.session.thinking import companion_table, finish_thinking, play_a_step, thinking_session

FEW = 4
PLAYED = [name for name in game_names() if load_game(name).player.apart is None]


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking is tested elsewhere."""
    monkeypatch.setitem(PLAYERS, "good", FEW)
    monkeypatch.setitem(PLAYERS, "strong", FEW)


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("number", range(share(8)))
def test_a_game_of_companions_alone_ends_and_nobody_has_anything_to_decide(name: str, number: int) -> None:
    table = companion_table(name, ["easy", "good", "strong"], seed=str(number))
    session, mind = thinking_session(table)
    luck = Random(number)
    while not table.over:
        before = session.rev, len(session.pages)
        assert session.mode != "choose" or session.companions.due is not None or table.ask.who is None
        play_a_step(session, mind, luck)
        assert (session.rev, len(session.pages)) != before
    decided = [entry for entry in table.log if entry.kind == "answer" and entry.source == "companion"]
    assert len(decided) > 5


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("number", range(share(8)))
def test_a_game_with_people_ends_and_is_the_same_when_replayed(name: str, number: int) -> None:
    table = companion_table(name, ["person", "good", "easy"], seed=str(number))
    session, mind = thinking_session(table)
    luck = Random(number)
    while not table.over:
        play_a_step(session, mind, luck)
    again = Table.resume(table.game, table.box, table.setup, table.log, chance=table.chance, notes=table.notes)
    assert again.hash() == table.hash()
    assert again.companions == table.companions
    asked = {played.asked.only or played.asked.who for played in table.history.entries
             if played.entry.source == "companion" and played.asked is not None}  # fmt: skip
    assert asked == set(table.companions)
    by_hand = [played.asked for played in table.history.entries if played.entry.source == "touch"]
    assert not [ask for ask in by_hand if ask is not None and (ask.only or ask.who) in table.companions]


def played_on(name: str, turns: int) -> tuple[Session, object, list[int]]:
    """A game of two, after some answers of the person; and the revs at which it was asked."""
    session, mind = thinking_session(companion_table(name, ["person", "good"]))
    luck, asked = Random(1), list[int]()
    while len(asked) < turns:
        finish_thinking(session, mind)
        if not session.pages and session.mode == "choose" and session.companions.due is None:
            asked.append(session.rev)
        play_a_step(session, mind, luck)
    return session, mind, asked


@pytest.mark.parametrize("name", ["thousand", "krysis", "crash"])
def test_undo_goes_back_to_what_a_person_decided_and_the_companion_waits_for_that(name: str) -> None:
    session, mind, _ = played_on(name, 12)
    table = session.table
    while session.can_undo:
        finish_thinking(session, mind)
        last = table.history.decisions[table.history.done - 1]
        assert session.undo()
        assert last.entry.source != "companion"
        assert table.ask == last.asked
        assert table.history.undone
        assert session.companions.due is None or not mind._waiting, "nothing is decided while people go back"


def test_after_an_undo_at_the_seat_of_the_companion_one_tap_goes_on() -> None:
    table = companion_table("thousand", ["person", "person"], chance={"dice": "digital"})
    session, mind = thinking_session(table)
    luck = Random(3)
    while len(table.log) < 9:
        play_a_step(session, mind, luck)
    while session.companions.due is None or table.ask.chance:
        session.seat_companions({})
        assert session.undo()
        session.pages.clear()
        session.seat_companions(dict.fromkeys(table.setup.seats, "good"))
    assert table.history.undone
    assert not mind.asked
    assert [plain(choice.label) for choice in session.scene.choices] == ["Go on"]
    assert session.choose(session.scene.choices[0])
    assert not table.history.undone or mind.asked
    finish_thinking(session, mind)
    assert table.over


def test_a_corrected_past_is_played_on() -> None:
    session, mind, _ = played_on("thousand", 10)
    table = session.table
    finish_thinking(session, mind)
    for played in table.history.decisions[: table.history.done]:
        legal = table.game.rules.legal(table.history.state_at(table.history.line.index(played))) or []
        others = [one for one in legal if one != played.answer]
        if others:
            session.revise(weigh(table, played.entry.rev, others[0]))
            break
    assert not table.history.undone
    rev = session.rev
    for _ in range(40):
        play_a_step(session, mind, Random(1))
    assert any(entry.source == "companion" for entry in list(table.log)[rev:])


def test_nothing_is_thought_before_the_game_is_on_the_table_nor_after_it_has_left() -> None:
    table = companion_table("krysis", ["good", "person"])
    looked_at = Session(table)
    assert [type(choice.answer) for choice in looked_at.scene.choices] in ([Hurry], [])
    session, mind = thinking_session(table)
    while not mind.asked:
        play_a_step(session, mind, Random(1))
    session.close()
    assert mind.closed
    rev = session.rev
    session.heed()
    assert session.rev == rev


def test_after_a_power_cut_the_same_question_is_thought_about_again() -> None:
    table = companion_table("krysis", ["good", "person"])
    session, mind = thinking_session(table)
    while not mind._waiting:
        if session.pages:
            session.done()
        else:
            play_a_step(session, mind, Random(1))
    asked = mind._waiting[0]
    again = Table.resume(
        table.game, table.box, table.setup, table.log, chance=table.chance, notes=table.notes,
        dealer=Dealer("companions"), auto=False,
    )  # fmt: skip
    _, other = thinking_session(again)
    assert other._waiting[0].state == asked.state
    assert other._waiting[0].luck == asked.luck


def test_now_takes_the_best_so_far() -> None:
    session, mind = thinking_session(companion_table("krysis", ["good", "person"]))
    while not mind._waiting:
        session.done() if session.pages else play_a_step(session, mind, Random(1))
    assert session.choose(session.scene.choices[0])
    assert mind.hurries == 1


def test_people_see_nothing_of_its_question_and_cannot_answer_it() -> None:
    session, mind = thinking_session(companion_table("krysis", ["good", "person"]))
    while not mind._waiting:
        session.done() if session.pages else play_a_step(session, mind, Random(1))
    session.pages.clear()
    assert session.only is None
    assert plain(session.scene.prompt.title) == "Robin is thinking."
    rev = session.rev
    assert not session.answer((session.table.legal() or [])[0])
    assert session.rev == rev
    assert session.refused is not None


def test_its_turn_is_one_page_in_the_order_of_hands_and_none_where_they_do_nothing() -> None:
    session, mind, _ = played_on("krysis", 4)
    while not (session.pages and session.pages[0].over is not None and "Robin" in plain(session.pages[0].over)):
        play_a_step(session, mind, Random(2))
    page = session.pages[0]
    assert page.lines[0].read
    assert any(not line.read for line in page.lines) or page.card is not None


def test_a_turn_that_only_changes_points_is_one_page_and_one_that_changes_nothing_is_none() -> None:
    session, mind, _ = played_on("thousand", 3)
    while not any(page.over is not None and "Robin" in plain(page.over) for page in session.pages):
        play_a_step(session, mind, Random(2))
    page = session.pages[-1]
    assert page.lines
    assert all(line.read for line in page.lines)
    assert page.rev == session.rev
    session, mind, _ = played_on("crash", 1)
    before, told = session.rev, 0
    while not session.table.over:
        if session.pages and session.pages[0].over is not None and "Robin" in plain(session.pages[0].over):
            told += 1
        play_a_step(session, mind, Random(2))
    decided = [entry for entry in list(session.table.log)[before:] if entry.source == "companion"]
    assert told < len(decided), "to pass makes no page"


def test_a_card_that_it_draws_and_does_nothing_with_yet_says_who_draws_it() -> None:
    session, mind, _ = played_on("crash", 1)
    said: dict[bool, set[str]] = {True: set(), False: set()}
    while not session.table.over:
        for page in session.pages:
            if page.over is not None and "Robin" in plain(page.over) and page.card is not None:
                said[bool(page.lines)].add(plain(page.over))
        play_a_step(session, mind, Random(2))
    assert said == {False: {"Robin draws:"}, True: {"Robin:"}}


def test_it_waits_for_a_choice_that_people_have_left_open_and_must_make_first(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4, 12):
        table = companion_table("crash", ["person", "good", "easy"], seed=str(number))
        session, mind = thinking_session(table)
        luck, answer = Random(number), table.answer

        def answer_in_turn(said: Any, source: Any = "touch", *more: Any) -> Any:
            due = session.open_choices.due  # noqa: B023 - called within this round
            assert source != "companion" or due is None, "the game goes on without what people had left open"
            return answer(said, source, *more)  # noqa: B023

        monkeypatch.setattr(table, "answer", answer_in_turn)
        while not table.over:
            finish_thinking(session, mind)
            due = None if session.pages else session.open_choices.due
            later = [one for one in session.scene.choices if isinstance(one.answer, LeaveOpen)]
            if due is not None:
                assert session.mode == "choose"
                assert session.only is None
                assert not session.companions.thinks
                assert plain(session.opinions.why_not or "").startswith("This choice was left open")
                waited = whose_turn(table) is not None
                assert session.answer(due.answers[-1])
                if waited:
                    return
            elif later and not session.pages:
                session.choose(later[0])
            else:
                play_a_step(session, mind, luck)
    raise AssertionError("no choice was ever left open so long")


def test_what_all_choose_at_once_is_sealed_before_a_person_answers() -> None:
    session, mind = thinking_session(companion_table("krysis", ["person", "good"]))
    table, luck, seen = session.table, Random(2), 0
    while seen < 3 and not table.over:
        finish_thinking(session, mind)
        together = table.game.rules.together(table.state)
        if len(together) == 2 and together[0] not in table.companions and not session.pages:
            sealed = table.notes[SEALED]["answers"][together[1]]
            said = table.game.player.advise(table.state, table.legal() or [], luck.random)
            before = session.rev
            session.answer(said)
            finish_thinking(session, mind)
            answers = [entry for entry in list(table.log)[before:] if entry.source == "companion"]
            assert answers[0].answer == sealed
            seen += 1
        else:
            play_a_step(session, mind, luck)
    assert seen == 3


@pytest.mark.parametrize("levels", [["person", "good"], ["easy", "person", "good"]])
def test_a_card_that_lies_face_down_is_chosen_before_people_say_that_all_have_chosen(levels: list[str]) -> None:
    session, mind = thinking_session(companion_table("crash", levels))
    table, luck, laid, played = session.table, Random(2), dict[str, tuple[str, str | None]](), 0
    while not table.over:
        before = session.rev
        play_a_step(session, mind, luck)
        finish_thinking(session, mind)
        for one in table.history.entries[before:]:
            if one.entry.source == "companion" and isinstance(one.answer, CardMove):
                card, way = laid[one.asked.saucer]
                assert one.answer.card == card
                assert one.answer.dir in (way, UNSET), "nobody has an override token"
                played += 1
        ready = not session.pages and isinstance(table.legal(), list) and AllReady() in table.legal()
        if ready:
            noted = table.notes[FACE_DOWN]
            assert noted["rev"] == table.rev
            laid = {saucer: (said["card"], said.get("dir")) for saucer, said in noted["laid"].items()}
    assert played > 10
    own = table.state.world.saucers_of[table.setup.seats[levels.index("good")]]
    assert {dilemma.lies for dilemma in mind.asked if dilemma.lies} == {*own}, "a good one thinks about it"


def test_people_who_are_faster_find_everything_face_down_all_the_same() -> None:
    session, mind = thinking_session(companion_table("crash", ["person", "good"]))
    table, luck = session.table, Random(2)
    while AllReady() not in (table.legal() or []) or not mind._waiting:
        assert not table.over
        play_a_step(session, mind, luck)
    while session.pages:
        session.done()
    lies, rev = mind._waiting[0].lies, table.rev
    assert lies
    noted = table.notes.get(FACE_DOWN)
    assert noted is None or noted["rev"] != rev or lies not in noted["laid"]
    assert session.answer(AllReady())
    noted = table.notes[FACE_DOWN]
    assert noted["rev"] == rev
    assert lies in noted["laid"]
    finish_thinking(session, mind)
    assert table.notes[FACE_DOWN] == noted, "what is thought out too late changes nothing"


def test_what_lies_face_down_is_known_to_its_own_seat_only() -> None:
    session, mind = thinking_session(companion_table("crash", ["good", "person", "strong"]))
    while len([dilemma for dilemma in mind.asked if dilemma.laid]) < 5:
        play_a_step(session, mind, Random(3))
    for dilemma in mind.asked:
        own = session.table.state.world.saucers_of[dilemma.seats[0 if dilemma.level == "good" else 2]]
        assert {*dilemma.laid} <= {*own}


def test_two_companions_choose_one_after_another_also_if_people_are_faster() -> None:
    session, mind = thinking_session(companion_table("krysis", ["person", "good", "strong"]))
    table, luck, asked = session.table, Random(2), 0
    while asked < 3:
        if session.pages:
            session.done()
        elif session.companions.due is not None:
            finish_thinking(session, mind)
            assert session.companions.due is None or session.pages
        elif session.mode == "deal":
            session.draw()
        else:
            # Without waiting for what is thought out meanwhile.
            asked += len(table.game.rules.together(table.state)) == 3
            session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))


def test_secret_cards_of_its_seats_are_dealt_even_if_people_draw_theirs() -> None:
    table = companion_table("krysis", ["person", "good"], chance={"agents": "asked"})
    session, mind = thinking_session(table)
    for _ in range(60):
        play_a_step(session, mind, Random(4))
    drawn = {
        (played.asked.only in table.companions, played.entry.source)
        for played in table.history.entries
        if isinstance(played.asked, DrawAsk)
        and played.asked.only
        and table.game.rules.chance_item(played.asked) == "agents"
    }
    assert drawn == {(True, "dealer"), (False, "touch")}


# Who plays what.


def test_seats_change_hands_in_a_game_both_ways() -> None:
    table = companion_table("thousand", ["person", "person", "person"])
    session, _ = thinking_session(table)
    first, second, third = table.setup.seats
    table.name_people({first: "Ana", second: "Robin", third: "Ben"})
    session.seat_companions({third: "strong"})
    assert table.people == {first: "Ana", second: "Robin", third: "Jay"}
    session.seat_companions({second: "easy", third: "person"})
    assert table.people == {first: "Ana", second: "Robin"}
    table.name_people({first: "Robin"})
    assert table.people == {first: "Robin", second: "Jay"}


def test_what_the_person_before_it_had_begun_to_answer_is_none_of_the_companions_answers() -> None:
    """Whatever is half said when a seat changes hands: a choice that was asked about twice, dice, a form, and what was
    said ahead on a phone."""
    table = companion_table("krysis", ["person", "person", "person"])
    session, mind = thinking_session(table)
    luck, left = Random(1), {"form", "ahead"}
    while left:
        play_a_step(session, mind, luck)
        ahead = [] if session.pages else list(table.game.rules.together(table.state))[1:]
        if ahead and "ahead" in left:
            seat, asked = ahead[0], session.ahead(ahead[0])
            assert asked is not None
            asked.answer((asked.table.legal() or [])[0])
            session.seat_companions({seat: "good"})
            assert not session.given
            left.discard("ahead")
        forms = [one for one in session.scene.choices if form_of(session.scene, one.answer) is not None]
        if session.mode == "choose" and forms and session.companions.due is None and "form" in left:
            session.choose(forms[0])
            session.doubt(forms[0])
            session.choose_die("die")
            assert session.forms.chosen(session.scene, session.rev) is not None
            session.seat_companions({str(table.ask.only or table.ask.who): "good"})
            assert session.doubted is None
            assert not session.chosen
            session.seat_companions({})
            assert session.forms.chosen(session.scene, session.rev) is None
            left.discard("form")
        session.seat_companions({})


@pytest.mark.parametrize(
    ("name", "levels", "says"),
    [
        ("thousand", {"red": "good"}, "there is no such seat"),
        ("thousand", {"player1": "clever"}, "easy, good, strong, person, not clever"),
        ("escape", {}, ""),
        ("escape", None, "everybody plays in person"),
    ],
)
def test_what_cannot_be_is_refused(name: str, levels: dict[str, str] | None, says: str) -> None:
    game = load_game(name)
    seats = ["player1", "player2"]
    if not says:
        assert checked_levels(game, seats, levels or {}) == {}
        return
    with pytest.raises(BadSetup) as no:
        checked_levels(game, seats, {"player1": "good"} if levels is None else levels)
    assert says in plain(no.value.text)


def test_it_does_not_sit_down_where_it_could_not_know_its_own_cards() -> None:
    game = load_game("krysis")
    table = companion_table("krysis", ["person", "person"])
    hidden = Table(game, table.box, table.setup.seats, {})
    with pytest.raises(BadSetup) as no:
        hidden.seat_companions({table.setup.seats[0]: "good"})
    assert "Give it a seat when you set up the next one" in plain(no.value.text)
    table.seat_companions({table.setup.seats[0]: "good"})


def test_the_over_page_is_for_people() -> None:
    table = companion_table("thousand", ["easy", "easy"])
    session, mind = thinking_session(table)
    while session.mode != "over":
        play_a_step(session, mind, Random(1))
    assert isinstance(table.ask, Over)
    assert not session.pages
