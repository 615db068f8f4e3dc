"""A running game: the object that screens, hardware and scripts talk to."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Literal, Protocol, TypeAlias, cast

import msgspec
from msgspec import Struct, structs

from companion.chance.dealer import Dealer, check_chance, known_items, partial_items, read_items, seated
from companion.core.answers import Answer, Draw, Face, Roll
from companion.core.asks import Ask, DrawAsk, Over, RollAsk, is_chance
from companion.core.instructions import Instruction, Pieces
from companion.core.learning import Known, Stock, known_in_part, known_of
from companion.core.refusals import BadSetup, Refused, known
from companion.core.rules import Box
from companion.core.secrets import HIDDEN, secret_fields
from companion.core.state import State
from companion.core.texts import P, T, Text, Words
from companion.games.game import Game
from companion.scene.scene import Fix, Line, Private, Scene, Tap
from companion.table.companions import COMPANIONS, checked_levels, require_known, with_names
from companion.table.history import History, Played, PlayedEntry, Revision
from companion.table.log import FORMAT, NEWEST, Entry, Kind, ReadingId, Setup, Source
from companion.table.people import PEOPLE, names_by_seat
from companion.table.result import GameResult, outcome_of, players_of, story_of, time_played, timestamp, translations

Mode: TypeAlias = Literal["digital", "asked"]
Modes: TypeAlias = Mapping[str, str]
"""Who answers each chance item."""
Clock: TypeAlias = Callable[[], float]


class Table:
    """A running game: its log, state and open ask.

    It belongs to one thread; only ``unsaved`` and ``saved_rev`` may be read from others. Every method that changes
    something returns what changed, or raises ``Refused`` and changes nothing.

    With ``auto``, the dealer answers each digital chance ask at once, within the call that opened it. Without, it waits
    for ``deal``, so that people see one card at a time.
    """

    setup: Setup
    _persistence: Persistence | None

    def __init__(
        self,
        game: Game,
        box: Box,
        seats: Sequence[str],
        settings: Mapping[str, str],
        *,
        chance: Modes | None = None,
        dealer: Dealer | None = None,
        store: LogStore | None = None,
        clock: Clock = time.time,
        auto: bool = True,
    ) -> None:
        """Start a new game. Raises ``BadSetup`` for unknown seats, settings or chance items.

        ``chance`` says who answers each item of ``game.rules.chance_items``, by default ``digital``. Without a
        ``store`` the game is kept in memory only. ``clock`` returns Unix time in seconds.
        """
        dealer = dealer or Dealer()
        chosen = {**settings, **known_items(game, chance)}
        content = box.data if known_in_part(box.pack) else None
        setup = Setup(
            game.name, box.source, box.hash, list(seats), chosen, dealer.seed, content,
            FORMAT if content is None else NEWEST,
        )  # fmt: skip
        self._set_up(game, box, setup, chance, dealer, clock, auto)
        if store is not None:
            self._persistence = Persistence(store, store.create(self.setup, dict(self.chance)), 0)
        self._settled([])

    @classmethod
    def resume(
        cls,
        game: Game,
        box: Box,
        setup: Setup,
        entries: Sequence[Entry],
        *,
        chance: Modes | None = None,
        dealer: Dealer | None = None,
        store: LogStore | None = None,
        game_id: str | None = None,
        notes: Mapping[str, Any] | None = None,
        clock: Clock = time.time,
        auto: bool = True,
    ) -> Table:
        """Resume the game of ``setup`` and ``entries`` (the whole log, in order).

        New entries are kept in ``store`` under ``game_id``, like ``notes``. The default dealer is seeded from the
        setup. Raises ``BadSetup`` naming the first entry that these rules or this pack cannot play.
        """
        table = cls.__new__(cls)
        dealer = dealer or Dealer(setup.seed)
        table._set_up(game, box, setup, None, dealer, clock, auto)
        for entry in entries:
            table._fold(entry)
        # What was not known of the box at the start may be known by now, and the companion draw it.
        table.chance = seated(game, chance, partial_items(game, table.box), read_items(game, table.box))
        if store is not None and game_id is not None:
            # ``_settled`` notes the end again: power may have failed between the last entry and that note.
            table._persistence = Persistence(store, game_id, len(entries))
        table.notes |= notes or {}
        table._settled([])
        return table

    def _set_up(
        self, game: Game, box: Box, setup: Setup, chance: Modes | None, dealer: Dealer, clock: Clock, auto: bool
    ) -> None:
        self._persistence = None
        self.game = game
        self.dealer = dealer
        self.chance = seated(game, chance, partial_items(game, box), read_items(game, box))
        self.setup = setup
        self.history = History(game, box, setup)
        self.notes: dict[str, Any] = {}
        """What is kept with the game, by key (see ``note``). Read-only."""
        self.on_saved: Callable[[], None] | None = None
        self._clock = clock
        self._auto = auto

    def _fold(self, entry: Entry) -> None:
        try:
            self.history.add(entry)
        except Exception as no:
            # With another version of a pack the rules may raise anything.
            why = no.text if isinstance(no, Refused) else f"{type(no).__name__}: {no}"
            text = T("This game cannot go on: entry {rev} of its log does not fit ({why}).", rev=entry.rev, why=why)
            raise BadSetup(text) from no

    @property
    def state(self) -> State[Any, Any]:
        """The current state. Read-only."""
        return self.history.state

    def looked_at(self, state: State[Any, Any]) -> Table:
        """The same table in another state, only to look at."""
        other = copy(self)
        other.history = self.history.looked_at(state)
        return other

    @property
    def box(self) -> Box:
        return self.history.boxes.now

    @property
    def pack(self) -> Any:
        return self.box.pack

    @property
    def stocks(self) -> Mapping[str, Stock]:
        """The tables of the box that fill decks and bags, by path, with the names that this game uses."""
        return self.game.rules.stocks_at(self.state)

    def known(self, table: str) -> Known:
        """How much is known of a table that fills a deck or bag. Raises ``Refused`` if there is no such table."""
        known(table, self.stocks)
        return known_of(self.box.data, table, self.stocks[table])

    @property
    def rev(self) -> int:
        """The number of log entries, undo entries included."""
        return len(self.history.log)

    @property
    def log(self) -> Sequence[Entry]:
        """All entries, oldest first; the first has ``rev`` 1. Read-only."""
        return self.history.log

    @property
    def ask(self) -> Ask:
        """The open question; ``Over`` at the end."""
        return self.history.ask

    @property
    def over(self) -> bool:
        return isinstance(self.ask, Over)

    @property
    def opening(self) -> list[Instruction]:
        """What hands must do before the first decision, setup included."""
        return self.history.opening

    @property
    def begun(self) -> bool:
        """True once a person has answered, corrected or undone anything."""
        return self.history.begun

    def legal(self) -> Sequence[Answer] | None:
        """The answers to list; None for a roll (see ``faces``), empty at the end."""
        return self.history.legal

    def odds(self) -> list[float] | None:
        """The probability of each of ``legal``, in order; None for decisions, rolls, and at the end."""
        return self.game.rules.odds(self.state) if is_chance(self.ask) and self.legal() is not None else None

    def faces(self) -> dict[str, list[Face]] | None:
        """The sides of each die of an open roll; else None."""
        ask = self.ask
        return {die: list(self.game.rules.dice[die]) for die in ask.dice} if isinstance(ask, RollAsk) else None

    def facts(self) -> dict[str, Any]:
        return self.game.rules.facts(self.state)

    def view(self, seat: str | None) -> dict[str, Any]:
        """What ``seat`` may know; None is the shared screen. Raises ``Refused`` ``unknown`` for a seat not at the
        table."""
        if seat is not None and seat not in self.setup.seats:
            raise Refused("unknown", T("{seat} is not at this table.", seat=seat))
        return self.game.rules.view(self.state, seat)

    def scene(self) -> Scene:
        presenter, state = self.game.presenter, self.state
        scene = presenter.noted(state, presenter.scene(state), self.notes)
        told = self.told_to_others()
        if not told:
            return scene
        return structs.replace(scene, choices=[one for one in scene.choices if one.answer not in told])

    def private(self, seat: str) -> Private | None:
        """What only ``seat`` may see; None if it has no secrets.

        R-GEN-06: its corrections leave out secret cards that others have told the box in this game, as long as it does
        not see them: their names would say what others hold.
        """
        private: Private | None = self.game.presenter.private(self.state, seat)
        alone = list(self._told_alone())
        told = {card for card, _ in alone} - {card for card, by in alone if by == seat}
        told -= {*_strings(self.view(seat))} if told else set()
        if private is None or not told:
            return private
        fixes = [
            structs.replace(fix, cells=[one for one in fix.cells if not _names_any(one.tap, told)])
            for fix in private.fixes
        ]
        return structs.replace(private, fixes=[one for one in fixes if one.cells])

    def told_to_others(self) -> set[Answer]:
        """R-GEN-06: what a seat that draws alone may not find in its list: secret cards that others have told the box
        in this game. They are not in the deck, and only who has them knows them."""
        ask = self.ask
        if ask.only is None or not isinstance(ask, DrawAsk):
            return set()
        told: set[Answer] = {Draw(ask.deck, card) for card, _ in self._told_alone()}
        return told - {*(self.legal() or ())}

    def _told_alone(self) -> Iterator[tuple[str, str | None]]:
        """The secret cards that people have told the box in this game, each with the seat that alone was asked."""
        if self.setup.box is None:
            return
        for played in self.history.entries:
            entry = played.entry
            if entry.kind == "learn" and entry.row is not None and self.stocks[entry.table or ""].secret:
                yield self.stocks[entry.table or ""].drawn(entry.row), played.told_at.only if played.told_at else None

    def pieces(self) -> Pieces:
        return self.game.rules.pieces(self.state)

    def hash(self) -> str:
        """A hash of the state, independent of how it was reached."""
        return self.state.hash()

    def since(self, rev: int) -> Played:
        """What the entries after ``rev`` did, for unconfirmed instructions."""
        return Played(self.rev, self.history.entries[max(rev, 0) :])

    def answer(
        self,
        answer: object,
        source: Source = "touch",
        rev: int | None = None,
        *,
        fresh: bool = False,
        readings: Sequence[ReadingId] = (),
    ) -> Played:
        """Answer the open ask for people with an ``Answer``, or its decoded JSON object.

        ``rev`` is the rev of the table that the answer was meant for. ``fresh`` asks for new fate for what the dealer
        answers in the same call. ``readings`` are what the answer was made from: after a power cut both are on disk, or
        neither, and the reader sends them again. Raises ``Refused``: ``stale``, ``over``, and whatever the game
        refuses.
        """
        self._require_open(rev)
        if not isinstance(answer, Answer):
            answer = self.game.rules.parse(self.state, answer)
        played = self._add("answer", source, answer, readings, answer=msgspec.to_builtins(answer))
        return self._settled([played], fresh=fresh)

    def mark_read(self, readings: Sequence[ReadingId]) -> None:
        """Store that these readings are done with, although no answer was made from them."""
        if self._persistence is not None and readings:
            self._persistence.store.mark_read(readings, self._saved)

    @property
    def can_deal(self) -> bool:
        """True if the open ask is digital chance, which ``deal`` answers."""
        ask = self.ask
        return is_chance(ask) and self.chance[self.game.rules.chance_item(ask)] == "digital"

    def deal(self, n: int = 1, rev: int | None = None, *, fresh: bool = False, tapped: bool = False) -> Played:
        """Let the dealer answer the open ask, and up to ``n`` - 1 digital ones that follow.

        The first ask may also be set to ``asked``. ``fresh`` asks for new fate after an undo. ``tapped`` makes it a
        decision, which undo takes back by itself, once the game has begun. Raises ``Refused``: ``stale``, ``over``, and
        ``illegal`` if the open ask is not chance.
        """
        self._require_open(rev)
        if not is_chance(self.ask):
            raise Refused("illegal", T("There is nothing to draw or roll now."), self.ask.rule)
        entries = [self._deal_one(fresh, "answer" if tapped and self.begun else "chance")]
        while len(entries) < n and self.can_deal:
            entries.append(self._deal_one(fresh))
        return self._settled(entries)

    def deal_rest(
        self,
        known: Mapping[str, Face],
        source: Source = "touch",
        rev: int | None = None,
        *,
        readings: Sequence[ReadingId] = (),
    ) -> Played:
        """Answer the open roll with the faces ``known`` to people; the dealer rolls the other dice.

        An undone roll that agrees with ``known`` comes again (R-GEN-09). ``readings`` as in ``answer``. Raises
        ``Refused`` like ``answer``, and ``illegal`` if the open ask is not a roll.
        """
        self._require_open(rev)
        question = self.history.question
        if question is None or not isinstance(self.ask, RollAsk):
            raise Refused("illegal", T("There is nothing to draw or roll now."), self.ask.rule)
        rolled = self.history.fate.predetermined(question, known)
        if rolled is None:
            rolled = self.dealer.deal(self.ask, None, None, self.game.rules.dice, self.rev)
        return self.answer(Roll({**cast(Roll, rolled).faces, **known}), source, readings=readings)

    def undo(self, n: int = 1, source: Source = "touch", rev: int | None = None) -> Played:
        """Undo the last ``n`` decisions of people, and the chance that followed them.

        Raises ``Refused``: ``stale``, and ``nothing`` if there are not that many.
        """
        return self._move("undo", n, source, rev)

    def redo(self, n: int = 1, source: Source = "touch", rev: int | None = None) -> Played:
        """Redo ``n`` undone decisions and their chance. Raises ``Refused`` like ``undo``."""
        return self._move("redo", n, source, rev)

    def correct(self, changes: object, why: str, source: Source = "touch", rev: int | None = None) -> Played:
        """Set facts of the table because the companion was wrong (core/WIRE.md, Corrections). All changes or none.

        ``changes`` is a list of JSON objects. Raises ``Refused``: ``stale``, ``over``, ``malformed`` for an empty or
        invalid list, and whatever the game refuses.
        """
        self._require_open(rev)
        if not isinstance(changes, list) or not changes or not all(isinstance(change, dict) for change in changes):
            raise Refused("malformed", T("A correction is a list of at least one change."))
        return self._settled([self._add("correct", source, changes=changes, why=why)])

    def learn(self, table: str, row: object, source: Source = "touch", rev: int | None = None) -> Played:
        """Add or replace a row of the box (core/WIRE.md, Boxes known in part). The state stays the same; undo skips it.

        Raises ``Refused``: ``stale``, ``unknown`` table or name in the row, ``malformed`` row, ``illegal`` if the table
        is complete or the box would become invalid.
        """
        self._require_current(rev)
        return self._settled([self._add("learn", source, table=table, row=row)])

    def set_chance(self, item: str, mode: Mode) -> Played:
        """Set who answers a chance item. Raises ``Refused``: ``unknown`` item, ``malformed`` mode."""
        try:
            check_chance(self.game, item, mode, self.chance.get(item), partial_items(self.game, self.box))
        except BadSetup as no:
            raise Refused("malformed" if item in self.chance else "unknown", no.text) from no
        self.chance[item] = mode
        if self._persistence is not None:
            self._persistence.note(chance=dict(self.chance))
        return self._settled([])

    def jump(self, rev: int) -> Played:
        """Undo or redo to right after the decision with that ``rev``; 0 is the start.

        Raises ``Refused``: ``unknown`` if there is no such decision, ``nothing`` if it is the present one.
        """
        revs = [0, *(played.entry.rev for played in self.history.decisions)]
        if rev not in revs:
            raise Refused("unknown", T("There is no moment {rev} in this game.", rev=rev))
        by = revs.index(rev) - self.history.done
        return self.redo(by) if by > 0 else self.undo(-by)

    def revise(self, revision: Revision) -> Played:
        """Apply a revision of an earlier answer (``companion.table.past.weigh``).

        Logs an undo, the new answer, and the kept entries with their kind, source and time, atomically. Nothing can be
        redone afterwards. Raises ``Refused`` ``stale``.
        """
        self._require_current(revision.rev)
        history = self.history.copy()
        entries = [history.add(Entry(self.rev + 1, "undo", "touch", self._clock(), n=revision.undo))]
        for entry, answer in revision.entries("touch", self._clock()):
            entries.append(history.add(msgspec.structs.replace(entry, rev=len(history.log) + 1), answer))
        if self._persistence is not None:
            self._persistence.keep_all([played.entry for played in entries], self._saved)
        self.history = history
        return self._settled(entries)

    def _require_current(self, rev: int | None) -> None:
        if rev is not None and rev != self.rev:
            raise Refused("stale", T("The table has moved on since then; look again."))

    def _require_open(self, rev: int | None) -> None:
        self._require_current(rev)
        self.history.require_open()

    def _move(self, kind: Literal["undo", "redo"], n: int, source: Source, rev: int | None) -> Played:
        self._require_current(rev)
        return self._settled([self._add(kind, source, n=n)])

    def _add(
        self,
        kind: Kind,
        source: Source,
        typed: Answer | None = None,
        readings: Sequence[ReadingId] = (),
        /,
        **fields: Any,
    ) -> PlayedEntry:
        played = self.history.add(Entry(self.rev + 1, kind, source, self._clock(), **fields), typed)
        if self._persistence is not None:
            self._persistence.keep(played.entry, readings, self._saved)
        return played

    def _deal_one(self, fresh: bool, kind: Kind = "chance") -> PlayedEntry:
        history = self.history
        question = history.question
        if question is None:
            raise ValueError(f"{self.ask} is not for the dealer")
        answer = None if fresh else history.fate.predetermined(question)
        if answer is None:
            answer = self.dealer.deal(question.ask, question.outcomes, self.odds(), self.game.rules.dice, self.rev)
        return self._add(kind, "dealer", answer, answer=msgspec.to_builtins(answer), fresh=fresh)

    def _settled(self, entries: list[PlayedEntry], *, fresh: bool = False) -> Played:
        # A dealt entry would drop the redo list, so the dealer waits while there is one. Then the open ask is chance
        # that was set to ``asked`` before the undo, and people may still answer or redo it.
        if self._auto:
            while not self.history.undone and self.can_deal:
                entries.append(self._deal_one(fresh))
        if self._persistence is not None:
            self._persistence.note_finished(self.over, self.result)
        return Played(self.rev, entries)

    @property
    def game_id(self) -> str | None:
        """The id of this game in its store; None if it is in memory only."""
        return None if self._persistence is None else self._persistence.game_id

    @property
    def saved_rev(self) -> int:
        """The ``rev`` up to which the log is on disk; the whole log without a store."""
        return self.rev if self._persistence is None else self._persistence.saved_rev

    @property
    def unsaved(self) -> int:
        """The number of entries that are not on disk yet."""
        return self.rev - self.saved_rev

    @property
    def not_saved(self) -> Words | None:
        """What the disk does not take, and why; None while entries are saved as they come."""
        why = None if self._persistence is None else self._persistence.store.error
        if why is None or not self.unsaved:
            return None
        return P(
            "Not saved: the last step. Leave the companion on until it is. {why}",
            "Not saved: the last {n} steps. Leave the companion on until they are. {why}", self.unsaved, why=why,
        )  # fmt: skip

    def confirm(self, rev: int) -> None:
        """Store that hands have followed all instructions up to ``rev``; the rest is shown again after a restart."""
        if self._persistence is not None:
            self._persistence.note(confirmed=rev)

    def note(self, key: str, value: Any) -> None:
        """Keep a JSON value with the game for screens. It is not part of state, hash or log, and undo leaves it alone.

        Keys: ``sketch``, where city tiles lie (``{tile: [column, row, quarter turns]}``); ``sides``, the direction from
        which each seat reads the screen (``{seat: 0 or 180}``); ``people``, their names (``{seat: name}``);
        ``companions``, the seats that the companion plays (``{seat: level}``);
        ``left_open``, the entries of choices that are still to be made; ``dice``, what was set of the open roll
        (``rev``, and ``faces`` by die); and those of a game (``scene.NoteTap``).
        """
        self.notes[key] = msgspec.json.decode(msgspec.json.encode(value))
        if self._persistence is not None:
            # The result has the names of the players in it.
            self._persistence.note(notes=dict(self.notes), result=self.result() if self.over else None)

    @property
    def people(self) -> Mapping[str, str]:
        """The names of the people at the table by seat; seats without a name are missing."""
        names: Mapping[str, str] = self.notes.get(PEOPLE, {})
        return names

    def name_people(self, names: Mapping[str, str]) -> None:
        """Set the names of the people by seat; the companion keeps its own. Raises ``BadSetup`` like
        ``names_by_seat``."""
        self.note(PEOPLE, with_names(names_by_seat(self.setup.seats, names), self.companions, self.people))

    @property
    def companions(self) -> Mapping[str, str]:
        """How well the companion plays, by its seats; the others are those of people."""
        levels: Mapping[str, str] = self.notes.get(COMPANIONS, {})
        return levels

    def seat_companions(self, levels: Mapping[str, str]) -> None:
        """Say which seats the companion plays from now on. Those seats get a name of its own, and lose it again.

        Raises ``BadSetup`` like ``checked_levels``, and where it would not know what its seat knows.
        """
        found = checked_levels(self.game, self.setup.seats, levels)
        if found:
            require_known(self.game, self.setup.settings)
        before = self.companions
        changed = {seat for seat in self.setup.seats if (seat in found) != (seat in before)}
        self.note(COMPANIONS, found)
        self.note(PEOPLE, with_names({seat: name for seat, name in self.people.items() if seat not in changed}, found))

    def result(self, game_id: str = "-") -> GameResult:
        """What is kept of the game, which must be over. The store sets its id."""
        game, setup, box = self.game, self.setup, self.history.boxes.first
        story, story_name = story_of(game, box.pack, setup.settings)
        has_box = game.rules.bundled_pack is not None
        times, scene = [entry.at for entry in self.log], self.scene()
        return GameResult(
            id=game_id, game=game.name, title=translations(game.title), box=setup.pack if has_box else "",
            box_name=translations(box.name) if has_box else {}, story=story, story_name=translations(story_name),
            started=timestamp(times[0] if times else 0.0), ended=timestamp(times[-1] if times else 0.0),
            seconds=round(time_played(times)), outcome=outcome_of(scene),
            players=players_of(game, box.pack, setup.seats, scene, self.people),
        )  # fmt: skip

    def _saved(self) -> None:
        if self.on_saved is not None:
            self.on_saved()


class LogStore(Protocol):
    """Where logs are kept. Appending never waits for the disk; ``saved`` is called later, from another thread.

    ``chance`` says who answers each chance item, ``digital`` or ``asked``; it can change during a game and is not part
    of the state. ``confirmed`` is the rev up to which hands have confirmed instructions. ``finished`` comes with the
    ``result``; a game can resume if its last answer is undone. ``notes`` are what screens keep with the game
    (``Table.note``).
    """

    @property
    def error(self) -> Text | None:
        """Why saving fails at the moment; None if it works."""

    def create(self, setup: Setup, chance: dict[str, str]) -> str:
        """Create a game; returns its id once it is on disk."""

    def append(
        self, game_id: str, entry: Entry, saved: Callable[[], None] | None = None, readings: Sequence[ReadingId] = ()
    ) -> None:
        """Append an entry with the ``readings`` it was made from. Entries come in order of ``rev``, without gaps."""

    def append_all(self, game_id: str, entries: Sequence[Entry], saved: Callable[[], None] | None = None) -> None:
        """Append one or more entries atomically."""

    def mark_read(self, readings: Sequence[ReadingId], saved: Callable[[], None] | None = None) -> None:
        """Store that no entry was made from these readings."""

    def note(
        self,
        game_id: str,
        *,
        chance: dict[str, str] | None = None,
        confirmed: int | None = None,
        finished: bool | None = None,
        result: GameResult | None = None,
        notes: dict[str, Any] | None = None,
    ) -> None:
        """Update the metadata of a game."""


class Persistence:
    """One game in a store.

    ``saved_rev`` is the ``rev`` up to which the log is on disk. Only the store's thread writes it; any may read it.
    """

    def __init__(self, store: LogStore, game_id: str, saved_rev: int) -> None:
        self.game_id = game_id
        self.saved_rev = saved_rev
        self.store = store
        self._finished = False

    def keep(self, entry: Entry, readings: Sequence[ReadingId], saved: Callable[[], None]) -> None:
        """Append ``entry`` with its readings; ``saved`` is called from the store's thread once both are on disk."""
        self.store.append(self.game_id, entry, self._marker(entry.rev, saved), readings)

    def keep_all(self, entries: Sequence[Entry], saved: Callable[[], None]) -> None:
        """Append ``entries`` (at least one) atomically; ``saved`` as in ``keep``."""
        self.store.append_all(self.game_id, entries, self._marker(entries[-1].rev, saved))

    def note(self, **fields: Any) -> None:
        """Update the metadata of the game; see ``LogStore.note``."""
        self.store.note(self.game_id, **fields)

    def note_finished(self, finished: bool, result: Callable[[], GameResult]) -> None:
        """Store whether the game is over, and its result, if that has changed."""
        if finished != self._finished:
            self._finished = finished
            self.store.note(self.game_id, finished=finished, result=result() if finished else None)

    def _marker(self, rev: int, saved: Callable[[], None]) -> Callable[[], None]:
        def mark() -> None:
            self.saved_rev = rev
            saved()

        return mark


