"""Reads a box of New York Crisis: invariants of a pack, and content entered in play (WIRE.md 12)."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta, Struct, structs

from companion.core.learning import Stock
from companion.core.piles import UNKNOWN
from companion.core.refusals import BadPack, Fault, Refused, which
from companion.core.texts import T
from companion.core.validation import (
    Found,
    NotNegative,
    Reference,
    below,
    differs,
    entries,
    examine,
    number,
    numbers,
    pack_object,
    repeated,
    sum_of,
    unknown_of,
    wrong_counts,
)
from companion.games.newyork.content import (
    CARS,
    COLOURS,
    FIRST_ROUND_CARS,
    NEVER_SQUARES,
    SKILL_OF_ROLE,
    AnyEffect,
    BagAddition,
    Colour,
    FinalChallenge,
    InfoTokenData,
    ItemData,
    ItemKind,
    MafiaCard,
    NewYorkPack,
    PoliceCard,
    Role,
    Scenario,
    SquareData,
    StoryCard,
    Text,
    kind_of,
    need_problems,
    prepare_effects,
    unknown_names,
)
from companion.scene.layout import distances

# Reading a box.

SCHEMA = 1


def read_pack(data: object) -> NewYorkPack:
    """Validate a JSON value against WIRE.md 12 and return a pack.

    Raises ``BadPack`` with every fault as ``field.path: sentence``; for another game or a newer schema, with only that
    fault.
    """
    data = pack_object(data, "newyork")
    schema = data.get("schema")
    if isinstance(schema, int) and schema > SCHEMA:
        newer = T(
            "this box is in format {theirs}, this companion reads {ours}; update the companion",
            theirs=schema,
            ours=SCHEMA,
        )
        raise BadPack([Fault("schema", newer)])
    problems: list[Fault] = []
    ready = _prepared(data, problems)
    filled, missing = fill_gaps({name: value for name, value in ready.items() if name != "missing"})
    findings = examine(NewYorkPack, filled)
    problems = [*findings.problems, *problems, *broken_invariants(ready)]
    if isinstance(data.get("board"), dict) and isinstance(data["board"].get("squares"), list):
        references = findings.references if _whole(ready) else _said(findings.references)
        problems += unknown_names(references, set(square_ids(ready)), item_ids(ready))
    if problems:
        raise BadPack(problems)
    return msgspec.convert({**filled, "missing": missing}, NewYorkPack)


def _prepared(data: dict[str, Any], problems: list[Fault]) -> dict[str, Any]:
    ready = dict(data)
    if isinstance(data.get("police_cards"), list):
        ready["police_cards"] = [
            _with_event(card, f"police_cards[{index}]", problems) for index, card in enumerate(data["police_cards"])
        ]
    for table in ("own_items", "mafia_cards"):
        if isinstance(data.get(table), list):
            ready[table] = [_with_effects(row, f"{table}[{index}]", problems) for index, row in enumerate(data[table])]
    if isinstance(data.get("scenarios"), list):
        ready["scenarios"] = [
            _with_cards(scenario, f"scenarios[{index}]", problems) for index, scenario in enumerate(data["scenarios"])
        ]
    return ready


def _with_event(card: object, path: str, problems: list[Fault]) -> object:
    if not isinstance(card, dict) or not isinstance(card.get("event"), dict):
        return card
    return card | {"event": _with_effects(card["event"], below(path, "event"), problems)}


def _with_cards(scenario: object, path: str, problems: list[Fault]) -> object:
    if not isinstance(scenario, dict) or not isinstance(scenario.get("cards"), list):
        return scenario
    for place, card in entries(scenario, "cards"):
        challenge = card.get("final_challenge")
        if isinstance(challenge, dict):
            problems.extend(need_problems(challenge.get("need"), f"{path}.{place}.final_challenge.need"))
    cards = [_with_effects(card, f"{path}.cards[{index}]", problems) for index, card in enumerate(scenario["cards"])]
    return scenario | {"cards": cards}


def _with_effects(card: Any, path: str, problems: list[Fault]) -> Any:
    if not isinstance(card, dict) or "effects" not in card:
        return card
    return card | {"effects": prepare_effects(card["effects"], below(path, "effects"), problems)}


# The invariants across the fields of a pack.

LEAST_SQUARES = 6
"""Six items are placed on six different squares at the start (R-NYC-13)."""
MOST_SQUARES = 200
"""A limit far above any board, but small enough to draw."""
PRINTED = {"characters": 4, "mafia_cards": 50, "police_cards": 23, "scenarios": 4}
"""The printed numbers (R-NYC-03 to R-NYC-05)."""
COLOUR_NAMES = {"blue": T("blue"), "red": T("red"), "yellow": T("yellow")}
ALL_ITEMS, INFO_OF_A_COLOUR, ALL_STORY_CARDS = 20, 10, 15
LEAST_CARDS = 2
"""A story has at least a first and a last card."""


def broken_invariants(pack: dict[str, Any]) -> Iterator[Fault]:
    """Every broken invariant of a pack, as ``field.path: sentence``."""
    yield from wrong_counts(pack, PRINTED)
    yield from _squares(pack)
    yield from _characters(pack)
    yield from _items(pack)
    yield from _info_tokens(pack)
    for field in ("mafia_cards", "police_cards", "scenarios"):
        yield from repeated(entries(pack, field), "id")
    yield from _stories(pack)


def square_ids(pack: dict[str, Any]) -> list[str]:
    """The ids of all squares that have one."""
    ids = [square.get("id") for _, square in entries(pack, "board", "squares")]
    return [name for name in ids if isinstance(name, str)]


def item_ids(pack: dict[str, Any]) -> set[str]:
    """The ids of all items that only this box has."""
    ids = [item.get("id") for _, item in entries(pack, "own_items")]
    return {name for name in ids if isinstance(name, str)}


def _squares(pack: dict[str, Any]) -> Iterator[Fault]:
    found = entries(pack, "board", "squares")
    if found and len(found) < LEAST_SQUARES and _whole(pack):
        yield Fault(
            "board.squares",
            T("there must be at least {least}, there are {count}", least=LEAST_SQUARES, count=len(found)),
        )
    if len(found) > MOST_SQUARES:
        wrong = T("there must be at most {most}, there are {count}", most=MOST_SQUARES, count=len(found))
        yield Fault("board.squares", wrong)
        return
    yield from repeated(found, "id")
    links: dict[str, list[str]] = {}
    for path, square in found:
        name, listed = square.get("id"), square.get("neighbours")
        neighbours = [other for other in listed if isinstance(other, str)] if isinstance(listed, list) else []
        if isinstance(name, str):
            links.setdefault(name, neighbours)
            if name in NEVER_SQUARES:
                yield Fault(
                    f"{path}.id", T('"{name}" has a meaning in effects, so no square may be called so', name=str(name))
                )
        if name in neighbours:
            yield Fault(f"{path}.neighbours", T('"{name}" is its own neighbour', name=str(name)))
        for other in (other for other, times in Counter(neighbours).items() if times > 1):
            yield Fault(f"{path}.neighbours", T('names "{other}" more than once', other=other))
    yield from _connections(found, links, whole=_whole(pack))


def _connections(found: list[Found], links: dict[str, list[str]], *, whole: bool) -> Iterator[Fault]:
    for path, square in found:
        name = square.get("id")
        for other in dict.fromkeys(links.get(name, [])) if isinstance(name, str) else ():
            if other in links and name not in links[other]:
                yield Fault(
                    f"{path}.neighbours", T('"{other}" does not name "{name}" back', other=other, name=str(name))
                )
    if not links or not whole:
        return
    both_ways: dict[str, list[str]] = {name: [] for name in links}
    for name, neighbours in links.items():
        for other in neighbours:
            if other in links:
                both_ways[name].append(other)
                both_ways[other].append(name)
    start = next(iter(links))
    lost = sorted(links.keys() - distances(both_ways, start).keys())
    if lost:
        yield Fault("board.squares", T('{what} cannot be reached from "{start}"', what=", ".join(lost), start=start))


def _characters(pack: dict[str, Any]) -> Iterator[Fault]:
    found = entries(pack, "characters")
    yield from _each_once(found, "characters", "role", get_args(Role))
    for path, character in found:
        role, skill, dice = character.get("role"), character.get("skill"), character.get("dice")
        due = SKILL_OF_ROLE.get(role) if isinstance(role, str) else None
        if due is not None and skill in SKILL_OF_ROLE.values() and skill != due:
            yield Fault(
                f"{path}.skill", T('the {role} has "{due}", not "{skill}"', role=str(role), due=due, skill=str(skill))
            )
        if isinstance(dice, dict) and len(dice) == 3 and all(count == 0 for count in dice.values()):
            yield Fault(f"{path}.dice", T("there must be at least one die"))


def _each_once(found: list[Found], where: str, field: str, due: Iterable[str]) -> Iterator[Fault]:
    yield from repeated(found, field)
    missing = [name for name in due if name not in [entry.get(field) for _, entry in found]]
    if found and missing:
        yield Fault(where, T("there is no {field} {missing}", field=field, missing=", ".join(missing)))


def _items(pack: dict[str, Any]) -> Iterator[Fault]:
    """R-NYC-114 to R-NYC-125."""
    found, unknown = entries(pack, "items"), unknown_of(pack, "items")
    if unknown:
        yield from repeated(found, "kind")
    else:
        yield from wrong_counts(pack, {"items": len(get_args(ItemKind))})
        yield from _each_once(found, "items", "kind", get_args(ItemKind))
    total, own = sum_of(found, "count") + unknown, entries(pack, "own_items")
    yield from repeated(own, "id")
    for path, item in own:
        if item.get("id") in (*get_args(ItemKind), UNKNOWN):
            yield Fault(f"{path}.id", T('"{name}" is an item of the rulebook', name=str(item["id"])))
    if own and total <= ALL_ITEMS <= total + sum_of(own, "count"):
        return
    if (found or unknown) and total != ALL_ITEMS:
        yield Fault("items", T("the counts must add up to {all_items}, not {total}", all_items=ALL_ITEMS, total=total))


def _info_tokens(pack: dict[str, Any]) -> Iterator[Fault]:
    found = entries(pack, "info_tokens")
    yield from repeated(found, "colour", "cost")
    if not found and "info_tokens" not in pack:
        return
    unknown = unknown_of(pack, "info_tokens")
    missing = 0
    for colour in get_args(Colour):
        total = sum_of((entry for entry in found if entry[1].get("colour") == colour), "count")
        missing += INFO_OF_A_COLOUR - total
        if differs(pack, "info_tokens"):
            continue
        if total > INFO_OF_A_COLOUR or (total < INFO_OF_A_COLOUR and not unknown):
            wrong = T(
                "the counts of {colour} must add up to {due}, not {total}",
                colour=COLOUR_NAMES[colour],
                due=INFO_OF_A_COLOUR,
                total=total,
            )
            yield Fault("info_tokens", wrong)
    if unknown and missing != unknown:
        wrong = T(
            "{missing} of {printed} are not on the sheet, but {unknown} are said to be unknown",
            missing=missing,
            printed=3 * INFO_OF_A_COLOUR,
            unknown=unknown,
        )
        yield Fault("info_tokens", wrong)


def _stories(pack: dict[str, Any]) -> Iterator[Fault]:
    """R-NYC-05. An incomplete box needs at least one playable story."""
    found, unknown = entries(pack, "scenarios"), unknown_of(pack, "scenarios")
    if unknown and pack.get("scenarios") == []:
        yield Fault("scenarios", T("there must be at least one to play"))
    tutorials = [path for path, scenario in found if scenario.get("tutorial") is True]
    if found and len(tutorials) not in ((0, 1) if unknown else (1,)):
        yield Fault(
            "scenarios",
            T("exactly one must be the tutorial, not {count}{where}", count=len(tutorials), where=which(tutorials)),
        )
    cards = sum(len(entries(scenario, "cards")) for _, scenario in found)
    left = ALL_STORY_CARDS - cards - LEAST_CARDS * unknown
    open_ = unknown or any(scenario.get("whole") is False for _, scenario in found)
    if found and open_ and left < 0:
        wrong = T(
            "there must be {due} story cards in all, there are {cards}, {unknown} stories of at least {least} are "
            "still to come", due=ALL_STORY_CARDS, cards=cards, unknown=unknown, least=LEAST_CARDS,
        )  # fmt: skip
        yield Fault("scenarios", wrong)
    elif found and not open_ and left:
        wrong = T("there must be {due} story cards in all, there are {cards}", due=ALL_STORY_CARDS, cards=cards)
        yield Fault("scenarios", wrong)
    tracks = pack.get("tracks")
    for path, scenario in found:
        yield from _story(path, scenario, _length(tracks, "alert"), _length(tracks, "story"), whole=_whole(pack))


def _length(tracks: object, name: str) -> int | None:
    track = tracks.get(name) if isinstance(tracks, dict) else None
    return number(track.get("length")) if isinstance(track, dict) else None


def _story(
    path: str, scenario: dict[str, Any], alert: int | None, story: int | None, *, whole: bool
) -> Iterator[Fault]:
    """One story. While the board is not ``whole``, its ending and its card 0 may be missing; and so may the cards after
    those that are listed if it says that it is not whole itself."""
    told = scenario.get("whole") is not False
    whole = whole and told
    limit = number(scenario.get("alert_limit"))
    if limit is not None and alert is not None and limit > alert:
        yield Fault(
            f"{path}.alert_limit",
            T("{limit} is beyond the alert track, which ends at {alert}", limit=limit, alert=alert),
        )
    cards = [(f"{path}.{place}", card) for place, card in entries(scenario, "cards")]
    if told and isinstance(scenario.get("cards"), list) and len(cards) < LEAST_CARDS:
        wrong = T("there must be at least {least}, there are {count}", least=LEAST_CARDS, count=len(cards))
        yield Fault(f"{path}.cards", wrong)
    for index, (place, card) in enumerate(cards):
        if number(card.get("index")) not in (None, index):
            yield Fault(
                f"{place}.index",
                T("must be {index}, not {what}: cards stand in their order, from 0", index=index, what=card["index"]),
            )
        yield from _final_challenge(place, card, last=index == len(cards) - 1, whole=whole)
        yield from starting_cars(place, card, alert if limit is None else limit, first=index == 0, whole=whole)
    yield from _positions(cards, story)


def _positions(cards: list[Found], length: int | None) -> Iterator[Fault]:
    before = 0
    for index, (place, card) in enumerate(cards):
        position = number(card.get("position"))
        if index == 0:
            if card.get("position") is not None:
                yield Fault(f"{place}.position", T("card 0 is turned over at the start and lies nowhere on the track"))
        elif card.get("position") is None:
            yield Fault(f"{place}.position", T("is missing; only card 0 has none"))
        elif position is not None:
            if position <= before:
                wrong = T(
                    "{position} must be more than that of the card before, {before}", position=position, before=before
                )
                yield Fault(f"{place}.position", wrong)
            if length is not None and position > length:
                yield Fault(
                    f"{place}.position",
                    T("{position} is beyond the story track, which ends at {length}", position=position, length=length),
                )
            before = max(before, position)


def _final_challenge(place: str, card: dict[str, Any], *, last: bool, whole: bool) -> Iterator[Fault]:
    if last and whole and card.get("final_challenge") is None:
        yield Fault(f"{place}.final_challenge", T("is missing; the last card of a story has one"))
    if not last and card.get("final_challenge") is not None:
        yield Fault(f"{place}.final_challenge", T("only the last card of a story has one"))


def starting_cars(place: str, card: dict[str, Any], limit: int | None, *, first: bool, whole: bool) -> Iterator[Fault]:
    """The faults of the police cars on a story card; ``limit`` is the end of the alert track."""
    if not first:
        for field in ("alert_cars", "first_round_cars"):
            if card.get(field) is not None:
                yield Fault(f"{place}.{field}", T("only card 0 has it"))
        return
    if card.get("alert_cars") is None and whole:
        yield Fault(f"{place}.alert_cars", T("is missing; card 0 says where police cars stand on the alert track"))
    cars = numbers(card.get("alert_cars"))
    for position in (position for position, times in Counter(cars).items() if times > 1):
        yield Fault(f"{place}.alert_cars", T("names {position} more than once", position=position))
    for position in sorted(set(cars)):
        if limit is not None and position > limit:
            yield Fault(
                f"{place}.alert_cars",
                T("{position} is beyond the alert limit, {limit}", position=position, limit=limit),
            )
    beside = number(card.get("first_round_cars"))
    total = len(cars) + (FIRST_ROUND_CARS if beside is None else beside)
    if total > CARS:
        wrong = T(
            "{count} cars here and {what} in round 1 are more than {most}",
            count=len(cars),
            what=total - len(cars),
            most=CARS,
        )
        yield Fault(f"{place}.alert_cars", wrong)


# The parts that a box may lack while its board is incomplete: dice, the square of a police card, and the content of
# story cards.

NO_SQUARE = ""
"""Stands for the square of a police card that nobody has told."""
NOTHING: Mapping[str, Any] = {"mafia_per_turn": 0, "bag_add": {}, "effects": []}
"""Placeholders for the content of a story card."""
LATER = frozenset({"dice", *NOTHING})
"""Fields that may be missing: without dice the table rolls, and a card is entered when it is turned up."""
FINAL = "final"
"""Key of a story's final challenge."""
NO_END = "tracks.{name}.length"
"""Key of a track whose end is not known."""
MOST_TRACK = 40
"""Where a track whose end is not known ends at most."""


