"""The public picture of a running game, as it is published.

Two steps, since they belong to two threads: ``snapshot_of`` takes what the table shows, in the thread of the table and
without wording anything; ``as_message`` makes the message from it, in both languages, in any other thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct, structs

from companion.club.messages import (
    CurrentTurn,
    Ended,
    GameSummary,
    Person,
    SeatStanding,
    TableName,
    TrackValue,
    Translations,
)
from companion.core.asks import Ask, Over
from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import T, Words, own_name
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language
from companion.packs.loader import load_pack
from companion.scene.charts import Gauge
from companion.scene.scene import Scene, people
from companion.table.result import GameResult, story_of, time_played
from companion.table.table import Table

LONGEST = 500
"""The longest sentence in letters; nobody reads longer ones from afar."""
COUNTS = 1
"""The least weight of a gauge with an end for it to count as progress of the game."""

_english = Language("en").say


class Snapshot(Struct, frozen=True):
    """What a table shows at one moment. It is immutable, so that another thread may read it."""

    title: str
    name: Words
    scenario: Words | None
    started: float | None
    """The Unix time of the first entry; None before that."""
    played: float
    """The seconds played, without long pauses."""
    answers: int
    rev: int
    seats: list[str]
    printed: frozenset[str]
    """Seats with a name of the game's own; others are called as the people in them."""
    scene: Scene
    gauges: list[Gauge]
    names: dict[str, Words]
    people: dict[str, str]
    """The names of people, by seat, as far as they are known."""
    ask: Ask

    @property
    def over(self) -> bool:
        return isinstance(self.ask, Over)


def snapshot_of(table: Table, scene: Scene | None = None) -> Snapshot:
    """The current picture of ``table``; ``scene``, if it has been made already."""
    presenter, rules, state = table.game.presenter, table.game.rules, table.state
    scene = scene or table.scene()
    named = people(scene)
    names = {seat: named[seat][1] if seat in named else presenter.word(state, f"seat:{seat}")
             for seat in table.setup.seats}  # fmt: skip
    return Snapshot(
        table.game.name, table.game.title, story_of(table.game, table.pack, table.setup.settings)[1] or None,
        table.log[0].at if table.log else None, time_played([one.at for one in table.log]), table.history.done,
        table.rev, table.setup.seats,
        frozenset(seat for seat, _ in rules.seats(table.pack)) & frozenset(table.setup.seats), _public(scene),
        presenter.gauges(state), names, dict(table.people), table.ask,
    )  # fmt: skip


def _public(scene: Scene) -> Scene:
    """The public part of the scene: nothing else goes to another thread."""
    return Scene(scene.prompt, scene.tracks, clock=scene.clock, result=scene.result, ranking=scene.ranking)


def as_message(now: Snapshot, uuid: str, since: str, started: str, ended: str, *, names: bool) -> GameSummary:
    """The message for a snapshot. ``since`` is when the open question was asked, ``ended`` when the game ended.

    Without ``names`` it contains no names of people.
    """
    seats = {seat: seat if seat in now.printed else f"player{n}" for n, seat in enumerate(now.seats, 1)}
    people: Mapping[str, Words] = now.people
    if not names:
        people = {seat: own_name(seats[seat]) for seat in now.seats if seat not in now.printed}
    wording = _Wording(now, seats, people)
    over = now.ask if isinstance(now.ask, Over) else None
    return GameSummary(
        uuid=uuid, title=now.title, words=wording.say(now.name),
        scenario=None if now.scenario is None else wording.say(now.scenario), started=started, answers=now.answers,
        played=round(now.played),
        players=wording.players(names=names), tracks=wording.tracks(), standings=wording.standings(),
        turn=None if over is not None else wording.turn(since), progress=1.0 if over is not None else _progress(now),
        over=None if over is None else wording.ended(over, ended),
    )  # fmt: skip


def as_public_result(result: GameResult, table: TableName, *, names: bool) -> GameResult:
    """The result of a game of ``table`` as it is published; without ``names`` it contains no names of people."""
    printed = _printed(result.game)
    players = [
        structs.replace(one, name=one.name if names else "")
        if names or one.seat in printed
        else structs.replace(one, seat=f"player{n}", said=_in_all(own_name(f"player{n}")), name="")
        for n, one in enumerate(result.players, 1)
    ]
    return structs.replace(result, table=table.name, table_id=table.id, players=players)


@cache
def _printed(name: str) -> frozenset[str]:
    """The seats with a name of the game's own, in its bundled box; none for a game that is not installed."""
    try:
        game = load_game(name)
        return frozenset(seat for seat, _ in game.rules.seats(load_pack(game, None).pack))
    except (BadSetup, BadPack):
        return frozenset()