def _names_any(tap: Tap | None, cards: Collection[str]) -> bool:
    """True if a correction names one of these cards."""
    return isinstance(tap, Fix) and any(text in cards for text in _strings(tap.changes))


def _strings(value: Any) -> Iterator[str]:
    """All texts in a JSON value, without the names of fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def draw(table: Table, rev: int | None = None) -> Played:
    """Let the dealer answer the open ask, and the asks that go along with it (``Game.goes_along``), as one undo step.

    Raises ``Refused`` like ``Table.deal``.
    """
    first = table.deal(rev=table.rev if rev is None else rev, tapped=True)
    entries = [*first.entries, *deal_followups(table)]
    return Played(table.rev, entries)


def deal_followups(table: Table) -> list[PlayedEntry]:
    """Let the dealer answer for as long as the open ask goes along with the one before."""
    entries: list[PlayedEntry] = []
    while table.can_deal and table.game.rules.goes_along(table.ask):
        entries += table.deal().entries
    return entries


class WhatIf(Struct, frozen=True):
    """The instructions after an answer, the same in words, and the scene of the next question."""

    instructions: list[Instruction]
    lines: list[Line]
    scene: Scene


def ahead(table: Table, answer: Answer) -> WhatIf:
    """The consequences of ``answer`` to the open question of ``table``, up to the next question, chance included.

    Raises ``Refused`` like ``Table.answer``, and where they depend on what is hidden: to look ahead would tell it.
    """
    game, state = table.game, table.state.copy()
    if game.rules.depends_on_secret(table.state, lambda trial: game.rules.play(trial, answer)):
        raise Refused("illegal", HIDDEN, table.ask.rule)
    instructions = game.rules.play(state, answer)
    opened = bool(secret_fields(answer, table.ask)) and game.rules.ask(state).only is None
    if opened and game.rules.view(state, None) != game.rules.view(table.state, None):
        # The last of several answers in secret opens them all, as the last bid does.
        raise Refused("illegal", HIDDEN, table.ask.rule)
    scene = game.presenter.noted(state, game.presenter.scene(state), table.notes)
    return WhatIf(instructions, game.presenter.lines(state, instructions), scene)
