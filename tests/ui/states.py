"""Every state of the screen, one after another.

The states of a game come from its recordings: each kind of question, each kind of page after an answer, every end, and
every screen that can be opened beside a question. A new game is covered as soon as it is registered and has recordings.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kivy.clock import Clock
from PIL import Image

from companion.chance.playing import Thinker, Trials
from companion.chance.thinking import MOST_TOLD, Dilemma, Thought
from companion.core.asks import RollAsk, is_chance
from companion.core.refusals import not_this
from companion.core.texts import T, Words
from companion.games.registry import game_names, load_game
from companion.journal import SavedGame
from companion.lookback.course import COURSE, has_course
from companion.lookback.dice import GameDice, dice_records
from companion.scene.scene import Line
from companion.session.companions import because
from companion.session.pages import Page
from companion.session.session import Session
from companion.table.table import Table
from hardware import voice
from hardware.config import Config
from hardware.inputs import Button
from hardware.voice import ENGINES, Engine
from tests.hardware.test_config import whole_panel
from tests.lookback.games import made_up_course
from tests.lookback.rolls import a_year
from tests.session.thinking import companion_table
from tests.ui import moments, reveal_moments
from tests.ui.box_states import BOX_STATES
from tests.ui.doctor_results import FAULTY, WELL, KnownResults
from tests.ui.gallery import WITHOUT_A_GAME, at_other_cards, count_one, open_eyes, settle
from tests.ui.hands import Hands
from tests.ui.learning_states import incomplete_board, incomplete_story, learning, photographed, telling, telling_of
from tests.ui.moments import Moment, kind_of, recordings
from tests.ui.people_states import at_the_names, at_the_results, with_names
from tests.ui.phone_states import in_a_club, on_phones
from ui.device import sounds
from ui.device.inputs import Inputs
from ui.look.pictures import texture_of
from ui.model.library import Library
from ui.model.navigation import destinations
from ui.widgets.cards import LASTS


def ringed(hands: Hands, game: str | None = None) -> Iterator[str]:
    """The screen with the ring at its start."""
    focus = hands.app.controls.focus
    focus.move(1)
    settle()
    yield f"{game or hands.root.name} focus"
    focus.hide()
    settle()


# Moments of recorded games with the highest stakes.

WEIGHED = {"newyork": ("choose play",), "krysis": ("choose turn", "choose mine")}
"""The questions with stakes of places."""
SAMPLED = 3
"""One moment in this many is examined."""


class Weighed(NamedTuple):
    """A moment, and the place with the most stakes."""

    moment: Moment
    spot: str


@cache
def weighed(game: str, kind: str) -> Weighed:
    """The moment with the highest stakes in the first recording with this question."""
    name, lines = next(
        (name, lines) for name, lines in recordings(game).items() if any(kind_of(line["ask"]) == kind for line in lines)
    )
    revs = [rev for rev, line in enumerate(lines) if kind_of(line["ask"]) == kind and line["ask"].get("only") is None]
    found: list[tuple[tuple[int, ...], int, str]] = []
    for rev in revs[::SAMPLED]:
        table = Moment(kind, name, rev).table()
        if table.ask.only is None:
            tell = table.game.presenter.stakes
            said = {spot: stakes for spot in places(table) if (stakes := tell(table.state, spot)) is not None}
            for spot, one in said.items():
                found.append(((len(one.chance), len(one.risk), len(one.cost)), rev, spot))
    _, rev, spot = max(found)
    return Weighed(Moment(kind, name, rev), spot)


def places(table: Table) -> list[str]:
    """All places of the picture, by id."""
    scene = table.scene()
    spots = [spot.id for spot in scene.board.spots] if scene.board is not None else []
    return [*spots, *(side.id for side in scene.sides), *(box.id for row in scene.rows for box in row.boxes)]


TOLD = ("escape", "crash", "krysis")
"""Games whose cards are told by their title, besides New York Crisis."""
ASIDE = ("sheet", "seats", "city", "story", "fixes")
"""Screens that exist only if a game has content for them."""
ALWAYS = ("places", "log", "menu", "lookback")


def stop_the_clocks() -> None:
    """Fix the time zone to UTC."""
    os.environ["TZ"] = "UTC"
    time.tzset()


def everything(hands: Hands, game: str | None = None) -> Iterator[str]:
    """Every state by name; with ``game`` only those of that game."""
    if game is None:
        yield from at_home(hands)
    for name in game_names():
        if game in (None, name):
            yield from setting_up(hands, name)
            yield from at_the_table(hands, name)
            if name == "newyork":
                yield from learning(hands)
                yield from photographed(hands)
                yield from incomplete_story(hands)
                yield from telling(hands)
            if name in TOLD:
                yield from telling_of(hands, name)
            if name == "krysis":
                yield from incomplete_board(hands)
                yield from on_phones(hands, name)
                yield from in_a_club(hands, name)


class AtOnce(Executor):
    """Runs background work synchronously."""

    def submit(self, do: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(do(*args, **kwargs))
        return done


class Shelf(Library):
    """A read-only journal of recorded games."""

    def __init__(self, kept: list[Moment]) -> None:
        super().__init__(None)
        self._worker = AtOnce()
        self._kept = {f"{moment.recording} {moment.rev}": moment for moment in kept}

    def saved(self, first: int = 0, most: int | None = None) -> list[SavedGame]:
        kept = [row(game_id, moment) for game_id, moment in self._kept.items()]
        return kept[first : None if most is None else first + most]

    def count_saved(self) -> int:
        return len(self._kept)

    def last_saved(self, name: str | None = None) -> SavedGame | None:
        return next((one for one in self.saved() if name in (None, one.game)), None)

    def last(self) -> SavedGame | None:
        return next((one for one in self.saved() if not one.finished), None)

    def _open(self, game_id: str) -> Session:
        table = self._kept[game_id].table()
        return Session(table, confirmed=table.rev)


@cache
def row(game_id: str, moment: Moment) -> SavedGame:
    """A recorded game as a row of a journal."""
    table = moment.table()
    times = [entry.at for entry in table.log]
    return SavedGame(game_id, table.setup, times[0], times[-1], table.rev, table.chance, table.rev, table.over, {})


def at_home(hands: Hands) -> Iterator[str]:
    """The screens without a table."""
    for name in WITHOUT_A_GAME:
        if name in STATES:
            yield from STATES[name](hands)
            continue
        hands.app.go(name)
        settle()
        yield name
        if name == "home":
            yield from ringed(hands)
    for game in game_names():
        hands.app.library = Shelf([moments.busiest(game), *moments.ends(game)])
        for name in ("home", "history"):
            hands.root.bring("settings")
            hands.app.go(name)
            settle()
            yield f"{name} after {game}"
    hands.app.library = Shelf(moments.ends("newyork"))
    hands.root.bring("settings")
    hands.app.go("home")
    settle()
    yield "home again"
    hands.app.new_game("newyork")
    settle()
    yield "home setup again"
    hands.app.library = Library(None)


READER_VIEW = Path(__file__).parents[2] / "deploy" / "pictures" / "reader.jpg"
"""The picture of a camera reader."""


def at_the_doctor(hands: Hands) -> Iterator[str]:
    """The doctor: all well, problems, checking, a pressed button, and the saved report."""
    screen, hands.app.inputs = hands.root.screen("doctor"), Inputs(Config())
    for state, screen.checkup in (
        ("doctor", KnownResults(*WELL)), ("doctor wrong", KnownResults(*FAULTY)),
        ("doctor looking", KnownResults(*WELL[:5], looking=True)),
    ):  # fmt: skip
        hands.app.go("home")
        settle()
        hands.app.go("doctor")
        settle()
        yield state
    screen.checkup = KnownResults(*FAULTY)
    hands.app.refresh()
    settle()
    screen.found.page = 1
    screen.found.redraw()
    settle()
    yield "doctor further"
    screen.checkup, screen.found.page = KnownResults(*WELL), 0
    hands.app.show_message(
        T("The report {name} is in {folder}.", name="companion-2026-11-23-2015.txt", folder="/media/companion/STICK")
    )
    settle()
    yield "doctor exported"
    hands.app.dismiss()
    screen.hear(Button("green", "press"))
    screen._down = {1: (0.3 * screen.width, 0.6 * screen.height), 2: (0.7 * screen.width, 0.4 * screen.height)}
    hands.app.refresh()
    settle()
    yield "doctor pressed"
    screen.hear(Button("green", "release"))
    screen._down.clear()
    hands.app.inputs = Inputs(whole_panel())
    screen.hear(Button("4", "press"))
    hands.app.refresh()
    settle()
    yield "doctor panel"
    screen.hear(Button("4", "release"))
    hands.app.inputs = Inputs(Config())
    with Image.open(READER_VIEW) as picture:
        screen.live.texture = texture_of(picture.convert("RGBA"))
    for state in ("doctor camera", "doctor camera large"):
        hands.app.refresh()
        settle()
        yield state
        screen.view.action()
    screen.live.texture, hands.app.inputs = None, None


def at_the_settings(hands: Hands) -> Iterator[str]:
    """The settings of a silent machine, of one with sound, and of one without speech."""
    before = sounds.available, sounds.loaded, voice.engine
    found: tuple[tuple[str, bool, Engine | None], ...] = (
        ("settings", False, None), ("settings heard", True, ENGINES[0]), ("settings unread", True, None),
    )  # fmt: skip
    try:
        for state, audible, speaks in found:
            sounds.available = sounds.loaded = lambda audible=audible: audible
            voice.engine = lambda speaks=speaks: speaks
            hands.app.go("home")
            settle()
            hands.app.go("settings")
            settle()
            yield state
    finally:
        sounds.available, sounds.loaded, voice.engine = before


class Cup(Library):
    """The dice statistics of a table; ``found`` may be pending."""

    def __init__(self, found: Future[list[GameDice]]) -> None:
        super().__init__(None)
        self._found = found

    def dice(self, then: Callable[[], object]) -> Future[list[GameDice]]:
        return self._found


def at_the_dice(hands: Hands) -> Iterator[str]:
    """The dice statistics: none, loading, every verdict, and a selected die."""
    library = hands.app.library
    for state, logs in (("fairness", []), ("fairness looking", None), ("fairness found", a_year())):
        found: Future[list[GameDice]] = Future()
        if logs is not None:
            found.set_result(dice_records(logs))
        hands.app.library = Cup(found)
        hands.app.go("home")
        settle()
        hands.app.go("fairness")
        settle()
        yield state
    hands.screen.rows.rows[3].action()
    settle()
    yield "fairness chosen"
    hands.app.library = library


STATES = {
    "people": at_the_names,
    "doctor": at_the_doctor,
    "settings": at_the_settings,
    "results": at_the_results,
    "fairness": at_the_dice,
    **BOX_STATES,
}
"""States of screens without a game."""


def setting_up(hands: Hands, game: str) -> Iterator[str]:
    """Every page of the setup."""
    hands.app.new_game(game)
    settle()
    screen = hands.screen
    for page in range(screen.pages - 1):
        yield f"{game} setup {page + 1}"
        screen.act()
        settle()
    yield f"{game} setup seats"
    screen.taken = [seat for seat, _ in screen._seats[: screen._limits[1]]]
    hands.app.refresh()
    settle()
    yield f"{game} setup everybody"
    screen.options.action()
    settle()
    yield f"{game} setup rules"


def at_the_table(hands: Hands, game: str) -> Iterator[str]:
    """Every question and page of a game, and every screen beside them."""
    put(hands, Moment("", next(iter(moments.recordings(game))), 0), 0)
    yield f"{game} opening"
    for moment in moments.questions(game):
        yield from asked(hands, game, moment)
    yield from instruction_pages(hands, game)
    busiest = moments.busiest(game)
    put(hands, busiest)
    yield from beside(hands, game)
    put(hands, busiest)
    yield from ringed(hands, game)
    yield from overlays(hands, game)
    yield from revealing(hands, game)
    yield from showing_stakes(hands, game)
    put(hands, busiest)
    yield from with_names(hands, game)
    for moment in (busiest, *moments.alone(game)):
        put(hands, moment)
        yield from opinions(hands, game, moment.kind)
    if game == "thousand":
        put(hands, busiest)
        turn_of_robin(hands)
        yield f"{game} turn of the companion"
        hands.touch(*hands.screen.mark.center)
        settle()
        yield f"{game} turn of the companion because"
        hands.app.slips.close()
    for kind, table in known_to_the_companion(game):
        sit(hands, Session(table, confirmed=table.rev))
        yield from opinions(hands, game, f"known {kind}")
    results = set()
    for moment in moments.ends(game):
        session = put(hands, moment)
        if session.scene.result not in results:
            results.add(session.scene.result)
            yield f"{game} over {session.scene.result}"
            yield from counted(hands, game)
    hands.app.go("lookback")
    settle()
    yield f"{game} lookback over"
    if has_course(hands.session.table):
        yield from thought_over(hands, game)
    yield from filmed(hands, game)


class SlowMind:
    """Thinks for ever, unless it is told what it has thought."""

    last: SlowMind

    def __init__(self, heard: Callable[[int, Thought | None], None]) -> None:
        self.heard = heard
        SlowMind.last = self

    def think(self, dilemma: Dilemma) -> None:
        self.number = dilemma.number

    def hurry(self) -> None:
        """It does not."""

    def close(self) -> None:
        """There is nothing to end."""


def turn_of_robin(hands: Hands) -> Words:
    """A page with what the companion did in its turn, and why; returns that reason."""
    session = hands.session
    table = session.table
    thought = [Trials(answer, 100, won=won) for answer, won in zip(table.legal() or [], (62, 55), strict=False)]
    reason = because(table, thought)
    assert reason is not None
    lines = [Line("→", "vp", table.game.presenter.describe(table.state, thought[0].answer), read=True)]
    session.pages = [Page(0, lines, over=T("{name}:", name="Robin"), because=reason.words)]
    hands.app.refresh()
    settle()
    return reason.words


def known_to_the_companion(game: str) -> Iterator[tuple[str, Table]]:
    """Tables of a game that keeps secrets at which the companion knows what each seat knows: at a choice of one seat
    alone, and at one that all may see."""
    if not load_game(game).player.wants:
        return
    table, luck, seen = companion_table(game, ["person", "person"]), Random(5), set[bool]()
    while len(seen) < 2:
        asked, legal = table.ask, table.legal() or []
        if not asked.chance and len(legal) > 3 and (asked.only is None) not in seen:
            seen.add(asked.only is None)
            yield "openly" if asked.only is None else "alone", table
        elif asked.chance:
            table.deal()
        else:
            table.answer(table.game.player.advise(table.state, legal, luck.random))


def opinions(hands: Hands, game: str, kind: str) -> Iterator[str]:
    """The question where an opinion can be asked for, and the opinion: while it is thought out, and told; or why there
    is none."""
    app, session = hands.app, hands.session
    app.settings.opinions = True
    if hands.root.name == "private":
        open_eyes(hands)
    session.ask_opinion(lambda: None, mind=SlowMind)
    app.go("opinion")
    settle()
    yield f"{game} opinion {kind}"
    table = session.table
    if session.opinions.why_not is None:
        found = Thinker(table.game, Random(1)).think(table.state, lambda _: 1.0)[:MOST_TOLD]
        thought = [Trials(trials.answer, 100, won=won) for trials, won in zip(found, (62.0, 55.0, 0.2), strict=False)]
        SlowMind.last.heard(SlowMind.last.number, thought)
        session.hear_opinion()
        settle()
        yield f"{game} opinion {kind} told"
    app.go("game")
    settle()
    app.settings.opinions = False


def thought_over(hands: Hands, game: str) -> Iterator[str]:
    """The look back while the course of the game is thought out, and with it."""
    app, table = hands.app, hands.session.table
    app.courses.done = 0.4
    app.refresh()
    settle()
    yield f"{game} lookback thinking"
    app.courses.done = None
    table.note(COURSE, made_up_course(table))
    app.refresh()
    settle()
    yield f"{game} lookback course"
    del table.notes[COURSE]


def filmed(hands: Hands, game: str) -> Iterator[str]:
    """The film of a game: loading, at its start, and at a turning point."""
    app, table = hands.app, hands.session.table
    app.films.forget()
    again, app.films._again = app.films._again, Clock.create_trigger
    app.go("film")
    settle()
    yield f"{game} film being made"
    app.films._again = again
    screen = hands.screen
    film = app.films.whole(table, screen._look(table))
    settle()
    yield f"{game} film"
    if film.turns:
        screen._go_to(film.frames[film.turns[-1]].turn)
        settle()
        yield f"{game} film turning"


def showing_stakes(hands: Hands, game: str) -> Iterator[str]:
    """The stakes of a place, for each kind of question that has stakes."""
    for kind in WEIGHED.get(game, ()):
        moment, spot = weighed(game, kind)
        put(hands, moment)
        assert hands.screen._show_stakes(spot)
        settle()
        yield f"{game} weighs {kind}"
        hands.screen._show_stakes(None)


def revealing(hands: Hands, game: str) -> Iterator[str]:
    """Each kind of reveal, near its end."""
    for of in (of for of, where in reveal_moments.GAME_OF.items() if where == game):
        reveal = reveal_moments.come(hands, of)
        reveal.advance(0.85 * LASTS[of])
        hands.app.settings.animations = False
        assert reveal.playing
        yield f"{game} reveals {of}"
        reveal.skip()


def counted(hands: Hands, game: str) -> Iterator[str]:
    """The winner's score in steps, if the game has them."""
    rank = next(iter(hands.session.scene.ranking), None)
    if rank is not None and rank.steps:
        hands.touch(*hands.screen.ranks.rows[0].center)
        settle()
        assert hands.root.slip.shown
        yield f"{game} over counted"
        hands.app.slips.close()


