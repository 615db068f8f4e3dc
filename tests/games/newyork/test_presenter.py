"""What people see of a game: whatever happens in it, everything can be tapped, read and done by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.chance.dealer import Dealer
from companion.core.answers import Answer, Draw
from companion.core.asks import Over, RollAsk
from companion.core.instructions import Instruction
from companion.core.refusals import Refused
from companion.core.texts import SeatName, Text, Words, as_printed, plain
from companion.games.newyork import answers as a
from companion.games.newyork.answers import Collect, EndedTurn, Fight, Fulfil, UseItem, Walk
from companion.games.newyork.questions import GROUPS, TIPS
from companion.games.newyork.state import VALUES, State, here
from companion.games.newyork.words import COLOURS, FACE_ORDER, ITEMS, SEATS, effect_words
from companion.language import Language
from companion.packs.loader import load_pack
from companion.scene.menu import Menu
from companion.scene.scene import Card, Choice, Line, Scene, Stakes, for_hands
from companion.table.history import label
from companion.table.table import Table
from tests.daily import share
from tests.games.newyork.chaos import random_answer, random_box, random_change, random_seats, random_settings
from tests.games.newyork.helpers import GAME, NewYorkTable, loaded
from tests.games.showing import SaidInWords
from tests.hands import apply_instructions
from tests.lookback.games import recorded
from tests.playthroughs.recording import names
from tests.test_texts import catalogue

# What people see of a game: whatever happens in it, everything can be tapped, read and done by hand.

PANEL, SHEET = 8, 14
"""So many buttons at most: beside the board, and on the sheet of items and skills."""
STORIES = ["wrong_suitcase", "three_voices", "high_water", "masked_ball"]

ICONS = frozenset(
    {
        *("mafia", "car", "fbi", "station", "lock", "table", "tile", "bag", "players", "item", "skill", "wound"),
        *("book", "speaker", "shuffle", "flip", "box"),
        *("marker:alert", "marker:story", "mark:story", "steps", "subway", "reroll", "fight", "hand", "star", "alert"),
        *(f"card:{deck}" for deck in ("police", "mafia", "story")),
        *(f"figure:{seat}" for seat in SEATS),
        *(f"item:{item}" for item in ITEMS),
        *(f"info:{colour}{cost}" for colour in ("blue", "red", "yellow") for cost in ("", "3")),
        *(f"wound:{colour}" for colour in ("blue", "red", "yellow")),
        *(f"die:{colour}" for colour in COLOURS),
        *(f"face:{face}" for face in FACE_ORDER),
    }
)
"""Every icon that scenes of this game use, but ``token:NAME``: its names are the pack's."""


check_words = SaidInWords(ICONS, ("token:",), without="{_")


def check_choices(scene: Scene, legal: list[Answer]) -> None:
    """One choice for each legal answer; every group is declared and used; no answer is more than two taps away."""
    assert sorted(map(repr, legal)) == sorted(repr(choice.answer) for choice in scene.choices)
    assert [group.id for group in scene.groups] == list(
        dict.fromkeys(choice.group for choice in scene.choices if choice.group is not None)
    )
    sheets = {group.id for group in scene.groups if group.sheet}
    alone = [choice for choice in scene.choices if choice.group is None]
    assert len(alone) + len(scene.groups) - len(sheets) <= PANEL
    assert len(sheets) <= SHEET
    assert sum(choice.primary for choice in scene.choices) <= 1
    check_spots(scene)
    check_payments(scene.choices)


def check_spots(scene: Scene) -> None:
    assert scene.board is not None
    spots = {spot.id for spot in scene.board.spots}
    assert {choice.spot for choice in scene.choices} <= spots | {None}
    assert {spot for link in scene.board.links for spot in link} <= spots
    for spot in scene.board.spots:
        assert 0 <= spot.x <= 1
        assert 0 <= spot.y <= 1


def check_payments(choices: list[Choice]) -> None:
    for choice in choices:
        if choice.pays is not None:
            assert isinstance(getattr(choice.answer, choice.pays), tuple)
            paid = len(getattr(choice.answer, choice.pays))
            faces = sum(icon.startswith("face:") for icon in choice.icons)
            assert choice.pays == "dice" or faces == paid


