"""Three Days in Lanternhead, the pack that comes with the companion, is complete and good to play with."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.core.texts import plain, translated
from companion.games.escape.content import CityTile, EscapePack
from companion.packs import load_pack
from tests.packs.changes import Escape

LANGUAGES = ("en", "es")
LONGEST_NAME, LONGEST_TEXT = 24, 90


@pytest.fixture(scope="module")
def pack() -> EscapePack:
    loaded = load_pack(Escape())
    assert isinstance(loaded.pack, EscapePack)
    return loaded.pack


def names(pack: EscapePack) -> Iterator[str | None]:
    """Every name of a card or tile that the pack has in its own language."""
    yield from (entry.name for entry in (*pack.contacts, *pack.business, *pack.safe_houses))


def texts(pack: EscapePack) -> Iterator[str | None]:
    """Every sentence for people."""
    yield from (card.text for card in (*pack.contacts, *pack.escape_plans))
    yield from pack.day_change or []


def words_for_ids(pack: EscapePack) -> set[str]:
    """Every id, type, colour, back and scoring line that has no name of its own in the pack."""
    return {
        *(tile.id for tile in pack.city_tiles),
        *(officer.type for officer in pack.officers),
        *(tile.type for tile in (*pack.lockers, *pack.equipment)),
        *(key.colour for key in pack.keys),
        *(tile.back for tile in pack.exit_tiles),
        *(line.line for line in pack.scoring or []),
    }


def test_every_text_is_there_in_english_and_in_spanish_and_nothing_else_is(pack: EscapePack) -> None:
    written = {text for text in (pack.name, *names(pack), *texts(pack)) if text is not None}
    assert pack.texts["en"].keys() == words_for_ids(pack)
    assert pack.texts["es"].keys() == words_for_ids(pack) | written
    for words in pack.texts.values():
        assert all(text.strip() == text != "" for text in words.values())


def test_every_card_says_something(pack: EscapePack) -> None:
    assert None not in {*names(pack), *texts(pack)}


def test_names_and_texts_fit_a_card_in_both_languages(pack: EscapePack) -> None:
    for found, longest in ((names(pack), LONGEST_NAME), (texts(pack), LONGEST_TEXT)):
        for text in found:
            for language in LANGUAGES:
                shown = plain(translated(pack.texts, str(text), pack.language), language)
                assert 4 <= len(shown) <= longest, shown
    for name in words_for_ids(pack):
        assert all(len(pack.texts[language][name]) <= LONGEST_NAME for language in LANGUAGES), name


def test_nothing_is_called_the_same_twice(pack: EscapePack) -> None:
    for language in LANGUAGES:
        for entries in (pack.contacts, pack.business, pack.safe_houses):
            shown = [plain(translated(pack.texts, str(entry.name)), language) for entry in entries]
            assert len(set(shown)) == len(shown)
        tiles = [pack.texts[language][tile.id] for tile in pack.city_tiles]
        assert len(set(tiles)) == len(tiles)


def test_kinds_are_split_evenly(pack: EscapePack) -> None:
    assert {officer.count for officer in pack.officers} == {10}
    assert set(Counter(locker.type for locker in pack.lockers).values()) == {5}
    assert set(Counter(tile.type for tile in pack.equipment).values()) == {4}
    assert set(Counter(key.colour for key in pack.keys).values()) == {3}
    assert set(Counter(tile.back for tile in pack.exit_tiles).values()) == {5}


def test_every_business_safe_house_and_gang_member_finds_a_place(pack: EscapePack) -> None:
    coming = [tile for tile in pack.city_tiles if tile.group != "start"]
    assert sum(tile.business for tile in coming) == len(pack.business)
    assert sum(tile.safe_house for tile in coming) == len(pack.safe_houses)
    assert sum(tile.gang for tile in coming) == 3


def test_exits_lie_in_different_stacks(pack: EscapePack) -> None:
    assert len({tile.group for tile in pack.city_tiles if tile.exit is not None}) == 3


def test_who_is_first_out_pays_nothing_and_whoever_follows_pays_more(pack: EscapePack) -> None:
    assert pack.exit_cost is not None
    assert pack.exit_cost.keys() == {"1", "2", "3", "4", "5"}
    for costs in pack.exit_cost.values():
        assert costs[0] == 0
        assert costs == sorted(set(costs))


def test_what_is_bad_takes_points_off(pack: EscapePack) -> None:
    bad = {line.from_ for line in pack.scoring or [] if line.sign == -1}
    assert bad == {"wounds", "handcuffs", "notoriety"}


def test_tables_of_values_reach_as_far_as_their_counts(pack: EscapePack) -> None:
    lines = {line.from_: line for line in pack.scoring or []}
    assert len(lines["notoriety"].table or []) == (pack.notoriety.max or 0) + 1
    assert len(lines["assets"].table or []) == 1 + 7


@pytest.mark.rule("R-EP-62", "R-EP-63")
@pytest.mark.parametrize("seed", range(40))
def test_whatever_order_tiles_come_in_each_finds_a_place(pack: EscapePack, seed: int) -> None:
    """It touches two others at least, with a corner too, and on one side land meets its kind."""
    luck = random.Random(seed)
    start, coming = ([tile for tile in pack.city_tiles if (tile.group == "start") is first] for first in (True, False))
    luck.shuffle(coming)
    board = {place: turned(tile, luck.randrange(4)) for place, tile in zip([(0, 0), (1, 0)], start, strict=True)}
    for tile in coming:
        fitting = [
            (place, lands)
            for place in sorted({spot for lain in board for spot in around(lain)} - board.keys())
            for lands in (turned(tile, quarters) for quarters in range(4))
            if sum(spot in board for spot in (*around(place), *corners(place))) >= 2
            and any(
                spot in board and board[spot][(side + 2) % 4] == lands[side] for side, spot in enumerate(around(place))
            )
        ]
        place, lands = luck.choice(fitting)
        board[place] = lands
    assert len(board) == len(pack.city_tiles)


def turned(tile: CityTile, quarters: int) -> list[str]:
    """The lands of a tile, clockwise from the side that is up."""
    edges = [str(land) for land in tile.edges or []]
    assert len(edges) == 4
    return edges[-quarters:] + edges[:-quarters] if quarters else edges


def corners(place: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = place
    return [(column + right, row + down) for right in (-1, 1) for down in (-1, 1)]


def around(place: tuple[int, int]) -> list[tuple[int, int]]:
    """The places beside it, clockwise from the one above."""
    column, row = place
    return [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