def put(hands: Hands, moment: Moment, confirmed: int | None = None) -> Session:
    """Show a recorded game; ``confirmed`` instructions are done, by default all."""
    return sit(hands, Session(moment.table(), confirmed=moment.rev if confirmed is None else confirmed))


def sit(hands: Hands, session: Session) -> Session:
    """Show a game in place of the last one."""
    hands.app.leave_game()
    hands.root.bring("home")
    hands.app.play(session)
    hands.app.offers.declined = True
    settle()
    return session


def asked(hands: Hands, game: str, moment: Moment) -> Iterator[str]:
    """A question: chance as digital and physical, private ones as seen by the others and by the player."""
    session = put(hands, moment)
    yield f"{game} asks {moment.kind}"
    unused = next((choice for choice in session.scene.choices if choice.unused is not None), None)
    if unused is not None:
        session.choose(unused)
        settle()
        yield f"{game} asks {moment.kind} unused"
        session.doubt(None)
        settle()
    if is_chance(session.table.ask) and not isinstance(session.table.ask, RollAsk):
        session.set_chance(session.table.game.rules.chance_item(session.table.ask), "asked")
        session.pages.clear()  # Actions on the deck are a separate state.
        hands.app.refresh()
        settle()
        yield f"{game} asks {moment.kind} by hand"
    if hands.root.name == "private":
        open_eyes(hands)
        yield f"{game} asks {moment.kind} alone"


