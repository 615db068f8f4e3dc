"""What of a running game strangers may hear: the public picture of a table as the record that is published.

Two steps, since they belong to two threads: ``shown`` takes what the table shows, in the thread of the table and
without putting anything in words; ``told`` makes the record of it, in both languages, wherever there is time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct, structs

from companion.club.messages import CurrentTurn, Ended, GameSummary, Person, Said, SeatStanding, TableName, TrackValue
from companion.core.asks import Ask, Over
from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import T, Words, own_name
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language
from companion.packs.loader import load_pack
from companion.scene.charts import Gauge
from companion.scene.scene import Scene, people
from companion.table.result import GameResult, story_of
from companion.table.table import Table

LONGEST = 500
"""Letters of a sentence at most; what is longer is no sentence that anybody reads from afar."""
COUNTS = 1
"""A gauge that ends, and whose steps weigh at least so much, tells how far a game has come."""

_SAY = Language("en").say


class Snapshot(Struct, frozen=True):
    """What a table shows at one moment. All of it is frozen: another thread may read it."""

    title: str
    name: Words
    scenario: Words | None
    started: float
    answers: int
    rev: int
    seats: list[str]
    printed: frozenset[str]
    """Seats that the game itself calls so; others are called as the people in them."""
    scene: Scene
    gauges: list[Gauge]
    names: dict[str, Words]
    people: dict[str, str]
    """What those are called of whom somebody has said it."""
    ask: Ask

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return isinstance(self.ask, Over)


def snapshot_of(table: Table, scene: Scene | None = None) -> Snapshot:
    """What ``table`` shows now; ``scene`` is its picture, where that is there already."""
    presenter, rules, state = table.game.presenter, table.game.rules, table.state
    scene = scene or table.scene()
    named = people(scene)
    names = {seat: named[seat][1] if seat in named else presenter.word(state, f"seat:{seat}")
             for seat in table.setup.seats}  # fmt: skip
    return Snapshot(
        table.game.name,
        table.game.title,
        story_of(table.game, table.pack, table.setup.settings)[1] or None,
        table.log[0].at if table.log else 0.0,
        table.history.done,
        table.rev,
        table.setup.seats,
        frozenset(seat for seat, _ in rules.seats(table.pack)) & frozenset(table.setup.seats),
        _public(scene),
        presenter.gauges(state),
        names,
        dict(table.people),
        table.ask,
    )


def _public(scene: Scene) -> Scene:
    """Only what is told of the picture: nothing else goes to another thread."""
    return Scene(scene.prompt, scene.tracks, clock=scene.clock, result=scene.result, ranking=scene.ranking)


def as_message(now: Snapshot, uuid: str, since: str, started: str, ended: str, *, names: bool) -> GameSummary:
    """The record of ``now``: ``since`` is since when this is asked, ``ended`` since when the game is over. Without
    ``names`` no name of anybody is told."""
    seats = {seat: seat if seat in now.printed else f"player{n}" for n, seat in enumerate(now.seats, 1)}
    people: Mapping[str, Words] = now.people
    if not names:
        people = {seat: own_name(seats[seat]) for seat in now.seats if seat not in now.printed}
    teller = _Teller(now, seats, people)
    over = now.ask if isinstance(now.ask, Over) else None
    return GameSummary(
        uuid=uuid,
        title=now.title,
        words=teller.say(now.name),
        scenario=None if now.scenario is None else teller.say(now.scenario),
        started=started,
        answers=now.answers,
        players=teller.players(names=names),
        tracks=teller.tracks(),
        standings=teller.standings(),
        turn=None if over is not None else teller.turn(since),
        progress=1.0 if over is not None else _progress(now),
        over=None if over is None else teller.ended(over, ended),
    )


def as_public_result(result: GameResult, table: TableName, *, names: bool) -> GameResult:
    """How a game of ``table`` has ended, as it is told; without ``names`` no name of anybody."""
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
    """The seats that a game itself calls so, in the box that comes with it; none of a game that is not here."""
    try:
        game = load_game(name)
        return frozenset(seat for seat, _ in game.rules.seats(load_pack(game, None).pack))
    except (BadSetup, BadPack):
        return frozenset()


def _in_all(words: Words, people: Mapping[str, Words] | None = None) -> Said:
    """The words in every language, with the names of ``people`` by seat."""
    return {code: Language(code, people).say(words)[:LONGEST] for code in LANGUAGES}


class _Teller:
    """Puts what is shown in words. ``seats`` are the seats as they are published, ``people`` what those in them are
    called there."""

    def __init__(self, now: Snapshot, seats: Mapping[str, str], people: Mapping[str, Words]) -> None:
        self._now = now
        self._seats = seats
        self._people = people

    def say(self, words: Words) -> Said:
        """The words in every language."""
        return _in_all(words, self._people)

    def players(self, *, names: bool) -> list[Person]:
        """Who plays, by the seats that they sit in."""
        colours: dict[str, str] = {}
        for gauge in self._now.gauges:
            seat = _seat_of(gauge, self._now.seats)
            if seat is not None:
                colours.setdefault(seat, gauge.colour)
        found = []
        for seat, shown_as in self._now.names.items():
            # A seat that the game has no name for is called as the people in it call themselves.
            own = "" if seat in self._now.printed else _said(shown_as)
            name = (self._now.people.get(seat) or own)[:80] if names else ""
            called = own_name(self._seats[seat]) if seat in self._people and not names else shown_as
            found.append(Person(self._seats[seat], name, colours.get(seat, ""), _in_all(called)))
        return found

    def tracks(self) -> list[TrackValue]:
        """The tracks of the board, and what else is followed of all together."""
        found = {
            track.id: TrackValue(track.id, self.say(track.name), track.at, track.length, track.tone == "alert")
            for track in self._now.scene.tracks
        }
        for gauge in self._now.gauges:
            if gauge.id not in found and _seat_of(gauge, self._now.seats) is None:
                found[gauge.id] = TrackValue(gauge.id, self.say(gauge.name), gauge.value, gauge.most)
        return list(found.values())

    def standings(self) -> list[SeatStanding]:
        """At the end the ranking, before it what counts most of all that is followed seat by seat."""
        ranking = self._now.scene.ranking
        scores = _scores(self._now)
        if ranking:
            return [
                SeatStanding(self._seats.get(one.seat, one.seat), _number(_said(one.value)), self.say(one.value))
                for one in ranking
            ]
        return [
            SeatStanding(
                self._seats[seat],
                gauge.value,
                self.say(T("{place}: {what}", place=gauge.chart, what=gauge.value)),
            )
            for seat, gauge in sorted(scores.items(), key=lambda one: -one[1].value)
        ]

    def turn(self, since: str) -> CurrentTurn:
        """Whose turn it is. Of what is asked in secret nothing is told but that it is asked."""
        ask = self._now.ask
        who = ask.only or ask.who
        title = self._now.scene.prompt.title
        if ask.only is not None:
            title = T("{seat} decides in secret", seat=self._now.names.get(ask.only, ask.only))
        return CurrentTurn(None if who is None else self._seats.get(who, who), self.say(title), since)

    def ended(self, over: Over, ended: str) -> Ended:
        """How it has ended."""
        scene = self._now.scene
        won = {"win": True, "loss": False}.get(scene.result or "")
        winners = [self._seats.get(one.seat, one.seat) for one in scene.ranking if one.winner]
        if won:
            winners = list(self._seats.values())
        return Ended(won, winners, self.say(scene.prompt.title), ended)


def _progress(now: Snapshot) -> float | None:
    """How far the game has come: by its days, else by the track that is nearest to its end; None: nothing tells."""
    clock = now.scene.clock
    if clock is not None and clock.days:
        part = 0.0 if clock.part is None or not clock.parts else clock.part / len(clock.parts)
        return min(1.0, max(0.0, (clock.day - 1 + part) / clock.days))
    ends = [(track.at, track.length) for track in now.scene.tracks]
    ends += [(gauge.value, gauge.most) for gauge in now.gauges if gauge.most and gauge.weight >= COUNTS]
    return max((min(1.0, max(0.0, at / most)) for at, most in ends if most), default=None)


def _scores(now: Snapshot) -> dict[str, Gauge]:
    """For each seat the gauge that counts most; nothing where there is none for every seat."""
    best: dict[str, Gauge] = {}
    for gauge in now.gauges:
        seat = _seat_of(gauge, now.seats)
        if seat is not None and (seat not in best or gauge.weight > best[seat].weight):
            best[seat] = gauge
    return best if len(best) == len(now.seats) else {}


def _seat_of(gauge: Gauge, seats: Sequence[str]) -> str | None:
    """The seat that a gauge is about; None: it is about all."""
    seat = gauge.id.rpartition(":")[2]
    return seat if seat in seats else None


def _said(words: Words) -> str:
    return _SAY(words)


def _number(text: str) -> int | None:
    """The number that a text begins with, as ``188``, ``−16`` or ``32 VP``."""
    digits = text.replace("−", "-").split(" ")[0]
    return int(digits) if digits.lstrip("-").isdecimal() and digits.count("-") <= 1 else None
