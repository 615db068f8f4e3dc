"""The table: tracks or the day, board or rows of places, and what is to be done now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.core.answers import Answer
from companion.core.asks import DrawAsk
from companion.core.texts import P, T
from companion.scene.scene import Choice, Scene, SeatBoard
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.screens.base import load, say
from ui.screens.question.asking import AskingScreen
from ui.session.explanations import odds_known
from ui.session.options import Item, Options
from ui.session.pages import Page
from ui.widgets.entry.choices import Option, option
from ui.widgets.entry.pad import PadView

load(__file__)

AMBER = {"role": "primary", "icon": ""}


class TableScreen(AskingScreen):
    """The running game. ``where`` is the group or the place whose variants are open, if any."""

    def build(self) -> None:
        super().build()
        self.where: tuple[str, str] | None = None
        self._first = 0
        self._seen: tuple[int, int] | None = None
        self._panel_room = Area(0, 0, 0, 0)
        self._warns = False
        self.pool.tap_die = self._tap_die
        self.pad.answer = self._answer
        self.pad.look_ahead = self._look_ahead
        self.odds.action = self.host.slips.odds

    def reset(self) -> None:
        super().reset()
        self.where = None
        self._first = 0

    # What they say.

    def refresh(self) -> None:
        flow = self.host.flow
        if flow is None:
            return
        if (id(flow), flow.rev) != self._seen:
            self._seen = id(flow), flow.rev
            self.reset()
        scene = flow.scene
        self._options = Options(scene, flow.paid)
        self._arrange_panel(self._arrange_all(scene), scene)
        self._show_head(scene)
        self._show_words(scene)
        self.hint.show(text=self._hint(scene))
        if self.ask_why(self.mark, force=self._warns):
            self.mark.show(warns=self._warns)
        self.odds.show(text=say(T("Odds")), key=flow.rev, enabled=True, shown=odds_known(flow))
        if flow.mode == "choose":
            self._show_choices(scene)
        else:
            self.pool.hide()
            self.panel.hide()
            self.pad.hide()
            self._show_map(scene, frozenset())
            if flow.page is not None:
                self._show_page(flow.page)
            else:
                self._show_deal()

    def _show_words(self, scene: Scene) -> None:
        self.over.show(text=self._over(scene))
        self.title.show(text=self._title(scene))

    def _hint(self, scene: Scene) -> str:
        flow = self.flow
        if flow.page is not None or self.where is not None:
            return ""
        if self._dice_shown(scene):
            return self._on_map()
        return say(scene.prompt.hint)

    def _on_map(self) -> str:
        """What can be done by tapping the map alone."""
        groups = [self._options.group(name) for name in self._options.on_map]
        return " · ".join(say(T("{what}: {how}", what=one.label, how=one.detail or "")) for one in groups)

    def _paying(self) -> str:
        n = len(self.flow.chosen)
        return say(P("Pay with this die", "Pay with {n} dice", n))

    def _show_page(self, page: Page) -> None:
        flow = self.flow
        room = self._panel_room.copy()
        self.todo.place(room)
        if self._first >= len(page.lines):
            self._first = 0
        self.todo.show(lines=page.lines, first=self._first, lang=self.lang)
        left = len(page.lines) - self._first - self.todo.capacity
        self.primary.action = self.act
        text = P("Next: {n} more", "Next: {n} more", left) if left > 0 else T("Done")
        self.primary.show(
            text=say(text), detail="", key=(flow.rev, len(flow.pages), self._first), enabled=True, **AMBER
        )

    def _show_deal(self) -> None:
        flow = self.flow
        self.todo.hide()
        room = self._panel_room.copy()
        self.odds.place(room.cut_bottom(look.touch).cut_right(min(room.w, look.mm(40))))
        self.primary.action = self.act
        text = T("Draw") if isinstance(flow.table.ask, DrawAsk) else T("Draw lots")
        self.primary.show(text=say(text), detail="", key=(flow.rev, "deal"), enabled=True, **AMBER)

    def _show_choices(self, scene: Scene) -> None:
        flow = self.flow
        options = self._options
        group = self.where[1] if self.where and self.where[0] == "group" else None
        self.todo.hide()
        self._show_map(scene, options.open_spots(group))
        self.pool.show(dice=list(scene.dice), chosen=flow.chosen, choosable=options.pays, shown=bool(scene.dice))
        primary = options.primary
        room = self._panel_room.copy()
        if self.where is not None:
            self.primary.action = self._back
            self.primary.show(text=say(T("Back")), detail="", icon="back", role="quiet", key=self.where, enabled=True)
        elif primary is not None:
            self.primary.action = self._take(primary, flow.rev)
            self.primary.show(text=say(primary.label), detail=say(primary.detail), key=flow.rev, enabled=True, **AMBER)
        else:
            self.primary.hide()
        shown = tuple(self._panel_options(options))
        pad = self._pad
        above, below = PadView.share(pad, room, shown)
        self.pad.place(above)
        board = self._asked_board(scene)
        self.pad.show(pad=pad, board=board, key=(id(flow), flow.rev), lang=self.lang, shown=pad is not None)
        self.panel.place(below)
        self.panel.show(options=shown, lang=self.lang)

    def _asked_board(self, scene: Scene) -> SeatBoard | None:
        """The board that the question is about: the one that is looked at, else that of whoever is asked."""
        asked = (board for board in scene.boards if board.seat is not None and board.seat == self.flow.table.ask.who)
        return next((board for board in scene.boards if board.active), next(asked, None))

    def _panel_options(self, options: Options) -> list[Option]:
        if self.where is None:
            return [self._option(item) for item in options.top()]
        kind, name = self.where
        items = options.within(name) if kind == "group" else [options.single(c) for c in options.at(name)]
        return [self._option(item) for item in items]

    def _option(self, item: Item) -> Option:
        rev = self.flow.rev
        if item.choice is None:
            return option(item, self._open(item.group or ""), rev)
        made, answer = option(item, self._take(item.choice, rev), rev), item.choice.answer
        if self.flow.scene.grid is None:
            return made
        return replace(made, rested=partial(self._look_ahead, answer), lifted=partial(self._look_ahead, None))

    # What taps do.

    def act(self) -> None:
        """The primary thing: the amber button, and the green one on the table."""
        flow = self.flow
        if flow.mode == "lines" and flow.page is not None:
            following = self._first + self.todo.capacity
            if following < len(flow.page.lines):
                self._first = following
                self.host.refresh()
            else:
                self._first = 0
                flow.done()
        elif flow.mode == "deal":
            flow.draw()
        elif flow.mode == "choose":
            primary = Options(flow.scene, flow.paid).primary
            if primary is not None:
                flow.choose(primary)

    def tap_spot(self, spot: str) -> None:
        """A place of the board was tapped: what can be done there, at once if it is one thing only."""
        flow = self.flow
        group = self.where[1] if self.where and self.where[0] == "group" else None
        choices = Options(flow.scene, flow.paid).at(spot, group)
        if len(choices) == 1:
            flow.choose(choices[0])
        elif choices:
            self._look_at(("spot", spot))

    def _answer(self, answer: Answer) -> None:
        self.flow.answer(answer)

    def _tap_die(self, die: str) -> None:
        self.flow.choose_die(die)

    def _take(self, choice: Choice, rev: int) -> Callable[[], None]:
        return lambda: self.flow.choose(choice, rev)

    def _open(self, group: str) -> Callable[[], None]:
        return lambda: self._look_at(("group", group))

    def _back(self) -> None:
        self._look_at(None)

    def _look_at(self, where: tuple[str, str] | None) -> None:
        self.where = where
        self.panel.page = 0
        self.host.refresh()
