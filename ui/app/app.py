"""The application: one window, one table at a time, and events from outside; and a game that plays itself."""

from __future__ import annotations

import logging
import random
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window

from companion.club.membership import Membership
from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.asks import RollAsk
from companion.core.refusals import BadPack, BadSetup, Refused, UserFacingError
from companion.core.texts import T, Words
from companion.packs.photos.background import PrintedCards
from companion.scene.scene import Choice, Tap, turn_board
from companion.session.session import Session
from companion.table.log import Source
from hardware.inputs import Event
from hardware.machine import ALIVE, READY, notify
from ui.app.hints import Hinting
from ui.base import settings as settings_
from ui.base.language import language
from ui.base.settings import Settings
from ui.controls import controls
from ui.controls.controls import Controls
from ui.device.display import Display, tidy_soon
from ui.device.inputs import Inputs
from ui.device.sounds import Aloud, SoundPlayer
from ui.look.pictures import MOST_SMALL, SMALL, CardPictures
from ui.look.text import renderable_names
from ui.model.box_editor import BoxEditor, BoxUpdates
from ui.model.explanations import Slips
from ui.model.history import Courses, Films
from ui.model.library import Library, Offers, clear_away, mark_away, side_of, sketch_of, turn_side
from ui.model.navigation import MAKE_WAY, SCREEN_OF, Detour, Observer, Privacy, makes_way, screen_of
from ui.model.phones import Phones
from ui.screens.base import Host, Screen
from ui.screens.stage import Stage, preload
from ui.widgets.drawn import tap_guard
from ui.widgets.frame import Lamp

BESIDE = ("seats", "city", "private", "fixes")
"""Side screens, where taps change the table without showing instructions."""


UNEXPECTED = T("Something went wrong here, and nothing is lost. Go on, or take the last step back.")
MOST_ERRORS, WITHIN = 20, 10.0
"""With more unexpected errors in so many seconds, the application ends, since it would show nothing useful."""
log = logging.getLogger("companion")


class KeepGoing(ExceptionHandler):
    """Shows an error that nobody has caught as one sentence; the game goes on. Unexpected ones are logged."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app
        self._errors: deque[float] = deque(maxlen=MOST_ERRORS)

    def install(self) -> None:
        """Handle what the event loop and all threads raise."""
        ExceptionManager.add_handler(self)
        threading.excepthook = self._in_thread

    def handle_exception(self, inst: BaseException) -> int:
        return ExceptionManager.PASS if self._shows(inst) else ExceptionManager.RAISE

    def _shows(self, inst: BaseException) -> bool:
        if not isinstance(inst, Exception):
            return False
        if isinstance(inst, Refused | UserFacingError):
            self._app.show_message(inst.text)
            return True
        log.error("unexpected error", exc_info=inst)
        now = time.monotonic()
        self._errors.append(now)
        if len(self._errors) == MOST_ERRORS and now - self._errors[0] < WITHIN:
            return False
        self._app.show_message(UNEXPECTED)
        return True

    def _in_thread(self, about: threading.ExceptHookArgs) -> None:
        error = about.exc_value
        if isinstance(error, Exception):
            Clock.schedule_once(lambda _dt: self.handle_exception(error), 0)


class ClubMember(Observer):
    """Publishes what the screen shows to the club."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def settled(self, session: Session | None) -> None:
        self._host.club.show(session)

    def close(self) -> None:
        self._host.club.close()


