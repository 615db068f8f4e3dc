"""The look back at a game: charts, dice, draws, turning points, log; and results that games were kept without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct, structs

from companion.core.answers import Draw, Pull, Roll
from companion.core.refusals import BadPack, BadSetup, Refused
from companion.core.texts import P, T, Words, plain
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.journal import Journal, JournalError, SavedGame
from companion.lookback.course import CourseStep, GameCourse, kept_course
from companion.packs.loader import load_again
from companion.scene.charts import Chart, FaceCount, Gauge, Series, mark
from companion.scene.scene import Private, Rank, Scene
from companion.scene.scene import people as people_of
from companion.table.history import PlayedEntry, hidden, label
from companion.table.learned import lesson_label
from companion.table.log import Kind
from companion.table.people import ranking_with_people, with_person
from companion.table.result import GameResult, SeatResult, time_played, timestamp, translations
from companion.table.table import Table

MOST_TURNS = 5
LEAST_TURN = 1.8
"""The least weight of a turning point."""


class DrawCount(Struct, frozen=True):
    """How often something was drawn from a deck or bag."""

    deck: Words
    name: Words
    count: int


class TurningPoint(Struct, frozen=True):
    """An answer with a large effect: its ``rev``, its ``weight``, and ``who`` gave it; empty where nobody was asked."""

    rev: int
    chapter: Words
    words: Words
    icon: str
    changed: list[Words]
    weight: float
    who: Words


class LogRow(Struct, frozen=True):
    """A log entry in words; ``done`` is False if it was undone. ``who`` was asked; empty if nobody was."""

    rev: int
    at: float
    chapter: Words
    words: Words
    kind: Kind
    done: bool
    who: Words


class PlayerSummary(Struct, frozen=True):
    """A player."""

    seat: str
    name: Words


class LookBack(Struct, frozen=True):
    """The look back at a game. While it goes on (``over`` is False) it contains no secrets.

    ``started`` is Unix time, None before the first entry; ``seconds`` is the time played, without long pauses.
    ``secrets`` are the private views of the seats, shown once the game is over.
    """

    game: str
    title: Words
    headline: Words
    hint: Words | None
    over: bool
    result: Literal["win", "loss", "end"] | None
    players: list[PlayerSummary]
    people: dict[str, str]
    """What they are called, by seat, as far as somebody has said so."""
    started: float | None
    seconds: float
    chapters: list[Words]
    charts: list[Chart]
    dice: list[FaceCount]
    drawn: list[DrawCount]
    turning_points: list[TurningPoint]
    rows: list[LogRow]
    ranking: list[Rank]
    secrets: list[Private]


class _Moment(Struct, frozen=True):
    """An answer or correction in effect, with the gauges before and after it."""

    played: PlayedEntry
    chapter: Words
    words: Words
    before: list[Gauge]
    after: list[Gauge]
    who: Words

    @property
    def weight(self) -> float:
        return sum(new.weight * abs(new.value - old.value) for old, new in zip(self.before, self.after, strict=True))


def look_back(table: Table) -> LookBack:
    """Replay the log of ``table`` and collect its look back; the table is only read."""
    game, scene, people = table.game, table.scene(), table.people
    moments, course = _moments(table), kept_course(table)
    chapters, charts = _charts(table, moments)
    if course is not None and len(course.chapters) == len(chapters):
        charts.insert(0, _chances(course, table, scene, charts))
    names = {seat: game.presenter.word(table.state, f"seat:{seat}") for seat in table.setup.seats}
    names |= dict(game.rules.seats(table.pack))
    # While the game goes on, what lies under a cup counts for nobody.
    seen = [moment.played for moment in moments if table.over or not hidden(moment.played)]
    rolls = [played.answer for played in seen if isinstance(played.answer, Roll)]
    return LookBack(
        game=game.name,
        title=game.title,
        headline=scene.prompt.title
        if table.over
        else T("So far: {chapter}", chapter=game.presenter.chapter(table.state)),
        hint=scene.prompt.hint if table.over else None,
        over=table.over,
        result=scene.result,
        players=[PlayerSummary(seat, with_person(names[seat], people.get(seat))) for seat in table.setup.seats],
        people=dict(people),
        started=table.log[0].at if table.log else None,
        seconds=time_played([entry.at for entry in table.log]),
        chapters=chapters,
        charts=charts,
        dice=_dice(table, rolls, scene.face_names),
        drawn=_drawn(game, moments),
        turning_points=_turning_points(moments) if course is None else _turns_of(course, table, moments),
        rows=_rows(game, table, moments),
        ranking=ranking_with_people(scene.ranking, people),
        secrets=_secrets(table) if table.over else [],
    )


def _moments(table: Table) -> list[_Moment]:
    game = table.game
    state = table.history.state_at(0)
    gauges = game.presenter.gauges(state)
    found = []
    for played in table.history.line[: table.history.mark]:
        chapter = game.presenter.chapter(state)
        table.history.replay(state, played)
        before, gauges = gauges, game.presenter.gauges(state)
        words = _words(table, played)
        found.append(_Moment(played, chapter, words, before, gauges, _who(table, played)))
    return found


def _who(table: Table, played: PlayedEntry) -> Words:
    seat = None if played.asked is None else played.asked.only or played.asked.who
    return "" if seat is None else table.game.presenter.word(table.state, f"seat:{seat}")


def _words(table: Table, played: PlayedEntry) -> Words:
    """An entry as the shared screen may show it (R-GEN-06)."""
    entry = played.entry
    if played.answer is not None:
        return label(table.game, table.state, played)
    if entry.kind == "learn":
        return lesson_label(table, entry)
    if entry.kind == "correct":
        return T("Correction: {why}", why=entry.why or "")
    if entry.kind == "undo":
        return P("{n} answer taken back", "{n} answers taken back", entry.n)
    return P("{n} answer played again", "{n} answers played again", entry.n)


def _charts(table: Table, moments: Sequence[_Moment]) -> tuple[list[Words], list[Chart]]:
    """The chapters, and the gauges grouped by chart, with a point at the end of each chapter."""
    steps = [(chapter, list(run)[-1].after) for chapter, run in groupby(moments, key=lambda moment: moment.chapter)]
    now = (table.game.presenter.chapter(table.state), table.game.presenter.gauges(table.state))
    if not steps or (not table.over and steps[-1][0] != now[0]):
        steps.append(now)
    columns = zip(*(gauges for _, gauges in steps), strict=True)
    made = [(column[-1].chart, _series(column)) for column in columns]
    charts = [Chart(name, [series for _, series in rows]) for name, rows in _by_chart(made)]
    return [chapter for chapter, _ in steps], charts


def _by_chart(made: Iterable[tuple[Words, Series]]) -> Iterable[tuple[Words, list[tuple[Words, Series]]]]:
    return ((name, list(rows)) for name, rows in groupby(made, key=lambda pair: pair[0]))


def _series(column: Sequence[Gauge]) -> Series:
    last = column[-1]
    points = [gauge.value for gauge in column]
    return Series(last.id, last.name, last.icon, last.colour, last.marker, points, last.most)


def _dice(table: Table, rolls: Sequence[Roll], names: dict[str, Words]) -> list[FaceCount]:
    """The faces in the game's order, without those that no rolled die has."""
    game, rolled = table.game, Counter[str]()
    expected: Counter[str] = Counter()
    for roll in rolls:
        for die, face in roll.faces.items():
            rolled[str(face)] += 1
            for side in game.rules.dice[die]:
                expected[str(side)] += 1 / len(game.rules.dice[die])  # type: ignore[assignment] # a Counter adds fractions too
    order = [*names, *sorted(expected.keys() - names.keys(), key=lambda face: (not face.isdigit(), face.zfill(9)))]
    called = {face: game.presenter.word(table.state, f"face:{face}") for face in order} | names
    return [
        FaceCount(face, called[face], f"face:{face}", rolled[face], float(expected[face]))
        for face in order
        if face in expected
    ]


