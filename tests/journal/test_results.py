"""Results and people: kept with the game, counted by SQLite as by hand, collected once, renamed everywhere."""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.refusals import BadSetup
from companion.core.texts import plain
from companion.journal import Journal, ResultFilter, open_read_only
from companion.journal import results as people_
from companion.table.people import clean_name, name_key, names_by_seat
from companion.table.result import GameResult, SeatResult
from tests.daily import share
from tests.journal.conftest import play
from tests.tables import STOP, new_table, resumed

# Results.

NAMES = ("", "Ana", "Bob", "Çelik", "=1+1", "O'Hara")
STORIES = ("", "tutorial", "docks")


def result(n: int, luck: random.Random) -> GameResult:
    """One of any games."""
    together = luck.random() < 0.5
    won = together and luck.random() < 0.5
    seats = ["red", "blue", "green"][: luck.randint(1, 3)]
    names = luck.sample(NAMES[1:], 3)
    winner = luck.choice([*seats, None])
    story = luck.choice(STORIES)
    players = [
        SeatResult(seat, {"en": seat.title(), "es": seat}, luck.choice([name, ""]),
               won if together else seat == winner, None if together else luck.randint(-5, 99))
        for seat, name in zip(seats, names, strict=False)
    ]  # fmt: skip
    day, hour = luck.randint(1, 28), luck.randint(0, 23)
    game = luck.choice(["newyork", "krysis"])
    return GameResult(
        id=f"game-{n:05}", table=luck.choice(["", "Table 4"]), game=game,
        title={"en": game.title(), "es": game}, story=story, story_name={"en": story, "es": story} if story else {},
        started=f"2026-02-{day:02}T{hour:02}:00:00Z", ended=f"2026-02-{day:02}T{hour:02}:45:00Z",
        seconds=luck.randint(0, 9999),
        outcome=("won" if won else "lost") if together else "drawn" if winner is None else "decided", players=players,
    )  # fmt: skip


