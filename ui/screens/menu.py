"""The menu of a running game; and the screens on which phones and browsers are let in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.chance.dealer import HIDDEN
from companion.core.learning import Known
from companion.core.refusals import BadSetup
from companion.core.texts import T, Words
from companion.scene.scene import people
from companion.web.phones import Phone, PhoneRegistry, question, returning_names, returning_question
from companion.web.views import players
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.phones import NO_NETWORK, BrowserServer
from ui.screens.base import GameScreen, Screen, cut_panel
from ui.screens.setup import NAMES, PeopleToName
from ui.widgets.buttons import TapButton, TextView, known_words
from ui.widgets.cards import QrView
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.drawn import tap_guard
from ui.widgets.rows import ListRow, PagedRows

MANY = 4
"""With more destinations, there are two columns."""
FEW = 4
"""With at most this many decks and dice, each has the full width."""


class MenuScreen(GameScreen):
    """Destinations; and for each deck, bag and die, whether the companion or people draw."""

    def build(self) -> None:
        super().build()
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.panel = self.add(ChoicePanel())
        self.heading = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.chance = self.add(PagedRows())

    def _arrange(self, options: int) -> None:
        body = self.room.inset(look.pad, look.gap)
        if self.upright:
            left = body.cut_top(body.h * (0.36 if options < 4 else 0.46), look.gap)
        else:
            left = body.cut_left(body.w * 0.4, look.gap * 2)
        self.over.place(left.cut_top(look.mm(5.4), look.gap))
        self.panel.place(left)
        self.heading.place(body.cut_top(look.mm(5.4), look.gap))
        self.chance.row_mm = 11.6
        self.chance.place(body)

    def refresh(self) -> None:
        session = self.session
        menu, box = say(T("Menu")), say(session.table.box.name)
        self.over.show(text=(f"{menu} · {box}" if box else menu).upper())
        go = partial(partial, self.host.go)
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
        options.append(Option(say(NAMES), self._ask_names, icon="pen"))
        if self.host.settings.opinions and session.table.game.player.apart is not None:
            # There is none in this game, and no room for it on every screen: here it says why.
            options.append(Option(say(T("What would you do?")), go("opinion"), icon="question"))
        if self.host.club.on:
            options.append(self._help())
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
        levels = dict(table.companions)
        entered = {seat: name for seat, name in table.people.items() if seat not in levels}
        called = {seat: name for seat, name in table.people.items() if seat in levels}
        self.host.open(
            "people",
            PeopleToName(
                table.setup.seats, names, icons, entered, lambda: self._name(entered, levels), levels,
                table.game.player.apart, called,
            ),
        )  # fmt: skip

    def _name(self, entered: dict[str, str], levels: dict[str, str]) -> None:
        host, session = self.host, self.session
        table = session.table
        people = {seat: name for seat, name in table.people.items() if seat not in table.companions}
        if entered != people or levels != table.companions:
            try:
                if levels != table.companions:
                    session.seat_companions(levels)
                if entered:
                    host.library.name(table, entered)
                else:
                    table.name_people({})
            except (BadSetup, *host.library.errors) as no:
                host.show_message(no.text)
            host.phones.changed(session)
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

    def _row(self, item: str, mode: str) -> ListRow:
        here = mode == "digital"
        aside: Words = T("the companion") if here else T("we, at the table")
        name = self.session.table.game.presenter.chance_name(item)
        known = self.session.learning.known_of(item)
        action: Callable[[], None] = partial(self._switch, item, here)
        if known is not None:
            aside, action = known_words(known), self._explainer(known)
        return ListRow(say(name), icon="screen" if here else "hand", detail=say(aside), action=action)

    def _explainer(self, known: Known) -> Callable[[], None]:
        """The companion cannot draw from what is known only in part."""
        words = T("{known}. You draw here until all are: then I can.", known=known_words(known))
        return lambda: self.host.show_message(words)

    def _switch(self, item: str, digital: bool) -> None:
        self.session.set_chance(item, "asked" if digital else "digital")
        self.host.go("menu")


# Phones at the table.


class ComingInScreen(Screen):
    """The address to scan or type, requests for access, and who has it."""

    consent: Callable[[], None] | None = None
    """Grants the request that is shown; None if none is."""
    _asked: object = None
    """The request that was shown last, by its phone and number, or what stands for it."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=5.4, face="heavy", lines=5, valign="top"))
        self.code = self.add(QrView())
        self.address = self.add(TextView(size_mm=4.2, lines=3))
        self.hint = self.add(TextView(size_mm=4.2, face="plain", colour=theme.MIST, lines=8, valign="top"))
        self.rows = self.add(PagedRows(row_mm=10.4))
        self.other = self.add(TapButton(size_mm=4.2, role="quiet"))
        self.primary = self.add(TapButton(size_mm=5.0, role="primary", action=self.act))

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        upright = shape == "portrait"
        side = cut_panel(body, shape)
        self.primary.place(side.cut_bottom(look.primary, look.gap))
        self.other.place(side.cut_bottom(look.touch, look.gap))
        self.over.place(body.cut_top(look.mm(5), look.gap))
        self.title.place(side.cut_top(look.mm(15 if upright else 13), look.gap))
        left = body.cut_top(body.h * 0.55, look.gap * 2) if upright else body
        self.rows.place(side)
        self.rows.columns = 2 if upright else 1
        self.address.place(left.cut_bottom(look.mm(10), look.gap))
        self.code.place(left.copy())
        self.hint.place(left)

    def show_address(self, over: Words, server: BrowserServer, rows: Sequence[ListRow], *, on: bool) -> None:
        """Show the heading; while it is ``on``, also the address and the ``rows`` of those with access."""
        self.over.show(text=say(over).upper())
        found = on and not server.alone
        self.code.show(squares=server.code, shown=found)
        self.address.show(text=server.join, shown=found)
        others = [one for one in server.joins if one != server.join]
        choices = [ListRow(one, say(T("show this address")), "screen", action=partial(self._show, server, one), key=one)
                   for one in others]  # fmt: skip
        self.rows.show(rows=(*rows, *choices), shown=on)

    def _show(self, server: BrowserServer, join: str) -> None:
        """Show another address of this machine: phones of another network find it there."""
        server.show(join)
        self.host.refresh()

    def on_parent(self, _screen: object, parent: object) -> None:
        """A question that comes back by itself comes up under fingers as a new one does."""
        if parent is None:
            self._asked = None

    def ask(self, words: Words, server: BrowserServer, phone: Phone) -> None:
        """Ask for consent to what the phone requests now. Another request is another question."""
        number = phone.request_number
        self._ask(words, (phone, number), partial(self._answer, server, phone, number))

    def ask_again(
        self, words: Words, server: BrowserServer, registry: PhoneRegistry, names: Mapping[str, Words]
    ) -> None:
        """Ask whether those of a list may come back that had access before a restart. They stand below the question,
        with their seats by ``names``."""
        number = registry.returning_number
        phones = returning_names(registry.returning, names)
        rows = [ListRow(words, say(seats), "screen", key=("back", words)) for words, seats in phones]
        self.rows.show(rows=tuple(rows), shown=True)
        self._ask(words, (registry, number), partial(self._answer_again, server, registry, number))

    def _answer_again(self, server: BrowserServer, registry: PhoneRegistry, number: int, *, yes: bool) -> None:
        no = server.readmit(registry, number, yes=yes)
        if no is not None:
            self.host.show_message(no)
        self.host.refresh()

    def _ask(self, words: Words, asked: object, answer: Callable[..., None]) -> None:
        """Show a question about ``asked``; ``answer`` takes ``yes``."""
        if self._asked != asked:
            self._asked = asked
            tap_guard.arrive()
        self.consent = partial(answer, yes=True)
        self.title.show(text=say(words))
        self.other.action = partial(answer, yes=False)
        self.other.show(text=say(T("No")), icon="cross", enabled=True, key=("no", asked), shown=True)
        self.primary.show(text=say(T("Yes")), enabled=True, key=("yes", asked))

    def _answer(self, server: BrowserServer, phone: Phone, number: int, *, yes: bool) -> None:
        no = server.answer(phone, number, yes=yes)
        if no is not None:
            self.host.show_message(no)
        self.host.refresh()


