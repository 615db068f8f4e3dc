"""New York Crisis with a box of which nothing is known: what a game teaches it, and the next game with it."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.commands.options import BadStart
from companion.commands.simulate import _require_whole
from companion.core.refusals import BadSetup, Refused
from companion.games.newyork.words import notices, story_cards
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.folder import read_content, write_content
from companion.packs.loader import load_again, load_pack, new_box
from companion.session.lesson_writer import LessonWriter, write_lessons
from companion.session.session import Session
from companion.table.past import Revising
from companion.table.table import Table

GAME = load_game("newyork")
SEATS = ["father", "mother"]
CARD = {"do": "shown", "mafia_per_turn": 1, "bag_add": {"blue": 1, "red": 0, "yellow": 0}}
SAID: dict[str, dict[str, Any]] = {
    "card": CARD, "alert_cars": {"do": "alert_cars", "cars": [9]},
}  # fmt: skip


class Evening:
    """A game at a table, whose box learns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        pack = load_pack(GAME, path.name)
        chance = dict.fromkeys(GAME.rules.chance_items, "asked")
        self.table = Table(GAME, pack, SEATS, GAME.rules.settings_for(pack.pack, SEATS), chance=chance, auto=False)
        self.session = Session(self.table)
        self.messages: list[object] = []
        writer = write_lessons(self.session, lambda message: self.messages.append(message) if message else None)
        assert writer is not None
        self.writer: LessonWriter = writer
        self.to_a_turn()

    def give(self, answer: dict[str, Any]) -> None:
        assert self.session.answer(GAME.rules.parse(self.table.state, answer)), answer
        self.session.pages.clear()
        self.session.learning.end_changes()

    def legal(self) -> list[dict[str, Any]]:
        return [msgspec.to_builtins(one) for one in self.table.legal() or []]

    def to_a_turn(self) -> None:
        """Until somebody plays; what is not known is drawn."""
        while (choice := getattr(self.table.ask, "choice", "")) != "report":
            self.give(SAID.get(choice) or self.legal()[0])

    def turn_up(self, *, last: bool, steps: int = 1) -> None:
        """The story goes on, to a card that lies there."""
        for answer in (*[{"do": "advanced"}] * steps, {"do": "turned_up"}, CARD, {"do": "last_card", "last": last}):
            self.give(answer)

    def end(self) -> dict[str, Any]:
        """Let the box take all in; returns its story."""
        self.writer.close()
        assert self.messages == []
        story: dict[str, Any] = read_content(self.path).data["scenarios"][0]
        return story


@pytest.fixture
def evening() -> Evening:
    return Evening(new_box(GAME, "Ours"))


def test_every_story_card_that_comes_stays_in_the_box_of_sheets_and_the_game_is_resumed(evening: Evening) -> None:
    evening.turn_up(last=False)
    assert {"do": "turned_up"} not in evening.legal(), "two cards never lie on one place"
    evening.turn_up(last=False, steps=2)
    evening.turn_up(last=True)
    table = evening.table
    kept, _ = load_again(GAME, table.setup.pack, table.setup.pack_hash, table.setup.box)
    again = Table.resume(GAME, kept, table.setup, table.log, chance=table.chance, auto=False)
    write_lessons(Session(again), lambda message: None)
    assert again.hash() == table.hash()
    story = evening.end()
    assert [(one["index"], one["position"]) for one in story["cards"]] == [(0, None), (1, 1), (2, 3), (3, 4)]
    assert story["whole"] is True
    assert (evening.path / "story_cards.csv").exists()


def test_the_next_game_with_it_reads_its_cards_and_is_won(evening: Evening) -> None:
    evening.turn_up(last=True)
    evening.end()
    later = Evening(evening.path)
    later.give({"do": "advanced"})
    assert [task["id"] for task in later.table.facts()["tasks"]] == ["final"]
    told = [todo.text for todo in later.table.history.entries[-1].instructions if todo.verb == "tell"]
    assert "Read the story card aloud" in str(told), "what it does besides its numbers is done by hand"
    later.give({"do": "fulfil", "task": "final"})
    assert later.table.over


@pytest.mark.parametrize(
    ("language", "challenge", "chapter"),
    [
        ("en", "Final challenge: as its card says", "The final chapter"),
        ("es", "Reto final: lo que dice su carta", "El capítulo final"),
    ],
)
def test_a_final_challenge_that_nobody_has_told_is_on_its_card(
    evening: Evening, language: str, challenge: str, chapter: str
) -> None:
    evening.turn_up(last=False)
    say = Language(language).say
    assert say(story_cards(evening.table.state)[-1].title) != chapter
    evening.turn_up(last=True)
    assert challenge in [say(words) for words in notices(evening.table.state)]
    assert say(story_cards(evening.table.state)[-1].title) == chapter