def check_scene(table: Table) -> None:
    scene = table.scene()
    legal = table.legal()
    if not table.over and legal is not None:
        assert legal
        check_choices(scene, list(legal))
    else:
        assert scene.choices == []
        assert scene.groups == []
    check_words(scene)
    if isinstance(table.ask, RollAsk):
        assert {die.id for die in scene.dice if die.face is None} == set(table.ask.dice)
        assert set(scene.faces) == {face for die in table.ask.dice for face in GAME.rules.dice[die]}
    assert (scene.result is None) == (not isinstance(table.ask, Over))
    assert scene.prompt.rule == table.ask.rule


def check_lines(lines: list[Line]) -> None:
    for line in lines:
        sentence = plain(line.words)
        assert sentence.strip()
        assert "None" not in sentence
        assert line.icon in ICONS or line.icon.startswith("token:")
        assert line.instruction is not None
        if line.instruction.verb != "tell":
            assert ":" not in sentence.replace(": ", " ")


@settings(max_examples=share(40), deadline=None)
@given(st.integers(0, 2**32))
def test_in_any_game_everything_can_be_tapped_and_read(seed):
    """Boxes with anything on their cards, any seats and options, corrections in between."""
    r = Random(seed)
    data = random_box(r)
    chance = dict.fromkeys(GAME.rules.chance_items, r.choice(["asked", "digital"]))
    table = Table(GAME, loaded(data), random_seats(r), random_settings(r), chance=chance, dealer=Dealer(str(seed)))
    check_lines(GAME.presenter.lines(table.state, table.opening))
    for _ in range(60):
        check_scene(table)
        if table.over:
            break
        try:
            if r.random() < 0.15:
                played = table.correct([random_change(r, table.facts())], "looked")
            else:
                played = table.answer(random_answer(r, table))
        except Refused:
            continue
        before = GAME.presenter.lines(table.state, played.instructions)
        check_lines(before)
        for part in played.entries:
            if part.answer is not None:
                assert plain(label(GAME, table.state, part))


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize("family", ["father", "mother son", "son daughter father mother"])
def test_in_the_bundled_stories_hands_that_follow_the_lines_have_the_same_table(story, follow, family):
    """R-GEN-10: lines merge instructions, and leave none out."""
    r = Random(f"{story} {follow} {family}")
    settings = {"story": story, "nyc.follow": follow}
    table = Table(GAME, load_pack(GAME), family.split(), settings, dealer=Dealer(story), auto=False)
    hands = apply_instructions({}, [line.instruction for line in GAME.presenter.lines(table.state, table.opening)])
    for _ in range(150):
        if table.over:
            break
        check_scene(table)
        played = table.deal() if table.can_deal else table.answer(r.choice(list(table.legal())))
        lines = GAME.presenter.lines(table.state, played.instructions)
        check_lines(lines)
        apply_instructions(hands, [line.instruction for line in lines])
        assert hands == table.pieces()


def test_what_happens_to_a_digital_deck_is_nothing_for_hands(two):
    lines = GAME.presenter.lines(two.table.state, two.table.opening)
    decks = {line.deck for line in lines}
    assert decks == {None, "police", "mafia"}
    assert {line.deck for line in for_hands(lines, {"police": "digital", "mafia": "digital"})} == {None}
    assert {line.deck for line in for_hands(lines, {"police": "asked", "mafia": "digital"})} == {None, "police"}


def test_the_bundled_board_lies_as_its_map_says():
    pack = load_pack(GAME)
    table = Table(GAME, pack, ["father"], {})
    assert {spot.id.removeprefix("square:"): (spot.x, spot.y) for spot in table.scene().board.spots} == pack.map


@pytest.mark.rule("R-NYC-30", "R-NYC-36")
def test_a_police_card_shows_its_event_only_if_it_counts():
    table = Table(GAME, load_pack(GAME), ["father"], {"story": "high_water"}, dealer=Dealer("a"), auto=False)
    while table.can_deal and getattr(table.ask, "purpose", None) != "car":
        table.deal()
    drawn = []
    while getattr(table.ask, "purpose", None) == "car":
        drawn.append(table.deal().entries[0].answer)
    *others, counts = drawn
    assert others
    assert all(GAME.presenter.card(table.state, card).text is None for card in others)
    events = {card.id: card.event.text for card in table.pack.police_cards}
    assert GAME.presenter.card(table.state, counts).text == events[counts.card]


def test_every_setting_can_be_chosen_and_begins_a_game():
    pack = load_pack(GAME)
    choices = {choice.key: choice for choice in GAME.rules.setup_choices(pack.pack)}
    assert choices.keys() == {"story", *VALUES}
    assert [choice.key for choice in choices.values() if choice.basic] == ["story", "nyc.follow"]
    for key, choice in choices.items():
        assert choice.default in dict(choice.values)
        for value, words in choice.values:
            assert plain(words)
            assert GAME.rules.begin(pack.pack, ["son"], {key: value})


