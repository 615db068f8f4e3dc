"""The root widget: current screen, nav bar, banner, and the dark overlay of sleep."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pkgutil import resolve_name

from kivy.clock import Clock, ClockEvent
from kivy.graphics import ClearBuffers, ClearColor

from companion.core.texts import T, Words
from companion.session.pages import Page
from companion.session.session import Session
from ui.base.language import say
from ui.device.display import give_back_soon
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.textures import crisp_colours
from ui.look.theme import look
from ui.model.explanations import Slip
from ui.model.history import latest
from ui.model.navigation import destinations, screen_of, sheet_badge
from ui.screens.base import Host, Screen, cut_nav
from ui.widgets.cards import RevealView, reveal_timing
from ui.widgets.drawn import Composed, Tappable, hide, redraw_all, tap_guard
from ui.widgets.frame import Banner, Bubble, NavBar, NavItem, Ring, SleepOverlay, SlipView

SCREENS = {
    "home": "ui.screens.home:HomeScreen",
    "setup": "ui.screens.setup:SetupScreen",
    "people": "ui.screens.setup:PeopleScreen",
    "settings": "ui.screens.settings:SettingsScreen",
    "touch": "ui.screens.settings:TouchScreen",
    "doctor": "ui.screens.doctor:DoctorScreen",
    "history": "ui.screens.home:HistoryScreen",
    "results": "ui.screens.results:ResultsScreen",
    "fairness": "ui.screens.results:FairnessScreen",
    "boxes": "ui.screens.boxes:BoxesScreen",
    "box": "ui.screens.contents:ContentsScreen",
    "entries": "ui.screens.contents:EntriesScreen",
    "counts": "ui.screens.contents:CountsScreen",
    "card": "ui.screens.contents:CardScreen",
    "row": "ui.screens.row:RowScreen",
    "deck": "ui.screens.deck:DeckScreen",
    "board": "ui.screens.drawings:BoardScreen",
    "tile": "ui.screens.drawings:TileScreen",
    "city tile": "ui.screens.drawings:CityTileScreen",
    "slots": "ui.screens.drawings:SlotsScreen",
    "browser": "ui.screens.menu:BrowserScreen",
    "table": "ui.screens.table:TableScreen",
    "reveal": "ui.screens.instructions:RevealScreen",
    "check": "ui.screens.instructions:CheckScreen",
    "dice": "ui.screens.form:DiceScreen",
    "list": "ui.screens.draw:ListScreen",
    "learning": "ui.screens.draw:LearningScreen",
    "telling": "ui.screens.telling:TellingScreen",
    "changes": "ui.screens.places:ChangesScreen",
    "entry": "ui.screens.form:EntryScreen",
    "form": "ui.screens.form:FormScreen",
    "sheet": "ui.screens.seats:SheetScreen",
    "seats": "ui.screens.seats:SeatsScreen",
    "city": "ui.screens.seats:CityScreen",
    "places": "ui.screens.places:PlacesScreen",
    "private": "ui.screens.private:PrivateScreen",
    "fixes": "ui.screens.private:FixesScreen",
    "story": "ui.screens.seats:StoryScreen",
    "opinion": "ui.screens.opinion:OpinionScreen",
    "log": "ui.screens.log:LogScreen",
    "menu": "ui.screens.menu:MenuScreen",
    "phones": "ui.screens.menu:PhonesScreen",
    "over": "ui.screens.lookback:OverScreen",
    "lookback": "ui.screens.lookback:LookbackScreen",
    "film": "ui.screens.lookback:FilmScreen",
}
"""Module and class of every screen. Each is built when first needed; those of a game are dropped with it."""

OF_BOXES = (
    "boxes", "box", "entries", "counts", "card", "row", "deck", "board", "tile", "city tile", "slots", "browser",
)  # fmt: skip
"""Screens to view and edit boxes."""

BETWEEN_GAMES = ("home", "setup", "people", "settings", "touch", "doctor", "history", "results", "fairness", *OF_BOXES)
"""Screens that show nothing of the running game."""


EVERY = 0.1
"""Seconds between the imports of two screens."""


def _shared(a: Area, b: Area) -> float:
    """How much of two areas is the same, in pixels."""
    wide = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    high = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return max(0.0, wide) * max(0.0, high)


def preload() -> ClockEvent:
    """Import all screens in the background, one by one, so that no tap has to wait; can be cancelled."""
    kinds = iter(SCREENS.values())

    def read(_dt: float) -> bool:
        kind = next(kinds, None)
        if kind is not None:
            resolve_name(kind)
        return kind is not None

    return Clock.schedule_interval(read, EVERY)


class Stage(Composed):
    """Shows one screen at a time; the others are detached, each built once."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.screens: dict[str, Screen] = {}
        self.name = ""
        self._left: Screen | None = None
        self._goers: dict[str, Callable[[], None]] = {}
        self._unveiled: tuple[Session | None, Page | None, bool, object] = (None, None, False, None)
        crisp_colours()
        with self.canvas.before:
            self._ground = ClearColor(*theme.NIGHT)
            ClearBuffers()
        self.nav = self.add(NavBar())
        self.bubble = self.add(Bubble())
        self.reveal = self.add(RevealView())
        self.banner = self.add(Banner(action=host.dismiss))
        self.banner.why.action = host.slips.why_not
        self.slip = self.add(SlipView(done=host.slips.close))
        self.ring = self.add(Ring())
        self.sleep_overlay = self.add(SleepOverlay(action=host.display.wake))
        hide(self.bubble, self.banner, self.slip, self.ring, self.sleep_overlay)
        self.bind(size=lambda *_: host.refresh())

    def screen(self, name: str) -> Screen:
        """The screen of that name, built if necessary."""
        if self._left is not None and name == self.name:
            self.bring(name)  # That of the game before is dropped now.
        if name not in self.screens:
            kind: type[Screen] = resolve_name(SCREENS[name])
            self.screens[name] = kind(self.host)
        return self.screens[name]

    @property
    def front(self) -> Screen:
        return self.screens[self.name]

    def forget_game(self) -> None:
        """Drop the screens of a game when it is left, since they remember its choices. The current one is dropped when
        the next one is shown."""
        self.screens = {name: one for name, one in self.screens.items() if name in (*BETWEEN_GAMES, self.name)}
        self._left = None if self.name in BETWEEN_GAMES else self.front
        give_back_soon()

    def bring(self, name: str) -> None:
        """Show a screen."""
        if name == self.name and self._left is None:
            return
        if self._left is not None:
            del self.screens[self.name]
            self.remove_widget(self._left)
            self.name, self._left = "", None
        screen = self.screen(name)
        if self.name:
            self.remove_widget(self.screens[self.name])
        self.name = name
        self.add_widget(screen, index=len(self.children))
        screen.reset()
        if self.slip.shown and self.slip.slip is not None and self.slip.slip.card:
            self.host.slips.close()  # The card may be secret.
        self._redraw_blocked()

    def _redraw_blocked(self) -> None:
        """Redraw what appeared under the finger as disabled for a moment, even if it has not changed itself."""
        for part in self.walk(restrict=True) if tap_guard.active else ():
            if isinstance(part, Tappable) and part.shown and part.blocked():
                part.redraw()

    def repaint(self) -> None:
        """Redraw everything after a change of theme or letters; detached screens when they are shown next."""
        self._ground.rgba = list(theme.NIGHT)
        redraw_all(self)

    def settle(self, session: Session | None, message: Words | None) -> None:
        """Lay out and fill everything for the current window: the screen in front with what lies around it, and over
        it ``message`` and what was refused, a slip that explains, or what is revealed."""
        self._fill_nav(session)
        self._warn(session, message)
        self._explain(self.host.slips.slip())
        self._lay_out()
        self._unveil(session, lively=self.host.settings.animations)

    def _fill_nav(self, session: Session | None) -> None:
        host = self.host
        if session is None or not self.front.nav:
            return
        back = session.can_undo or self.front.takes_back
        entries = [NavItem("undo", say(T("Undo")), "undo", "", False, host.take_back, signed=True, enabled=back)]
        # Both are always there, so that the others stay where they are.
        entries.append(NavItem("redo", "", "redo", "", False, self._redo, enabled=session.can_redo))
        opinions = host.settings.opinions and session.table.game.player.apart is None
        for name, text, icon in destinations(session.scene, opinions=opinions):
            badge = sheet_badge(session) if name == "sheet" else ""
            if host.looking == name:
                entries.append(NavItem("game", say(T("Table")), "table", "", True, self._goer("game")))
            else:
                there = name != "opinion" or session.mode == "choose"
                entries.append(NavItem(name, say(text), icon, badge, False, self._goer(name), enabled=there))
        if not session.scene.secrets and not opinions:
            # With more to look at there is no room for it: it is in the menu too.
            entries.append(NavItem("turn", "", "rotate", "", False, host.turn_screen))
        last = latest(session, 1, partial(partial, host.look_at_moment)) if look.panel.shape == "landscape" else ()
        self.nav.show(entries=tuple(entries), lamps=host.lamps(), last=last, check_up=host.check_up)

    def _redo(self) -> None:
        # A method of the session would keep a game alive that was left.
        if self.host.session is not None:
            self.host.session.redo()

    def _goer(self, screen: str) -> Callable[[], None]:
        # One callback per screen, so that an unchanged nav bar is not redrawn.
        host = self.host
        special = {"seats": host.look_at_seat, "private": host.look_alone}
        return self._goers.setdefault(screen, special.get(screen, lambda: host.go(screen)))

    def _warn(self, session: Session | None, message: Words | None) -> None:
        """Show in the banner what was refused, with its rule, else the message; or hide it."""
        refused = session.refused if session is not None else None
        if refused is not None and session is not None:
            rule = refused.rule or ""
            heading = say(session.table.game.presenter.heading(rule))
            self.banner.show(text=say(refused.text), heading=heading, rule=rule)
        elif message is not None:
            self.banner.show(text=say(message), heading="", rule="")
        else:
            self.banner.hide()

    def _explain(self, slip: Slip | None) -> None:
        if slip is None:
            self.slip.hide()
        else:
            self.slip.show(slip=slip, picture=self.host.pictures.of(slip.card))

    def _lay_out(self) -> None:
        room = Area(0, 0, *self.size)
        self.sleep_overlay.place(room)
        self.slip.place(room)
        self.reveal.place(room)
        shape = look.panel.shape
        if self.front.nav:
            upright = shape == "wide"
            bar = cut_nav(room, shape)
            self.nav.show(bar, upright=upright)
        else:
            self.nav.hide()
        self.front.settle(room)
        if self.banner.shown:
            self.banner.place(self._free_strip())

    def _free_strip(self) -> Area:
        """Where the banner is: at the top; on a page that is filled in, where it covers least of what can be tapped,
        since it may speak of that, as high as possible."""
        room = Area(0, 0, *self.size).inset(look.mm(4))
        high = look.mm(self.banner.tall(room.w))
        if self.front.nav:
            return room.cut_top(high)
        parts = [part for part in self.front.walk(restrict=True) if isinstance(part, Tappable) and part.shown]
        targets = [one for part in parts if part.enabled and part.action is not None for one in part.targets()]
        free = room.h - high
        steps = max(1, round(free / look.touch))
        strips = [Area(room.x, room.y + free * (steps - n) / steps, room.w, high) for n in range(steps + 1)]
        return min(strips, key=lambda strip: sum(_shared(strip, one) for one in targets))

    def _unveil(self, session: Session | None, *, lively: bool) -> None:
        """Animate what was revealed, if its page is new, or what has begun, if ``lively`` is set. What was there when
        the game was opened is not animated."""
        page = session.page if session is not None else None
        over = session is not None and session.mode == "over"
        begun = session.announced if session is not None and page is None and session.announced else None
        before, self._unveiled = self._unveiled, (session, page, over, begun)
        same = before[0] is session and before[1] is page and before[2] == over and before[3] is begun
        if same and self.reveal.playing:
            return
        if self.reveal.playing:
            self.reveal.skip()
        fresh = before[0] is session and not same
        if session is None or not lively or not fresh or self.name != screen_of(session):
            return
        course = reveal_timing(session)
        if course is not None:
            self.reveal.play(course, self.front.turned_up, lambda: self.front.moving)