class CompanionApp(App):
    """The touchscreen. ``inputs``: dice reader and buttons, or None; ``club`` publishes what the table shows."""

    title = "Companion"
    stage: Stage

    def __init__(
        self, library: Library, settings: Settings, *, inputs: Inputs | None = None, inches: float = 7.0,
        club: Membership | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.library = library
        self.settings = settings
        self.inputs = inputs
        self.session: Session | None = None
        self.looking = "home"
        self._aloud = Aloud(settings)
        self._hinting = Hinting(settings, lambda: self.stage, self.apply_settings)
        self._message: Words | None = None
        self._message_on = ""
        """The screen on which the message was read first; empty before that."""
        self._detour = Detour()
        self.slips = Slips(lambda: self.session, self.refresh)
        self.offers = Offers()
        self.box_updates = BoxUpdates(self)
        self.privacy = Privacy(Clock.schedule_once, self.refresh)
        self.phones = Phones(self.refresh)
        self.phones.offer_opinions(offered=settings.opinions)
        self.phones.journal = None if library.journal is None else library.journal.path
        self.club = club or Membership(None)
        self.club.again = lambda: Clock.schedule_once(
            lambda _dt: self.show_message(self.club.news() or self._message), 0
        )
        self.display = Display(settings, inches, self.privacy.touched)
        self.box_editor = BoxEditor(self)
        self.box_editor.browsers.journal = self.phones.journal
        if self.phones.journal is not None:
            self.box_editor.keep_beside(self.phones.journal)
        self.printed = PrintedCards(lambda: Clock.schedule_once(lambda _dt: self.refresh(), 0))
        self.controls = Controls(self)
        self.pictures = CardPictures(self.refresh)
        self.small_pictures = CardPictures(self.refresh, side=SMALL, most=MOST_SMALL)
        self.films = Films(lambda work: Clock.schedule_interval(work, 0), self.refresh)
        self.courses = Courses(lambda work: Clock.schedule_once(lambda _dt: work(), 0), self.refresh)
        self.observers: list[Observer] = [
            self.phones, self.box_updates, self.films, self.courses, SoundPlayer(settings),
            self._aloud, self._hinting, ClubMember(self), self.controls,
        ]  # fmt: skip
        self._rev = 0
        self._turn: tuple[object, str, str | None] | None = None
        self._turn_open = False
        """The turn is played on its board: what leads to the table leads there, until people go to the table itself."""
        self._not_saved: Words | None = None
        self._clocks: list[ClockEvent] = []
        self.first: Callable[[], object] | None = None
        """What to do at the start, instead of showing the home screen."""
        self._again = Clock.create_trigger(lambda _dt: self._settle(), -1)
        self._attached = False
        language.use(settings.language)

    def build(self) -> Stage:
        self._attached = True
        self.display.measure()
        self.stage = Stage(self)
        self.stage.size = Window.size
        self.stage.bring(self._screen())
        Window.clearcolor = (0, 0, 0, 1)
        Window.bind(size=self._resized)
        self.display.attach(self.stage.sleep_overlay, self.stage.repaint)
        self.controls.attach(self.stage)
        if self.inputs is not None:
            self.inputs.attach(self)
        if self.first is not None:
            self.first()
        self._settle()
        self._clocks += [Clock.schedule_interval(lambda _dt: self._live(), 5), preload()]
        self._clocks.append(Clock.schedule_interval(lambda _dt: self._watch_disk(), 0.5))
        Window.bind(on_flip=self._shown)
        return self.stage

    def detach(self) -> None:
        self._attached = False
        Window.unbind(size=self._resized, on_flip=self._shown)
        self.display.detach()
        self.controls.detach()
        self.phones.close()
        self.printed.close()
        self.box_editor.browsers.close()
        for clock in self._clocks:
            clock.cancel()

    def on_stop(self) -> None:
        self.detach()
        for observer in reversed(self.observers[:]):
            observer.close()
        self.box_editor.close()
        self.library.close()

    # Called by screens (``ui.screens.base.Host``).

    def refresh(self) -> None:
        self._again()

    def go(self, screen: str) -> None:
        self._detour.cancel()
        if screen == "game" and self.looking == "seats":
            self._turn_open = False
        self.looking = screen
        if screen == "game" and self.session is not None and self.session.mode == "choose":
            self._begin_turn(self.session)
        self._again()

    def open(self, screen: str, about: object) -> None:
        self.stage.screen(screen).open(about)
        self.go(screen)

    def look_at_seat(self, seat: str | None = None) -> None:
        self.open("seats", seat)

    def look_at_places(self, group: str) -> None:
        self.open("places", group)

    def check_up(self) -> None:
        self.open("doctor", self.looking)

    def look_at_moment(self, rev: int) -> None:
        self.open("log", rev)

    def look_alone(self, seat: str | None = None) -> None:
        if self.looking != "private":
            self.privacy.back = self.looking
        self.privacy.seat = seat
        self.go("private")

    def look_back(self) -> None:
        self.go(self.privacy.back)

    def turn_round(self, seat: str) -> None:
        if self.session is not None:
            turn_side(self.session.table, seat, self.display.turned)
        self._again()

    def turn_screen(self) -> None:
        self.display.turned = 180 - self.display.turned
        self._again()

    def apply_tap(self, tap: Tap) -> None:
        session, screen = self.session, self.looking
        if session is None:
            return
        asked = session.table.ask
        session.apply_tap(tap)
        if session.pages or session.doubted is not None or session.table.ask != asked:
            self.looking = "game"
            self._detour.start(screen, asked)
        self._again()

    def take(self, choice: Choice, rev: int) -> None:
        if self.session is not None:
            self._detour.cancel()
            self.looking = "game"
            self.session.choose(choice, rev)
            self._again()

    def play(self, session: Session) -> None:
        self._clear_table()
        self.session, self._message, self._message_on = session, session.notice, ""
        self._rev = session.rev
        self.offers = Offers(tile.id for tile in session.scene.tiles)
        session.changed = self._session_changed
        session.table.on_saved = self._saved_later
        for observer in self.observers:
            observer.serve(session)
        session.begin_thinking(lambda: Clock.schedule_once(lambda _dt: self._heed(session), 0))
        clear_away(session.table)
        self.go("game")

    def ask_opinion(self) -> None:
        session = self.session
        if session is not None:
            session.ask_opinion(lambda: Clock.schedule_once(lambda _dt: self._hear_opinion(session), 0))

    def open_game(self, game_id: str) -> None:
        self._try(lambda: self.play(self.library.open(game_id)))

    def start_game(self, game: str, seats: list[str], settings: dict[str, str]) -> None:
        self._try(lambda: self.play(self.library.start(game, seats, settings)))

    def start_again(self, game: str) -> None:
        self._try(lambda: self.play(self.library.again(game)))

    def new_game(self, name: str, settings: Mapping[str, str] | None = None) -> None:
        """Ask who plays, and what is to be chosen; ``settings`` are chosen already."""
        self._clear_table()
        self.open("setup", (name, settings) if settings else name)

    def leave_game(self) -> None:
        if self.session is not None:
            mark_away(self.session.table)
        self._clear_table()
        self.go("home")

    def go_on(self) -> None:
        """At the start: reopen the game that was on the table at power-off, if there is one."""
        if not self.settings.checked:
            self.go("touch")
        else:
            self._try(self._take_up)
        if given_up():
            self.show_message(T("The new version did not start; this is the one before. Your games are as they were."))

    def _take_up(self) -> None:
        game = self.library.on_table()
        if game is not None:
            self.play(self.library.open(game))

    def health(self) -> tuple[str, Words]:
        return self.inputs.light() if self.inputs is not None else ("off", T("No dice reader"))

    def saved(self) -> tuple[str, Words]:
        return controls.saved(self)

    def lamps(self) -> tuple[Lamp, ...]:
        return controls.lamps(self)

    def throws(self, dice: Sequence[str]) -> bool | None:
        if self.inputs is None or self.inputs.hub.simulator is None or not self.inputs.throwing:
            return None
        return bool(self.inputs.throws(dice))

    def throw(self, dice: Sequence[str]) -> None:
        if self.inputs is not None:
            self.inputs.throw(dice)
            self._again()

    def show_message(self, words: Words | None) -> None:
        self._message, self._message_on = words, ""
        self._again()

    def dismiss(self) -> None:
        self._message = None
        if self.session is not None:
            self.session.refused = None
        self._again()

    def apply_settings(self) -> None:
        settings_.save(self.settings)
        language.use(self.settings.language)
        self.phones.offer_opinions(offered=self.settings.opinions)
        self._again()  # All is laid out anew before it is drawn anew.
        self.display.measure()

    def quit(self) -> None:
        self.stop()

    def hear(self, event: Event) -> None:
        self.controls.hear(event)

    @property
    def front(self) -> Screen:
        return self.stage.front

    def act(self) -> None:
        if self.slips.close() or self.stage.reveal.skipped():
            return
        self._settle()
        self.stage.front.act()

    def take_back(self, source: Source = "touch") -> None:
        if self.session is not None and not self.stage.front.take_back():
            self.session.undo(source, quiet=self.stage.name in BESIDE)

    # Internals.

    def _clear_table(self) -> None:
        session = self.session
        if session is None:
            return
        for observer in self.observers:
            observer.leave(session)
        self.library.remember(session)
        session.close()
        self.stage.forget_game()
        self.session = None

    def _try(self, start: Callable[[], None]) -> None:
        try:
            start()
        except (BadSetup, Refused) as no:
            self.show_message(no.text)
        except BadPack as no:
            self.show_message(no.problems[0])
        except self.library.errors as no:
            self.show_message(no.text)

    def _session_changed(self) -> None:
        tidy_soon()
        if self.session is not None:
            before, self._rev = self._rev, self.session.rev
            if self._rev != before and self.phones.at_work:
                tap_guard.arrive()
            for observer in self.observers:
                observer.changed(self.session)
            if self._rev != before:
                self._end_turn(self.session)
                if self.looking == "opinion":
                    self.looking = "game"  # It was of another question.
            back = self._detour.back(self.session)
            if self.session.mode in SCREEN_OF and self.looking != "row":
                self.looking = "game"
            elif back is not None:
                self.looking = back
            elif self.looking == "game" and self.session.mode == "choose":
                self._offer_tiles(self.session)
                self._begin_turn(self.session)
        self._again()

    def _offer_tiles(self, session: Session) -> None:
        """Ask for the position of a newly laid tile."""
        fresh = self.offers.fresh([tile.id for tile in session.scene.tiles], sketch_of(session.table))
        if fresh:
            self.stage.screen("city").open(fresh)
            self.looking = "city"

    def _begin_turn(self, session: Session) -> None:
        """Show the board on which the player to move plays."""
        turn = _turn_of(session)
        if turn is None:
            return
        if turn != self._turn:
            self._turn, self._turn_open = turn, True
        if self._turn_open and session.doubted is None and self.looking == "game":
            self.look_at_seat(turn[-1])

    def _end_turn(self, session: Session) -> None:
        """Leave the board of a turn that has ended, whoever has ended it."""
        shown = self.looking == "seats" and self._turn is not None and self.stage.front.seat == self._turn[-1]
        if shown and _turn_of(session) != self._turn:
            self.looking = "game"

    def _heed(self, session: Session) -> None:
        """The companion has thought something out; people may have left that game."""
        if session is self.session:
            session.heed()

    def _hear_opinion(self, session: Session) -> None:
        if session is self.session:
            session.hear_opinion()

    def _saved_later(self) -> None:
        Clock.schedule_once(lambda _dt: self._on_disk(), 0)

    def _on_disk(self) -> None:
        for observer in self.observers:
            observer.saved()
        self._again()

    def _watch_disk(self) -> None:
        """Say at once when the disk takes nothing any more, with what is not saved, until it does or it was read."""
        session, before = self.session, self._not_saved
        self._not_saved = why = session.table.not_saved if session is not None else None
        if session is None or why == before:
            return
        self.phones.changed(session)
        if before is None or self._message == before:
            self.show_message(why)

    def _shown(self, *_: object) -> None:
        """The first frame is shown."""
        Window.unbind(on_flip=self._shown)
        notify(READY)

    def _live(self) -> None:
        """Notify the watchdog, as long as the journal works."""
        if self.library.alive:
            notify(ALIVE)

    def _screen(self) -> str:
        if self.looking == "opinion" and self.session is not None:
            return "private" if self.privacy.hides(self.session.only) else "opinion"
        if self.looking != "game" or self.session is None:
            if self.looking != "fixes":
                self.privacy.shut()
            browsers = self.box_editor.browsers
            asked = self.looking in MAKE_WAY and (browsers.asking or browsers.returning) is not None
            return "browser" if asked else self.looking if self.looking != "game" else "home"
        mode = self.session.mode
        if (self.phones.asking or self.phones.returning) and self.privacy.opened is None and makes_way(self.session):
            return "phones"
        if self.privacy.hides(self.session.only) and mode in ("choose", "list", "new", "roll"):
            return "private"
        return screen_of(self.session)

    def _settle(self) -> None:
        """Bring the right screen to the front and fill it."""
        if not self._attached:
            return  # A thread has finished after the end: whose window it is now, and whose names, is not its business.
        name = self._screen()
        language.people = {} if self.session is None else renderable_names(self.session.table.people)
        if self.session is not None and name not in BESIDE and self._detour.screen is None:
            self.session.clear_todo()
        self.stage.bring(name)
        if self._message_on not in ("", name) and self._message != self._not_saved:
            self._message = None  # It is about a screen that was left, and would cover this one.
        self._message_on = name
        self._turn_picture()
        self.stage.settle(self.session, self._message)
        for observer in self.observers:
            observer.settled(self.session)

    def _turn_picture(self) -> None:
        """Rotate the picture: the board of a seat as that seat sits, everything else as set."""
        turned = self.display.turned
        if self.stage.name == "touch":
            turned = 0
        elif self.session is not None:
            turned = side_of(self.session.table, self.stage.front.seat, turned)
        self.display.turn(turned)

    def _resized(self, *_: object) -> None:
        self.display.measure()
        self.stage.size = Window.size
        self._again()

    def wake(self) -> None:
        self.display.wake()


def _turn_of(session: Session) -> tuple[object, str, str | None] | None:
    """What tells this turn from others, its seat last; None if nobody's turn is played on a board."""
    scene = session.present_scene
    board = turn_board(scene)
    return None if board is None else (scene.prompt.over, session.token, board.seat)


def given_up(prefix: str = sys.prefix) -> bool:
    """True if a newer version was installed, never showed a picture, and was rolled back to this one (deploy/try)."""
    versions = Path(prefix).parent.parent
    return versions.name == "versions" and (versions.parent / "returned").exists()


# A game that plays itself: the game's own player decides, the simulated reader rolls.


class Demo:
    """Plays the game of ``app``, a step every ``pause`` seconds, until it is over."""

    def __init__(self, app: CompanionApp, *, pause: float = 1.2, seed: str | None = None) -> None:
        self._app = app
        app.offers.declined = True
        self._luck = random.Random(seed)
        self._thrown = -1
        self._waited = 0
        self._clock = Clock.schedule_interval(lambda _dt: self.step(), pause)

    def step(self) -> None:
        """Do the next thing a person would do."""
        session = self._app.session
        if session is None or session.mode == "over":
            self._clock.cancel()
            return
        if session.companions.due is not None:
            return
        if session.mode == "list" and session.learning.known is not None:
            session.answer(self._drawn(session))
        elif session.mode in ("roll", "list"):
            self._roll(session)
        elif session.mode == "choose":
            table = session.table
            answer = table.game.player.advise(table.state, table.legal() or [], self._luck.random)
            session.answer(answer)
        elif session.mode == "new":
            session.pass_over()
        else:
            self._app.act()

    def _drawn(self, session: Session) -> Answer:
        """A card or piece that is known, from a deck or bag known in part; an unknown one only if there is no other."""
        legal = session.table.legal() or []
        named = [answer for answer in legal if not isinstance(answer, DrawUnknown | PullUnknown)]
        return self._luck.choice(named or legal)

    def _roll(self, session: Session) -> None:
        """Roll on the simulated reader; if there is none, or nobody reads it, let the dealer roll."""
        inputs = self._app.inputs
        reader = inputs.hub.simulator if inputs is not None else None
        ask = session.table.ask
        if reader is None or not isinstance(ask, RollAsk):
            session.draw()
        elif self._thrown != session.rev:
            self._thrown, self._waited = session.rev, 0
            reader.throw(list(ask.dice))
        else:
            self._waited += 1
            if self._waited > 5:
                session.roll_for_us()