def test_every_answer_has_words_even_long_after():
    """The undo list describes answers of an earlier turn with the state of now."""
    table = Table(GAME, load_pack(GAME), ["father", "son"], {}, dealer=Dealer("b"))
    r = Random(4)
    for _ in range(60):
        table.answer(r.choice(list(table.legal())))
    assert all(plain(label(GAME, table.state, played)) for played in table.history.decisions)
    assert GAME.presenter.describe(table.state, Draw("mafia", next(iter(table.state.world.mafia_cards))))


def test_what_comes_to_a_square_one_by_one_is_one_line(game):
    """Hands fetch them together."""
    assert game.lines(game.effect({"op": "place_mafia", "at": "q", "n": 2})) == ["+ 2 mafia on Q"]


def test_a_die_of_the_pool_has_its_colour_and_an_item_its_result(game):
    """R-NYC-114, R-NYC-117, R-NYC-118."""
    game.set("die", {"face": "PHYS", "spent": True}, die="red1")
    game.holds("father", "phone", "mask", "gloves")
    scene = game.table.scene()
    assert [(die.colour, die.face, die.spent) for die in scene.dice] == [("red", "PHYS", True)]
    icons = {choice.answer.item: choice.icons for choice in scene.choices if isinstance(choice.answer, UseItem)}
    assert icons == {
        "phone": ["item:phone", "face:MENT"],
        "mask": ["item:mask", "face:SOC"],
        "gloves": ["item:gloves", "face:PHYS"],
    }


def test_the_first_story_card_cannot_be_closed_again(game):
    """R-NYC-18: the others lie face down, card 0 does not."""
    counters = {one.id: one for place in GAME.presenter.places(game.table.state) for one in place.counters}
    assert (counters["revealed"].value, counters["revealed"].less) == ("1", None)
    game.correct(*counters["revealed"].more.changes)
    counters = {one.id: one for place in GAME.presenter.places(game.table.state) for one in place.counters}
    game.correct(*counters["revealed"].less.changes)
    assert game.facts["story"]["revealed"] == 1


def test_the_wounds_at_the_end_of_a_turn_are_said():
    """R-NYC-80, R-NYC-81."""
    game = NewYorkTable("mother father", {"nyc.follow": "light"}).playing("father")
    said = [plain(choice.label) for choice in game.table.scene().choices if isinstance(choice.answer, EndedTurn)]
    assert said[:3] == ["End the turn, unhurt", "End the turn with 1 wound", "End the turn with 2 wounds"]


def test_a_square_shows_each_kind_of_piece_with_its_number(game):
    game.correct(
        {"fact": "mafia", "square": "q", "value": 2},
        {"fact": "info", "at": "square:q", "token": "red", "value": 2},
        {"fact": "item", "square": "q", "value": "bike"},
    )
    spot = next(spot for spot in game.table.scene().board.spots if spot.id == "square:q")
    assert {piece.icon: piece.n for piece in spot.pieces} == {"mafia": 2, "info:red": 2, "item:bike": 1}


def test_the_table_check_says_each_moment_that_it_can_be():
    state = NewYorkTable().playing("father").table.state
    counters = {one.id: one for place in GAME.presenter.places(state) for one in place.counters}
    assert [plain(cell.label) for cell in counters["phase"].cells] == [
        "The police phase begins",
        "Who goes next?",
        "Father: the turn begins",
        "Father: after the roll",
        "Mother: the turn begins",
        "Mother: after the roll",
    ]


def test_one_tap_takes_one_task_out_of_force(game):
    def in_force():
        counters = {one.id: one for place in GAME.presenter.places(game.table.state) for one in place.counters}
        return {plain(cell.label): cell for cell in counters["tasks"].cells if cell.on}

    task = {"square": None, "need": {"table": True}, "then": [], "else": [], "until": "scenario", "rule": "R-NYC-95"}
    game.set("tasks", [{**task, "id": name, "text": name} for name in ("dig", "dive", "dance")])
    game.correct(*in_force()["dive"].tap.changes)
    assert list(in_force()) == ["dig", "dance"]


def test_the_open_story_cards_are_its_chapters(game):
    """R-NYC-95."""
    game.set("revealed", 3)
    assert [plain(card.title) for card in game.table.scene().story] == [
        "The beginning",
        "Chapter 1",
        "The final chapter",
    ]


