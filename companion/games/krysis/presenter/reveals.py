"""Reveals: opened bids, and raids."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.instructions import Instruction, ident
from companion.core.texts import T
from companion.games.krysis.answers import Raid
from companion.games.krysis.presenter.words.labels import CAMP, good_pieces, goods_of, seat_icon, seat_name
from companion.games.krysis.presenter.words.lines import BIDS
from companion.games.krysis.state import State, worth
from companion.scene.reveals import Opened, Reveal


def reveals(s: State, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]) -> list[Reveal]:
    """The reveals of an answer."""
    if any(todo.verb == "tell" and todo.rule == BIDS for todo in instructions):
        return _bids(s)
    if isinstance(answer, Raid) and asked is not None and asked.who is not None:
        return [_raid(s, answer, asked.who)]
    return []


def _bids(s: State) -> list[Reveal]:
    """R-KR-19, R-KR-21: all bids, and the highest; none if nobody has bid anything."""
    first = next(iter(s.now.order or ()), None)
    bids = {seat: s.now.players[seat].bid for seat in s.world.seats}
    opened = [
        Opened(seat_name(s.world, seat), seat_icon(s.world, seat), good_pieces(bid), str(worth(bid)), seat == first)
        for seat, bid in bids.items()
        if bid is not None
    ]
    return [Reveal("bids", T("All bids are open."), CAMP, opened)] if any(one.pieces for one in opened) else []


def _raid(s: State, answer: Raid, seat: str) -> Reveal:
    """R-KR-51, R-KR-54: the raider, the victim, and the goods."""
    raided = ident(answer.camp) or answer.camp
    sides = [Opened(seat_name(s.world, one), seat_icon(s.world, one)) for one in (seat, raided)]
    words = T("{seat} raids the camp of {other}", seat=sides[0].name, other=sides[1].name)
    return Reveal("raid", words, CAMP, sides, good_pieces(goods_of(answer.goods)))