def test_the_last_card_is_none_if_that_is_taken_back(evening: Evening) -> None:
    evening.turn_up(last=True)
    evening.session.undo()
    evening.give({"do": "last_card", "last": False})
    assert evening.end()["whole"] is False


def test_where_it_is_not_known_whether_more_cards_come_it_is_asked_the_next_time(evening: Evening) -> None:
    evening.turn_up(last=False)
    evening.end()
    later = Evening(evening.path)
    later.give({"do": "advanced"})
    assert later.table.ask.rule == "R-NYC-99"
    later.give({"do": "last_card", "last": True})
    assert [task["id"] for task in later.table.facts()["tasks"]] == ["final"]


def test_without_squares_a_mafia_card_is_carried_out_by_hand_at_once() -> None:
    pack = load_pack(GAME, new_box(GAME, "Ours").name)
    chance = dict.fromkeys(GAME.rules.chance_items, "asked")
    session = Session(Table(GAME, pack, SEATS, GAME.rules.settings_for(pack.pack, SEATS), chance=chance, auto=False))
    for answer in SAID.values():
        session.pages.clear()
        assert session.answer(GAME.rules.parse(session.table.state, answer))
    session.pages.clear()
    [choice] = session.scene.choices
    rev = session.rev
    assert session.choose(choice)
    assert session.rev == rev + 1
    session.pages.clear()
    assert session.mode == "list", "the next card is asked for"


def test_a_deck_that_the_companion_draws_since_all_of_it_is_known_is_drawn_after_a_restart_too() -> None:
    game = load_game("crash")
    whole = load_pack(game)
    data = copy.deepcopy(whole.data)
    row = data["upgrades"].pop()
    data["unknown"] = {"upgrades": 1}
    seats = ["red", "blue", "green"]
    table = Table(game, whole.with_data(game.rules, data), seats, {}, chance={"upgrades": "asked"}, auto=False)
    table.learn("upgrades", row)
    table.set_chance("upgrades", "digital")
    kept, _ = load_again(game, table.setup.pack, table.setup.pack_hash, table.setup.box)
    again = Table.resume(game, kept, table.setup, table.log, chance=table.chance, auto=False)
    assert again.chance["upgrades"] == "digital"


def test_an_alert_track_that_ends_nowhere_is_refused_with_both_limits() -> None:
    pack = load_pack(GAME, new_box(GAME, "Ours").name)
    table = Table(GAME, pack, SEATS, GAME.rules.settings_for(pack.pack, SEATS), auto=False)
    for n in (4, 41):
        with pytest.raises(Refused, match="from 5 to 40"):
            table.answer({"do": "alert_end", "n": n})


def test_a_game_that_was_asked_where_the_alert_ends_before_card_0_goes_on() -> None:
    pack = load_pack(GAME, new_box(GAME, "Ours").name)
    table = Table(GAME, pack, SEATS, GAME.rules.settings_for(pack.pack, SEATS), auto=False)
    table.answer({"do": "alert_end", "n": 9})
    assert table.state.now.limit == 9
    table.answer(CARD)
    again = Table.resume(GAME, pack, table.setup, table.log, chance=table.chance, auto=False)
    assert again.hash() == table.hash()


def test_a_story_card_of_which_nothing_is_known_has_no_page_of_its_own(evening: Evening) -> None:
    pack = load_pack(GAME, new_box(GAME, "Others").name)
    begun = Session(Table(GAME, pack, SEATS, GAME.rules.settings_for(pack.pack, SEATS), auto=False))
    assert [page.mode for page in begun.pages] == ["check"]
    for answer in ({"do": "advanced"}, {"do": "turned_up"}):
        assert evening.session.answer(GAME.rules.parse(evening.table.state, answer))
    assert [page.card for page in evening.session.pages] == [None] * len(evening.session.pages)
    said = [str(line.words) for page in evening.session.pages for line in page.lines]
    assert any("Read the story card aloud" in words for words in said)


def test_no_end_of_a_track_is_claimed_before_somebody_has_said_it(evening: Evening) -> None:
    assert [(track.id, track.of) for track in evening.table.scene().tracks] == [("alert", ""), ("story", "")]
    evening.give({"do": "raised", "n": 6, "why": "other"})
    evening.give({"do": "alert_end", "n": 14})
    assert [(track.id, track.of) for track in evening.table.scene().tracks] == [("alert", "/14"), ("story", "")]


