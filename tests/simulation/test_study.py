"""A study of a box: its games, its workers, its statistics and its page."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.chance.report import Report, number, page, report, sections, share, spread
from companion.chance.simulation import StudyPlan, play_game
from companion.chance.study import Study
from companion.chance.workers import ThisProcess, WorkersLost, on_cores
from companion.cli import companion
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.language import Language
from companion.packs import load_pack
from companion.packs.printing.cards import CardWords, effects, without
from tests.lookback.test_page import read
from tests.simulation.studies import (
    AT_ONCE,
    BY_HAND,
    NOBODY_YET,
    NOTHING_YET,
    STORY,
    carried_out,
    played,
    small_study,
    study,
    with_effects,
)  # fmt: skip

# What a study finds: its games, what was never drawn, what never mattered.


def test_a_game_follows_from_its_story_players_and_number() -> None:
    game = load_game("newyork")
    box = load_pack(game).pack
    alone = play_game(game, box, StudyPlan(STORY, 2), 7, set())
    one = study(8, players=(2,))
    assert sum(one.play(ThisProcess())) == 8
    assert one.played[7, StudyPlan(STORY, 2)] == alone


def test_a_longer_study_begins_with_the_games_of_a_shorter_one() -> None:
    short, long = played(study(2)), played(study(4))
    assert short.played.items() < long.played.items()


def test_a_game_ends_with_its_rule_and_with_its_tracks_where_they_stood() -> None:
    for game in played(study(3)).played.values():
        won, rounds, *tracks = game.figures
        assert won.value == (game.rule == "R-NYC-113")
        assert rounds.value >= 1
        assert [plain(track.name) for track in tracks] == ["Alert", "Story"]


def test_an_effect_without_which_every_game_is_the_same_never_mattered() -> None:
    one = carried_out(study(4, box=with_effects(NOTHING_YET, AT_ONCE, NOBODY_YET)))
    first = ("scenarios", 0, "cards", 0, "effects")
    assert {path for path in one.idle if path[:5] == first} == {(*first, 0), (*first, 2)}
    assert (*first, 1) in one.mattered


def test_what_people_do_by_hand_is_not_judged() -> None:
    one = carried_out(study(2, box=with_effects(BY_HAND, NOTHING_YET)))
    judged = {path for path in one.idle | one.mattered if path[0] == "scenarios"}
    assert judged == {("scenarios", 0, "cards", 0, "effects", 1)}


def test_of_another_story_and_of_cards_that_never_came_up_nothing_is_said_but_that() -> None:
    one = carried_out(study(1, players=(4,)))
    found = report(one, load_pack(one.game))
    elsewhere = {effect.path for effect in effects(one.box) if effect.path[:2] in {("scenarios", 1), ("scenarios", 2)}}
    assert elsewhere
    assert elsewhere <= {effect.path for effect in found.absent}
    assert not elsewhere & (one.idle | one.mattered)


def test_a_card_that_was_never_drawn_is_named_with_its_deck() -> None:
    one = played(study(1, players=(4,)))
    found = report(one, load_pack(one.game))
    police = [card for card in found.unseen if card.item == "police"]
    drawn = {id for game in one.played.values() for item, id in game.drawn if item == "police"}
    assert {card.id for card in police} == {card.id for card in one.box.police_cards} - drawn
    assert {plain(card.deck) for card in police} == {"Police"}


def test_a_study_that_was_not_carried_out_says_what_it_lacks() -> None:
    one = study(3)
    next(one.play(ThisProcess()))
    found = report(one, load_pack(one.game))
    assert (found.games, found.wanted) == (1, 6)
    assert found.unjudged == len(one.to_judge()) > 0


@pytest.mark.parametrize("name", ["newyork", "crash", "krysis"])
def test_one_effect_and_those_that_belong_to_it_can_be_left_out(name: str) -> None:
    box = load_pack(load_game(name)).pack
    for effect in effects(box):
        left = effects(without(box, effect.path))
        own = [one for one in effects(box) if one.path[: len(effect.path)] == effect.path]
        assert len(left) == len(effects(box)) - len(own)


def test_an_effect_that_belongs_to_a_task_is_told_with_its_task() -> None:
    game = load_game("newyork")
    box = load_pack(game).pack
    words = CardWords(game, box)
    inner = next(effect for effect in effects(box) if "else_" in effect.path)
    assert plain(words.effect(inner)).startswith("Otherwise: ")
    assert plain(words.card(inner.row), "es") == "La furgoneta que zumba"


# Workers: all play the same games, and those of a dead worker are played by another.


@pytest.fixture(scope="module")
def alone() -> Study:
    """A study on one core."""
    return carried_out(small_study(12))


def same(one: Study, other: Study) -> bool:
    """True if both found the same."""
    return (one.played, one.could, one.mattered, one.idle) == (other.played, other.could, other.mattered, other.idle)


@pytest.mark.long
def test_more_cores_find_the_same(alone: Study) -> None:
    assert same(alone, carried_out(small_study(12), on_cores(2)))


def test_the_games_of_a_process_that_was_killed_are_played_by_another(alone: Study) -> None:
    one, killed = small_study(12), False
    for _ in one.play(on_cores(2)):
        if not killed:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
            killed = True
    assert one.played == alone.played


def test_work_that_kills_whoever_does_it_is_given_up() -> None:
    with pytest.raises(WorkersLost) as no:
        list(on_cores(2).each(os._exit, [1, 2]))  # Ends a process at once, and imports nothing.
    assert "again and again" in no.value.text.msgid


def test_one_core_does_the_work_itself() -> None:
    assert list(ThisProcess().each(str, [1, 2])) == [(1, "1"), (2, "2")]
    assert isinstance(on_cores(1), ThisProcess)


# Statistics, compared with published values.


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_a_share_is_that_of_wilson(hits: int, games: int, low: float, high: float) -> None:
    """The values are method 3 of R. G. Newcombe, Statistics in Medicine 17 (1998), table I."""
    found = share(hits, games)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_a_share_lies_in_its_interval(found: tuple[int, int]) -> None:
    measure = share(*found)
    assert 0 <= measure.low <= measure.mean <= measure.high <= 1


def test_more_games_make_the_interval_narrower() -> None:
    few, many = share(5, 10), share(500, 1000)
    assert few.mean == many.mean
    assert many.high - many.low < few.high - few.low


def test_eight_of_ten_games_lie_where_it_says() -> None:
    found = spread([*range(1, 102)])
    assert (found.low, found.mean, found.high) == (11, 51, 91)


def test_one_game_says_only_what_it_was() -> None:
    found = spread([7])
    assert (found.low, found.mean, found.high) == (7, 7, 7)


# The page: whole HTML that loads nothing, with all that the table shows, in both languages.


@pytest.fixture(scope="module")
def found() -> Report:
    """A small study in which there is something of everything."""
    one = carried_out(study(3))
    return report(one, load_pack(one.game))


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_page_is_whole_and_loads_nothing(found: Report, language: str) -> None:
    text = page(found, Language(language))
    parser = read(text)
    assert parser.fetched == []
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img", text)
    assert f'lang="{language}"' in text
    assert parser.seen.count("h1") == 1
    assert parser.seen.count("svg") >= len(found.lines[0].counted)


def test_it_says_what_the_table_says(found: Report) -> None:
    said = " ".join(read(page(found, Language("en"))).said)
    for line in found.lines:
        assert all(number(one, plain) in said for one in line.counted if one.interval)
        assert all(ending.rule in said and plain(ending.words or "") in said for ending in line.endings)
    assert sections(found)
    for section in sections(found):
        assert plain(section.heading) in said
        assert all(plain(entry) in said for entry in section.entries)


def test_decimals_are_written_as_the_language_writes_them(found: Report) -> None:
    mean = found.lines[0].counted[1].measure.mean
    point, comma = re.escape(f"{mean:.1f} ("), re.escape(f"{mean:.1f} (".replace(".", ","))
    english, spanish = (page(found, Language(code)) for code in ("en", "es"))
    assert re.search(point, english)
    assert not re.search(comma, english)
    assert re.search(comma, spanish)
    assert not re.search(point, spanish)


def test_an_ending_is_called_as_the_rulebook_calls_it_and_by_its_number_after_that(found: Report) -> None:
    text = page(found, Language("es"))
    assert found.endings
    for ending in found.endings:
        assert ending.heading is not None
        assert f"<h3>Fin de la partida <small>{ending.rule}</small></h3>" in text


def test_it_speaks_the_language_that_is_asked_for(found: Report) -> None:
    said = " ".join(read(page(found, Language("es"))).said)
    assert "La maleta equivocada" in said
    assert "The Wrong Suitcase" not in said
    assert "Qué las acabó" in said


def test_the_command_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "new" / "page.html"
    command = ["pack", "simulate", "lanternhead", "--games", "2", "--page", str(file), "--language", "es"]
    result = CliRunner().invoke(companion, command)
    assert (result.exit_code, "escaped" in result.stdout) == (0, True)
    assert "jugadores" in file.read_text()


def test_a_page_that_cannot_be_written_costs_no_result(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("")
    file = tmp_path / "full" / "page.html"
    result = CliRunner().invoke(companion, ["pack", "simulate", "lanternhead", "--games", "2", "--page", str(file)])
    assert result.exit_code == 2
    assert "R-EP-89" in result.stdout
    assert "cannot be written" in result.stderr
