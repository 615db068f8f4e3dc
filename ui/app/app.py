"""The application: one window, one table at a time, and events from outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window

from companion.club.membership import Membership
from companion.core.refusals import BadPack, BadSetup, Refused
from companion.core.texts import T, Words
from companion.scene.scene import Tap
from companion.service import ALIVE, READY, notify
from companion.session.session import Session
from companion.table.log import Source
from ui.app.hints import Hinting
from ui.app.stage import Stage, preload
from ui.base import settings as settings_
from ui.base.language import language, say
from ui.base.settings import Settings
from ui.controls import controls
from ui.controls.controls import Controls
from ui.device import install, memory, sounds
from ui.device.display import Display
from ui.device.sounds import Aloud
from ui.look.pictures import MOST_SMALL, SMALL, CardPictures
from ui.look.text import renderable_names
from ui.look.theme import look
from ui.model import notes
from ui.model.box_editor import BoxEditor, BoxUpdates
from ui.model.explanations import Slips
from ui.model.history import Films, latest
from ui.model.library import Library
from ui.model.navigation import MAKE_WAY, SCREEN_OF, Detour, Privacy, destinations, makes_way, screen_of, sheet_badge
from ui.model.notes import Offers
from ui.model.phones import Phones
from ui.widgets.frame import Lamp, NavItem

if TYPE_CHECKING:
    from ui.controls.controls import Inputs

BESIDE = ("seats", "city", "private", "fixes")
"""Side screens, where taps change the table without showing instructions."""


class CompanionApp(App):
    """The touchscreen. ``inputs``: dice reader and buttons, or None; ``club`` publishes what the table shows."""

    title = "Companion"

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
        self._cues = sounds.SoundCues()
        self._aloud = Aloud()
        self._hinting = Hinting(settings, self.apply_settings)
        self._message: Words | None = None
        self._detour = Detour()
        self.slips = Slips(lambda: self.session, self.refresh)
        self.offers = Offers()
        self.box_updates = BoxUpdates(self)
        self.privacy = Privacy(Clock.schedule_once, self.refresh)
        self.phones = Phones(self.refresh)
        self.club = club or Membership(None)
        self.club.again = lambda: Clock.schedule_once(
            lambda _dt: self.show_message(self.club.news() or self._message), 0
        )
        self.display = Display(settings, inches, self.privacy.touched)
        self.box_editor = BoxEditor(self)
        self.controls = Controls(self)
        self.pictures = CardPictures(self.refresh)
        self.small_pictures = CardPictures(self.refresh, side=SMALL, most=MOST_SMALL)
        self.films = Films(lambda work: Clock.schedule_interval(work, 0), self.refresh)
        self._goers: dict[str, Callable[[], None]] = {}
        self._clocks: list[ClockEvent] = []
        self.first: Callable[[], object] | None = None
        """What to do at the start, instead of showing the home screen."""
        self._again = Clock.create_trigger(lambda _dt: self._settle(), -1)
        language.use(settings.language)

    def build(self) -> Stage:
        self.display.measure()
        self.stage = Stage(self)
        self.stage.size = Window.size
        self.stage.bring(self._screen())
        Window.clearcolor = (0, 0, 0, 1)
        Window.bind(size=self._resized)
        self.display.attach(self.stage)
        self.controls.attach()
        if self.inputs is not None:
            self.inputs.attach(self)
        if self.first is not None:
            self.first()
        self._settle()
        self._clocks += [Clock.schedule_interval(lambda _dt: self._live(), 5), preload()]
        Window.bind(on_flip=self._shown)
        return self.stage

    def detach(self) -> None:
        """Unbind from window and clock."""
        Window.unbind(size=self._resized, on_flip=self._shown)
        self.display.detach()
        self.controls.detach()
        self.phones.close()
        self.box_editor.browsers.close()
        for clock in self._clocks:
            clock.cancel()

    def on_stop(self) -> None:
        self.detach()
        if self.inputs is not None:
            self.inputs.stop()
        self._aloud.close()
        self.box_updates.close()
        self.club.close()
        self.library.close()

    # Called by screens (``ui.screens.base.Host``).

    def refresh(self) -> None:
        self._again()

    def go(self, screen: str) -> None:
        self._detour.cancel()
        self.looking = screen
        self._again()

    def look_at_seat(self, seat: str | None = None) -> None:
        self.stage.screen("seats").open(seat)
        self.go("seats")

    def check_up(self) -> None:
        self.stage.screen("doctor").back = self.looking
        self.go("doctor")

    def look_at_moment(self, rev: int) -> None:
        self.stage.screen("log").open(rev)
        self.go("log")

    def look_alone(self, seat: str | None = None) -> None:
        if self.looking != "private":
            self.privacy.back = self.looking
        self.privacy.seat = seat
        self.go("private")

    def look_back(self) -> None:
        self.go(self.privacy.back)

    def turn_round(self, seat: str) -> None:
        if self.session is not None:
            notes.turn_side(self.session.table, seat, self.display.turned)
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
        if session.pages or session.table.ask != asked:
            self.looking = "game"
            self._detour.start(screen, asked)
        self._again()

    def play(self, session: Session) -> None:
        self._clear_table()
        self.session, self._message = session, session.notice
        self.offers = Offers(tile.id for tile in session.scene.tiles)
        self._cues.next(session)
        session.changed = self._session_changed
        session.table.on_saved = self._saved_later
        self.box_updates.serve(session)
        if self.inputs is not None:
            self.inputs.serve(session)
        notes.lay_out(session.table)
        self.go("game")

    def open_game(self, game_id: str) -> None:
        self._try(lambda: self.play(self.library.open(game_id)))

    def start_game(self, game: str, seats: list[str], settings: dict[str, str]) -> None:
        self._try(lambda: self.play(self.library.start(game, seats, settings)))

    def start_again(self, game: str) -> None:
        self._try(lambda: self.play(self.library.again(game)))

    def new_game(self, name: str) -> None:
        self._clear_table()
        self.stage.screen("setup").begin(name)
        self.go("setup")

    def leave_game(self) -> None:
        if self.session is not None:
            notes.put_away(self.session.table)
        self._clear_table()
        self.go("home")

    def go_on(self) -> None:
        """At the start: reopen the game that was on the table at power-off, if there is one."""
        if not self.settings.checked:
            self.go("touch")
        else:
            self._try(self._take_up)
        if install.given_up():
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

    def show_message(self, words: Words | None, then: Callable[[], None] | None = None) -> None:
        self._message = words
        if then is not None:
            then()
        self._again()

    def dismiss(self) -> None:
        self._message = None
        if self.session is not None:
            self.session.refused = None
        self._again()

    def apply_settings(self) -> None:
        settings_.save(self.settings)
        language.use(self.settings.language)
        self.display.measure()
        self._again()

    def quit(self) -> None:
        self.stop()

    def act(self) -> None:
        """Press the amber button."""
        if self.slips.close() or self.stage.reveal.skipped():
            return
        self._settle()
        self.stage.front.act()

    def take_back(self, source: Source = "touch") -> None:
        """Undo; on side screens without an instruction page; on screens with their own taps only the last tap."""
        if self.session is not None and not self.stage.front.take_back():
            self.session.undo(source, quiet=self.stage.name in BESIDE)

    # Internals.

    def _clear_table(self) -> None:
        self.phones.close()
        if self.session is not None:
            self.library.remember(self.session)
            self.box_updates.close()
            self.session.close()
            self.films.forget()
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
        memory.tidy_soon()
        self.phones.changed()
        if self.session is not None:
            heard = self._cues.next(self.session)
            if heard is not None and self.settings.sounds is not False:
                sounds.play(heard)
            back = self._detour.back(self.session)
            if self.session.mode in SCREEN_OF and self.looking != "row":
                self.looking = "game"
            elif back is not None:
                self.looking = back
            elif self.looking == "game" and self.session.mode == "choose":
                self._offer_tiles(self.session)
        self._again()

    def _offer_tiles(self, session: Session) -> None:
        """Ask for the position of a newly laid tile."""
        fresh = self.offers.fresh([tile.id for tile in session.scene.tiles], notes.sketch(session.table))
        if fresh:
            self.stage.screen("city").offer(fresh)
            self.looking = "city"

    def _saved_later(self) -> None:
        Clock.schedule_once(lambda _dt: self._on_disk(), 0)

    def _on_disk(self) -> None:
        if self.inputs is not None:
            self.inputs.acknowledge()
        self._again()

    def _shown(self, *_: object) -> None:
        """The first frame is shown."""
        Window.unbind(on_flip=self._shown)
        notify(READY)

    def _live(self) -> None:
        """Notify the watchdog, as long as the journal works."""
        if self.library.alive:
            notify(ALIVE)

    def _screen(self) -> str:
        if self.looking != "game" or self.session is None:
            if self.looking != "fixes":
                self.privacy.shut()
            asked = self.looking in MAKE_WAY and self.box_editor.browsers.asking is not None
            return "browser" if asked else self.looking if self.looking != "game" else "home"
        mode = self.session.mode
        if self.phones.asking is not None and self.privacy.opened is None and makes_way(self.session):
            return "phones"
        if self.privacy.hides(self.session.table.ask.only) and mode in ("choose", "list", "new"):
            return "private"
        return screen_of(self.session)

    def _settle(self) -> None:
        """Bring the right screen to the front and fill it."""
        name = self._screen()
        language.people = {} if self.session is None else renderable_names(self.session.table.people)
        if self.session is not None and name not in BESIDE and self._detour.screen is None:
            self.session.clear_todo()
        self.stage.bring(name)
        self._turn_picture()
        self._fill_nav()
        self.stage.warn(self.session, self._message)
        self.stage.explain(self.slips.slip())
        self.stage.settle()
        self.stage.unveil(self.session, lively=self.settings.animations)
        self._aloud.hear(self.session if self.settings.aloud else None)
        self._hinting.look(self.stage, self.session)
        self.club.show(self.session)
        if self.inputs is not None:
            self.inputs.show(self)

    def _turn_picture(self) -> None:
        """Rotate the picture: the board of a seat as that seat sits, everything else as set."""
        turned = self.display.turned
        if self.stage.name == "touch":
            turned = 0
        elif self.session is not None:
            turned = notes.side(self.session.table, self.stage.front.seat, turned)
        self.display.turn(turned)

    def _fill_nav(self) -> None:
        session, here = self.session, self.looking
        if session is None or not self.stage.front.nav:
            return
        entries = [NavItem("undo", say(T("Undo")), "undo", "", False, self.take_back)]
        redo = session.can_redo
        if redo:
            entries.append(NavItem("redo", "", "redo", "", False, self._redo))
        for name, text, icon in destinations(session.scene):
            badge = sheet_badge(session) if name == "sheet" else ""
            if here == name:
                entries.append(NavItem("game", say(T("Table")), "table", "", True, self._goer("game")))
            else:
                entries.append(NavItem(name, say(text), icon, badge, False, self._goer(name)))
        if not redo:
            entries.append(NavItem("turn", "", "rotate", "", False, self.turn_screen, kept=False))
        last = latest(session, 1, partial(partial, self.look_at_moment)) if look.panel.shape == "landscape" else ()
        self.stage.nav.show(entries=tuple(entries), lamps=self.lamps(), last=last, check_up=self.check_up)

    def _redo(self) -> None:
        if self.session is not None:
            self.session.redo()

    def _goer(self, screen: str) -> Callable[[], None]:
        # One callback per screen, so that an unchanged nav bar is not redrawn.
        return self._goers.setdefault(screen, self.look_at_seat if screen == "seats" else lambda: self.go(screen))

    def _resized(self, *_: object) -> None:
        self.display.measure()
        self.stage.size = Window.size
        self._again()

    # Sleep.

    @property
    def asleep(self) -> bool:
        """True while the screen is dark."""
        return self.display.asleep

    def wake(self) -> None:
        """Light the screen again."""
        self.display.wake()