@settings(max_examples=share(60), deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 40), st.sampled_from(["", "Ana", "=1+1"]), st.booleans())
def test_what_is_counted_is_what_one_counts_by_hand(seed: int, n: int, person: str, ranged: bool) -> None:
    luck = random.Random(seed)
    games = [result(i, luck) for i in range(n)]
    span = (
        ResultFilter("2026-02-05T00:00:00Z", "2026-02-20T00:00:00Z", person) if ranged else ResultFilter(person=person)
    )
    meant = [
        game for game in games
        if (not ranged or span.since <= game.ended < span.until)
        and (not person or person in [player.name for player in game.players])
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        for game in games:
            assert journal.results.add(game)
        meant.sort(key=lambda game: game.id)
        meant.sort(key=lambda game: game.ended, reverse=True)
        assert journal.results.page(span) == meant
        assert journal.results.page(span, 2, 3) == meant[2:5]
        assert journal.results.count(span) == len(meant)
        played, won, seconds = Counter[str](), Counter[str](), Counter[str]()
        for game in meant:
            for player in game.players:
                played[player.name] += 1
                won[player.name] += player.won
                seconds[player.name] += game.seconds
        by_person = journal.results.counts("person", span)
        assert {one.what: (one.played, one.won, one.seconds) for one in by_person} == {
            name: (played[name], won[name], seconds[name]) for name in played if name
        }
        assert [one.played for one in by_person] == sorted((one.played for one in by_person), reverse=True)
        stories: dict[tuple[str, str], list[GameResult]] = defaultdict(list)
        for game in meant:
            stories[game.game, game.story].append(game)
        counted = {(one.title["es"], one.what): one for one in journal.results.counts("story", span)}
        assert set(counted) == {key for key in stories if key[1]}
        for key, one in counted.items():
            outcomes = [game.outcome for game in stories[key]]
            assert (one.played, one.won, one.lost) == (len(outcomes), outcomes.count("won"), outcomes.count("lost"))
            assert one.seconds == sum(game.seconds for game in stories[key])
        assert sum(one.played for one in journal.results.counts("game", span)) == len(meant)
        assert sum(one.played for one in journal.results.counts("evening", span)) == len(meant)
        assert journal.verify() == []


def test_the_views_are_read_by_anybody_who_knows_sql(journal: Journal, path: Path) -> None:
    luck = random.Random(3)
    for n in range(30):
        journal.results.add(result(n, luck))
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        games = db.execute("SELECT * FROM results ORDER BY ended DESC, id").fetchall()
        assert [row["id"] for row in games] == [game.id for game in journal.results.page()]
        for row, game in zip(games, journal.results.page(), strict=True):
            called = [player.name or player.said["en"] for player in game.players]
            assert (row["people"], row["players"]) == (", ".join(called), len(called))
            winners = [name for name, player in zip(called, game.players, strict=True) if player.won]
            assert (row["winners"] or "") == ", ".join(winners)
        for view, columns in VIEWS.items():
            assert list(db.execute(f"SELECT * FROM {view}").fetchone().keys()) == columns.split()


VIEWS = {
    "results": "id evening table_id table_name game title box box_name story story_name started ended seconds outcome "
    "players people winners",
    "results_games": "id evening table_id table_name game title box box_name story story_name started ended seconds "
    "outcome",
    "results_players": "id evening table_id table_name game title box box_name story story_name started ended seconds "
    "outcome place seat seat_name person won points",
    "results_by_person": "person played won percent seconds mean_seconds last",
    "results_by_game": "game title played won lost seconds mean_seconds last",
    "results_by_story": "game title story story_name played won lost seconds mean_seconds last",
    "results_by_evening": "evening played seconds mean_seconds last",
}
"""Others ask for these columns: some may be added, none taken away."""


def test_a_game_that_ends_leaves_its_result_until_its_end_is_taken_back(journal: Journal) -> None:
    times = iter(range(1000, 2000))
    table = new_table(store=journal, clock=lambda: float(next(times)))
    game_id = str(table.game_id)
    table.name_people({"ann": "Änne"})
    assert journal.results.of(game_id) is None
    table.answer(STOP)
    found = journal.results.of(game_id)
    assert found is not None
    assert (found.id, found.game, found.table) == (game_id, table.game.name, "")
    assert [(player.seat, player.name) for player in found.players] == [("ann", "Änne")]
    assert found.started == "1970-01-01T00:16:40Z"
    table.undo()
    assert journal.results.of(game_id) is None
    assert journal.results.unsettled() == []
    table.redo()
    assert journal.results.of(game_id) is not None
    assert journal.verify() == []


def test_a_game_is_collected_once_and_again_only_when_it_has_ended_again(journal: Journal) -> None:
    game = result(1, random.Random(1))
    later = replace(game, ended="2026-03-01T00:00:00Z", seconds=1, players=game.players[:1])
    assert [journal.results.add(one) for one in (game, game, later, game, later)] == [True, False, True, False, False]
    assert journal.results.page() == [later]


def test_a_game_that_was_played_here_is_not_collected(journal: Journal) -> None:
    game_id = play(journal, 3)
    assert not journal.results.add(replace(result(1, random.Random(1)), id=game_id))
    assert journal.results.count() == 0


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE finished SET outcome = 'lost', seconds = 5",
        "UPDATE finished SET said = 'x'",
        "UPDATE finished_players SET person = 'Eve'",
        "DELETE FROM finished_players",
        "UPDATE finished SET seal = x'00'",
    ],
)
def test_a_damaged_result_is_found_and_forgotten(path: Path, harm: str) -> None:
    game = result(1, random.Random(1))
    with Journal(path) as journal:
        journal.results.add(game)
    with closing(sqlite3.connect(path)) as db:
        db.execute(harm)
        db.commit()
    with Journal(path) as journal:
        assert len(journal.verify()) == 1
        assert journal.results.page() == []
        assert journal.verify() == []
        assert journal.results.add(game)
        assert journal.results.page() == [game]


def test_results_and_people_are_saved_from_a_file_that_was_cut_off(path: Path) -> None:
    luck = random.Random(5)
    with Journal(path) as journal:
        games = [result(n, luck) for n in range(5)]
        for game in games:
            journal.results.add(game)
        journal.people.meet(["Ana"])
        play(journal, 3000)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 9 // 10])
    with Journal(path) as journal:
        journal.games()
        assert journal.notices
        assert sorted(game.id for game in journal.results.page()) == [game.id for game in games]
        assert journal.people.known() == ["Ana"]
        assert journal.verify() == []


def test_who_only_looks_sees_results_too(journal: Journal, path: Path) -> None:
    journal.results.add(result(1, random.Random(1)))
    with open_read_only(path) as found:
        assert found.results.page() == journal.results.page()
        assert found.results.counts("game") == journal.results.counts("game")


