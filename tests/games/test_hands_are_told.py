"""Whoever follows the companion does all that the rulebook has hands do, whatever option is chosen.

Where the companion knows something it asks; where people hold it, an instruction or a line of the page says what to do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from random import Random

import pytest

from companion.chance.dealer import Dealer, partial_items
from companion.core.asks import is_chance
from companion.core.instructions import Instruction, kind
from companion.core.texts import Words, plain
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.packs.loader import LoadedPack, load_pack
from companion.scene.lines import SUPPLIES
from companion.scene.scene import for_hands
from companion.table.table import Table
from tests import daily
from tests.games.partial import Owner
from tests.session.test_whole_boxes import Beginner

MOST_ANSWERS = 400
"""More than two rounds of any game have."""
TOGETHER = "All of you lay an agent from your hand face down; then turn them up together."
CHANCE = "chance."
HIDDEN = {"relics": "hidden", "agents": "hidden", "missions": "hidden"}


@cache
def boxes(name: str) -> dict[str, LoadedPack]:
    """A whole box, one of which only the board is known, and one of which as little is known as a game can begin
    with."""
    game = load_game(name)
    found = {"whole": load_pack(game)}
    if game.rules.blank_pack():
        nothing = Beginner(name)
        if name in ("newyork", "escape"):
            nothing.tell_in_the_editor()
        board = Owner(name, Random(1), told=0.0, bags=True).part
        found |= {"board": board, "nothing": load_pack(game, str(nothing.path))}
    return found


def new_table(
    name: str, seats: int, settings: Mapping[str, str], chance: Mapping[str, str], box: str = "whole",
    seed: str = "oak", *, auto: bool = False,
) -> Table:  # fmt: skip
    """A table with one of ``boxes``. Settings that the box does not offer are left out, and what it knows in part is
    drawn by people."""
    game, pack = load_game(name), boxes(name)[box]
    least, most = game.rules.seat_limits(pack.pack)
    names = [seat for seat, _ in game.rules.seats(pack.pack)][: min(max(seats, least), most)]
    offered = {one.key: [value for value, _ in one.values] for one in game.rules.setup_choices(pack.pack)}
    chosen = {key: value for key, value in settings.items() if value in offered.get(key, [value])}
    asked = {item: "asked" for item in partial_items(game, pack) if chance.get(item) != "hidden"}
    return Table(
        game, pack, names, {**game.rules.settings_for(pack.pack, names), **chosen}, chance={**chance, **asked},
        dealer=Dealer(seed), clock=lambda: 0.0, auto=auto,
    )  # fmt: skip


def play(table: Table, luck: Random, whim: float = 0.0) -> list[Instruction]:
    """Draw or answer, at the share ``whim`` just anything; what hands have to do then."""
    game, legal = table.game, table.legal()
    if table.can_deal:
        return table.deal().instructions
    if legal is None:
        faces = {die: luck.choice(list(sides)) for die, sides in (table.faces() or {}).items()}
        return table.answer({"do": "roll", "faces": faces}).instructions
    anything = is_chance(table.ask) or (luck.random() < whim and not any(one.template for one in legal))
    answer = luck.choice(legal) if anything else game.player.advise(table.state, legal, luck.random)
    return table.answer(answer).instructions


def told(table: Table, rounds: int) -> Iterator[str]:
    """All that is said until so many rounds have been played: instructions, questions, their hints and their forms."""
    luck, todo = Random("hands"), table.opening

    def said(*words: Words | None) -> Iterator[str]:
        yield from (plain(one) for one in words if one is not None)

    for _ in range(MOST_ANSWERS):
        yield from said(*(line.words for line in table.game.presenter.lines(table.state, todo)))
        facts = table.facts()
        if table.over or facts.get("round", facts.get("day", 0)) > rounds:
            return
        scene = table.scene()
        forms = [form.detail for form in scene.fillings]
        yield from said(scene.prompt.title, scene.prompt.hint, *scene.notices, *forms)
        todo = play(table, luck)
    raise AssertionError("the round never ends")


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("name", "seats", "settings", "chance", "does"),
    [
        pytest.param(
            "krysis", 3, {}, HIDDEN,
            {
                "special agents stay in the box": 1, "shuffle the relics": 1, "draw 3 of each": 1,
                "a relic face down into the camp": 3, "All of you hide crystals from behind your screen": 2,
                TOGETHER: 6, "draw 2 relics, keep 1 face down in the camp, discard the other": 1,
                "Each of you draws 3 agents from your two decks": 2, "Lay the goods on the cards first": 6,
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
        pytest.param(
            "krysis", 3, {"box": "board"}, HIDDEN,
            {"Some agents are not known here": 2, "You may turn up relics that are not known here first": 2},
            id="krysis-cards-not-known",
        ),
        pytest.param(
            "krysis", 2, {"box": "nothing", "advanced": "on"}, HIDDEN,
            {"Add up the speeds": 2, "not known here": 2},
            id="krysis-special-agents-not-known",
        ),
        pytest.param(
            "newyork", 2, {"box": "board"}, {},
            {"put a car on its square": 2, "put mafia on its square": 2, "do with it what its rule says": 1},
            id="newyork-cards-not-known",
        ),
        pytest.param(
            "newyork", 2, {"nyc.follow": "light"}, {},
            {"Then each action is two steps, or another roll. An item that was used lies face down.": 4},
            id="newyork-actions-in-light",
        ),
        pytest.param(
            "escape", 3, {"box": "board"}, {}, {"Wherever two officers of a type lie": 2},
            id="escape-officers-not-known",
        ),
        pytest.param("thousand", 2, {}, {}, {": Roll 6 dice": 2, "What to keep?": 1}, id="thousand"),
    ],
)  # fmt: skip
def test_a_round_tells_hands_all_that_the_rulebook_has_them_do(
    name: str, seats: int, settings: dict[str, str], chance: dict[str, str], does: dict[str, int]
) -> None:
    """At least so often each, in two rounds."""
    chosen = {key: value for key, value in settings.items() if key != "box"}
    said = list(told(new_table(name, seats, chosen, chance, settings.get("box", "whole")), 2))
    counts = {what: sum(what in line for line in said) for what in does}
    assert {what: n for what, n in counts.items() if n < does[what]} == {}


# Every pair of options of a game, and every option with boxes that are known in part: whatever is asked or told in one
# of them is asked or told in all, except for what the tables below say.

Row = dict[str, str]
"""A value of each option, of ``seats`` and of ``box``."""
SEEDS = 6
"""Games of each row."""
LONGEST = 600
WHIM = 0.25
"""So often somebody answers anything that is legal."""

UNKNOWN = (
    "R-NYC-26 R-NYC-31 R-NYC-33 R-NYC-34 R-NYC-36 R-NYC-37 R-NYC-38 R-NYC-45 R-NYC-51 R-NYC-54 R-NYC-70 R-NYC-72 "
    "R-NYC-73 R-NYC-81 R-NYC-93 R-NYC-94 R-NYC-105 R-NYC-106"
)
"""What follows from cards of New York Crisis: hands are told it with the card."""
LACKS: dict[str, dict[str, str]] = {
    "newyork": {
        "box=board": UNKNOWN,
        "box=nothing": UNKNOWN,
        "chance.police=digital": "R-NYC-39",
        "nyc.follow=full": "R-NYC-107",
        "seats=1": "R-NYC-42",
    },
    "escape": {"chance.patrol=digital": "R-EP-15"},
    "crash": {
        "box=board": "R-CG-68",
        "box=nothing": "R-CG-68",
        "chance.upgrades=digital": "R-CG-09",
        "seats=2": "R-CG-10 R-CG-13 R-CG-17 R-CG-18 R-CG-25 R-CG-27",
        "seats=3": "R-CG-11 R-CG-16 R-CG-17 R-CG-26 R-CG-27",
        "seats=6": "R-CG-11 R-CG-13 R-CG-16 R-CG-26",
    },
    "krysis": {
        "advanced=off": "R-KR-64",
        "advanced=on": "R-KR-07",
        "box=board": "R-KR-47 R-KR-48 R-KR-49 R-KR-54 R-KR-81",
        "box=nothing": "R-KR-30 R-KR-47 R-KR-48 R-KR-49",
        "box=whole": "R-KR-30 R-KR-81",
        "kr.missions=off": "R-KR-72",
        "tactical=off": "R-KR-85",
        "tactical=on": "R-KR-11",
    },
    "thousand": {"end=once": "R-TT-12", "entry=0": "R-TT-11", "kinds=none": "R-TT-05", "pairs=0": "R-TT-07"},
}
"""The rules of which nothing is said with a value of an option, because nothing is to be done then: what is not played,
what the companion draws, what teams carry of which it knows no slots, and the order and what relics are worth, which
people are asked for where the box does not say."""


def options(game: Game) -> dict[str, list[str]]:
    """Every option of a game with its values, the plainest first."""
    pack = boxes(game.rules.name)["whole"].pack
    least, most = game.rules.seat_limits(pack)
    found = {one.key: [value for value, _ in one.values] for one in game.rules.setup_choices(pack)}
    for item in game.rules.chance_items:
        found[CHANCE + item] = [*(["hidden"] if item in game.rules.hideable else []), "digital", "asked"]
    return found | {"seats": [str(n) for n in sorted({least, 3, most})], "box": list(boxes(game.rules.name))}


def possible(name: str, row: Row) -> bool:
    """Relics of Krysis are dealt or named only with a ledger of the homes."""
    return name != "krysis" or row[f"{CHANCE}relics"] == "hidden" or row["kr.home_ledger"] == "private"


@cache
def rows(name: str) -> list[Row]:
    """Rows with every pair of values that is possible."""
    values, luck = options(load_game(name)), Random(name)
    pairs = {frozenset(pair) for pair in combinations([(key, one) for key in values for one in values[key]], 2)}
    missing = {pair for pair in pairs if len(dict(pair)) == 2}

    def gained(row: Row) -> int:
        return sum(frozenset(pair) in missing for pair in combinations(row.items(), 2))

    found = [{key: ones[0] for key, ones in values.items()}]
    missing -= {frozenset(pair) for pair in combinations(found[0].items(), 2)}
    while missing:
        pair = min(missing, key=sorted)
        row = dict(pair)
        for key in luck.sample(sorted(values), len(values)):
            if key not in row:
                row[key] = max(luck.sample(values[key], len(values[key])), key=lambda one: gained({**row, key: one}))
        missing.discard(pair)
        if possible(name, row):
            found.append(row)
            missing -= {frozenset(pair) for pair in combinations(row.items(), 2)}
    return found


def rules_said(name: str, row: Row, seed: int) -> set[str]:
    """The rules of what is asked, and of what hands are told, in a game."""
    chance = {key.removeprefix(CHANCE): one for key, one in row.items() if key.startswith(CHANCE)}
    settings = {key: one for key, one in row.items() if not key.startswith(CHANCE) and key not in ("seats", "box")}
    table = new_table(name, int(row["seats"]), settings, chance, row["box"], str(seed))
    luck, found, todo = Random(f"{name}{seed}"), set[str](), table.opening
    for _ in range(LONGEST):
        lines = for_hands(table.game.presenter.lines(table.state, todo), table.chance)
        found.update(line.rule for line in lines if line.rule is not None)
        if table.over:
            break
        found.add(table.ask.rule)
        todo = play(table, luck, WHIM)
    return found


@pytest.mark.by_turns
@pytest.mark.parametrize("name", game_names())
def test_whatever_pair_of_options_is_chosen_the_same_is_asked_or_told(name: str) -> None:
    """What every game with some value of an option says does not hang on chance: every pair of values says it."""
    games: dict[str, list[set[str]]] = defaultdict(list)
    said = []
    for row in rows(name):
        found = [rules_said(name, row, seed) for seed in range(SEEDS * (4 if daily.everything else 1))]
        said.append((row, set[str]().union(*found)))
        for chosen in row.items():
            games["=".join(chosen)] += found
    steady = set[str]().union(*(set.intersection(*found) for found in games.values()))
    lacking = []
    for row, rules in said:
        may = {rule for chosen in row.items() for rule in LACKS[name].get("=".join(chosen), "").split()}
        lacking += [(sorted(steady - rules - may), row)] if steady - rules - may else []
    assert lacking == []


# Lists that read as it happens.


def place(todo: Instruction, *, onto: bool) -> str | None:
    """The place that a piece comes onto or leaves; None for a supply."""
    found = {"place": todo.at if onto else None, "remove": None if onto else todo.at}
    there = found.get(todo.verb, todo.to if onto else todo.source)
    return None if kind(there) in SUPPLIES else there


@pytest.mark.parametrize("name", game_names())
def test_no_line_counts_what_a_later_one_takes_back(name: str) -> None:
    """Whatever comes at once is told as it lies in the end, or one by one."""
    for seed in range(daily.share(40)):
        table, luck = new_table(name, 4, {}, {}, seed=str(seed), auto=True), Random(seed)
        todo = table.opening
        for _ in range(150):
            lines = table.game.presenter.lines(table.state, todo)
            for first, later in combinations([line.instruction for line in lines if line.instruction is not None], 2):
                counted = (first.n or 1) > 1 and first.piece == later.piece
                there = place(first, onto=True)
                assert not (counted and there and there == place(later, onto=False)), (first, later)
            if table.over:
                break
            todo = play(table, luck, WHIM)
