"""The table as parts of the scene: the mine, and the order of bids or initiative."""

from __future__ import annotations

from typing import Literal

from companion.core.texts import T, Words
from companion.games.krysis.presenter.words.labels import (
    good_pieces,
    goods_of,
    goods_words,
    miner_icon,
    seat_icon,
    seat_name,
    space_name,
)
from companion.games.krysis.state import State, none, worth
from companion.scene.scene import Box, Order, Piece, Row, Standing


def rows(s: State) -> list[Row]:
    """The current level of the mine with its goods and miners; before it the entrances."""
    w = s.world
    if s.now.result is not None:
        return []
    if not s.now.round:
        boxes = [_box(s, index, [goods_of(w.start_spaces[index].crystals)]) for index in w.starts]
        return [Row("mine", T("The entrances of the mine"), boxes)]
    level = w.pack.levels[s.now.round - 1]
    boxes = [_box(s, space.id, [goods_of(option) for option in space.options]) for space in level.spaces]
    found = [Row("mine", T("Level {n} of the mine", n=s.now.round), boxes)]
    waiting = [seat for seat in w.seats if w.level_of[s.now.players[seat].miner or "I"] < s.now.round]
    if s.now.phase == "mining" and waiting:
        name = T("Miners still above, the last one is ahead")
        found.append(Row("above", name, [_above(s, seat) for seat in _ahead(s, waiting)], "small"))
    return found


def _ahead(s: State, seats: list[str]) -> list[str]:
    """Miners farther ahead come later."""
    return sorted(seats, key=lambda seat: s.world.ranks[s.now.players[seat].miner or "I"])


def _above(s: State, seat: str) -> Box:
    w, miner = s.world, s.now.players[seat].miner or "I"
    return Box(f"miner:{seat}", "", seat_name(w, seat), miner_icon(w, seat), note=space_name(w, miner))


def _box(s: State, space: str, options: list[dict[str, int]]) -> Box:
    """A space: its rank from 1, its goods, and the other groups of a question mark."""
    here = next((seat for seat in s.world.seats if s.now.players[seat].miner == space), None)
    same = [one for one, level in s.world.level_of.items() if level == s.world.level_of[space]]
    place = sorted(same, key=s.world.ranks.__getitem__).index(space) + 1
    note: Words | None = T("not told yet") if space in s.world.untold else None
    for goods in options[1:]:
        other = T("or {goods}", goods=goods_words(goods))
        note = other if note is None else T("{first}, {second}", first=note, second=other)
    pieces = good_pieces(options[0])
    if here is not None:
        pieces = [Piece(miner_icon(s.world, here), seat_name(s.world, here)), *pieces]
    state: Literal["quiet", "normal"] = "quiet" if here is not None and s.now.phase == "mining" else "normal"
    return Box(f"space:{space}", str(place), space_name(s.world, space), pieces=pieces, note=note, state=state)


def order(s: State) -> Order | None:
    """Bids once they are revealed, initiative once all agents are; in between nothing."""
    now = s.now
    if now.order is None:
        return None
    if now.phase == "mining":
        bids = {seat: str(worth(player.bid or none())) for seat, player in now.players.items()}
        return Order(T("Bids"), T("value"), [_standing(s, seat, bids[seat]) for seat in now.order])
    found = now.initiative or {}
    return Order(T("Turns"), T("initiative"), [_standing(s, seat, str(found.get(seat, ""))) for seat in now.order])


def _standing(s: State, seat: str, value: Words) -> Standing:
    now = s.now
    return Standing(
        seat,
        seat_name(s.world, seat),
        seat_icon(s.world, seat),
        value,
        active=seat == now.active,
        done=seat in now.done,
    )