def _drawn(game: Game, moments: Sequence[_Moment]) -> list[DrawCount]:
    """The draws by deck, in the game's order, most frequent first."""
    counts: dict[str, dict[str, DrawCount]] = {item: {} for item in game.rules.chance_items}
    for moment in moments:
        answer, question = moment.played.answer, moment.played.question
        if question is None or not isinstance(answer, Draw | Pull):
            continue
        item = game.rules.chance_item(question.ask)
        # Counted by public description, so that secret cards are not told apart.
        said = plain(moment.words)
        before = counts[item].get(said)
        count = before.count + 1 if before is not None else 1
        counts[item][said] = DrawCount(game.presenter.chance_name(item), moment.words, count)
    return [one for cards in counts.values() for one in sorted(cards.values(), key=lambda drawn: -drawn.count)]


def _turning_points(moments: Sequence[_Moment]) -> list[TurningPoint]:
    """The moments with the largest effects, in order; repetitions are merged."""
    moving = [moment for moment in moments if moment.weight]
    runs = [list(run) for _, run in groupby(moving, key=lambda moment: (moment.chapter, moment.words))]
    merged = [structs.replace(run[0], after=run[-1].after) for run in runs]
    large = [moment for moment in merged if moment.weight >= LEAST_TURN]
    largest = sorted(large, key=lambda moment: -moment.weight)[:MOST_TURNS]
    return [_turning_point(moment) for moment in sorted(largest, key=lambda moment: moment.played.entry.rev)]


