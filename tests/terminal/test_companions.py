"""The companion plays seats in a terminal, at the headless table, and in a browser."""

from __future__ import annotations

import json
import threading
from functools import partialmethod
from random import Random

import pytest
from click.testing import CliRunner

from companion.chance.playing import PLAYERS
from companion.chance.thinking import Dilemma
from companion.cli import companion
from companion.commands.table import TableOptions, asked_table
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.games.krysis.answers import Play
from companion.journal import Journal
from companion.session.companions import CompanionSeats
from companion.session.opinion import Opinions
from companion.web.actions import act
from companion.web.pages import TablePages
from companion.web.service import TableService
from companion.web.views import Viewer, answers, moment, offers, page_content
from companion.wire import handle
from tests.session.thinking import QuickMind, companion_table, finish_thinking, play_a_step, thinking_session
from tests.terminal.test_terminal import Sitting
from tests.web.tables import phone_of


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "good", 4)
    monkeypatch.setitem(PLAYERS, "strong", 4)


# In a terminal.


def test_a_game_in_the_terminal_goes_on_by_itself_where_the_companion_plays() -> None:
    sitting = Sitting(table=companion_table("thousand", ["person", "good", "easy"]))
    for _ in range(600):
        if sitting.table.over:
            break
        sitting.terminal = type(sitting.terminal)(sitting.session, sitting.terminal.view, sitting._read)
        sitting.type("" if sitting.session.mode == "roll" else "1")
    assert sitting.table.over
    assert "Robin:" in sitting.paper.getvalue()
    assert "Jay:" in sitting.paper.getvalue()


def test_a_seat_changes_hands_with_a_typed_line() -> None:
    sitting = Sitting(table=companion_table("thousand", ["person", "person"]))
    assert "Robin" in sitting.type("plays 2 good")
    assert dict(sitting.table.companions) == {"player2": "good"}
    assert "Robin" not in sitting.type("plays 2 person")
    assert dict(sitting.table.companions) == {}
    assert "not clever" in sitting.type("plays 2 clever")
    assert "plays 2 good, or plays 2 person" in sitting.type("plays")


def test_an_opinion_is_typed_for_and_said_in_three_lines() -> None:
    sitting = Sitting(table=companion_table("thousand", ["person", "person"], chance={"dice": "digital"}))
    while sitting.table.ask.chance or len(sitting.table.legal() or ()) < 3:
        sitting.type("d")
    log = list(sitting.table.log)
    lines = sitting.type("opinion").splitlines()
    said = [line.strip() for line in lines if line.strip()[:2] in ("1.", "2.", "3.")]
    assert len(said) == 3
    assert all("in 100" in line or "hardly" in line or "nearly" in line for line in said)
    assert list(sitting.table.log) == log
    escape = Sitting(table=companion_table("escape", ["person", "person"]))
    while escape.table.ask.chance:
        escape.type("d")
    assert "everybody plays in person" in escape.type("opinion")


def test_what_the_companion_thinks_while_somebody_asks_for_an_opinion_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class AtOnce(QuickMind):
        def think(self, dilemma: Dilemma) -> None:
            super().think(dilemma)
            self.finish()

    for owner, asks in ((CompanionSeats, "start"), (Opinions, "ask")):
        monkeypatch.setattr(owner, asks, partialmethod(getattr(owner, asks), mind=AtOnce))
    sitting = Sitting(table=companion_table("krysis", ["person", "good"]))
    session, table, luck = sitting.session, sitting.table, Random(1)

    def thinks_ahead() -> bool:
        """It has thought before a person answers, and nobody has heard it yet."""
        asked = list(table.game.rules.together(table.state))[:1]
        ahead = not session.pages and session.companions._about is not None and asked == ["lamplighters"]
        return ahead and isinstance((table.legal() or [None])[0], Play)

    for _ in range(100):
        play_a_step(session, QuickMind(lambda *_: None), luck)
        if thinks_ahead():
            break
        session.heed()
    rev = session.rev
    typing = threading.Thread(target=sitting.type, args=("", "opinion", "", "1"), daemon=True)
    typing.start()
    typing.join(20)
    assert not typing.is_alive(), "it waits for what it has heard already"
    assert session.rev == rev + 2


def test_why_says_the_reason_of_the_companion() -> None:
    sitting = Sitting(table=companion_table("thousand", ["person", "good"], chance={"dice": "digital"}))
    for _ in range(300):
        sitting.terminal = type(sitting.terminal)(sitting.session, sitting.terminal.view, sitting._read)
        told = sitting.type("d" if sitting.table.ask.chance else "1", "why")
        if "” or “" in told or "” wins " in told:
            return
    raise AssertionError("no reason was ever told")


@pytest.mark.parametrize(
    ("typed", "companions"),
    [("1 2=good", {"player2": "good"}), ("2=easy, 1=strong", {"player1": "strong", "player2": "easy"}), ("1 2", {})],
)
def test_the_set_up_in_the_terminal_takes_who_plays_with_the_seats(
    tmp_path, typed: str, companions: dict[str, str]
) -> None:
    lines = iter(["1", "1", "1 2=clever", "1 9=good", typed])
    options = TableOptions("thousand", None, None, (), None, None, None)
    with Journal(tmp_path / "journal.db") as journal:
        table, _ = asked_table(options, journal, "en", lambda prompt: next(lines), new=True)
    assert dict(table.companions) == companions


