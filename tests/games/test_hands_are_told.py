"""Whoever follows the companion does all that the rulebook has hands do, whatever option is chosen.

Where the companion knows something it asks; where people hold it, an instruction or a line of the page says what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.core.texts import Words, plain
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.history import Played
from companion.table.table import Table

MOST_ANSWERS = 400
"""More than two rounds of any game have."""
TOGETHER = "All of you lay an agent from your hand face down; then turn them up together."
HIDDEN = {"relics": "hidden", "agents": "hidden", "missions": "hidden"}


def new_table(name: str, seats: int, settings: Mapping[str, str], chance: Mapping[str, str]) -> Table:
    game = load_game(name)
    pack = load_pack(game)
    names = [seat for seat, _ in game.rules.seats(pack.pack)][:seats]
    chosen = {**game.rules.settings_for(pack.pack, names), **settings}
    return Table(game, pack, names, chosen, chance=chance, dealer=Dealer("oak"), clock=lambda: 0.0, auto=False)


def told(table: Table, rounds: int) -> Iterator[str]:
    """All that is said until so many rounds have been played: instructions, questions and their hints."""
    game, luck = table.game, Random("hands")

    def lines(instructions: Played | None) -> Iterator[str]:
        todo = table.opening if instructions is None else instructions.instructions
        yield from (plain(line.words) for line in game.presenter.lines(table.state, todo))

    def said(*words: Words | None) -> Iterator[str]:
        yield from (plain(one) for one in words if one is not None)

    yield from lines(None)
    for _ in range(MOST_ANSWERS):
        facts = table.facts()
        if table.over or facts.get("round", facts.get("day", 0)) > rounds:
            return
        scene = table.scene()
        yield from said(scene.prompt.title, scene.prompt.hint, *scene.notices)
        if is_chance(table.ask):
            yield from lines(table.deal())
        else:
            yield from lines(table.answer(game.player.advise(table.state, table.legal() or [], luck.random), "touch"))
    raise AssertionError("the round never ends")


@pytest.mark.parametrize(
    ("name", "seats", "settings", "chance", "does"),
    [
        pytest.param(
            "krysis", 3, {}, HIDDEN,
            {
                "special agents stay in the box": 1, "shuffle the relics": 1, "draw 3 of each": 1,
                "a relic face down into the camp": 3, "All of you hide crystals from behind your screen": 2,
                TOGETHER: 6, "draw 2 relics, keep 1 face down in the camp, discard the other": 1,
                "Each of you draws 3 agents from your two decks": 2,
            },
            id="krysis-cards-in-hands",
        ),
        pytest.param(
            "krysis", 2, {"advanced": "on", "tactical": "on"}, HIDDEN,
            {
                "two with one star, two with two and two with three go into the box": 1,
                "all choose 9 agents for their hand; the others form two shuffled decks": 1, TOGETHER: 6,
                "Each of you draws 3 agents from your two decks": 2,
            },
            id="krysis-advanced-tactical",
        ),
        pytest.param(
            "krysis", 4, {"kr.missions": "on"}, HIDDEN,
            {"shuffle the 4 missions": 1, "a mission, for your eyes only": 4},
            id="krysis-missions",
        ),
        pytest.param(
            "krysis", 2, {"kr.home_ledger": "private"}, {"relics": "digital", "agents": "digital"},
            {": your bid": 4, "who joins the team?": 12, "Turn up the agents.": 6, "draw from which deck?": 1},
            id="krysis-all-known",
        ),
        pytest.param(
            "crash", 3, {"cg.follow": "light"}, {},
            {
                "the tiles for 3 saucers at random, markers at the sides": 1,
                "One card each, face down, its corner pointing to a direction marker.": 2, "is first; which way": 2,
                "Fly as the card says; whoever is hit flies on.": 6,
            },
            id="crash-light",
        ),
        pytest.param(
            "crash", 2, {"cg.follow": "light"}, {},
            {
                "Rotational Stabilizer: out of the game": 1, ": energy?": 2, ": booster?": 1, "which saucer?": 2,
                "From an accelerator fly as far again, any way you like.": 4,
                "Whoever has just been placed may take any direction.": 4,
                "side by side: each may take crew of its colour": 4,
            },
            id="crash-light-two-players",
        ),
        pytest.param(
            "crash", 6, {"cg.two_player_start_energy": "one_per_saucer"},
            {"board": "asked", "upgrades": "asked", "placement": "asked", "rotation": "asked"},
            {
                "Take one of those that fit, without looking.": 3, "Without looking: which way is it turned?": 3,
                "each mat: 1 energy": 1, "goes to the site with that number, or to the next free one.": 12,
                "override token": 4, "is first; which way round after that?": 2,
            },
            id="crash-six-all-by-hand",
        ),
        pytest.param(
            "crash", 2, {}, {},
            {"out of the game": 1, "One card each, face down": 2, "which saucer?": 2},
            id="crash-two-players",
        ),
        pytest.param(
            "escape", 3, {}, {"plans": "asked"},
            {
                "one escape plan each, face down; the rest go back into the box unseen": 1,
                "shuffle the patrol cards; one goes back into the box unseen": 1, "New turn order": 1,
            },
            id="escape-plans-in-hands",
        ),
        pytest.param(
            "escape", 2, {"plans": "private"}, {"plans": "asked"},
            {"shuffle the escape plans; those that nobody gets go back into the box unseen": 1},
            id="escape-plans-named",
        ),
        pytest.param(
            "newyork", 2, {"nyc.follow": "light"}, {},
            {
                "Put your figure on ": 2, "If police are on your square, move to a free one beside it first": 4,
                "Roll your dice, without those you have lost": 4, "Turn all your item tokens face up again.": 1,
            },
            id="newyork-light",
        ),
        pytest.param(
            "newyork", 2, {"nyc.follow": "light", "nyc.forced_move_first": "false"}, {},
            {"If police are on your square": 4, "Roll your dice, without those you have lost": 4},
            id="newyork-light-cards-first",
        ),
        pytest.param(
            "newyork", 4, {}, {},
            {
                "50 mafia cards, shuffled: a deck face down": 1, "23 police cards, shuffled: a deck face down": 1,
                ": card, figure, 2 skill tokens": 4,
            },
            id="newyork-full",
        ),
        pytest.param("thousand", 2, {}, {}, {": Roll 6 dice": 2, "What to keep?": 1}, id="thousand"),
    ],
)  # fmt: skip
def test_a_round_tells_hands_all_that_the_rulebook_has_them_do(
    name: str, seats: int, settings: dict[str, str], chance: dict[str, str], does: dict[str, int]
) -> None:
    """At least so often each, in two rounds."""
    said = list(told(new_table(name, seats, settings, chance), 2))
    counts = {what: sum(what in line for line in said) for what in does}
    assert {what: n for what, n in counts.items() if n < does[what]} == {}