def test_what_becomes_of_a_deck_is_quiet_and_mafia_on_a_square_is_not(two):
    """Cards that people see being drawn need no attention beside what hands must do."""
    said = GAME.presenter.lines(two.table.state, two.say(**two.legal()[0]).instructions)
    assert {line.tone for line in said if line.deck} == {"quiet"}
    assert "quiet" not in {line.tone for line in said if not line.deck}


# A place at random, by a police card (R-NYC-38).


def asked_and_found(game: NewYorkTable, square: str) -> tuple[str, str, str]:
    """What the card is drawn for, title and hint, and what is written on it when it has come."""
    prompt = game.table.scene().prompt
    game.draw(square)
    card = GAME.presenter.card(game.table.state, Draw("police", square))
    return plain(prompt.title), plain(prompt.hint or ""), plain(card.heading or "")


def test_a_random_place_says_what_it_is_for_before_and_after_its_card_is_drawn():
    events = {"l": {"title": "Roadblock", "random_location": True}}
    game = NewYorkTable("father", events=events).set_up()
    game.draw("k", "l")
    title, hint, heading = asked_and_found(game, "q")
    assert title == "Draw a police card for a random place"
    assert hint == "Its square is where this happens: Roadblock. Nothing else of it counts."
    assert heading == "It happens here: Roadblock"


@pytest.mark.parametrize(
    ("effect", "what"),
    [
        ({"op": "place_mafia", "at": "random"}, "Mafia comes to its square."),
        ({"op": "place_info", "at": "random"}, "Info comes to its square."),
        ({"op": "place_item", "at": "random"}, "An item comes to its square."),
        ({"op": "remove_mafia", "at": "random"}, "What was just read happens on its square."),
        ({"op": "move_car", "from": "l", "to": "random"}, "A police car drives to its square."),
    ],
)
def test_a_random_place_of_an_effect_says_what_comes_there(game, effect, what):
    game.set("car", 1, at="square:l")
    game.effect(effect)
    title, hint, heading = asked_and_found(game, "q")
    assert title == "Father: Draw a police card for a random place"
    assert hint == f"{what} Nothing else of it counts."
    assert heading == "A place at random: only the square counts"


def test_a_task_that_is_put_off_is_said_in_words(game):
    task = {"op": "task", "id": "one", "at": "a", "need": {"table": True}, "text": "Break the lock.", "until": "round",
            "then": [{"op": "earthquake", "text": "Hold on."}], "else": [{"op": "earthquake"}]}  # fmt: skip
    game.effect({"op": "later", "when": "round_start", "do": [{"op": "if", "ask": "Is it dark?", "then": [task]}]})
    said = [plain(effect_words(game.table.state, one)) for one in game.table.state.now.effects]
    assert said
    assert all("Break the lock." in one and "Hold on." in one and "{" not in one for one in said)


def test_rolling_again_has_one_name(game):
    scene = game.table.scene()
    names = [plain(group.label) for group in scene.groups if group.id == "reroll"]
    names += [plain(choice.label) for choice in scene.choices if choice.group == "reroll"]
    assert len(names) > 1
    assert all(name.startswith("Roll again") for name in names)


# What a tile of a turn says: the dice as icons, the alert in words; and where things come from and go.


def turns(count: int) -> tuple[Table, list[Choice]]:
    """A table after ``count`` answers, and all choices of its turns until then."""
    table = Table(GAME, load_pack(GAME), ["father", "mother"], {"story": "three_voices"}, dealer=Dealer("tiles"))
    luck, seen = Random(7), []
    for _ in range(count):
        if isinstance(table.ask, RollAsk):
            table.deal()
            continue
        seen += table.scene().choices
        table.answer(luck.choice(list(table.legal() or [])), "touch", table.rev)
    return table, seen


def test_only_the_end_of_the_turn_stays_in_reach_on_every_page() -> None:
    _, choices = turns(60)
    assert any(choice.closing for choice in choices)
    assert all(choice.closing == isinstance(choice.answer, a.End) for choice in choices)


def test_dice_that_are_paid_are_icons_and_only_the_alert_is_said() -> None:
    _, choices = turns(60)
    paying = [choice for choice in choices if isinstance(choice.answer, a.Collect | a.Fight | a.TakeItem)]
    assert paying
    for choice in paying:
        wild = choice.icons.count("face:WILD")
        assert len(choice.icons) == len(choice.answer.with_)
        assert (choice.detail is not None) == bool(wild)
        if choice.detail is not None:
            assert plain(choice.detail) == f"alert +{wild}"


