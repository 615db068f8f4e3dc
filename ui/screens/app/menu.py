"""The menu of a running game: destinations, and who draws and rolls."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.chance.dealer import HIDDEN
from companion.core.learning import Known
from companion.core.refusals import BadSetup
from companion.core.texts import T, Words
from companion.results.people import people_of
from companion.scene.people import people
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import TextView, known_words
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.rows import PagedRows, Row

MANY = 4
"""With more destinations, there are two columns."""
FEW = 4
"""With at most this many decks and dice, each has the full width."""


class MenuScreen(Screen):
    """Destinations; and for each deck, bag and die, whether the companion or people draw."""

    def build(self) -> None:
        super().build()
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.panel = self.add(ChoicePanel())
        self.heading = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.chance = self.add(PagedRows())

    def arrange(self, room: Area, shape: Shape) -> None:
        self._room, self._shape = room, shape

    def _arrange(self, options: int) -> None:
        body = self._room.inset(look.pad, look.gap)
        if self._shape == "portrait":
            left = body.cut_top(body.h * (0.36 if options < 4 else 0.46), look.gap)
        else:
            left = body.cut_left(body.w * 0.4, look.gap * 2)
        self.over.place(left.cut_top(look.mm(5.4), look.gap))
        self.panel.place(left)
        self.heading.place(body.cut_top(look.mm(5.4), look.gap))
        self.chance.row_mm = 11.6
        self.chance.place(body)

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        menu, box = say(T("Menu")), say(session.table.box.name)
        self.over.show(text=(f"{menu} · {box}" if box else menu).upper())
        go = self._goer
        options = [
            Option(say(T("To the table")), go("game"), icon="table"),
            Option(say(T("Home")), self.host.leave_game, say(T("the game stays saved")), icon="home"),
            Option(say(T("Settings")), go("settings"), icon="gear"),
        ]
        if session.scene.result is None:
            options.insert(0, Option(say(T("Check the table")), go("places"), icon="check"))
        options.append(Option(say(T("Turn the screen round")), self.host.turn_screen, icon="rotate", rapid=True))
        course = T("So far") if session.scene.result is None else T("Look back")
        options.append(Option(say(course), go("lookback"), icon="chart"))
        options.append(Option(say(T("Phones")), go("phones"), icon="screen"))
        options.append(Option(say(T("Names")), self._ask_names, icon="players"))
        if self.host.club.on:
            options.append(self._help())
        if session.scene.secrets:
            options.append(Option(say(T("Secrets")), self.host.look_alone, icon="eye:shut"))
        self._arrange(len(options))
        self.panel.two_wide = len(options) > MANY
        self.panel.show(options=tuple(options))
        self.heading.show(text=say(T("Who draws and rolls?")).upper())
        rows = [self._row(item, mode) for item, mode in session.table.chance.items() if mode != HIDDEN]
        self.chance.columns = 1 if len(rows) <= FEW else 2
        self.chance.show(rows=tuple(rows))

    def _ask_names(self) -> None:
        """Set or change the names of players during the game."""
        table = self.session.table
        shown = people(self.session.scene)
        word, state = table.game.presenter.word, table.state
        icons = {seat: shown[seat][0] if seat in shown else f"seat:{n}:" for n, seat in enumerate(table.setup.seats)}
        names = {seat: word(state, f"seat:{seat}") for seat in table.setup.seats}
        told = dict(people_of(table))
        self.host.stage.screen("people").ask(table.setup.seats, names, icons, told, lambda: self._name(told))

    def _name(self, told: dict[str, str]) -> None:
        """Apply the names, and return to this screen."""
        host, table = self.host, self.session.table
        if told != people_of(table):
            try:
                host.library.name(table, told)
            except (BadSetup, *host.library.errors) as no:
                host.show_message(no.text)
            host.phones.changed()
        host.go("menu")

    def _help(self) -> Option:
        """Call a club member for help, or cancel the call."""
        club = self.host.club
        if not club.calling:
            return Option(say(T("Call for help")), self._call, icon="hand")
        aside = T("somebody comes") if club.coming else T("it is called")
        return Option(say(T("No more help")), self._call, say(aside), icon="hand")

    def _call(self) -> None:
        self.host.club.call()
        self.host.refresh()

    def _row(self, item: str, mode: str) -> Row:
        here = mode == "digital"
        aside: Words = T("the companion") if here else T("we, at the table")
        name = self.session.table.game.presenter.chance_name(item)
        known = self.session.learning.known_of(item)
        action: Callable[[], None] = partial(self._switch, item, here)
        if known is not None:
            aside, action = known_words(known), self._explainer(known)
        return Row(say(name), icon="screen" if here else "hand", detail=say(aside), action=action)

    def _explainer(self, known: Known) -> Callable[[], None]:
        """The companion cannot draw from what is known only in part."""
        words = T("{known}. You draw here until all are: then I can.", known=known_words(known))
        return lambda: self.host.show_message(words)

    def _switch(self, item: str, digital: bool) -> None:
        self.session.set_chance(item, "asked" if digital else "digital")
        self.host.go("menu")

    def _goer(self, screen: str) -> Callable[[], None]:
        return lambda: self.host.go(screen)
