"""How the table shares its room: heading, title and hint, what is in force, what can be chosen, the last answers."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.texts import P, T
from companion.scene.scene import Pad, Scene, Side
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Look, look
from ui.model.entries import latest
from ui.model.options import Options
from ui.screens.base import cut_panel, say
from ui.screens.question.picture import PictureScreen
from ui.widgets.button import TapButton, TextView
from ui.widgets.entry.choices import ChoicePanel, Option
from ui.widgets.entry.die import DicePool
from ui.widgets.entry.pad import PadView
from ui.widgets.heading import Heading
from ui.widgets.lines import LineList
from ui.widgets.notice import Notice
from ui.widgets.timeline import StopLine
from ui.widgets.why import WhyMark


class AskingScreen(PictureScreen):
    """A picture with what is asked beside or below it; it is arranged anew for every question."""

    BESIDE_TITLE = 23.0
    """Millimetres for the last answer beside the title."""
    HEADING = 3.3
    """Height (mm) of the line above the title where choices need the room."""
    ROOMY = 12.0
    """So high (mm) stays what has two lines, where the last answers stand below it."""

    def build(self) -> None:
        super().build()
        self.over = self.add(Heading(colour=theme.LAMP, size_mm=3.9))
        self.title = self.add(TextView(face="heavy", lines=4))
        self.hint = self.add(TextView(colour=theme.MIST, size_mm=3.5, face="plain", lines=3))
        self.pool = self.add(DicePool())
        self.pad = self.add(PadView())
        self.panel = self.add(ChoicePanel())
        self.latest = self.add(StopLine(across=True))
        self.todo = self.add(LineList())
        self.mark = self.add(WhyMark())
        self.odds = self.add(TapButton(role="quiet", size_mm=4.2))
        self.primary = self.add(TapButton(role="primary", size_mm=5.6))
        self.where: tuple[str, str] | None = None
        self._options: Options
        self._panel_room = Area(0, 0, 0, 0)
        self._warns = False
        self._hint_fits = True

    def _arrange_panel(self, panel: Area, scene: Scene) -> None:
        column = panel.copy() if self._pictured(scene) else cut_panel(panel.copy(), self._shape)
        self.primary.place(column.cut_bottom(look.primary))
        if self._amber():
            panel.cut_bottom(look.primary, look.gap)
        noted = bool(scene.notices) and not scene.tracks and not self._noted_in_head(scene)
        for hinted in (True, False):
            room = self._arrange_ask(panel, scene, tight=not hinted, hinted=hinted)
            if hinted and not self._roomy(room):
                room = self._arrange_ask(panel, scene, tight=True)
            room = self._arrange_latest(room, panel, scene, hinted=hinted)
            if not noted or not self._asking or self._holds_note(room, scene):
                break
        self._warns = False
        if noted:
            self._arrange_notes(room, scene)
        self._panel_room = room

    def _arrange_ask(
        self, panel: Area, scene: Scene, *, tight: bool, hinted: bool = True, beside: float = 0, below: float = 0
    ) -> Area:
        """Heading, title, hint and dice at the top of ``panel``; gives what is left below. ``tight`` keeps them low,
        without a hint that costs a page; ``beside`` pixels stay free at the right of heading and title, and ``below``
        at the bottom for something else."""
        room = panel.copy()
        for most, high in self._words_of(tight=tight):
            head = Area(room.x, room.y, room.w - beside, room.h)
            self._arrange_words(head, scene, tight=tight, most=most, high=high)
            if self._enough(self._below_pool(Area(room.x, room.y + below, room.w, head.h - below), scene)):
                break
        room.cut_top(max(look.touch, room.h - head.h) if beside else room.h - head.h)
        hint = self._hint(scene)
        self._hint_fits = hinted and (not tight or (self._tight(scene) and self._hint_room(room, scene)))
        if hint and self._hint_fits:
            wide = not (tight or scene.dice) and type_.extents(hint, look.text(3.4), "plain")[0] > room.w
            self.hint.place(room.cut_top(look.mm(8.6 if wide else 4.2) * look.scale, look.mm(0.6)))
        else:
            self.hint.place(Area(room.x, room.y, 0, 0))
        if self._tight(scene):
            self.pool.place(self._pool_room(room, scene))
        return room

    def _words_of(self, *, tight: bool) -> tuple[tuple[int, float], ...]:
        """So many lines of the title at most below a line so high (mm), the roomiest first. What stands over a
        page is as large as one line allows, where lines for hands need the room."""
        if not tight:
            return ((4, Heading.HIGH),)
        ways = ((4, Heading.HIGH), (4, self.HEADING), (1, self.HEADING), (0, 4.6))
        return ways if self.session.page is None else ways[:3]

    def _below_pool(self, room: Area, scene: Scene) -> Area:
        if self._tight(scene):
            self._pool_room(room, scene)
        return room

    def _arrange_words(self, panel: Area, scene: Scene, *, tight: bool, most: int, high: float) -> None:
        """A heading so high (mm), and a title of at most so many lines; 0 is a small one, where choices would not stand
        on a page."""
        head = panel.copy()
        line = panel.cut_top(look.mm(high), Heading.gap(self._over(scene)) if high >= Heading.HIGH else 0)
        WhyMark.cut(line, warns=bool(scene.notices))
        self.over.place(line)
        # What dice are tapped for moves nothing: the next tap may be on the same die.
        title = say(scene.prompt.title) if self.session.chosen and self._asking else self._title(scene)
        if title:
            self._arrange_title(panel, title, tight=tight, most=most)
        else:
            self.title.place(Area(panel.x, panel.y, 0, 0))
        self.mark.place(head.cut_top(head.h - panel.h))

    def _arrange_notes(self, panel: Area, scene: Scene) -> None:
        """What is in force stands above the amber button, as much of it as what is to be done leaves room for; where
        that is not all, a finger can meet it, and is told the rest."""
        texts = tuple(map(say, scene.notices))
        rest = panel.copy()
        lines, most = 0, Notice.lines_of(texts, panel.w)
        while self.session.page is None and rest.h > Notice.step() and lines < most:
            rest.cut_bottom(Notice.step(), 0 if lines else look.gap)
            if not self._enough(rest, ChoicePanel.TALL if lines else ChoicePanel.SNUG):
                break
            lines += 1
        if lines < most and self._asking and self._holds_note(panel, scene):
            lines = most if Notice.step() * most <= look.touch else lines
            high = max(Notice.step() * lines, 0 if lines == most else look.touch)
        else:
            high = Notice.step() * lines
        self.notice.place(panel.cut_bottom(high, look.gap if high else 0))
        self.notice.room = self.notice.area
        self._cut_short = lines < most and look.touch - 1 <= high
        self._warns = lines < most and not self._cut_short and self.session.page is None

    def _holds_note(self, room: Area, scene: Scene) -> bool:
        """True when what is in force, or as much of it as a finger can meet, costs no page of choices."""
        rest = room.copy()
        lines = Notice.lines_of(tuple(map(say, scene.notices)), room.w)
        rest.cut_bottom(min(look.touch, Notice.step() * lines), look.gap)
        return self._enough(rest)

    def _roomy(self, room: Area) -> bool:
        """True when a title that is read from a metre away leaves room for all choices, and the last answers."""
        rest = room.copy()
        if self._shape == "wide" and self._asking:
            rest.cut_bottom(look.touch, look.gap)
        return self._enough(rest)

    def _clear(self, rest: Area, scene: Scene) -> bool:
        """True when the last answers do not take the room of what is in force, which on upright glass they need not."""
        noted = self._shape == "portrait" and bool(scene.notices) and not scene.tracks
        return not noted or self._holds_note(rest, scene)

    @property
    def _asking(self) -> bool:
        """True while the question stands there as such: no page before it, nothing of it opened."""
        return self.session.page is None and self.where is None

    def _arrange_latest(self, room: Area, panel: Area, scene: Scene, *, hinted: bool) -> Area:
        """The last answers stand below what is to be done; gives what is left above them. Where there is no room for
        them, the last one stands beside the title of upright glass, and takes the place of the hint on wide glass; on
        small glass the bar has it."""
        rest = room.copy()
        strip = rest.cut_bottom(look.touch, look.gap)
        n = 3 if self._shape == "portrait" else 2
        if self._shape == "landscape" or self.session.page is not None:
            n = 0
        elif rest.h >= look.touch and self._enough(rest, self.ROOMY) and self._clear(rest, scene):
            room = rest
        elif self.where is not None:
            n = 0
        elif self._shape == "portrait":
            wide = look.mm(self.BESIDE_TITLE * max(1.0, look.scale))
            for tight in (not hinted, True):
                room, n = self._arrange_ask(panel, scene, tight=tight, hinted=hinted, beside=wide + look.gap), 1
                if self._enough(room):
                    break
            strip = panel.copy().cut_top(look.touch).cut_right(wide)
        else:
            room = self._arrange_ask(panel, scene, tight=True, hinted=False, below=look.touch + look.gap)
            strip = room.cut_bottom(look.touch, look.gap)
        self.latest.place(strip)
        self.latest.show(rows=latest(self.session, n, self._opener), shown=n > 0)
        return room

    def _opener(self, rev: int) -> Callable[[], None]:
        return lambda: self.host.look_at_moment(rev)

    def _amber(self) -> bool:
        """True when there is something for the amber button, or the way back in its place."""
        return self.session.mode != "choose" or self.where is not None or self._options.primary is not None

    def _enough(self, room: Area, tall: float = ChoicePanel.SNUG) -> bool:
        """True when all that can be chosen stands in ``room`` on one page, what has two lines ``tall`` mm high; or the
        odds of what is drawn."""
        if self.session.page is not None:
            return self.todo.holds(self.session.page.lines, room)
        if self.session.mode != "choose":
            return self.session.mode != "deal" or room.h >= look.touch
        options = self._panel_options(self._options)
        least = tall if any(one.tall for one in options) else look.TOUCH
        pad = self._pad
        high = room.h - (PadView.least(pad, room.w) + look.gap if pad is not None else 0)
        return -(-len(options) // 2) * (look.mm(least) + look.gap) <= high + look.gap

    @property
    def _pad(self) -> Pad | None:
        """The pad that can be tapped now: while nothing is opened."""
        return self.session.scene.pad if self.session.mode == "choose" and self.where is None else None

    def _pool_room(self, panel: Area, scene: Scene) -> Area:
        rows = 1 if len(scene.dice) * look.mm(10) <= panel.w else 2
        each = 12.4 if self._shape == "portrait" and rows == 1 else 10.3
        return panel.cut_top(look.mm(each) * rows, look.mm(0.8))

    def _hint_room(self, panel: Area, scene: Scene) -> bool:
        """True when a line more costs no page: where dice lie on the table, choices come first."""
        options = self._options
        panel = panel.copy()
        panel.cut_top(look.mm(4.8) * look.scale)
        self._pool_room(panel, scene)
        return self.panel.holds(len(options.top()), panel)

    def _arrange_title(self, panel: Area, title: str, *, tight: bool, most: int) -> None:
        """Letters that are read from a metre away, whatever size people chose for the others."""
        self.title.size_mm = Look.STATE * (1 / look.scale if tight else max(1, 1 / look.scale))
        px = look.text(self.title.size_mm)
        if most:
            lines = min(most, len(type_.wrap(title, px, "heavy", int(panel.w))))
            high = lines * type_.line_height(px) - int(px * 0.3)
        else:
            self.title.size_mm, high = 4.2, look.mm(4.8 * look.scale)
        self.title.place(panel.cut_top(high, look.mm(0.4 if tight else 1.1)))

    def _pool_shown(self, scene: Scene) -> bool:
        return bool(scene.dice) and self.session.mode == "choose"

    def _over(self, scene: Scene) -> str:
        page = self.session.page
        if self._ahead.told:
            return say(T("If you do this")).upper()
        over = scene.prompt.over if page is None or page.over is None else page.over
        return say(over).upper() if page is None or page.title is not None else say(scene.prompt.over).upper()

    def _title(self, scene: Scene) -> str:
        page = self.session.page
        if page is not None:
            return say(page.title if page.title is not None else page.over)
        if self.where is not None and self.where[0] == "spot":
            boxes = (box for row in scene.rows for box in row.boxes)
            named = {box.id: say(box.name) for box in boxes} | {side.id: _compared(side) for side in scene.sides}
            return named.get(self.where[1], say(scene.prompt.title))
        told = self._ahead.told
        return told or (self._paying() if self.session.chosen else say(scene.prompt.title))

    def _hint(self, scene: Scene) -> str:
        session = self.session
        if session.page is not None or self.where is not None:
            return ""
        if self._tight(scene):
            return self._on_map()
        return say(scene.prompt.hint)

    def _on_map(self) -> str:
        """What can be done by tapping the map alone."""
        groups = [self._options.group(name) for name in self._options.on_map]
        return " · ".join(say(T("{what}: {how}", what=one.label, how=one.detail or "")) for one in groups)

    def _paying(self) -> str:
        n = len(self.session.chosen)
        return say(P("Pay with this die", "Pay with {n} dice", n))

    def _panel_options(self, options: Options) -> list[Option]:
        """What can be chosen in the panel."""
        raise NotImplementedError

    def _tight(self, scene: Scene) -> bool:
        """True where dice and choices need the height, so that heading and title share a line."""
        return self._pool_shown(scene)


def _compared(side: Side) -> str:
    """A player, and what is compared with whom is asked."""
    return f"{say(side.name)}: {say(side.against)}" if side.against is not None else say(side.name)
