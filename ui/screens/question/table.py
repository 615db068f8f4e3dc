"""The table: tracks or day, board or rows of boxes, and what to do now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from kivy.input import MotionEvent

from companion.core.answers import Answer
from companion.core.asks import DrawAsk
from companion.core.texts import P, T
from companion.scene.scene import Choice, Scene, SeatBoard
from companion.session.pages import Page
from ui.base.language import say
from ui.layout.geometry import Area
from ui.layout.packing import SizeRequest, allocate, fits
from ui.look.theme import Look, look
from ui.model.explanations import odds_known
from ui.model.options import Item, Options
from ui.screens.question.asking import AskingScreen
from ui.screens.question.long_press import LongPress
from ui.widgets.board import BoardMap
from ui.widgets.buttons import TapButton
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.counters import SideBySide
from ui.widgets.drawn import Drawn
from ui.widgets.grid import GridMap
from ui.widgets.pad import PadView
from ui.widgets.places import PlaceRows

AMBER = {"role": "primary", "icon": "", "size_mm": 5.6}
BACK = {"role": "quiet", "icon": "back", "size_mm": 5.6}
PLAIN = {"role": "plain", "icon": "", "size_mm": Look.BUTTON}


class TableScreen(AskingScreen):
    """The running game. ``where``: the group or space whose variants are open, or the question whether people want to
    give something up; None if neither."""

    def build(self) -> None:
        super().build()
        self.pool.tap_die = self._tap_die
        self.pad.answer, self.pad.preview = self._answer, self._show_preview
        self.odds.action = self.host.slips.odds
        self._first = 0
        self._seen: tuple[int, int] | None = None
        self.long_press = LongPress(self._spot_at, self._show_stakes)

    def reset(self) -> None:
        super().reset()
        self.long_press.cancel()
        self.where = None
        self._first = 0

    # Targets of hints.

    def anchor(self, at: str) -> Drawn | None:
        found: dict[str, Drawn] = {"dice": self.pool, "pad": self.pad}
        if self.day.shown:
            found |= {"clock": self.day.clock_bar, "order": self.day.order_bar}
        found |= {f"track:{bar.track.id}": bar for bar in self.tracks.bars if bar.shown and bar.track is not None}
        return found.get(at, super().anchor(at))

    def choices(self) -> Sequence[TapButton]:
        ends = [self.primary] if self.primary.shown and self.primary.role == "plain" else []
        return [*(self.panel.buttons if self.panel.shown else ()), *ends]

    def answering(self) -> Sequence[TapButton]:
        return [*self.pad.amounts, *self.pad.ways, *self.choices()]

    def cell(self, spot: str) -> Area | None:
        pictures: list[BoardMap | GridMap | PlaceRows | SideBySide] = [self.map, self.grid, self.places, self.sides]
        cells = (picture.cell(spot) for picture in pictures if picture.shown)
        return next((cell for cell in cells if cell is not None), None)

    def _spot_at(self, x: float, y: float) -> str | None:
        """The space at a point, while people decide."""
        session = self.host.session
        if session is None or session.mode != "choose":
            return None
        scene = session.scene
        spots = [spot.id for spot in scene.board.spots] if scene.board is not None else []
        spots += [side.id for side in scene.sides] + [box.id for row in scene.rows for box in row.boxes]
        return next((spot for spot in spots if (cell := self.cell(spot)) is not None and cell.holds(x, y)), None)

    def _show_stakes(self, spot: str | None) -> bool:
        """Show the stakes of a space; None: hide them."""
        table = self.session.table
        found = table.game.presenter.stakes(table.state, spot) if spot is not None else None
        self.stakes.show(stakes=found, shown=found is not None)
        return found is not None

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """May become a long press."""
        taken = super().on_touch_down(touch)
        if not touch.is_mouse_scrolling:
            self.long_press.down(touch)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A long press may slide."""
        self.long_press.move(touch)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        self.long_press.up(touch)
        return bool(super().on_touch_up(touch))

    def reading(self) -> Sequence[Drawn]:
        return self.over, self.title, self.hint, self.todo, self.pool

    # Content.

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        if (id(session), session.rev) != self._seen:
            self._seen = id(session), session.rev
            self.reset()
        if session.doubted is not None:
            self.where = "unused", ""
        scene = session.scene
        self._options = Options(scene, session.paid)
        self._arrange_panel(self._arrange_all(scene), scene)
        self._show_head(scene)
        self._show_words(scene)
        self.hint.show(text=self._hint(scene))
        if self.ask_why(self.mark, force=self._warns):
            self.mark.show(warns=self._warns)
        self.odds.show(text=say(T("Odds")), key=session.rev, enabled=True, shown=odds_known(session))
        if session.mode == "choose":
            self._show_choices(scene)
        else:
            self.pool.hide()
            self.panel.hide()
            self.pad.hide()
            self._show_map(scene, frozenset())
            if session.page is not None:
                self._show_page(session.page)
            else:
                self._show_deal()

    def _show_words(self, scene: Scene) -> None:
        self.over.show(text=self._over(scene))
        self.title.show(text=self._title(scene))

    def _show_page(self, page: Page) -> None:
        session = self.session
        room = self._panel_room.copy()
        self.todo.place(room)
        if self._first >= len(page.lines):
            self._first = 0
        self.todo.show(lines=page.lines, first=self._first)
        left = len(page.lines) - self._first - self.todo.capacity
        self.primary.action = self.act
        text = P("Next: {n} more", "Next: {n} more", left) if left > 0 else T("Done")
        self.primary.show(
            text=say(text), detail="", key=(session.rev, len(session.pages), self._first), enabled=True, **AMBER
        )

    def _show_deal(self) -> None:
        session = self.session
        self.todo.hide()
        room = self._panel_room.copy()
        self.odds.place(room.cut_bottom(look.touch).cut_right(min(room.w, look.mm(40))))
        self.primary.action = self.act
        text = T("Draw") if isinstance(session.table.ask, DrawAsk) else T("Draw lots")
        self.primary.show(text=say(text), detail="", key=(session.rev, "deal"), enabled=True, **AMBER)

    def _show_choices(self, scene: Scene) -> None:
        session = self.session
        options = self._options
        group = self.where[1] if self.where and self.where[0] == "group" else None
        self.todo.hide()
        self._show_map(scene, options.open_spots(group))
        self.pool.show(dice=list(scene.dice), chosen=session.chosen, choosable=options.pays, shown=bool(scene.dice))
        self._show_foot(options)
        shown = tuple(self._panel_options(options))
        pad, areas = self._pad, self._choices_areas(shown)
        self.pad.place(areas["pad"])
        board = self._asked_board(scene)
        self.pad.show(pad=pad, board=board, key=(id(session), session.rev), shown=pad is not None)
        self.panel.place(areas["options"])
        self.panel.show(options=shown, shown=bool(shown))

    def _choices_areas(self, shown: Sequence[Option]) -> dict[str, Area]:
        """Areas of pad and buttons: these below it, or next to it if there is too little height."""
        pad, room, gap = self._pad, self._panel_room, look.gap if shown else 0
        least = {
            "pad": PadView.least(pad, room.w) + gap if pad is not None else 0,
            "options": look.touch if shown else 0,
        }
        if pad is not None and not fits(room, least):
            options = room.copy()
            return {"pad": options.cut_left(PadView.least_wide(pad, room.h), look.gap), "options": options}
        wish = SizeRequest("options", (ChoicePanel.least(shown),), partly=True)
        areas = allocate(room, least, [wish], grows="options" if pad is None else "pad")
        areas["pad"].cut_bottom(gap)
        return areas

    def _show_foot(self, options: Options) -> None:
        """The amber button, or in its place back, or what ends the turn or passes."""
        foot, rev = options.foot, self.session.rev
        if self.where is not None:
            self.primary.action = self._back
            self.primary.show(text=say(T("Back")), detail="", key=self.where, enabled=True, **BACK)
        elif foot is not None:
            self.primary.action = partial(self._take, foot, rev)
            key, looks = (rev, AMBER) if foot.primary else ((rev, foot), PLAIN)
            self.primary.show(text=say(foot.label), detail=say(foot.detail), key=key, enabled=True, **looks)
        else:
            self.primary.hide()

    def _asked_board(self, scene: Scene) -> SeatBoard | None:
        """The board that the question is about: the active one, else that of whoever is asked."""
        asked = (board for board in scene.boards if board.seat is not None and board.seat == self.session.table.ask.who)
        return next((board for board in scene.boards if board.active), next(asked, None))

    def _panel_options(self, options: Options) -> list[Option]:
        if self.where is None:
            return [*map(self._option, options.top()), *self._otherwise()]
        kind, name = self.where
        if self.session.doubted is not None:
            return [self._option(options.single(self.session.doubted))]
        items = options.within(name) if kind == "group" else [options.single(c) for c in options.at(name)]
        return [self._option(item) for item in items]

    def _otherwise(self) -> list[Option]:
        """What happens besides the choices is counted on the player's board."""
        words, rev = self.session.scene.otherwise, self.session.rev
        if words is None:
            return []
        return [Option(say(words), self.host.look_at_seat, icon="players", key=(rev, "otherwise"), stays=True)]

    def _option(self, item: Item) -> Option:
        rev = self.session.rev
        if item.choice is None:
            return option(item, partial(self._look_at, ("group", item.group or "")), rev)
        made, answer = option(item, partial(self._take, item.choice, rev), rev), item.choice.answer
        card = self.host.pictures.named(answer)
        if card:
            made = replace(made, picture=self.host.small_pictures.of(card))
        if self.session.scene.grid is None and not card:
            return made
        return replace(made, long_pressed=partial(self._look_closer, answer, card), released=self._lifted)

    def _look_closer(self, answer: Answer, card: str) -> None:
        """Long press on a choice: preview it, or show its card."""
        if self.session.scene.grid is not None:
            self._show_preview(answer)
        if card and self._preview.moves is None:
            self.host.slips.card(card)

    def _lifted(self) -> None:
        self.host.slips.close()
        self._show_preview(None)

    # Taps.

    def act(self) -> None:
        """Press the amber button."""
        session = self.session
        if session.mode == "lines" and session.page is not None:
            following = self._first + self.todo.capacity
            if following < len(session.page.lines):
                self._first = following
                self.host.refresh()
            else:
                self._first = 0
                session.done()
        elif session.mode == "deal":
            session.draw()
        elif session.mode == "choose":
            primary = Options(session.scene, session.paid).primary
            if primary is not None:
                session.choose(primary)

    def tap_spot(self, spot: str) -> None:
        """Show the choices of a space, or take it if there is only one."""
        session = self.session
        group = self.where[1] if self.where and self.where[0] == "group" else None
        choices = Options(session.scene, session.paid).at(spot, group)
        if len(choices) == 1:
            session.choose(choices[0])
        elif choices:
            self._look_at(("spot", spot))

    def _answer(self, answer: Answer) -> None:
        self.session.answer(answer)

    def _tap_die(self, die: str) -> None:
        self.session.choose_die(die)

    def _take(self, choice: Choice, rev: int) -> None:
        self.session.choose(choice, rev)

    def _back(self) -> None:
        self.session.doubted = None
        self._look_at(None)

    def _look_at(self, where: tuple[str, str] | None) -> None:
        self.where = where
        self.panel.page = 0
        self.host.refresh()
