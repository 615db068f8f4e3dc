"""What a study finds: the same games whoever plays them, what was never drawn, what never mattered."""

from __future__ import annotations

import pytest

from companion.chance.report import report
from companion.chance.simulation import StudyPlan, play_game
from companion.chance.workers import ThisProcess
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs import load_pack
from companion.packs.printing.cards import CardWords, effects, without
from tests.simulation.studies import STORY, carried_out, study, with_effects

NOTHING_YET = {"op": "remove_mafia", "at": "soho", "n": "all"}
"""On the first card of a story: nothing has come onto the board by then."""
NOBODY_YET = {"op": "heal", "who": "all", "n": 2}
AT_ONCE = {"op": "alert", "n": 2}
BY_HAND = {"op": "note", "text": "Look out of the window."}


def test_a_game_follows_from_its_story_players_and_number() -> None:
    game = load_game("newyork")
    box = load_pack(game).pack
    alone = play_game(game, box, StudyPlan(STORY, 2), 7, set())
    one = study(8, players=(2,))
    assert sum(one.play(ThisProcess())) == 8
    assert one.played[7, StudyPlan(STORY, 2)] == alone


def test_a_longer_study_begins_with_the_games_of_a_shorter_one() -> None:
    short, long = carried_out(study(2)), carried_out(study(4))
    assert short.played.items() < long.played.items()


def test_a_game_ends_with_its_rule_and_with_its_tracks_where_they_stood() -> None:
    for played in carried_out(study(3)).played.values():
        won, rounds, *tracks = played.figures
        assert won.value == (played.rule == "R-NYC-113")
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
    one = carried_out(study(1, players=(4,)))
    found = report(one, load_pack(one.game))
    police = [card for card in found.unseen if card.item == "police"]
    drawn = {id for played in one.played.values() for item, id in played.drawn if item == "police"}
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
