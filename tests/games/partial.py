"""Incomplete boxes: games with them, compared with games of the complete box."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from companion.chance.playing import Player
from companion.core.answers import Answer, Draw, DrawUnknown, Pull, PullUnknown
from companion.core.asks import DrawAsk
from companion.core.learning import Stock, known_of, rows_of
from companion.core.state import State
from companion.games.game import Game
from companion.games.registry import load_game
from companion.packs.loader import LoadedPack, load_pack
from companion.table.table import Table
from tests.hands import apply_instructions

MOST = 120
SETTINGS = {"escape": {"plans": "private"}, "krysis": {"kr.home_ledger": "private"}}
"""Settings that make a game track all its decks."""
"""So many answers of a game are looked at."""


class Owner:
    """The owner of a complete box, of which the companion knows a part.

    ``told`` is the known share of each deck; ``bags``: bags are incomplete too. The upgrade that two players leave in
    the box is always known, because it is removed before any draw (R-CG-08).
    """

    def __init__(self, name: str, luck: Random, *, told: float | None = None, bags: bool = False) -> None:
        self.game: Game = load_game(name)
        self.luck = luck
        self.whole: LoadedPack = load_pack(self.game)
        self.held: dict[tuple[str, str], dict[str, Any]] = {}
        """The unknown rows, by table and id."""
        data = copy.deepcopy(self.whole.data)
        unknown = {}
        for path, stock in self.game.rules.stocks(self.whole.pack).items():
            if stock.counted and not bags:
                continue
            unknown[path] = self._hold_back(data, path, stock, luck.random() if told is None else told)
        data |= {"unknown": left} if (left := {path: n for path, n in unknown.items() if n}) else {}
        self.part: LoadedPack = self.whole.with_data(self.game.rules, data)

    def _hold_back(self, data: dict[str, Any], path: str, stock: Stock, told: float) -> int:
        rows = rows_of(data, path)
        before = known_of(data, path, stock).known
        for row in list(rows):
            if self.luck.random() < told or row.get("not_in_2p"):
                continue
            if stock.counted:
                gone = self.luck.randint(1, row["count"]) if row["count"] else 0
                row["count"] -= gone
                if row["count"] == 0 and gone:
                    rows.remove(row)
            else:
                rows.remove(row)
                self.held[path, row["id"]] = row
        return before - known_of(data, path, stock).known

    def table(
        self, box: LoadedPack, seats: list[str], settings: dict[str, str], modes: dict[str, str] | None = None
    ) -> Table:
        """A game with that box; people enter chance, except where ``modes`` says otherwise."""
        chance = dict.fromkeys(self.game.rules.chance_items, "asked") | (modes or {})
        return Table(self.game, box, seats, SETTINGS.get(self.game.name, {}) | settings, chance=chance)

    def table_of(self, answer: Answer) -> str | None:
        """The table of a drawn card that is still unknown."""
        if not isinstance(answer, Draw):
            return None
        for path, stock in self.game.rules.stocks(self.whole.pack).items():
            if (path, answer.card) in self.held and answer.deck in stock.places:
                return path
        return None


def seats_of(game: Game, luck: Random) -> list[str]:
    pack = load_pack(game).pack
    least, most = game.rules.seat_limits(pack)
    return [seat for seat, _ in game.rules.seats(pack)][: luck.randint(least, most)]


def same_answers(part: Table, whole: Table) -> None:
    """Assert that both list the same answers, except for unknown cards."""
    known, listed = part.legal(), whole.legal()
    if listed is None or known is None or not isinstance(whole.ask, DrawAsk):
        assert known == listed
        return
    left = [answer for answer in known if not isinstance(answer, DrawUnknown)]
    assert all(answer in listed for answer in left)
    assert (len(left) < len(listed)) == (len(left) < len(known))


def told_on_the_way(name: str, luck: Random, *, told: float | None = None) -> None:
    """Assert that a box completed card by card behaves like the complete one, and ends up equal."""
    owner = Owner(name, luck, told=told)
    seats = seats_of(owner.game, luck)
    whole, part = owner.table(owner.whole, seats, {}), owner.table(owner.part, seats, {})
    player = at_random(owner.game, luck)
    for _ in range(MOST):
        assert part.facts() == whole.facts()
        assert part.ask == whole.ask
        same_answers(part, whole)
        legal = whole.legal()
        if whole.over:
            break
        if legal is None:
            faces = {die: luck.choice(list(sides)) for die, sides in (whole.faces() or {}).items()}
            answer: Any = {"do": "roll", "faces": faces}
        else:
            answer = player(whole.state, legal)
            path = owner.table_of(answer)
            if path is not None:
                known = part.known(path)
                part.learn(path, owner.held.pop((path, answer.card)))
                assert (part.known(path).known, part.known(path).unknown) == (known.known + 1, known.unknown - 1)
        assert msgspec.to_builtins(part.answer(answer).instructions) == msgspec.to_builtins(
            whole.answer(answer).instructions
        )
    for (path, _), row in list(owner.held.items()):
        part.learn(path, row)
    assert part.facts() == whole.facts()
    assert part.hash() == whole.hash()
    assert by_id(part.box.data) == by_id(whole.box.data)


def by_id(data: Any) -> Any:
    """A pack with its rows sorted by id."""
    if isinstance(data, dict):
        return {name: by_id(value) for name, value in data.items()}
    if isinstance(data, list) and all(isinstance(row, dict) and "id" in row for row in data):
        return sorted(map(by_id, data), key=lambda row: row["id"])
    return data


def played_with_gaps(name: str, luck: Random) -> None:
    """Assert sync, undo, redo and resume while unknown cards are drawn."""
    owner = Owner(name, luck, bags=True)
    seats = seats_of(owner.game, luck)
    table = owner.table(owner.part, seats, {"advanced": luck.choice(["off", "on"])} if name == "krysis" else {})
    goes_on(owner, table, luck)


def played_from_nothing(name: str, box: LoadedPack, luck: Random, most: int) -> Table:
    """The same with a new box, in which nothing is told; returns the table after so many answers."""
    owner = Owner(name, luck, bags=True)
    owner.part, owner.held = box, {}
    seats = [seat for seat, _ in owner.game.rules.seats(box.pack)][: len(seats_of(owner.game, luck))]
    table = owner.table(box, seats, owner.game.rules.settings_for(box.pack, seats))
    goes_on(owner, table, luck, most)
    return table


def goes_on(owner: Owner, table: Table, luck: Random, most: int = MOST) -> None:
    """Play, and check after each answer."""
    lying = apply_instructions({}, table.opening)
    player = at_random(owner.game, luck)
    for _ in range(most):
        if table.over:
            break
        assert lying == table.pieces()
        legal = table.legal()
        roll = luck.random()
        before = table.hash()
        if legal is None:
            faces = {die: luck.choice(list(sides)) for die, sides in (table.faces() or {}).items()}
            played = table.answer({"do": "roll", "faces": faces})
        elif roll < 0.1 and owner.held:
            path, id_ = luck.choice(sorted(owner.held))
            if table.known(path).unknown:
                facts = table.facts()
                table.learn(path, owner.held.pop((path, id_)))
                assert table.facts() == facts
            continue
        else:
            gaps = [answer for answer in legal if isinstance(answer, DrawUnknown | PullUnknown)]
            named = [answer for answer in legal if answer not in gaps]
            answer = gaps[0] if gaps and (roll < 0.6 or not named) else player(table.state, named)
            if isinstance(answer, Draw | Pull | DrawUnknown | PullUnknown):
                partial = (
                    answer.deck if isinstance(answer, Draw | DrawUnknown) else answer.bag
                ) in table.state.world.partial
                assert (table.odds() is None) == partial
            played = table.answer(answer)
        apply_instructions(lying, played.instructions)
        assert lying == table.pieces()
        back = table.undo()
        assert table.hash() == before
        apply_instructions(lying, back.instructions)
        assert lying == table.pieces()
        apply_instructions(lying, table.redo().instructions)
    resumed = Table.resume(owner.game, owner.part, table.setup, table.log, chance=table.chance)
    assert resumed.hash() == table.hash()
    assert resumed.box.data == table.box.data
    assert resumed.facts() == table.facts()


def at_random(game: Game, luck: random.Random) -> Player:
    """A player that picks uniformly among the legal answers; forms are filled in sensibly."""

    def play(state: State[Any, Any], legal: Sequence[Answer]) -> Answer:
        chosen = legal[int(luck.random() * len(legal))]
        return game.player.advise(state, [chosen], luck.random) if chosen.template else chosen

    return play