# At the headless table.


def say(table, **request):
    line, _ = handle(table, json.dumps(request).encode())
    return json.loads(line)


def test_the_headless_table_answers_for_the_companion_in_the_same_response() -> None:
    table = companion_table("thousand", ["easy", "person", "good"])
    first = say(table, op="ask")
    luck = Random(1)
    asked = first["ask"]
    while asked["kind"] != "over":
        if asked["kind"] != "roll":
            assert asked["who"] == "player2"
            legal = table.legal() or []
            answer = table.game.player.advise(table.state, legal, luck.random)
            asked = say(table, op="answer", answer=json.loads(json.dumps(_wired(answer))))["ask"]
        else:
            asked = say(table, op="answer", answer={"do": "roll", "faces": _faces(table, luck)})["ask"]
    sources = {entry["source"] for entry in say(table, op="log")["log"]}
    assert {"companion", "wire"} <= sources


def _wired(answer):
    import msgspec  # noqa: PLC0415

    return msgspec.to_builtins(answer)


def _faces(table, luck):
    return {die: luck.choice(sides) for die, sides in (table.faces() or {}).items()}


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("player.player9=good", "player.player9: there is no such seat. There are: player1, player2."),
        ("player.player1=clever", "player.player1 is one of easy, good, strong, person, not clever."),
    ],
)
@pytest.mark.parametrize("command", [["table"], ["pack", "simulate"]])
def test_an_unknown_seat_or_level_is_refused_in_a_sentence(command: list[str], setting: str, said: str) -> None:
    players = ["--players", "player1,player2"] if command == ["table"] else ["--players", "2", "--games", "1"]
    ran = CliRunner().invoke(companion, [*command, "--game", "thousand", *players, "--set", setting])
    assert ran.exit_code == 2
    if command == ["table"] or "clever" in setting:
        assert said in ran.output.replace("\n", " ")
    assert "Traceback" not in ran.output


def test_a_game_begun_with_companions_goes_on_with_them(tmp_path) -> None:
    journal = str(tmp_path / "journal.db")
    begin = ["table", "--game", "krysis", "--players", "lamplighters=Ana,barrow", "--journal", journal]
    ran = CliRunner().invoke(companion, [*begin, "--set", "player.barrow=easy"], input='{"op":"ask"}\n')
    assert ran.exit_code == 0, ran.output
    with Journal(tmp_path / "journal.db") as kept:
        saved = kept.saved(str(kept.last()))
        assert saved.notes["companions"] == {"barrow": "easy"}
        assert saved.notes["people"] == {"lamplighters": "Ana", "barrow": "Robin"}
        assert saved.setup.settings["kr.home_ledger"] == "private"
    again = ["table", "--resume", "last", "--journal", journal, "--set", "player.barrow=person"]
    ran = CliRunner().invoke(companion, again, input='{"op":"ask"}\n')
    assert ran.exit_code == 0, ran.output
    with Journal(tmp_path / "journal.db") as kept:
        assert kept.saved(str(kept.last())).notes["companions"] == {}


# In a browser.


def test_a_page_has_one_button_while_the_companion_thinks_and_phones_have_none() -> None:
    session, mind = thinking_session(companion_table("krysis", ["good", "person"]))
    while not mind._waiting:
        if session.pages:
            session.done()
        else:
            play_a_step(session, mind, Random(1))
    session.pages.clear()
    seats = session.table.setup.seats
    table, phone, robins = Viewer(table=True), Viewer(seats=(seats[1],)), Viewer(seats=(seats[0],))
    assert [plain(offer.choice.label) for offer in offers(session)] == ["Now"]
    assert answers(session, table)
    assert not answers(session, robins)
    assert page_content(session, phone, plain).question is not None, "people bid meanwhile"
    act(session, table, "choose", {"moment": moment(session, table), "n": "0"})
    assert mind.hurries == 1
    with pytest.raises(Refused):
        act(session, robins, "choose", {"moment": moment(session, robins), "n": "0"})
    finish_thinking(session, mind)
    assert session.companions.due is None


def test_what_it_did_without_hands_says_who_and_nobody_is_told_to_do_it() -> None:
    session, mind = thinking_session(companion_table("krysis", ["person", "good", "easy"]))
    luck, seen = Random(1), set[str]()
    service = TableService(session, session.table.setup.seats)
    pages, phone = TablePages(service, lambda: ["http://table/"]), phone_of(service, "lamplighters")
    while not session.table.over and len(seen) < 2:
        play_a_step(session, mind, luck)
        if session.pages or not session.in_hand or not all(line.read for line in session.in_hand):
            continue
        said = [plain(line.words) for line in session.in_hand]
        assert all(line.startswith(("Robin: ", "Jay: ")) for line in said)
        assert len({line.partition(":")[0] for line in said}) == len(said), "a line for each turn"
        service.renew()
        text = pages.made(pages.source(phone, "en")).text
        assert said[0] in text
        assert "Do this" not in text
        seen |= {line.partition(":")[0] for line in said}
    assert seen