@pytest.mark.parametrize(("n", "alert", "hit"), [(12, 7, None), (7, 7, "players"), (6, 6, "players")])
def test_where_the_alert_ends_is_asked_once_it_may_have(evening: Evening, n: int, alert: int, hit: str | None) -> None:
    table = evening.table
    evening.give({"do": "raised", "n": 4, "why": "other"})
    assert table.ask.choice == "report"  # type: ignore[union-attr]
    evening.give({"do": "raised", "n": 3, "why": "other"})
    assert [one["n"] for one in evening.legal()] == list(range(9, 41)), "a car stands on 9"
    evening.session.undo()
    table.correct([{"fact": "car", "at": "alert:9", "value": 0}], "by hand")
    evening.give({"do": "raised", "n": 3, "why": "other"})
    evening.give({"do": "alert_end", "n": n})
    now = table.state.now
    assert (now.alert, now.limit, now.limit_hit) == (alert, n, hit)
    evening.give({"do": "raised", "n": 1, "why": "other"})
    assert table.ask.choice == "report", "it is asked once"  # type: ignore[union-attr]


def test_simulating_a_new_box_says_how_little_of_it_is_known() -> None:
    with pytest.raises(BadStart, match="0 of 123 cards and tokens"):
        _require_whole(GAME, load_pack(GAME, new_box(GAME, "Ours").name))


def test_a_story_without_its_cards_is_played_lightly_on_a_whole_board() -> None:
    whole = load_pack(GAME)
    data = copy.deepcopy(whole.data)
    story = data["scenarios"][1]
    cards = story["cards"][:1]
    story |= {"whole": False, "cards": [{name: cards[0].get(name) for name in ("index", "position")}]}
    box = whole.with_data(GAME.rules, data)
    chosen = {"story": story["id"]}
    with pytest.raises(BadSetup, match="lacks cards"):
        Table(GAME, box, SEATS, chosen)
    table = Table(GAME, box, SEATS, chosen | {"nyc.follow": "light"}, auto=False)
    assert table.setup.box is not None, "what comes is learned"
    asked = []
    for _ in range(60):
        asked.append(getattr(table.ask, "choice", "draw"))
        if asked[-1] == "report":
            break
        table.answer(SAID.get(asked[-1]) or (table.legal() or [])[0])
    assert {"card", "alert_cars"} <= set(asked)
    assert {"do": "advanced"} in [msgspec.to_builtins(one) for one in table.legal() or []]
    Table(GAME, box, SEATS, {"story": data["scenarios"][0]["id"]})


@pytest.mark.parametrize("known", range(1, 6))
def test_a_board_of_a_few_squares_is_played(known: int) -> None:
    path = new_box(GAME, "Ours")
    content = read_content(path)
    squares = [{"id": f"s{n}", "name": str(n), "neighbours": [], "subway": False} for n in range(known)]
    content.data["board"]["squares"] = squares
    write_content(path, content)
    evening = Evening(path)
    assert evening.table.ask.rule == "R-NYC-43"
    assert len(evening.session.scene.board.spots) == known  # type: ignore[union-attr]


def test_each_of_the_four_stories_of_a_new_box_can_be_played() -> None:
    pack = load_pack(GAME, new_box(GAME, "Ours").name)
    [choice] = [one for one in GAME.rules.setup_choices(pack.pack) if one.key == "story"]
    assert [id_ for id_, _ in choice.values] == ["first_game", "story_2", "story_3", "story_4"]
    for story, _ in choice.values:
        Table(GAME, pack, SEATS, GAME.rules.settings_for(pack.pack, SEATS) | {"story": story})


def test_an_alert_end_that_is_corrected_in_the_log_stays_in_the_box() -> None:
    evening = Evening(new_box(GAME, "Ours"))
    table = evening.table
    evening.give({"do": "raised", "n": 6, "why": "other"})
    evening.give({"do": "alert_end", "n": 12})
    rev = next(one.entry.rev for one in table.history.entries if getattr(one.asked, "choice", "") == "alert_end")
    revising = Revising(table, rev, lambda words, **_: str(words))
    revising.choose(GAME.rules.parse(revising.moment.state, {"do": "alert_end", "n": 15}))
    assert revising.revision is not None
    assert evening.session.revise(revising.revision)
    assert table.state.now.limit == 15
    evening.writer.close()
    assert read_content(evening.path).data["tracks"]["alert"] == {"length": 15}