class PhonesScreen(ComingInScreen, GameScreen):
    """Off at first: nothing listens. When on, anyone who scans the code can ask for a seat."""

    def refresh(self) -> None:
        session, phones = self.host.session, self.host.phones
        if session is None:
            return
        asking, self.consent = phones.asking, None
        self.show_address(T("Phones"), phones, self._rows(), on=phones.on)
        self.hint.show(
            text=say(
                T(
                    "Each phone can play a seat: secret questions come to it, and it shows what only that seat may "
                    "know. Nothing is installed on it. It has to be in the same network as this machine."
                )
            ),
            shown=not phones.on,
        )
        returning = phones.returning
        if returning is not None and phones.box is not None and returning is phones.box.registry:
            self.ask_again(phones.box.returning_question(), phones, returning, {})
        elif returning is not None:
            names: dict[str, Words] = {one.seat: one.name for one in players(session)}
            self.ask_again(returning_question(len(returning.returning)), phones, returning, names)
        elif asking is not None and asking.request is not None:
            box = phones.box
            words = question(asking.words, self._name(asking.request.seat))
            words = box.question(asking) if box is not None and asking in box.registry.phones else words
            self.ask(words, phones, asking)
        elif phones.on:
            words = NO_NETWORK if phones.alone else T("Scan it with a phone, or type the address.")
            self.title.show(text=say(words))
            self.other.action = self._off
            self.other.show(text=say(T("No phones any more")), icon="cross", enabled=True, key="off", shown=True)
            self.primary.show(text=say(T("To the table")), enabled=True, key="table")
        else:
            self.title.show(text=say(T("Play with phones, too?")))
            self.other.hide()
            self.primary.show(text=say(T("Let phones in")), enabled=True, key="on")

    def _name(self, seat: str | None) -> Words | None:
        return next((one.name for one in players(self.session) if one.seat == seat), None)

    def _rows(self) -> list[ListRow]:
        """Which seats are played where, those on phones first."""
        registry = self.host.phones.registry
        if registry is None:
            return []
        found = []
        for one in players(self.session):
            name, seat, phone = say(one.name), one.seat, registry.holder(one.seat)
            if phone is None:
                found.append(ListRow(name, say(T("at the table")), one.icon, past=True, key=(seat, None)))
            else:
                back = partial(registry.take_back, seat, phone)
                found.append(
                    ListRow(name, say(T("take back")), one.icon, phone.words, action=back, key=(seat, phone.id))
                )
        for phone in registry.phones:
            if phone.watching:
                away: Callable[[], None] = partial(registry.send_away, phone)
                found.append(ListRow(phone.words, say(T("send away")), "eye", action=away, key=phone.id))
        box = self.host.phones.box
        if box is not None:
            found += [
                ListRow(one.words, say(T("send away")), "box", action=partial(box.send_away, one), key=("box", one.id))
                for one in box.registry.phones
                if one.admitted
            ]
        return sorted(found, key=lambda row: row.action is None)

    def _off(self) -> None:
        self.host.phones.forget()
        self.host.refresh()

    def act(self) -> None:
        """Switch phones on; when on, grant the request that is shown, or return to the table."""
        phones = self.host.phones
        if self.consent is not None:
            self.consent()
        elif phones.on:
            self.host.go("game")
        else:
            no = phones.open(self.session)
            if no is not None:
                self.host.show_message(no)
            self.host.refresh()