def test_the_terminal_says_the_dice_in_words() -> None:
    table, _ = turns(0)
    scene = table.scene()
    paid = Choice(a.Collect("red", ("red1",)), "Collect", None, ["face:PHYS", "face:PHYS"], pays="with_")
    scene = type(scene)(scene.prompt, face_names=scene.face_names, choices=[paid])
    assert plain(Menu(scene).lines()[0].detail or "") == "2 physical"


def test_what_moves_goes_from_one_place_to_another() -> None:
    table, _ = turns(0)
    todo = [
        Instruction("move", piece="info:yellow", source="bag:info", to="square:times_square", rule="R-NYC-23"),
        Instruction("move", piece="item:bike", source="square:times_square", to="hand:father", rule="R-NYC-72"),
        Instruction("remove", piece="mafia", at="square:gramercy", rule="R-NYC-33"),
    ]
    said = [plain(line.words) for line in GAME.presenter.lines(table.state, todo)]
    assert said == [
        "yellow info from the bag to Times Square",
        "bike from Times Square to Father",
        "mafia from Gramercy",
    ]


# What a resting finger is told of a square: what the rules say about going there, and nothing else.

GAMES = [name for name in names() if name.startswith(("water_two", "suitcase_two", "voices_two"))]


def tables_of(name: str) -> list[Table]:
    """Every third moment of a recording at which somebody plays a turn."""
    n = len(recorded(name).history.entries)
    tables = (recorded(name, rev) for rev in range(0, n, 3))
    return [table for table in tables if getattr(table.ask, "choice", "") == "play"]


def at(table: Table, square: str) -> Stakes:
    found = table.game.presenter.stakes(table.state, f"square:{square}")
    assert found is not None
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_is_certain_here_can_be_done_and_what_cannot_be_done_is_not(name: str) -> None:
    looked = 0
    for table in tables_of(name):
        state: State = table.state
        legal, found = table.legal() or [], at(table, here(state))
        shares = {plain(stake.words).partition(":")[0]: stake.share for stake in found.chance}
        fights = [one for one in legal if isinstance(one, Fight) and one.square == here(state)]
        if "Fight the mafia" in shares and state.now.turn is not None and not state.now.turn.fight_open:
            assert (shares["Fight the mafia"] == 1) == bool(fights)
            looked += 1
        if any(isinstance(one, Collect) for one in legal):
            assert 1 in [share for what, share in shares.items() if "info" in what]
            looked += 1
    assert looked


@pytest.mark.parametrize("name", GAMES)
def test_a_square_that_can_be_gone_to_is_near_and_one_that_is_barred_says_why(name: str) -> None:
    for table in tables_of(name):
        state: State = table.state
        reached = {one.to for one in table.legal() or [] if isinstance(one, Walk)}
        for square in state.world.squares:
            cost = " ".join(plain(stake.words) for stake in at(table, square).cost)
            if square in reached:
                assert cost.startswith("1 step: ")
            elif square in state.now.fbi and square != here(state):
                assert not at(table, square).chance
                assert "step" not in cost.partition(".")[0] or "own square" in cost


@pytest.mark.parametrize("name", GAMES)
def test_every_chance_is_one(name: str) -> None:
    for table in tables_of(name):
        for square in table.state.world.squares:
            found = at(table, square)
            shares = [one.share for one in (*found.cost, *found.risk, *found.chance) if one.share is not None]
            assert all(0 <= share <= 1 + 1e-9 for share in shares)


def test_nothing_is_weighed_where_nobody_plays() -> None:
    table = recorded(GAMES[0], 0)
    assert table.game.presenter.stakes(table.state, "square:soho") is None
    assert tables_of(GAMES[0])[0].game.presenter.stakes(tables_of(GAMES[0])[0].state, "track:alert") is None


# Whoever chooses Spanish reads Spanish: whatever comes up in a game has its words in the catalogue or in the pack.

SPANISH = Language("es")
STORIES_IN_SPANISH = ("wrong_suitcase", "three_voices", "high_water", "masked_ball")


def of_card(card: Card | None) -> list[Words | None]:
    return [] if card is None else [card.title, card.heading, card.text]