def _turning_point(moment: _Moment) -> TurningPoint:
    pairs = [
        (old, new)
        for old, new in zip(moment.before, moment.after, strict=True)
        if old.value != new.value and new.weight
    ]
    pairs.sort(key=lambda pair: -pair[1].weight * abs(pair[1].value - pair[0].value))
    changed: list[Words] = [
        T("{name} {old} → {new}", name=new.name, old=old.value, new=new.value) for old, new in pairs
    ]
    return TurningPoint(
        moment.played.entry.rev, moment.chapter, moment.words, pairs[0][1].icon, changed, moment.weight, moment.who
    )


# What the game turned on, where its course was thought out.

NAMED = 2
"""The most players whose chances are named with a turning point: those that changed most."""
TOGETHER = T("Everybody")


def _chances(course: GameCourse, table: Table, scene: Scene, charts: Sequence[Chart]) -> Chart:
    """The chance to win of each player, in per cent, drawn as in the other charts if all have lines there; one line
    where all win or lose together."""
    drawn = {plain(one.name): (one.colour, one.marker) for chart in charts for one in chart.series}
    seats = _seats_of(course, table, scene)
    known = all(plain(name) in drawn for _, name in seats.values())
    series = []
    for n, (seat, (icon, name)) in enumerate(seats.items()):
        points = [round(100 * chances[seat]) for chances in course.chapters]
        colour, marker = drawn[plain(name)] if known else mark(n)
        series.append(Series(f"chance:{seat}", name, icon, colour, marker, points, 100))
    return Chart(T("Chance to win, %"), series)


def _seats_of(course: GameCourse, table: Table, scene: Scene) -> dict[str, tuple[str, Words]]:
    """Icon and name of those whose chances differ, by seat: all, or the first for everybody."""
    seats, presenter = table.setup.seats, table.game.presenter
    if course.together:
        return {seats[0]: ("players", TOGETHER)}
    found = people_of(scene) | {rank.seat: (rank.icon, rank.name) for rank in scene.ranking}
    return {seat: found.get(seat) or ("players", presenter.word(table.state, f"seat:{seat}")) for seat in seats}