# Editing the open box in a browser.


class BrowserScreen(ComingInScreen):
    """Anyone who opens the address can ask for access; only a tap here grants it."""

    nav = False

    def refresh(self) -> None:
        browsers = self.host.box_editor.browsers
        service, asking = browsers.service, browsers.asking
        if service is None:
            return
        self.hint.hide()
        self.show_address(service.first.name, browsers, self._rows(), on=True)
        returning = browsers.returning
        self.way_back, self.consent = self.primary if asking is None and returning is None else None, None
        if returning is not None:
            self.ask_again(service.returning_question(), browsers, returning, {})
            return
        if asking is not None:
            self.ask(service.question(asking), browsers, asking)
            return
        words = NO_NETWORK if browsers.alone else T("Scan it with a phone, or type the address on a laptop.")
        self.title.show(text=say(words))
        self.other.action = self._off
        self.other.show(text=say(T("No browser any more")), icon="cross", enabled=True, key="off", shown=True)
        self.primary.show(text=say(T("To the box")), enabled=True, key="box")

    def _rows(self) -> list[ListRow]:
        service = self.host.box_editor.browsers.service
        inside = [] if service is None else [phone for phone in service.registry.phones if phone.admitted]
        if service is None or not inside:
            return [ListRow(say(T("Nobody changes it in a browser yet.")), past=True, key=None)]
        return [
            ListRow(phone.words, say(T("send away")), "screen", action=partial(service.send_away, phone), key=phone.id)
            for phone in inside
        ]

    def _off(self) -> None:
        self.host.box_editor.browsers.forget()
        self.host.go("box")

    def act(self) -> None:
        """Grant the request that is shown, or return to the box."""
        if self.consent is not None:
            self.consent()
        else:
            self.host.go("box")