def of_scene(scene: Scene) -> Iterator[Words | None]:
    """Everything that a scene says."""
    yield from (scene.prompt.over, scene.prompt.title, scene.prompt.hint, *scene.notices)
    yield from (track.name for track in scene.tracks)
    yield from (die.name for die in scene.dice)
    yield from scene.face_names.values()
    for thing in (*scene.choices, *scene.groups):
        yield from (thing.label, thing.detail)
    for seat in scene.seats:
        yield from (seat.name, seat.note, *(piece.name for piece in seat.pieces))
    for spot in scene.board.spots if scene.board is not None else []:
        yield from (spot.name, *(piece.name for piece in spot.pieces))
    for card in (scene.card, *scene.story):
        yield from of_card(card)


def untranslated(words: Words | None) -> Iterator[str]:
    """The parts of ``words`` that would be said in English to somebody who chose Spanish."""
    if isinstance(words, SeatName):
        yield from untranslated(as_printed(words))
    elif isinstance(words, Text):
        known = catalogue().get(words.msgid)
        if known is None or not known.string:
            yield words.msgid
        for part in words.args.values():
            yield from untranslated(part)
    elif isinstance(words, dict):
        if not words.get("es"):
            yield str(words)
    elif isinstance(words, str) and any(letter.isalpha() for letter in words):
        yield words


def whole_game(story: str, follow: str, seed: int) -> Iterator[Words | None]:
    """Everything that is said in a game in which people do whatever is possible."""
    luck = Random(seed)
    settings = {"story": story, "nyc.follow": follow}
    dealer = Dealer(f"{story} {seed}")
    table = Table(GAME, load_pack(GAME), ["daughter", "father"], settings, dealer=dealer, auto=False)
    yield from (line.words for line in GAME.presenter.lines(table.state, table.opening))
    while not isinstance(table.ask, Over):
        yield from of_scene(table.scene())
        legal = table.legal() or []
        played = table.deal() if table.can_deal else table.answer(luck.choice(legal))
        yield from (line.words for line in GAME.presenter.lines(table.state, played.instructions))
        for part in played.entries:
            if part.answer is not None:
                yield label(GAME, table.state, part)
                yield from of_card(GAME.presenter.card(table.state, part.answer))
    yield from of_scene(table.scene())


@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize("story", STORIES_IN_SPANISH)
def test_everything_that_is_said_in_a_game_has_its_spanish(story: str, follow: str) -> None:
    said = list(whole_game(story, follow, seed=7))
    assert {part for words in said for part in untranslated(words)} == set()


def test_nothing_english_is_heard_in_a_spanish_game() -> None:
    """Words that are English and nothing else, looked for in what is really said."""
    heard = " ".join(SPANISH.say(words) for words in whole_game("masked_ball", "full", seed=3)).lower()
    for name in ("el village", "the village", "the heights"):
        heard = heard.replace(name, "")
    assert not {"the", "of", "your", "roll", "dice", "turn", "with"} & set(heard.split())


def test_every_tip_is_about_something_that_there_is() -> None:
    """One about a group or a verb that no choice has would never be shown."""
    verbs = {answer.__struct_config__.tag for answer in get_args(a.AnyAnswer)}
    there = verbs | GROUPS.keys() | {"primary", "about:items"}
    assert [tip.id for tip in TIPS if tip.at not in there] == []


def test_set_up_speaks_spanish() -> None:
    pack = load_pack(GAME).pack
    said: list[Words | None] = [name for _, name in GAME.rules.seats(pack)]
    said += [GAME.presenter.chance_name(item) for item in GAME.rules.chance_items]
    for choice in GAME.rules.setup_choices(pack):
        said += [choice.name, choice.detail, *(name for _, name in choice.values)]
    assert {part for words in said for part in untranslated(words)} == set()


def test_a_refusal_speaks_spanish() -> None:
    table = Table(GAME, load_pack(GAME), ["son"], {}, dealer=Dealer("no"), auto=False)
    with pytest.raises(Refused) as no:
        table.answer(Fulfil("final"))
    assert set(untranslated(no.value.text)) == set()
    assert SPANISH.say(no.value.text) != no.value.text.msgid


def test_facing_and_evading_are_not_swapped() -> None:
    """C-NYC-01: the physical one is "enfrentarse" and lets nobody leave, the social one "esquivar"."""
    assert SPANISH.say(Text("Dodge the mafia here")) == "Enfrentarse a la mafia"
    assert SPANISH.say(Text("Avoid the mafia here")) == "Esquivar a la mafia"
    assert "pero te quedas" in SPANISH.say(Text("Dodge it: no wounds, but you stay here"))