def instruction_pages(hands: Hands, game: str) -> Iterator[str]:
    """Every kind of instruction page after every kind of question."""
    seen: set[tuple[str, str]] = set()
    for moment in moments.answers(game):
        session = Session(moment.table(), confirmed=moment.rev - 1)
        if {(moment.kind, page.mode) for page in session.pages} <= seen:
            continue
        sit(hands, session)
        while session.pages:
            if (moment.kind, session.mode) not in seen:
                seen.add((moment.kind, session.mode))
                yield f"{game} tells {moment.kind} {session.mode}"
            session.done()
            settle()


def beside(hands: Hands, game: str) -> Iterator[str]:
    """Every screen that can be opened beside a question."""
    app, session = hands.app, hands.session
    earlier = session.rev - 1
    there = {name for name, _, _ in destinations(session.scene)}
    for name in (*(name for name in ASIDE if name in there), *ALWAYS):
        app.go("game")
        settle()
        app.look_at_seat() if name == "seats" else app.go(name)
        settle()
        assert hands.root.name == name
        yield f"{game} {name}"
        if name == "seats":
            count_one(hands)
            yield f"{game} {name} counted"
            session.undo(quiet=True)
    yield from switched(hands, game)
    app.look_at_moment(earlier)
    settle()
    yield f"{game} log earlier"
    hands.screen.chapter.action()
    settle()
    yield f"{game} log chapters"
    if session.scene.boards:
        app.look_alone(None)
        settle()
        yield f"{game} private"
    for seat in session.scene.secrets[:1]:
        app.look_alone(seat)
        settle()
        yield f"{game} private closed"
        hands.screen._hold(True)
        hands.screen._clock.cancel()
        settle()
        yield f"{game} private open"
    if at_other_cards(hands):
        yield f"{game} fixes covered"
        hands.touch(*hands.screen.primary.center)
        settle()
        yield f"{game} fixes"


