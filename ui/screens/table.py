"""The table: tracks or day, board or rows of boxes, and the panel with what to do now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kivy.clock import Clock, ClockEvent
from kivy.input import MotionEvent
from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import DrawAsk
from companion.core.texts import P, T
from companion.scene.menu import Menu, MenuItem
from companion.scene.scene import Card, Choice, Group, Pad, Scene, SeatBoard, Side
from companion.session.open_choices import LEFT
from companion.session.pages import Page
from ui.base.language import say
from ui.layout.geometry import Area, SizeRequest, allocate, fits
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Look, look
from ui.model.explanations import odds_known, what_if
from ui.model.history import latest
from ui.screens.base import cut_panel
from ui.screens.lasting import LastingCards
from ui.screens.picture import PictureScreen
from ui.widgets.board import BoardMap, StakesView
from ui.widgets.buttons import LONG, Heading, Role, TapButton, TextView
from ui.widgets.cards import Photo
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.counters import SideBySide
from ui.widgets.drawn import Drawn, Tappable, hide, tap_guard
from ui.widgets.entry import DicePool, PadView
from ui.widgets.frame import WhyMark
from ui.widgets.grid import GridMap
from ui.widgets.head import DayHead, Notice
from ui.widgets.lines import LineList
from ui.widgets.places import PlaceRows
from ui.widgets.timeline import EntryLine


class LongPress:
    """``at`` returns the space at a point; ``show`` shows its stakes, returning False if there are none, or hides them
    (None). A long press is no tap; sliding shows other spaces."""

    def __init__(self, at: Callable[[float, float], str | None], show: Callable[[str | None], bool]) -> None:
        self._at = at
        self._show = show
        self._touch: MotionEvent | None = None
        self._clock: ClockEvent | None = None
        self._spot: str | None = None

    def down(self, touch: MotionEvent) -> None:
        self.cancel()
        if self._at(*touch.pos) is not None:
            self._touch = touch
            self._clock = Clock.schedule_once(self.start, TapButton.HOLD)

    def start(self, _dt: float = 0) -> None:
        """The touch has become a long press."""
        touch = self._touch
        if touch is None:
            return
        self._look(touch)
        if self._spot is not None:
            for grabbed in touch.grab_list:
                part = grabbed()
                if isinstance(part, Tappable):
                    part.pressed = False
                    part.redraw()

    def move(self, touch: MotionEvent) -> None:
        if touch is self._touch and self._spot is not None and self._at(*touch.pos) not in (None, self._spot):
            self._look(touch)

    def up(self, touch: MotionEvent) -> None:
        if touch is self._touch:
            self.cancel()

    def cancel(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
        if self._spot is not None:
            self._show(None)
        self._touch = self._clock = self._spot = None

    def _look(self, touch: MotionEvent) -> None:
        spot = self._at(*touch.pos)
        if spot is not None and self._show(spot):
            self._spot = spot


# The panel.


@dataclass(frozen=True)
class Form:
    """A layout of the question: height of the heading (mm), maximum lines of the title."""

    heading: float
    lines: int = 4
    easy: bool = False
    """The title follows the text size setting, with more space below."""
    hinted: bool = False

    @property
    def size(self) -> float:
        """Font size (mm) of the title, readable from a metre away whatever the text size setting."""
        return Look.STATE * (max(1, 1 / look.scale) if self.easy else 1 / look.scale)


EASY = Form(Heading.HIGH, easy=True, hinted=True)
WITH_DICE = Form(Heading.HIGH, hinted=True)
TIGHT = (Form(Heading.HIGH), Form(3.3), Form(3.3, 1))
"""Tighter forms for when choices need the room, roomiest first."""


class AskingScreen(PictureScreen):
    """A picture with the question next to or below it; laid out anew for every question."""

    BESIDE_TITLE = 23.0
    """Width (mm) of the last answer next to the title."""
    ROOMY = 12.0
    """Height (mm) of buttons with two lines, if the last answers are below them."""

    def build(self) -> None:
        super().build()
        self.over = self.add(Heading(colour=theme.LAMP, size_mm=3.9))
        self.title = self.add(TextView(face="heavy", lines=4))
        self.hint = self.add(TextView(colour=theme.MIST, size_mm=3.5, face="plain", lines=3))
        self.pool = self.add(DicePool())
        self.pad = self.add(PadView())
        self.panel = self.add(ChoicePanel())
        self.latest = self.add(EntryLine(across=True))
        self.todo = self.add(LineList())
        self.mark = self.add(WhyMark())
        self.odds = self.add(TapButton(role="quiet", size_mm=4.2))
        self.primary = self.add(TapButton(role="primary", size_mm=5.6))
        self.stakes = self.add(StakesView())
        self.stakes.hide()
        self.where: tuple[str, str] | None = None
        self._options: Menu
        self._panel_room = self._stakes_room = Area(0, 0, 0, 0)
        self._warns = False

    def _arrange_panel(self, panel: Area, scene: Scene) -> None:
        """From top to bottom: question, dice, choices, notices, last answers, amber button. Below the dice, each part
        includes a gap at its bottom."""
        self._stakes_room = panel.copy()
        self.stakes.place(panel)
        column = panel.copy() if self._pictured(scene) else cut_panel(panel.copy(), look.panel.shape)
        self.primary.place(column.cut_bottom(look.primary))
        panel.cut_bottom(look.primary if self._amber() else -look.gap)
        areas, form, beside = self._share(panel, scene)
        self._arrange_words(areas["ask"], form, beside, scene)
        areas["dice"].cut_bottom(look.mm(0.8))
        self.pool.place(areas["dice"])
        self._panel_room = areas["choices"]
        self._panel_room.cut_bottom(look.gap)
        self._arrange_notes(areas["notes"], scene)
        answers = panel.copy().cut_top(look.touch).cut_right(beside - look.gap) if beside else areas["latest"]
        shown = 1 if beside else 0 if not answers.h else 3 if self.upright else 2
        rows = latest(self.session, shown, lambda rev: partial(self.host.look_at_moment, rev))
        self.latest.show(answers.cut_top(min(look.touch, answers.h)), rows=rows, shown=shown > 0)

    def _share(self, panel: Area, scene: Scene) -> tuple[dict[str, Area], Form, float]:
        """The area of each part, the form of the question, and the width in pixels reserved for the last answer on the
        right of the title, where it goes in portrait if there is no room below. Wishes are in order of value."""
        asking, upright, beside = self._asking, self.upright, 0.0
        snug, roomy, tall, told = self._choices_high(panel.w)
        notes, few = self._notes_high(panel.w, scene)
        met = sum(notes[-1:]) if asking or upright else 0
        roomy = max(snug, roomy - met)  # Space for notices counts as well.
        asks = self._asks_high(panel.w, 0, scene)
        least = {"ask": 0.0, "dice": self._dice_high(panel.w, scene), "choices": snug, "notes": 0.0, "latest": 0.0}
        if look.panel.shape != "landscape" and self.session.page is None:
            free = look.mm(self.BESIDE_TITLE * max(1.0, look.scale)) + look.gap if upright and asking else 0.0
            other = self._asks_high(panel.w, free, scene)
            best = EASY if fits(panel, {**least, "ask": other[EASY], "notes": met}) else TIGHT[0]
            least["latest"] = look.touch + look.gap
            below = fits(panel, {**least, "ask": asks[best], "choices": roomy, "notes": met})
            if not below and (upright or not asking):
                asks, beside, least["latest"] = other, free, 0.0
            elif not fits(panel, {**least, "ask": asks[TIGHT[0]]}):
                least["latest"] = 0.0  # The heading with the round matters more.
        ease = SizeRequest("ask", tuple(high for form, high in asks.items() if form.hinted))
        line = SizeRequest("notes", (*notes[-1:], *few[-1:]) if asking else few[-1:])
        room = SizeRequest("choices", (roomy,) if least["latest"] else (), partly=True)
        wishes = [
            SizeRequest("ask", tuple(asks[form] for form in TIGHT)),
            *([SizeRequest("choices", (told,), partly=True), line, room, ease] if asking else [ease, line]),
            SizeRequest("choices", (tall,), partly=True),
            SizeRequest("notes", (*notes, *few)),
        ]
        areas = allocate(panel, {**least, "ask": asks[TIGHT[-1]]}, wishes, "choices")
        return areas, next((form for form, high in asks.items() if high <= areas["ask"].h), TIGHT[-1]), beside

    # Heights.

    def _asks_high(self, width: float, beside: float, scene: Scene) -> dict[Form, float]:
        """Height of the question in each form, best first, with ``beside`` pixels free to the right of heading and
        title."""
        found = {}
        for form in (EASY, *([WITH_DICE] if self._dice_shown(scene) else []), *TIGHT):
            rest = Area(0, 0, width - beside, 0)
            self._cut_words(rest, form, scene)
            found[form] = max(look.touch if beside else 0, -rest.h) + self._hint_high(width, form, scene)
        return found

    def _hint_high(self, width: float, form: Form, scene: Scene) -> float:
        hint = self._hint(scene)
        if not (hint and form.hinted):
            return 0
        wide = form.easy and not scene.dice and type_.extents(hint, look.text(3.4), "plain")[0] > width
        return look.mm(8.6 if wide else 4.2) * look.scale + look.mm(0.6)

    def _dice_high(self, width: float, scene: Scene) -> float:
        if not self._dice_shown(scene):
            return 0
        rows = 1 if len(scene.dice) * look.mm(10) <= width else 2
        each = 12.4 if self.upright and rows == 1 else 10.3
        return look.mm(each) * rows + look.mm(0.8)

    def _choices_high(self, width: float) -> tuple[float, float, float, float]:
        """Heights for the choices: the minimum for one page, one that leaves room for the last answers, a comfortable
        one, and one in which long texts are easy to read. If there are none, heights for the page's lines, or for the
        odds of a draw."""
        gap, page = look.gap, self.session.page
        if page is not None:
            return (self.todo.least(page.lines, width) + gap,) * 4
        if self.session.mode != "choose":
            least = look.touch + gap if self.session.mode == "deal" else 0
            return least, look.touch + gap, least, least
        options, pad = self._panel_options(self._options), self._pad
        above = gap + (PadView.least(pad, width) + gap if pad is not None else 0)
        # With dice, a hint matters more than wide buttons.
        long = ChoicePanel.long(options)
        columns = 1 if long or self.panel.wordy(options, width) else 2
        if self._dice_shown(self.session.scene):
            columns = self.panel.narrow(options, width)
        snug = above + ChoicePanel.least(options, columns=columns)
        roomy = above + ChoicePanel.least(options, self.ROOMY)
        # Long texts have the full width.
        tall = above + ChoicePanel.least(options, columns=1 if long else 2, tall=ChoicePanel.TALL)
        told = above + ChoicePanel.told(options, width) if long else snug
        if self._reading:
            tall = told = above + -(-len(options) // 2) * (look.mm(ChoicePanel.HIGHEST) + gap)
        return snug, max(look.touch + gap, roomy), tall, told

    def _notes_high(self, width: float, scene: Scene) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Heights for notices: all of them, then fewer as long as they are high enough for a finger; and heights below
        that."""
        if not scene.notices or scene.tracks or self.session.page is not None:
            return (), ()
        lines = range(Notice.lines_of(tuple(map(say, scene.notices)), width), 0, -1)
        highs = [Notice.step() * n for n in lines]
        met = tuple(min(max(high, look.touch), highs[0]) + look.gap for high in highs)
        return met, tuple(high + look.gap for high in highs if high < look.touch)

    # Layout.

    def _cut_words(self, room: Area, form: Form, scene: Scene) -> tuple[Area, Area]:
        """Cut heading and title off ``room``."""
        gap = Heading.gap(self._over(scene)) if form.heading >= Heading.HIGH else 0
        title, high, wide = self._headline(scene), form.heading, int(room.w)
        px, beside = look.text(form.size), wide - int(look.mm(WhyMark.SIDE) + look.gap)
        first = type_.wrap(title, px, "heavy", wide)[0] if title else ""
        if high < WhyMark.SIDE and type_.extents(first, px, "heavy")[0] > beside:
            # The mark would hang down onto the first line: that ends before it, or begins below.
            if len(type_.wrap(title, px, "heavy", beside)) <= form.lines:
                wide = beside
            else:
                high = WhyMark.SIDE
        line = room.cut_top(look.mm(high), gap)
        if not title:
            return line, Area(room.x, room.y, 0, 0)
        lines = min(form.lines, len(type_.wrap(title, px, "heavy", wide)))
        high = lines * type_.line_height(px) - int(px * 0.3)
        title_room = room.cut_top(high, look.mm(1.1 if form.easy else 0.4))
        title_room.w = wide
        return line, title_room

    def _headline(self, scene: Scene) -> str:
        """The title keeps its height while dice are tapped, so that nothing moves under the next tap."""
        return say(scene.prompt.title) if self.session.chosen and self._asking else self._title(scene)

    def _arrange_words(self, room: Area, form: Form, beside: float, scene: Scene) -> None:
        hint = room.cut_bottom(self._hint_high(room.w, form, scene))
        hint.cut_bottom(min(hint.h, look.mm(0.6)))
        self.hint.place(hint)
        room.w -= beside
        head = room.copy()
        line, title = self._cut_words(room, form, scene)
        WhyMark.cut(line, warns=bool(scene.notices))
        self.over.place(line)
        self.title.size_mm = form.size
        self.title.place(title)
        self.mark.place(head.cut_top(head.h - room.h))

    def _arrange_notes(self, room: Area, scene: Scene) -> None:
        """If notices are incomplete, they are high enough to be tapped, or the question's mark warns and tells the
        rest."""
        if scene.tracks:
            self._warns = False
            return
        room.cut_bottom(min(look.gap, room.h))
        self.notice.place(room)
        self.notice.room = self.notice.area
        texts = tuple(map(say, scene.notices))
        whole = Notice.step() * Notice.lines_of(texts, room.w) <= self.notice.height
        self._cut_short = not whole and look.touch - 1 <= self.notice.height
        self._warns = not whole and not self._cut_short and self.session.page is None

    @property
    def _asking(self) -> bool:
        """True while the question itself is shown: no page before it, nothing opened."""
        return self.session.page is None and self.where is None

    def _amber(self) -> bool:
        """True if the amber button, back, or the button that ends the turn is shown."""
        return self.session.mode != "choose" or self.where is not None or self._options.foot is not None

    @property
    def _pad(self) -> Pad | None:
        """The pad, if it can be used now and nothing is opened; only what leads to the opened squares."""
        pad = self.session.scene.pad if self.session.mode == "choose" else None
        if pad is None or self.where is None or self.where[0] != "squares":
            return pad if self.where is None else None
        there = self.where[1].split()
        return pad.only([choice.answer for choice in self.session.scene.choices if choice.spot in there])

    def _dice_shown(self, scene: Scene) -> bool:
        """True if dice and choices need the height."""
        return bool(scene.dice) and self.session.mode == "choose"

    def _over(self, scene: Scene) -> str:
        page = self.session.page
        if self._preview.text:
            return say(T("If you do this")).upper()
        over = scene.prompt.over if page is None or page.over is None else page.over
        return say(over).upper() if page is None or page.title is not None else say(scene.prompt.over).upper()

    def _title(self, scene: Scene) -> str:
        page = self.session.page
        if page is not None:
            return say(page.title if page.title is not None else page.over)
        doubted = self.session.doubted
        if doubted is not None and doubted.unused is not None:
            return say(doubted.unused)
        if self.where is not None and self.where[0] == "spot":
            boxes = (box for row in scene.rows for box in row.boxes)
            named = {box.id: say(box.name) for box in boxes} | {side.id: _compared(side) for side in scene.sides}
            return named.get(self.where[1], say(scene.prompt.title))
        if self.where is not None and (self.where[0] == "group" or self.where[1].startswith(LEFT)):
            return say(self._options.group(self.where[1]).label)
        text = self._preview.text
        return text or (self._paying() if self.session.chosen else say(scene.prompt.title))

    def _hint(self, scene: Scene) -> str:
        session = self.session
        if session.page is not None or self.where is not None:
            return ""
        if self._dice_shown(scene):
            return self._on_map()
        # Where nothing else can be tapped, the column beside the board is empty.
        only_there = scene.board is not None and scene.choices and all(one.spot for one in scene.choices)
        return say(scene.prompt.hint) or (say(T("Tap the board.")) if only_there else "")

    def _on_map(self) -> str:
        """What can be done by tapping the map alone."""
        groups = [self._options.group(name) for name in self._options.on_map]
        told = (one for one in groups if one.spot is None)
        return " · ".join(say(T("{what}: {how}", what=one.label, how=one.detail or "")) for one in told)

    def _paying(self) -> str:
        n = len(self.session.chosen)
        return say(P("Pay with this die", "Pay with {n} dice", n))

    def _panel_options(self, options: Menu) -> list[Option]:
        raise NotImplementedError