def test_power_that_goes_between_the_last_entry_and_that_the_game_is_over_loses_no_result(path: Path) -> None:
    with Journal(path) as journal:
        table = new_table(store=journal)
        table.answer(STOP)
        game_id = str(table.game_id)
        journal.note(game_id, finished=False)
        assert journal.results.of(game_id) is None
    with Journal(path) as journal:
        assert journal.last() == game_id
        found = resumed(table, store=journal, game_id=game_id)
        assert found.over
        assert journal.saved(game_id).finished
        first = journal.results.of(game_id)
        assert first is not None
        assert resumed(table, store=journal, game_id=game_id).over
        assert journal.results.of(game_id) == first
        assert journal.verify() == []


# People.


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Ana   Luz ", "Ana Luz"), ("O'Hara", "O'Hara"), ("Zoë", "Zoë"), ("Юлия", "Юлия"), ("👩‍🚀", "👩‍🚀"), ("7", "7")],
)
def test_a_name_is_kept_as_people_write_it(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "A name needs at least one letter."),
        ("   ", "A name needs at least one letter."),
        ("x" * 25, "A name has at most 24 letters: shorten xxxxxxxxxxxxxxxxxxxxxxxx…."),
        ("Ana\x07", "That name has characters in it that nobody can see. Type it anew."),
        ("\u202eanA", "That name has characters in it that nobody can see. Type it anew."),
        ("a\ud800", "That name has characters in it that nobody can see. Type it anew."),
    ],
)
def test_what_is_no_name_is_refused(typed: str, sentence: str) -> None:
    with pytest.raises(BadSetup) as no:
        clean_name(typed)
    assert plain(no.value.text) == sentence


def test_one_name_sits_in_one_seat() -> None:
    assert names_by_seat(["red", "blue"], {"blue": " Bob ", "red": ""}) == {"blue": "Bob"}
    with pytest.raises(BadSetup, match="Two players are called ana"):
        names_by_seat(["red", "blue"], {"red": "ana", "blue": "ANA"})
    with pytest.raises(BadSetup, match="green is not at this table"):
        names_by_seat(["red"], {"green": "Ana"})
    assert name_key("ANA ") == name_key("ana")


def test_who_played_last_is_offered_first_and_capitals_make_no_other_person(journal: Journal) -> None:
    journal.people.meet(["Ana", "Bob"])
    journal.people.meet(["Zoë"])
    journal.people.meet(["BOB"])
    assert journal.people.known() == ["Bob", "Zoë", "Ana"]
    assert journal.people.called({"red": "zoË", "blue": "Ida"}) == {"red": "Zoë", "blue": "Ida"}
    journal.people.forget("ZOË")
    assert journal.people.known() == ["Bob", "Ana"]
    journal.people.meet([])
    assert journal.verify() == []


def test_a_child_cannot_fill_the_list(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_, "MOST", 10)
    journal.people.meet(["Ana"])
    table = new_table(store=journal)
    table.name_people({"ann": "Ana"})
    table.answer(STOP)
    for n in range(30):
        journal.people.meet([f"asdf{n}"])
    known = journal.people.known()
    assert len(known) == 10
    assert known[0] == "asdf29"
    assert "Ana" in known, "she has finished a game"


def test_a_name_is_put_right_wherever_it_stands(journal: Journal) -> None:
    over, going = new_table(store=journal), new_table(store=journal)
    for table in (over, going):
        table.name_people({"ann": "Jrge"})
    over.answer(STOP)
    journal.people.meet(["Jrge"])
    collected = result(1, random.Random(1))
    journal.results.add(collected)
    journal.people.rename("jrge", "Jorge")
    assert journal.people.known() == ["Jorge"]
    assert [journal.saved(str(table.game_id)).notes["people"] for table in (over, going)] == [{"ann": "Jorge"}] * 2
    found = journal.results.of(str(over.game_id))
    assert found is not None
    assert found.players[0].name == "Jorge"
    assert journal.results.of(collected.id) == collected
    journal.people.erase("Jorge")
    assert [journal.saved(str(table.game_id)).notes["people"] for table in (over, going)] == [{}] * 2
    assert not journal.people.knows("Jorge")
    assert journal.verify() == []


def test_two_spellings_become_one_person(journal: Journal) -> None:
    journal.people.meet(["Jorge"])
    journal.people.meet(["Jrge"])
    journal.people.rename("Jrge", "Jorge")
    assert journal.people.known() == ["Jorge"]