def _in_all(words: Words, people: Mapping[str, Words] | None = None) -> Translations:
    return {code: Language(code, people).say(words)[:LONGEST] for code in LANGUAGES}


class _Wording:
    """Words a snapshot. ``seats`` are the ids of seats as published, ``people`` the names by seat."""

    def __init__(self, now: Snapshot, seats: Mapping[str, str], people: Mapping[str, Words]) -> None:
        self._now = now
        self._seats = seats
        self._people = people

    def say(self, words: Words) -> Translations:
        return _in_all(words, self._people)

    def players(self, *, names: bool) -> list[Person]:
        """The players in the order of their seats."""
        colours: dict[str, str] = {}
        for gauge in self._now.gauges:
            seat = _seat_of(gauge, self._now.seats)
            if seat is not None:
                colours.setdefault(seat, gauge.colour)
        found = []
        for seat, shown_as in self._now.names.items():
            # A seat without a name of the game's own is called as its player.
            own = "" if seat in self._now.printed else _english(shown_as)
            name = (self._now.people.get(seat) or own)[:80] if names else ""
            called = own_name(self._seats[seat]) if seat in self._people and not names else shown_as
            found.append(Person(self._seats[seat], name, colours.get(seat, ""), _in_all(called)))
        return found

    def tracks(self) -> list[TrackValue]:
        """The tracks of the board, and the other gauges that belong to no seat."""
        found = {
            track.id: TrackValue(
                track.id, self.say(track.name), track.at, None if track.open else track.length, track.tone == "alert"
            )
            for track in self._now.scene.tracks
        }
        for gauge in self._now.gauges:
            if gauge.id not in found and _seat_of(gauge, self._now.seats) is None:
                found[gauge.id] = TrackValue(gauge.id, self.say(gauge.name), gauge.value, gauge.most)
        return list(found.values())

    def standings(self) -> list[SeatStanding]:
        """The ranking at the end; before, the seats by their weightiest gauge."""
        ranking = self._now.scene.ranking
        scores = _scores(self._now)
        if ranking:
            return [
                SeatStanding(self._seats.get(one.seat, one.seat), _number(_english(one.value)), self.say(one.value))
                for one in ranking
            ]
        return [
            SeatStanding(
                self._seats[seat], gauge.value, self.say(T("{place}: {what}", place=gauge.chart, what=gauge.value))
            )
            for seat, gauge in sorted(scores.items(), key=lambda one: -one[1].value)
        ]

    def turn(self, since: str) -> CurrentTurn:
        """Whose turn it is. Of a secret question only that there is one."""
        ask = self._now.ask
        who = ask.only or ask.who
        title = self._now.scene.prompt.title
        if ask.only is not None:
            title = T("{seat} decides in secret", seat=self._now.names.get(ask.only, ask.only))
        return CurrentTurn(None if who is None else self._seats.get(who, who), self.say(title), since)

    def ended(self, over: Over, ended: str) -> Ended:
        scene = self._now.scene
        won = {"win": True, "loss": False}.get(scene.result or "")
        winners = [self._seats.get(one.seat, one.seat) for one in scene.ranking if one.winner]
        if won:
            winners = list(self._seats.values())
        return Ended(won, winners, self.say(scene.prompt.title), ended)


def _progress(now: Snapshot) -> float | None:
    """The progress of the game by its days, else by the track that is nearest to its end; None if there is neither."""
    clock = now.scene.clock
    if clock is not None and clock.days:
        part = 0.0 if clock.part is None or not clock.parts else clock.part / len(clock.parts)
        return min(1.0, max(0.0, (clock.day - 1 + part) / clock.days))
    ends = [(track.at, track.length) for track in now.scene.tracks if not track.open]
    ends += [(gauge.value, gauge.most) for gauge in now.gauges if gauge.most and gauge.weight >= COUNTS]
    return max((min(1.0, max(0.0, at / most)) for at, most in ends if most), default=None)


def _scores(now: Snapshot) -> dict[str, Gauge]:
    """The weightiest gauge of each seat; empty if a seat has none."""
    best: dict[str, Gauge] = {}
    for gauge in now.gauges:
        seat = _seat_of(gauge, now.seats)
        if seat is not None and (seat not in best or gauge.weight > best[seat].weight):
            best[seat] = gauge
    return best if len(best) == len(now.seats) else {}


def _seat_of(gauge: Gauge, seats: Sequence[str]) -> str | None:
    seat = gauge.id.rpartition(":")[2]
    return seat if seat in seats else None


def _number(text: str) -> int | None:
    """The number at the start of a text like ``188``, ``−16`` or ``32 VP``."""
    digits = text.replace("−", "-").split(" ")[0]
    return int(digits) if digits.lstrip("-").isdecimal() and digits.count("-") <= 1 else None