def _turns_of(course: GameCourse, table: Table, moments: Sequence[_Moment]) -> list[TurningPoint]:
    """The answers with the largest steps of the chances to win, in order."""
    at = {moment.played.entry.rev: (n, moment) for n, moment in enumerate(moments)}
    named = _seats_of(course, table, table.scene())
    points = []
    for step in course.turns:
        position, moment = at[step.rev]
        changed = {
            seat: (abs(after - before), icon, T("{name} {old} → {new} %", name=name, old=before, new=after))
            for seat, (icon, name) in named.items()
            for before, after in [(round(100 * step.before[seat]), round(100 * step.after[seat]))]
        }
        largest = sorted(changed.values(), key=lambda one: -one[0])
        asked = moment.played.asked
        # The answer stands beside it: the sign is that of who gave it, not of whose chance it changed most.
        _, icon, own = changed.get((asked and (asked.only or asked.who)) or "", largest[0])
        better = _better(step, table, position)
        words: list[Words] = [said for *_, said in largest[:NAMED]]
        if better is not None:
            words = [own, T("Better: {answer} (+{n} %)", answer=better, n=round(100 * step.gain))]
        weight = largest[0][0] / 100
        points.append(TurningPoint(step.rev, moment.chapter, moment.words, icon, words, weight, moment.who))
    return points


def _better(step: CourseStep, table: Table, position: int) -> Words | None:
    """The better answer in words; None if there is none, or a newer version of the rules knows it no more."""
    if step.better is None:
        return None
    state = table.history.state_at(position)
    try:
        return table.game.presenter.describe(state, table.game.rules.parse(state, step.better))
    except Refused:
        return None


def _rows(game: Game, table: Table, moments: Sequence[_Moment]) -> list[LogRow]:
    """The whole log in order, undone entries included."""
    chapters = {moment.played.entry.rev: moment.chapter for moment in moments}
    chapter: Words = moments[0].chapter if moments else game.presenter.chapter(table.state)
    rows = []
    for played in table.history.entries:
        entry = played.entry
        moved = entry.kind in ("undo", "redo", "learn")
        chapter = chapters.get(entry.rev, chapter)
        words = _words(table, played)
        done = moved or entry.rev in chapters
        rows.append(LogRow(entry.rev, entry.at, chapter, words, entry.kind, done, _who(table, played)))
    return rows


def _secrets(table: Table) -> list[Private]:
    found = (table.game.presenter.private(table.state, seat) for seat in table.setup.seats)
    return [private for private in found if private is not None]


# Results of finished games that an older version kept without one: they are replayed to their end.


def settle(journal: Journal, most: int = 100) -> int:
    """Work out the results of up to ``most`` games, last played first; returns how many had none.

    A game that cannot be replayed, because its rules or its box are missing, gets the outcome ``unknown``.
    """
    found = journal.results.unsettled(most)
    for game_id in found:
        try:
            saved = journal.saved(game_id)
            journal.results.settle(_result(journal, saved))
        except JournalError:
            # Its metadata is damaged; it is not in the list of games either.
            continue
    return len(found)


def _result(journal: Journal, saved: SavedGame) -> GameResult:
    setup, chance, log = journal.load(saved.id)
    result = _unknown(saved, [entry.at for entry in log])
    if setup.game not in game_names():
        return result
    try:
        game = load_game(setup.game)
        pack, _ = load_again(game, setup.pack, setup.pack_hash, setup.box)
        table = Table.resume(game, pack, setup, log, chance=chance, notes=saved.notes, auto=False)
    except (BadSetup, BadPack):
        return result
    return table.result(saved.id) if table.over else result


def _unknown(saved: SavedGame, times: list[float]) -> GameResult:
    setup = saved.setup
    return GameResult(
        id=saved.id,
        game=setup.game,
        title=translations(setup.game),
        box=setup.pack,
        started=timestamp(times[0] if times else saved.created),
        ended=timestamp(times[-1] if times else saved.at),
        seconds=round(time_played(times)),
        outcome="unknown",
        players=[SeatResult(seat, translations(seat)) for seat in setup.seats],
    )