def fill_gaps(pack: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Fill in placeholders for missing parts of a pack; returns the JSON, and the missing parts of its stories.

    These are listed by story id, as card numbers or ``FINAL``. With a whole board only stories that are not whole lack
    anything.
    """
    whole = _whole(pack)
    stories = [story for _, story in entries(pack, "scenarios")]
    if whole and all(story.get("whole") is not False for story in stories):
        return pack, []
    filled, missing = copy.deepcopy(pack), list[str]()
    if not whole:
        missing = _fill_tracks(filled)
        for _, card in entries(filled, "police_cards"):
            card.update(_without_square(card))
        for _, person in entries(filled, "characters"):
            if person.get("dice") in (None, {}):
                person["dice"] = dict.fromkeys(COLOURS, 0)
    squares = [square.get("id") for _, square in entries(filled, "board", "squares")]
    for _, story in entries(filled, "scenarios"):
        if not whole or story.get("whole") is False:
            missing += _fill_story(story, squares)
    return filled, missing


def _fill_story(story: dict[str, Any], squares: Sequence[Any]) -> list[str]:
    """Fill in what the cards of a story lack, and cards up to the printed number; returns what was missing."""
    missing: list[str] = []
    cards = [card for _, card in entries(story, "cards")]
    if cards and cards[-1].get("final_challenge") is not None:
        story["whole"] = True
    if story.get("whole") is False and isinstance(story.get("cards"), list):
        cards += [{"index": index} for index in range(len(cards), ALL_STORY_CARDS)]
        story["cards"] = cards
    for index, card in enumerate(cards):
        lacks = {name: nothing for name, nothing in NOTHING.items() if card.get(name) is None}
        no_cars = not index and card.get("alert_cars") is None
        if lacks or no_cars or not (card.get("text") or card.get("effects")):
            if lacks.keys() - {"effects"} or no_cars:
                missing.append(numbers_key(str(story.get("id")), index))
            cars = {} if index else {"alert_cars": card.get("alert_cars") or []}
            card.update(copy.deepcopy({"text": card.get("text") or "", **lacks, **cars}))
            missing.append(card_key(str(story.get("id")), index))
    last = cards[-1] if cards and story.get("whole") is not False else {"final_challenge": {}}
    if last.get("final_challenge") is None and squares:
        last["final_challenge"] = {"square": squares[0], "text": "", "need": {"table": True}}
        missing.append(card_key(str(story.get("id")), FINAL))
    return missing


def _whole(pack: Mapping[str, Any]) -> bool:
    board = pack.get("board")
    return not isinstance(board, dict) or board.get("whole") is not False


def _without_square(card: Mapping[str, Any]) -> dict[str, Any]:
    """A police card that may lack its square."""
    return {**card, "square": NO_SQUARE} if card.get("square") is None else dict(card)


def _said(references: Iterable[Reference]) -> list[Reference]:
    """The references without those of police cards whose square is not known."""
    return [one for one in references if one.name or not CARD_SQUARE.fullmatch(one.path)]


CARD_SQUARE = re.compile(r"(?:police_cards\[\d+\]\.)?square")


def _fill_tracks(filled: dict[str, Any]) -> list[str]:
    tracks, missing = filled.get("tracks"), list[str]()
    for name in ("alert", "story"):
        track = tracks.get(name) if isinstance(tracks, dict) else None
        if isinstance(track, dict) and track.get("length") is None:
            track["length"] = MOST_TRACK
            missing.append(NO_END.format(name=name))
    return missing


def card_key(story: str, card: int | str) -> str:
    """The key of a card, or of ``FINAL``, among the missing parts."""
    return f"{story}:{card}"


def numbers_key(story: str, card: int) -> str:
    """The key of a card whose numbers are missing too; people enter them when it is turned up."""
    return f"{story}:{card}:numbers"


# The tables that fill decks and bags, and their rows (core/WIRE.md, Boxes known in part).

RESERVES = tuple(f"reserve:{colour}" for colour in get_args(Colour))


def _token(row: Mapping[str, Any]) -> str:
    return kind_of(str(row["colour"]), int(row["cost"]))


STOCKS = {
    "mafia_cards": Stock(T("Mafia cards"), "mafia", ("mafia",), MafiaCard),
    "police_cards": Stock(T("Police cards"), "police", ("police",), PoliceCard),
    "info_tokens": Stock(
        T("Info tokens"), "info", ("info", *RESERVES), InfoTokenData, ("colour", "cost"), drawn_as=_token
    ),
    "items": Stock(T("Items"), "items", ("items",), ItemData, ("kind",)),
}


SQUARES: Final = "board.squares"
"""The squares of a board that is not whole: cards name them, and so a game can teach them to the box."""
GROWING = {**STOCKS, SQUARES: Stock(T("Squares"), "squares", (), SquareData, growing=True)}


def stocks(pack: NewYorkPack) -> Mapping[str, Stock]:
    """The tables that a game can add to; on a board that is not whole the squares, too."""
    return STOCKS if pack.board.whole else GROWING


def check_row(pack: NewYorkPack, table: str, row: object) -> None:
    """Refuse an invalid row as ``malformed``, and a square or an item that the box has not as ``unknown``."""
    problems: list[Fault] = []
    lacks = table == "police_cards" and not pack.board.whole
    ready = _without_square(row) if lacks and isinstance(row, dict) else row
    found = examine(stocks(pack)[table].row, _ready(ready, problems))
    problems += found.problems
    if problems:
        text = T("This is no row of that table: {problem}.", problem=problems[0])
        raise Refused("malformed", text, fault=problems[0])
    references = _said(found.references) if lacks else found.references
    squares, items = {square.id for square in pack.board.squares}, {item.id for item in pack.own_items}
    for problem in unknown_names(references, squares, items):
        raise Refused("unknown", T("This row names something that is not there: {problem}.", problem=problem))


def _ready(row: object, problems: list[Fault]) -> Any:
    event = row.get("event") if isinstance(row, dict) else None
    if not isinstance(row, dict) or not isinstance(event, dict):
        return _with_effects(row, "", problems)
    return row | {"event": event | {"effects": prepare_effects(event.get("effects"), "event.effects", problems)}}


# Story cards that people enter when they are turned up (R-NYC-95 to R-NYC-99).


class EnteredCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of every story card, except its position, which is entered before the game."""

    text: Text
    mafia_per_turn: Annotated[int, Meta(ge=0, le=10)]
    bag_add: BagAddition
    effects: list[AnyEffect]


class EnteredFirstCard(EnteredCard, frozen=True):
    """Card 0, with the police cars on the alert track."""

    alert_cars: list[Annotated[int, Meta(ge=1)]]
    first_round_cars: NotNegative | None = None


class EnteredLastCard(EnteredCard, frozen=True):
    """The last card, with the final challenge."""

    final_challenge: FinalChallenge


def card_kind(story: Scenario, index: int) -> type[EnteredCard]:
    """The record type of a story's card."""
    if not index:
        return EnteredFirstCard
    return EnteredLastCard if index == len(story.cards) - 1 else EnteredCard


def read_card(
    raw: object, story: Scenario, index: int, squares: frozenset[str], limit: int, items: Collection[str] = ()
) -> StoryCard:
    """Parse a card from JSON; ``limit`` is the end of the alert track.

    Raises ``Refused``: ``malformed``, ``unknown`` for a square or an item that the box has not, ``illegal`` for police
    cars that cannot be there.
    """
    kind, problems = card_kind(story, index), list[Fault]()
    ready = raw
    if isinstance(raw, dict):
        ready = raw | {"effects": prepare_effects(raw.get("effects"), "effects", problems)}
        challenge = raw.get("final_challenge")
        if isinstance(challenge, dict):
            problems.extend(need_problems(challenge.get("need"), "final_challenge.need"))
    findings = examine(kind, ready)
    for said in (*(fault.words for fault in findings.problems), *(fault.said for fault in problems)):
        raise Refused("malformed", T("This is no story card: {problem}.", problem=said), "R-NYC-95")
    for fault in unknown_names(findings.references, squares, items):
        raise Refused("unknown", T("This is no story card: {problem}.", problem=fault.said), "R-NYC-95")
    assert isinstance(raw, dict)
    for _ in starting_cars("", raw, limit, first=not index, whole=True):
        raise Refused("illegal", T("Police cars cannot stand like that on the alert track."), "R-NYC-16")
    entered = msgspec.convert(ready, kind)
    return StoryCard(index=index, position=story.cards[index].position, **structs.asdict(entered))
