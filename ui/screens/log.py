"""The log: everything people have answered, newest first, with undo and redo to any of it."""

from __future__ import annotations

from collections.abc import Callable
from time import localtime, strftime

from companion.core.texts import P, T, Text
from companion.table import Moment
from ui.geometry import Area
from ui.screens.base import Screen, load, say
from ui.theme import Shape, look
from ui.widgets.rows import Row

load(__file__)

SOURCES: dict[str, Text] = {
    "touch": T("by touch"),
    "serial": T("dice reader"),
    "gpio": T("buttons"),
    "dealer": T("dealt"),
    "wire": T("from outside"),
}


class LogScreen(Screen):
    """The timeline. A tap on a line chooses it, the amber button goes there; nothing is ever lost."""

    def build(self) -> None:
        self._chosen: int | None = None
        self._rev = -1
        self.primary.action = self.act
        self.undo.action = self._undo
        self.redo.action = self._redo
        self.undo.rapid = self.redo.rapid = True

    def reset(self) -> None:
        self._chosen = None
        self.rows.page = 0

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        if shape == "portrait":
            foot = body.cut_bottom(look.primary, look.gap)
            self.primary.place(foot)
            small = body.cut_bottom(look.touch, look.gap).columns(2, look.gap)
            self.undo.place(small[0])
            self.redo.place(small[1])
            head = body.cut_top(look.mm(6), look.gap)
        else:
            side = body.cut_right(look.mm(46), look.gap * 1.6)
            self.primary.place(side.cut_bottom(look.primary, look.gap))
            self.undo.place(side.cut_top(look.touch, look.gap))
            self.redo.place(side.cut_top(look.touch, look.gap))
            head = body.cut_top(look.mm(6), look.gap)
        self.count.place(head.cut_right(head.w * 0.4))
        self.over.place(head)
        self.rows.place(body)

    def refresh(self) -> None:
        flow = self.host.flow
        if flow is None:
            return
        if flow.rev != self._rev:
            self._rev, self._chosen = flow.rev, None
        moments = flow.table.timeline()
        done = [moment for moment in moments if moment.done]
        undone = len(moments) - len(done)
        now = done[-1].rev if done else 0
        self.over.show(text=say(T("What happened, newest first")).upper())
        self.count.show(text=say(P("{n} answer", "{n} answers", len(done))))
        rows = [self._row(moment, now) for moment in reversed(moments)]
        rows.append(self._start(now))
        self.rows.show(rows=tuple(rows))
        self.undo.show(text=say(T("Undo")), key=flow.rev, enabled=bool(done))
        self.redo.show(text=say(T("Redo")), key=flow.rev, enabled=undone > 0)
        going = self._chosen is not None and self._chosen != now
        text = T("Go back to here") if going else T("To the table")
        if going and self._chosen is not None and self._chosen > now:
            text = T("Go on to here")
        self.primary.show(
            text=say(text), role="primary" if going else "quiet", key=(flow.rev, self._chosen), enabled=True
        )

    def _row(self, moment: Moment, now: int) -> Row:
        here = self._chosen == moment.rev if self._chosen is not None else moment.rev == now
        source = SOURCES.get(moment.source, Text(moment.source))
        aside = f"{strftime('%H:%M', localtime(moment.at))} · {say(source)}"
        return Row(say(moment.label), aside, past=not moment.done, here=here, action=self._pick(moment.rev))

    def _start(self, now: int) -> Row:
        here = self._chosen == 0 if self._chosen is not None else now == 0
        return Row(say(T("The beginning")), here=here, action=self._pick(0))

    def _pick(self, rev: int) -> Callable[[], None]:
        def pick() -> None:
            self._chosen = rev
            self.host.refresh()

        return pick

    def _undo(self) -> None:
        self.flow.undo()

    def _redo(self) -> None:
        self.flow.redo()

    def act(self) -> None:
        """Go to the chosen moment, or back to the table."""
        flow = self.flow
        done = [moment.rev for moment in flow.table.timeline() if moment.done]
        now = done[-1] if done else 0
        if self._chosen is not None and self._chosen != now:
            flow.jump(self._chosen)
        self.host.go("game")