def switched(hands: Hands, game: str) -> Iterator[str]:
    """A deck switched from digital to physical, and back."""
    session = hands.session
    hands.app.go("game")
    digital = (item for item, mode in session.table.chance.items() if mode == "digital")
    for item in digital:
        session.set_chance(item, "asked")
        if session.page is not None:
            settle()
            yield f"{game} switched to people"
            session.done()
            session.set_chance(item, "digital")
            settle()
            if session.page is not None:
                yield f"{game} switched to the companion"
                session.done()
            break
        session.set_chance(item, "digital")


def overlays(hands: Hands, game: str) -> Iterator[str]:
    """Overlays: the rule behind a question, banners, and a tip."""
    app = hands.app
    app.go("game")
    settle()
    hands.touch(*hands.screen.mark.center)
    assert hands.root.slip.shown
    yield f"{game} slip"
    app.slips.close()
    app.show_message(T("The game has gone on since then. Please compare again."))
    settle()
    assert hands.root.banner.shown
    yield f"{game} banner"
    app.dismiss()
    hands.session.refused = not_this(hands.session.scene.prompt.rule)
    app.refresh()
    settle()
    yield f"{game} refusal"
    app.dismiss()
    app.settings.hints = True
    app.refresh()
    settle()
    yield f"{game} hint"
    app.settings.hints = False
    app.refresh()
    settle()