def _compared(side: Side) -> str:
    """A player's name, and what is compared."""
    return f"{say(side.name)}: {say(side.against)}" if side.against is not None else say(side.name)


# The table.

REST = 30.0
"""Seconds without a touch after which the board fills the screen: people look at it, and talk."""
AMBER = {"role": "primary", "icon": "", "size_mm": 5.6}
BACK = {"role": "quiet", "icon": "back", "size_mm": 5.6}
PLAIN = {"role": "plain", "icon": "", "size_mm": Look.BUTTON}


class TableScreen(AskingScreen):
    """The running game. ``where``: the group, space or squares (ids, a blank between) whose variants are open, or the
    question whether people want to give something up; None if neither.

    ``filled``: the board fills the screen, to be seen across the table. It does when nobody has touched the screen for
    a while, or when it is tapped where nothing can be chosen; the next tap brings the question back.
    """

    def build(self) -> None:
        super().build()
        self.pool.tap_die = self._tap_die
        self.pad.answer, self.pad.preview = self._answer, self._show_preview
        self.grid.tap_spots = self._tap_spots
        self.odds.action = self.host.slips.odds
        self._seen: tuple[str, int, int] | None = None
        self._filled_at: tuple[str, int, int] | None = None
        # The clock holds a method weakly: a game that was left does not wait for its rest.
        self._rest = Clock.create_trigger(self._rested, REST)
        self._resting: MotionEvent | None = None
        self.long_press = LongPress(self._spot_at, self._show_stakes)
        self.lying = self.add(ChoicePanel(in_a_row=True))
        self.lying_all = self.add(ChoicePanel())
        self.lying_more = self.add(ChoicePanel())
        self.lying_photo = self.add(Photo())
        self.lasting = LastingCards(self.add)

    def reset(self) -> None:
        super().reset()
        self.long_press.cancel()
        self.where = self._filled_at = None

    @property
    def _reading(self) -> bool:
        if self.upright or self.session.mode != "choose" or self.where is not None or self.session.scene.dice:
            return False
        long = [option for option in self._panel_options(self._options) if len(option.detail) > LONG]
        return len(long) > ChoicePanel.FEW

    @property
    def _moment(self) -> tuple[str, int, int] | None:
        session = self.host.session
        return None if session is None else (session.token, session.rev, len(session.open_choices.now))

    @property
    def filled(self) -> bool:
        return self._filled_at is not None and self._filled_at == self._moment and self._may_fill

    @property
    def nav(self) -> bool:  # type: ignore[override]
        """Nothing but the board is there while it fills the screen."""
        return not self.filled

    @property
    def _may_fill(self) -> bool:
        """True if there is a board to look at, and nothing that people have begun or are to do."""
        session = self.host.session
        if session is None or session.mode != "choose" or session.chosen or self.where is not None or self.row:
            return False
        board = session.scene.board
        return (board is not None and bool(board.spots)) or session.scene.grid is not None

    def _rested(self, _dt: float) -> None:
        self.fill()

    def fill(self) -> None:
        """Let the board fill the screen, unless people are at something."""
        if self.host.front is self and self._may_fill and not self.filled:
            self._filled_at = self._moment
            self.host.refresh()

    def _empty(self) -> None:
        self._filled_at = None
        self.host.refresh()

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
        """Show the stakes of a space, or what follows from its only choice; None: hide them."""
        table = self.session.table
        found = table.game.presenter.stakes(table.state, spot) if spot is not None else None
        if found is None and spot is not None:
            group = self.where[1] if self.where and self.where[0] == "group" else None
            options = Menu(self.session.scene, self.session.paid)
            choices = options.at(spot, group) if group is not None or options.opened_at(spot) is None else []
            found = what_if(self.session, choices[0]) if len(choices) == 1 else None
        self.stakes.place(self._stakes_room)
        self.stakes.show(stakes=found, shown=found is not None)
        return found is not None

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """May become a long press. While the board fills the screen, a tap brings the question, and does nothing
        else; a tap beside all that can be chosen fills it."""
        if self.filled:
            if not touch.is_mouse_scrolling and not tap_guard.active:
                tap_guard.arrive()
                self._empty()
            return True
        taken = super().on_touch_down(touch)
        if not taken and self._on_board(touch):
            self._resting = touch
        if not touch.is_mouse_scrolling:
            self.long_press.down(touch)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A long press may slide."""
        self.long_press.move(touch)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        looked = self.stakes.shown
        self.long_press.up(touch)
        if touch is self._resting:
            self._resting = None
            if not looked and self._on_board(touch) and not tap_guard.active:
                self.fill()
                tap_guard.arrive()
        return bool(super().on_touch_up(touch))

    def _on_board(self, touch: MotionEvent) -> bool:
        pictures: Sequence[Drawn] = (self.map, self.grid)
        return any(part.shown and part.collide_point(*touch.pos) for part in pictures)

    def reading(self) -> Sequence[Drawn]:
        return self.over, self.title, self.hint, self.todo, self.pool, self.notice

    # The card that lies there.

    LYING = 34.0
    """Least width (mm) of its title beside its buttons."""
    LYING_HIGH = 13.4
    BOARD = 0.45
    """Share of the board that stays above them."""

    def _arrange_picture(self, picture: Area, scene: Scene) -> None:
        """What the card that lies there can do stands below the board, or in its place as long as it has no squares."""
        groups = Menu(scene).by_card() if self.session.mode == "choose" and scene.card is not None else []
        hide(self.lying, self.lying_all, self.lying_more, self.lying_photo)
        self.lasting.hide()
        if not groups:
            self.lasting.show(picture, self.session, self.host)
        if groups and scene.card is not None:
            if scene.board is not None and scene.board.spots:
                self._show_lying(picture, scene.card, groups)
            else:
                self._show_lying_all(picture.copy(), scene.card, groups)
        super()._arrange_picture(picture, scene)

    def _show_lying(self, picture: Area, card: Card, groups: Sequence[Group]) -> None:
        """Its title, and as many buttons as there is room for beside it and, while people decide, in rows below."""
        each = look.touch + look.gap
        beside = max(1, int((picture.w - look.mm(self.LYING)) // each))
        across, rows = int((picture.w + look.gap) // each), 0
        while not self.filled and len(groups) > beside + rows * across and self._may_lie(picture, rows + 2):
            rows += 1
        options = [self._cause(group, "") for group in groups]
        if len(options) > beside + rows * across:
            more = Option("", partial(self._look_at, ("card", "")), icon="plus", key=(self.session.rev, "card"))
            options[beside + rows * across - 1 :] = [more]
        if rows:
            self.lying_more.across = across
            self.lying_more.show(picture.cut_bottom(rows * each - look.gap, look.gap), options=tuple(options[beside:]))
        room, options = picture.cut_bottom(look.touch, look.gap), options[:beside]
        buttons = room.cut_right(each * len(options) - look.gap, look.gap)
        photo = self.host.small_pictures.of(card.id) if card.id else None
        title = Option(
            say(card.title), self._to_card(card), picture=photo, icon=card.icon, role="quiet",
            key=(self.session.rev, "title"),
        )  # fmt: skip
        self.lying.show(room, options=(title,))
        self.lying_all.in_a_row = True
        self.lying_all.show(buttons, options=tuple(options))

    def _may_lie(self, picture: Area, rows: int) -> bool:
        """True if so many rows leave enough of the board."""
        return rows * (look.touch + look.gap) <= picture.h * (1 - self.BOARD)

    def _show_lying_all(self, room: Area, card: Card, groups: Sequence[Group]) -> None:
        """Its title and photo, and all its buttons with their names."""
        head = room.cut_top(look.mm(self.LYING_HIGH), look.gap)
        title = Option(
            say(card.title), self._to_card(card), say(card.heading or ""), icon=card.icon, role="quiet",
            key=(self.session.rev, "title"),
        )  # fmt: skip
        self.lying.show(head, options=(title,))
        pictured = self.host.pictures.has(card.id)
        if pictured:
            self.lying_photo.action = partial(self.host.slips.card, card.id)
            self.lying_photo.fill(self.host.pictures.of(card.id), room.cut_left(room.w * 0.34, look.gap))
        self.lying_all.in_a_row, self.lying_all.across = False, 2 if pictured else 3
        self.lying_all.show(room, options=tuple(self._cause(group, say(group.label)) for group in groups))

    def _to_card(self, card: Card) -> Callable[[], object]:
        return partial(self.host.slips.card, card.id) if self.host.pictures.has(card.id) else self._to_story

    def _cause(self, group: Group, label: str) -> Option:
        where, icon = ("group", group.id), group.icons[0] if group.icons else "star"
        role: Role = "chosen" if self.where == where else "plain"
        return Option(label, partial(self._look_at, where), icon=icon, role=role, key=(self.session.rev, group.id))

    # Content.

    def refresh(self) -> None:
        session = self.session
        if self._moment != self._seen:
            self._seen = self._moment
            self.reset()
        if session.doubted is not None:
            self.where = "unused", ""
        scene = session.scene
        self._options = Menu(scene, session.paid)
        self._rest.cancel()
        if self.filled:
            self._show_filled(scene)
            return
        if self._may_fill:
            self._rest()
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
            hide(self.pool, self.panel, self.pad)
            self._show_map(scene, frozenset())
            if session.page is not None:
                self._show_page(session.page)
            else:
                self._show_deal()

    def _show_filled(self, scene: Scene) -> None:
        """The tracks, the board, and the question below it."""
        scene = structs.replace(scene, notices=[])
        room = self.room.copy()
        high = DayHead.height_for(scene.clock, None, stacked=self.upright)
        self.day.place(room.cut_top(high))
        self._arrange_tracks(room, scene, look.panel.shape)
        room = room.inset(look.pad, look.gap)
        line = room.cut_bottom(look.mm(Look.STATE * 1.3))
        self._arrange_picture(room, structs.replace(scene, rows=[]))
        hide(self.hint, self.pool, self.pad, self.panel, self.latest, self.todo, self.mark, self.odds, self.primary)
        hide(self.notice, self.places, self.stakes)
        self._show_head(scene)
        self._show_map(structs.replace(scene, rows=[]), self._options.open_spots(None))
        self.over.hide()
        self.title.size_mm = Look.STATE
        self.title.show(line, text=say(scene.prompt.title))

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
        self.primary.action, self.primary.long_pressed = self.act, None
        text = P("Next: {n} more", "Next: {n} more", left) if left > 0 else T("Done")
        self.primary.show(
            text=say(text), detail="", key=(session.rev, len(session.pages), self._first), enabled=True, **AMBER
        )

    def _show_deal(self) -> None:
        session = self.session
        self.todo.hide()
        self.primary.long_pressed = None
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
        options_instead = bool(shown) and areas["pad"].holds(areas["options"].cx, areas["options"].cy)
        board = None if options_instead else self._asked_board(scene)
        key = session.token, session.rev, self.where
        self.pad.show(areas["pad"], pad=pad, board=board, key=key, shown=pad is not None)
        self.panel.across = 2 if self._reading else 0
        self.panel.show(areas["options"], options=shown, shown=bool(shown))

    def _choices_areas(self, shown: Sequence[Option]) -> dict[str, Area]:
        """Areas of pad and buttons: these below it, or next to it if there is too little height."""
        pad, room, gap = self._pad, self._panel_room, look.gap if shown else 0
        least = {
            "pad": PadView.least(pad, room.w) + gap if pad is not None else 0,
            "options": look.touch if shown else 0,
        }
        if pad is not None and not fits(room, least):
            spare = PadView.spare(pad, room)
            if spare.h >= look.touch:
                return {"pad": room.copy(), "options": spare}
            options = room.copy()
            return {"pad": options.cut_left(PadView.least_wide(pad, room.h), look.gap), "options": options}
        wish = SizeRequest("options", (ChoicePanel.least(shown),), partly=True)
        areas = allocate(room, least, [wish], grows="options" if pad is None else "pad")
        areas["pad"].cut_bottom(gap)
        return areas

    def _show_foot(self, options: Menu) -> None:
        """The amber button, or in its place back, or what ends the turn or passes."""
        foot, rev, left = options.foot, self.session.rev, self._lines_left
        rests = foot is not None and not left and self.where is None
        self.primary.long_pressed = partial(self._look_closer, foot) if foot is not None and rests else None
        self.primary.released = self._lifted
        if left:
            self.primary.action = self.act
            text = say(P("Next: {n} more", "Next: {n} more", left))
            self.primary.show(text=text, detail="", key=(rev, "list", self._first), enabled=True, **AMBER)
        elif self.where is not None:
            self.primary.action = self._back
            self.primary.show(text=say(T("Back")), detail="", key=self.where, enabled=True, **BACK)
        elif foot is not None:
            self.primary.action = partial(self._take, foot, rev)
            key, looks = (rev, AMBER) if foot.primary else ((rev, foot), PLAIN)
            self.primary.show(text=say(foot.label), detail=say(foot.detail), key=key, enabled=True, **looks)
        else:
            self.primary.hide()

    def _chosen_spots(self) -> frozenset[str]:
        if self.where is None or self.where[0] not in ("squares", "group"):
            return frozenset()
        if self.where[0] == "squares":
            return frozenset(self.where[1].split())
        spot = self._options.opening.get(self.where[1])
        return frozenset() if spot is None else frozenset({spot})

    @property
    def _lines_left(self) -> int:
        """Lines of the checklist that were not shown yet."""
        lines = self.session.scene.checklist if self._asking else []
        return max(0, len(lines) - self._first - self.checklist.capacity) if lines else 0

    def _asked_board(self, scene: Scene) -> SeatBoard | None:
        """The board that the question is about: the active one, else that of whoever is asked."""
        asked = (board for board in scene.boards if board.seat is not None and board.seat == self.session.table.ask.who)
        return next((board for board in scene.boards if board.active), next(asked, None))

    def _panel_options(self, options: Menu) -> list[Option]:
        if self.where is None:
            return [*map(self._option, options.top()), *self._otherwise()]
        kind, name = self.where
        if self.session.doubted is not None:
            return [self._option(options.single(self.session.doubted))]
        if kind == "squares":
            return []
        if kind == "card":
            return [self._cause(group, say(group.label)) for group in options.by_card()]
        items = options.within(name) if kind == "group" else options.items_at(name)
        return [self._option(item) for item in items]

    def _otherwise(self) -> list[Option]:
        """What happens besides the choices is counted on the player's board."""
        words, rev = self.session.scene.otherwise, self.session.rev
        if words is None:
            return []
        return [Option(say(words), self.host.look_at_seat, icon="players", key=(rev, "otherwise"), stays=True)]

    def _option(self, item: MenuItem) -> Option:
        rev = self.session.rev
        if item.choice is None:
            return option(item, partial(self._look_at, ("group", item.group or "")), rev)
        made, answer = option(item, partial(self._take, item.choice, rev), rev), item.choice.answer
        card = self.host.pictures.named(answer)
        if card:
            made = replace(made, picture=self.host.small_pictures.of(card))
        return replace(made, long_pressed=partial(self._look_closer, item.choice, card), released=self._lifted)

    def _look_closer(self, choice: Choice, card: str = "") -> None:
        """Long press on a choice: preview it, or show its card."""
        if self.session.scene.grid is not None:
            if not self.session.open_choices.concerns(choice.answer):
                self._show_preview(choice.answer)
        elif not card:
            found = what_if(self.session, choice)
            self.stakes.place(self.map.area if self._pictured(self.session.scene) else self._stakes_room)
            self.stakes.show(stakes=found, shown=found is not None)
        if card and self._preview.moves is None:
            self.host.slips.card(card)

    def _lifted(self) -> None:
        self.host.slips.close()
        self.stakes.hide()
        self._show_preview(None)

    # Taps.

    def act(self) -> None:
        session = self.session
        if self.filled:
            self._empty()
        elif session.mode == "lines" and session.page is not None:
            following = self._first + self.todo.capacity
            if following < len(session.page.lines):
                self._first = following
                self.host.refresh()
            else:
                self._first = 0
                session.done()
        elif session.mode == "deal":
            session.draw()
        elif session.mode == "choose" and self._lines_left:
            self._first += self.checklist.capacity
            self.host.refresh()
        elif session.mode == "choose":
            primary = Menu(session.scene, session.paid).primary
            if primary is not None:
                session.choose(primary)

    def tap_spot(self, spot: str) -> None:
        """Show the choices of a space, or take it if there is only one."""
        if self.session.scene.pad is not None:
            self._tap_spots(frozenset({spot}))
            return
        session = self.session
        group = self.where[1] if self.where and self.where[0] == "group" else None
        options = Menu(session.scene, session.paid)
        choices, opens = options.at(spot, group), options.opened_at(spot) if group is None else None
        if opens is not None and not choices:
            self._look_at(("group", opens))
        elif len(choices) == 1 and opens is None:
            session.choose(choices[0])
        elif choices:
            self._look_at(("spot", spot))

    def _tap_spots(self, spots: frozenset[str]) -> None:
        """Light only what leads to these squares, or take it if there is only one way."""
        session = self.session
        choices = [choice for choice in session.scene.choices if choice.spot in spots]
        if len(choices) == 1:
            session.choose(choices[0])
        elif choices:
            self._look_at(("squares", " ".join(sorted(spots))))

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
