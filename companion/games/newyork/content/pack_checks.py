"""The invariants across fields of a pack (wire/newyork.md section 12, RULES 1.15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from companion.core.graph import distances
from companion.core.refusals import Fault, which
from companion.core.texts import T
from companion.core.validation import Found, entries, number, numbers, repeated, sum_of, unknown_of, wrong_counts
from companion.games.newyork.content.effect_data import RESERVED, Colour, Role
from companion.games.newyork.content.pack_data import FIRST_ROUND_CARS, SKILL_OF_ROLE, ItemKind

LEAST_SQUARES = 6
"""Six items are placed on six different squares at the start (R-NYC-13)."""
MOST_SQUARES = 200
"""A limit far above any board, but small enough to draw."""
ALL_CARS = 5
PRINTED = {"characters": 4, "mafia_cards": 50, "police_cards": 23, "scenarios": 4}
"""The printed numbers (R-NYC-03 to R-NYC-05)."""
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


def _squares(pack: dict[str, Any]) -> Iterator[Fault]:
    found = entries(pack, "board", "squares")
    if found and len(found) < LEAST_SQUARES:
        yield Fault(
            "board.squares",
            T(
                "there must be at least {least}, there are {count}",
                least=LEAST_SQUARES,
                count=len(found),
            ),
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
            if name in RESERVED:
                yield Fault(
                    f"{path}.id", T('"{name}" has a meaning in effects, so no square may be called so', name=str(name))
                )
        if name in neighbours:
            yield Fault(f"{path}.neighbours", T('"{name}" is its own neighbour', name=str(name)))
        for other in (other for other, times in Counter(neighbours).items() if times > 1):
            yield Fault(f"{path}.neighbours", T('names "{other}" more than once', other=other))
    board = pack.get("board")
    yield from _connections(found, links, whole=not isinstance(board, dict) or board.get("whole") is not False)


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
    total = sum_of(found, "count") + unknown
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
        if total > INFO_OF_A_COLOUR or (total < INFO_OF_A_COLOUR and not unknown):
            yield Fault(
                "info_tokens",
                T(
                    "the counts of {colour} must add up to {due}, not {total}",
                    colour=colour,
                    due=INFO_OF_A_COLOUR,
                    total=total,
                ),
            )
    if unknown and missing != unknown:
        yield Fault(
            "info_tokens",
            T(
                "{missing} of {printed} are not on the sheet, but {unknown} are said to be unknown",
                missing=missing,
                printed=3 * INFO_OF_A_COLOUR,
                unknown=unknown,
            ),
        )


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
    if found and unknown and left < 0:
        wrong = T(
            "there must be {due} story cards in all, there are {cards}, {unknown} stories of at least {least} are "
            "still to come", due=ALL_STORY_CARDS, cards=cards, unknown=unknown, least=LEAST_CARDS,
        )  # fmt: skip
        yield Fault("scenarios", wrong)
    elif found and not unknown and left:
        wrong = T("there must be {due} story cards in all, there are {cards}", due=ALL_STORY_CARDS, cards=cards)
        yield Fault("scenarios", wrong)
    tracks, board = pack.get("tracks"), pack.get("board")
    whole = not isinstance(board, dict) or board.get("whole") is not False
    for path, scenario in found:
        yield from _story(path, scenario, _length(tracks, "alert"), _length(tracks, "story"), whole=whole)


def _length(tracks: object, name: str) -> int | None:
    track = tracks.get(name) if isinstance(tracks, dict) else None
    return number(track.get("length")) if isinstance(track, dict) else None


def _story(
    path: str, scenario: dict[str, Any], alert: int | None, story: int | None, *, whole: bool
) -> Iterator[Fault]:
    """One story. Its ending and its card 0 may be missing while the board is not ``whole``."""
    limit = number(scenario.get("alert_limit"))
    if limit is not None and alert is not None and limit > alert:
        yield Fault(
            f"{path}.alert_limit",
            T("{limit} is beyond the alert track, which ends at {alert}", limit=limit, alert=alert),
        )
    cards = [(f"{path}.{place}", card) for place, card in entries(scenario, "cards")]
    if isinstance(scenario.get("cards"), list) and len(cards) < LEAST_CARDS:
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
                yield Fault(
                    f"{place}.position",
                    T(
                        "{position} must be more than that of the card before, {before}",
                        position=position,
                        before=before,
                    ),
                )
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


def told(card: Mapping[str, Any]) -> bool:
    """True if the numbers and effects of a story card are known."""
    return all(card.get(name) is not None for name in ("mafia_per_turn", "bag_add", "effects"))


def starting_cars(place: str, card: dict[str, Any], limit: int | None, *, first: bool, whole: bool) -> Iterator[Fault]:
    """The faults of the police cars on a story card; ``limit`` is the end of the alert track."""
    if not first:
        for field in ("alert_cars", "first_round_cars"):
            if card.get(field) is not None:
                yield Fault(f"{place}.{field}", T("only card 0 has it"))
        return
    if card.get("alert_cars") is None and (whole or told(card)):
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
    if total > ALL_CARS:
        yield Fault(
            f"{place}.alert_cars",
            T(
                "{count} cars here and {what} in round 1 are more than {most}",
                count=len(cars),
                what=total - len(cars),
                most=ALL_CARS,
            ),
        )
