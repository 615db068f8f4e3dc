"""Games to start, saved games, and the notes people made about a table, which are saved with it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from msgspec import structs

from companion.chance.dealer import CHANCE, Dealer, parted
from companion.chance.playing import PLAYER, without_seats
from companion.core.learning import Stock
from companion.core.refusals import BadPack
from companion.core.setup import SetupChoice
from companion.core.texts import Text, Words
from companion.games.game import Game
from companion.games.registry import game_names, load_game, playable
from companion.journal import By, Count, Journal, JournalError, ResultFilter, SavedGame, open_read_only
from companion.lookback.dice import GameDice, dice_records, public_logs
from companion.lookback.lookback import settle
from companion.packs.loader import InstalledPack, LoadedPack, installed_packs, load_again, load_pack, named_game
from companion.scene.scene import Scene
from companion.session.session import Session
from companion.table.companions import COMPANIONS, checked_levels, settings_with_companions
from companion.table.learned import learns
from companion.table.log import Setup
from companion.table.people import PEOPLE
from companion.table.result import GameResult
from companion.table.table import Table
from ui.base.language import say

# Notes about a table: where people sit, where tiles are, that the game was put away.

SIDES = "sides"
SKETCH = "sketch"
AWAY = "away"


def side_of(table: Table, seat: str | None, others: int = 0) -> int:
    """Rotation of the picture for ``seat``, 0 or 180 degrees; ``others`` if its side is not known."""
    sides: dict[str, int] = table.notes.get(SIDES, {})
    return (180 if sides[seat] == 180 else 0) if seat in sides else others


def turn_side(table: Table, seat: str, others: int = 0) -> None:
    """Move ``seat`` to the side opposite its current one."""
    sides: dict[str, int] = dict(table.notes.get(SIDES, {}))
    sides[seat] = 180 - side_of(table, seat, others)
    table.note(SIDES, sides)


def sketch_of(table: Table) -> dict[str, tuple[int, int, int]]:
    """Positions of tiles: column and row (any integers, rows downwards), quarter turns clockwise."""
    return {tile: (int(x), int(y), int(turns) % 4) for tile, (x, y, turns) in table.notes.get(SKETCH, {}).items()}


def put_tile(table: Table, tile: str, place: tuple[int, int, int]) -> None:
    """Set or change the position of a tile."""
    table.note(SKETCH, {name: list(at) for name, at in {**sketch_of(table), tile: place}.items()})


def mark_away(table: Table) -> None:
    """Mark that people left this game for something else."""
    table.note(AWAY, True)


def clear_away(table: Table) -> None:
    """Clear that mark."""
    if table.notes.get(AWAY):
        table.note(AWAY, False)


class Offers:
    """Which new tiles to ask the position of, each once. ``tiles``: those there from the start. ``declined``: people
    want no sketch, and are not asked again."""

    def __init__(self, tiles: Iterable[str] = ()) -> None:
        self._known = set(tiles)
        self.declined = False

    def fresh(self, tiles: Sequence[str], laid: Container[str]) -> list[str]:
        """The tiles to ask for now, given all ``tiles`` on the table and those ``laid`` on the sketch. Before the
        first new tile come all others, so that it has neighbours."""
        new = [tile for tile in tiles if tile not in self._known and tile not in laid]
        self._known.update(tiles)
        if self.declined or not new:
            return []
        rest = [tile for tile in tiles if tile not in laid]
        return sorted(rest, key=new.__contains__) if len(rest) == len(tiles) else new


# The library.

AT_ONCE = 3
"""Number of old games evaluated in one go, so that nobody waits long."""
NOBODY: Mapping[str, str] = MappingProxyType({})
Moment: TypeAlias = tuple[str, int]
"""A saved game and the length of its log."""


class LastTime(NamedTuple):
    """How a game was last started, as far as it can be started like that again."""

    box: str
    """The id of its box; empty for a game without boxes."""
    seats: list[str]
    """Seats in order."""
    settings: dict[str, str]
    """Chosen settings, and ``chance.ITEM`` for what people drew and rolled themselves at the end."""
    people: Mapping[str, str] = NOBODY
    """Names of people by seat, as far as given."""
    levels: Mapping[str, str] = NOBODY
    """How well the companion played, by its seats."""


class Library:
    """Games, their packs, and the journal (None: nothing is saved). ``pack`` replaces the bundled pack of its game;
    ``seed`` makes the dealer reproducible."""

    errors = (JournalError,)

    def __init__(self, journal: Journal | None = None, *, pack: str | None = None, seed: str | None = None) -> None:
        self.journal = journal
        self._pack = pack
        self._seed = seed
        self._games: dict[str, Game] = {}
        self._packs: dict[str, LoadedPack] = {}
        self._boxes: dict[str, str] = {}
        """The box chosen for a game, by id."""
        self._worker: Executor = ThreadPoolExecutor(1, "library")
        self._prepared: tuple[Moment, Future[Session]] | None = None
        self._settling: Future[int] = Future()
        self._settling.set_result(0)
        self._remembered: tuple[Moment, Scene] | None = None

    @property
    def error(self) -> Text | None:
        """Why nothing can be saved now, or None."""
        return self.journal.error if self.journal is not None else None

    @property
    def alive(self) -> bool:
        return self.journal is None or self.journal.alive

    def names(self) -> list[str]:
        return playable()

    def title(self, name: str) -> Words:
        return self.game(name).title

    def game(self, name: str) -> Game:
        """A game's rules; raises ``BadSetup`` if there is none of that name."""
        if name not in self._games:
            self._games[name] = load_game(name)
        return self._games[name]

    def boxes(self, name: str) -> list[InstalledPack]:
        """The boxes of a game, bundled ones first; none for a game without boxes. Unreadable ones are included with
        their problem."""
        if self.game(name).rules.bundled_pack is None:
            return []
        found = [box for box in installed_packs() if box.game == name]
        own = self._own(name)
        if own and own not in [box.id for box in found]:
            found.append(InstalledPack(own, own, False, name, load_pack(self.game(name), own).pack.name))
        return found

    def box(self, name: str) -> str:
        """The id of the box for the next game: the one chosen, else that of the last game."""
        saved = self.last_saved(name)
        last = "" if saved is None else saved.setup.pack
        there = {box.id for box in self.boxes(name) if box.problem is None}
        kept = last if last in there else self.game(name).rules.bundled_pack or ""
        return self._boxes.get(name) or self._own(name) or kept

    def _own(self, name: str) -> str:
        """The pack named at the start, if it is for this game."""
        return self._pack if self._pack is not None and named_game(self._pack) == name else ""

    def take_box(self, name: str, box: str) -> None:
        self._boxes[name] = box
        self._packs.pop(name, None)

    def renew_box(self, name: str) -> None:
        """Read the game's box again, after a change."""
        self._packs.pop(name, None)

    def forget_box(self, name: str) -> None:
        """Forget the chosen box, after it was deleted."""
        self._boxes.pop(name, None)
        self.renew_box(name)

    def seats(self, name: str) -> list[tuple[str, Words]]:
        return self.game(name).rules.seats(self._loaded(name).pack)

    def seat_limits(self, name: str) -> tuple[int, int]:
        """Minimum and maximum number of players."""
        return self.game(name).rules.seat_limits(self._loaded(name).pack)

    def choices(self, name: str) -> Sequence[SetupChoice]:
        return self.game(name).rules.setup_choices(self._loaded(name).pack)

    def chance_names(self, name: str) -> list[tuple[str, Words]]:
        """What the companion or people draw and roll, with names."""
        game = self.game(name)
        return [(item, game.presenter.chance_name(item)) for item in game.rules.chance_items]

    def start(self, name: str, seats: Sequence[str], settings: Mapping[str, str]) -> Session:
        """Start a game; settings implied by the seats are added. ``player.SEAT`` among them is how well the companion
        plays that seat. Raises ``BadSetup``, ``BadPack`` or
        ``JournalError``."""
        game, loaded, dealer = self.game(name), self._loaded(name), Dealer(self._seed)
        chosen, levels = without_seats(settings)
        levels = checked_levels(game, seats, levels)
        chosen, chance = parted(settings_with_companions(game, chosen) if levels else chosen)
        set_up = {**game.rules.settings_for(loaded.pack, seats), **chosen}
        self._take_prepared()
        table = Table(game, loaded, seats, set_up, chance=chance, dealer=dealer, store=self.journal, auto=False)
        if levels:
            table.seat_companions(levels)
        return Session(table, say=say)

    def people(self) -> list[str]:
        """Names of people, the most recent players first."""
        return [] if self.journal is None else self.journal.people.known()

    def name(self, table: Table, people: Mapping[str, str]) -> None:
        """Set the names of people by seat. Raises ``BadSetup`` or ``JournalError``."""
        table.name_people(people)
        if self.journal is not None:
            self.journal.people.meet(people.values())

    def rename(self, old: str, new: str) -> None:
        """Rename a person in all games. Raises ``BadSetup`` or ``JournalError``."""
        if self.journal is not None:
            self._take_prepared()
            self.journal.people.rename(old, new)

    def forget(self, name: str) -> None:
        """Stop offering a person's name. Raises ``JournalError``."""
        if self.journal is not None:
            self.journal.people.forget(name)

    def last_time(self, name: str) -> LastTime | None:
        """How that game was last started; None if it never was, or if its box or its seats no longer exist. Settings
        that are no longer options are left out; so are those that were none yet, while the box was being filled."""
        saved = self.last_saved(name)
        if saved is None or not self._would_use(name, saved.setup.pack):
            return None
        chosen = {choice.key: {value for value, _ in choice.values} for choice in self.choices(name)}
        settings = {key: value for key, value in self._chosen(saved.setup) if value in chosen.get(key, ())}
        settings |= {f"{CHANCE}{item}": "asked" for item, mode in saved.chance.items() if mode == "asked"}
        least, most = self.seat_limits(name)
        known = {seat for seat, _ in self.seats(name)}
        if not (least <= len(saved.setup.seats) <= most and known.issuperset(saved.setup.seats)):
            return None
        levels = saved.notes.get(COMPANIONS, {})
        return LastTime(saved.setup.pack, list(saved.setup.seats), settings, people_beside(saved), levels)

    def _chosen(self, setup: Setup) -> Iterable[tuple[str, str]]:
        """Settings that were real options with the box of that time."""
        if setup.box is None:
            return setup.settings.items()
        rules = self.game(setup.game).rules
        try:
            choices = rules.setup_choices(rules.read_pack(setup.box))
        except BadPack:
            return ()
        could = {choice.key for choice in choices if len(choice.values) > 1}
        return [(key, value) for key, value in setup.settings.items() if key in could]

    def _would_use(self, name: str, box: str) -> bool:
        """True if the next game would use that box, or none."""
        return not self.boxes(name) or self.box(name) == box

    def again(self, name: str) -> Session:
        """Start with the players, box and settings of the last time. Raises what ``start`` raises; ``KeyError`` if it
        was never played."""
        last = self.last_time(name)
        if last is None:
            raise KeyError(name)
        session = self.start(name, last.seats, {**last.settings, **seat_settings(last.levels)})
        people = {seat: called for seat, called in last.people.items() if seat not in last.levels}
        if people:
            self.name(session.table, people)
        session.begin()
        return session

    def saved(self, first: int = 0, most: int | None = None) -> list[SavedGame]:
        """Saved games with known rules, ``most`` of them (None: all) from ``first`` on; 0 is the latest."""
        return [] if self.journal is None else self.journal.games(first, most, rulebooks=game_names())

    def count_saved(self) -> int:
        """Number of those games."""
        return 0 if self.journal is None else self.journal.count(game_names())

    def last_saved(self, name: str | None = None) -> SavedGame | None:
        """The latest of those games, or the latest of game ``name``; None if there is none."""
        return None if self.journal is None else self.journal.last_of(game_names() if name is None else [name])

    def dice(self, then: Callable[[], object]) -> Future[list[GameDice]]:
        """Statistics of real dice over all saved games, or ``JournalError``; computed in a worker thread. ``then`` is
        called at the end, in any thread."""
        found = self._worker.submit(self._dice)
        found.add_done_callback(lambda _: then())
        return found

    def _dice(self) -> list[GameDice]:
        if self.journal is None:
            return []
        with open_read_only(self.journal.path) as found:
            return dice_records(public_logs(found))

    def results(self, span: ResultFilter, first: int = 0, most: int | None = None) -> list[GameResult]:
        """Results of finished games, ``most`` of them (None: all) from ``first`` on; 0 is the latest."""
        return [] if self.journal is None else self.journal.results.page(span, first, most)

    def count_results(self, span: ResultFilter) -> int:
        return 0 if self.journal is None else self.journal.results.count(span)

    def counts(self, by: By, span: ResultFilter) -> list[Count]:
        """Results counted by person, game or story."""
        return [] if self.journal is None else self.journal.results.counts(by, span)

    def settle(self, then: Callable[[], object]) -> Future[int]:
        """Evaluate a few games saved by older versions, in a worker thread; the future returns how many were left.
        ``then`` is called at the end, in any thread."""
        journal = self.journal
        self._settling = self._worker.submit(lambda: 0 if journal is None else settle(journal, AT_ONCE))
        self._settling.add_done_callback(lambda _: then())
        return self._settling

    def last(self) -> SavedGame | None:
        """The game to continue, if there is one."""
        return None if self.journal is None else self.journal.last_of(game_names(), open_only=True)

    def learning(self, game: Game, session: Session | None) -> Mapping[str, Stock]:
        """The tables of a box of ``game`` that fill decks and bags, if it is played now with an incomplete box: in
        ``session``, or else in the saved game that was played last, if it is not over. Empty if not."""
        if session is not None:
            table = session.table
            return table.stocks if table.game.name == game.name and learns(table) and not table.over else {}
        # One that was given up hides nothing any more as soon as another one has begun, and after that one neither.
        saved = None if self.journal is None else self.journal.last_of(game_names())
        return {} if saved is None else saved.learning(game)

    def prepare(self, saved: SavedGame, then: Callable[[], object]) -> None:
        """Replay a saved game in a worker thread, so that ``scene`` knows it and ``open`` is quick. ``then`` is called
        at the end, in any thread."""
        moment = saved.id, saved.rev
        if self._prepared is None or self._prepared[0] != moment:
            self._prepared = moment, self._worker.submit(self._open, saved.id)
        self._prepared[1].add_done_callback(lambda _: then())

    def scene(self, saved: SavedGame) -> Scene | None:
        """The scene of a saved game; None until it is prepared. Raises what ``open`` raises."""
        moment = saved.id, saved.rev
        if self._prepared is not None and self._prepared[0] == moment and self._prepared[1].done():
            self._remembered = moment, _for_all_eyes(self._prepared[1].result())
        return self._remembered[1] if self._remembered is not None and self._remembered[0] == moment else None

    def remember(self, session: Session) -> None:
        """Cache the scene of a game that is left."""
        if session.table.game_id is not None:
            self._remembered = (session.table.game_id, session.rev), _for_all_eyes(session)

    def on_table(self) -> str | None:
        """The game on the table when the companion ended; None if it was over or had been left."""
        game_id = None if self.journal is None else self.journal.last()
        away = self.journal is None or game_id is None or self.journal.saved(game_id).notes.get(AWAY)
        return None if away else game_id

    def open(self, game_id: str) -> Session:
        """A saved game in its last state, with its unconfirmed instructions."""
        moment, session = self._take_prepared()
        return session.result() if session is not None and moment[0] == game_id else self._open(game_id)

    def _take_prepared(self) -> tuple[Moment, Future[Session] | None]:
        """Take what was prepared, which is about to be outdated. Waits for it: only one thread at a time may use the
        rules."""
        prepared, self._prepared = self._prepared, None
        wait([self._settling])
        if prepared is None:
            return ("", 0), None
        wait([prepared[1]])
        return prepared

    def _open(self, game_id: str) -> Session:
        if self.journal is None:
            raise KeyError(game_id)
        saved = self.journal.saved(game_id)
        setup, chance, entries = self.journal.load(game_id)
        game = self.game(setup.game)
        pack, notice = load_again(game, setup.pack, setup.pack_hash, setup.box)
        table = Table.resume(
            game, pack, setup, entries,
            chance=chance, store=self.journal, game_id=game_id, notes=saved.notes, auto=False,
        )  # fmt: skip
        session = Session(table, say=say, confirmed=saved.confirmed)
        session.notice = notice
        return session

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()

    def _loaded(self, name: str) -> LoadedPack:
        if name not in self._packs:
            self._packs[name] = load_pack(self.game(name), self.box(name) or None)
        return self._packs[name]


def seat_settings(levels: Mapping[str, str]) -> dict[str, str]:
    """How well the companion plays, by its seats, as settings of a table."""
    return {PLAYER + seat: level for seat, level in levels.items()}


def people_beside(saved: SavedGame) -> dict[str, str]:
    """The names of people in a saved game, by seat."""
    names = saved.notes.get(PEOPLE, {})
    return {seat: names[seat] for seat in saved.setup.seats if seat in names}


def _for_all_eyes(session: Session) -> Scene:
    """The scene without a question that only one seat may see."""
    scene = session.scene
    if session.table.ask.only is None:
        return scene
    return structs.replace(scene, prompt=structs.replace(scene.prompt, title=""))
