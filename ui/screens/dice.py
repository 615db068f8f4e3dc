"""The dice tray: dice from the reader, entered by buttons or taps, or rolled by the companion."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.texts import P, T, Text
from companion.scene.scene import DieView
from companion.session.tray import DiceTray, colour_name
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.explanations import odds_known
from ui.screens.base import GameScreen, cut_panel
from ui.widgets.buttons import Field, TapButton, TextView
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.drawn import Drawn
from ui.widgets.entry import DiePlace, TrayView
from ui.widgets.frame import WhyMark

FACES = {"PHYS": T("Physical"), "MENT": T("Mental"), "SOC": T("Social"), "WILD": T("Wildcard")}
"""Labels of faces with shapes; numbers need none."""


class DiceScreen(GameScreen):
    """The tray of the open roll. A tap on a die makes it the next one; a tap on a face fills the next one."""

    ROW = 6
    """Maximum number of faces side by side."""
    FEW = 4
    """With at most this many faces, the width of buttons follows their labels."""

    def build(self) -> None:
        self.band = self.add(Field())
        self.title = self.add(TextView(size_mm=6.4, face="heavy", lines=2))
        self.count = self.add(TextView(size_mm=4.2, face="plain", colour=theme.MIST, align="right", lines=2))
        self.said = self.add(TextView(size_mm=3.8, face="plain", colour=theme.LAMP, align="center", lines=2))
        self.slots = self.add(TrayView(tap_die=self._tap_die))
        self.faces = self.add(ChoicePanel())
        self.mark = self.add(WhyMark(centred=True))
        self.odds = self.add(TapButton(size_mm=4.2, action=self.host.slips.odds))
        self.clear = self.add(TapButton(size_mm=4.6, action=self._clear, rapid=True))
        self.throw = self.add(TapButton(size_mm=4.6, action=self._throw))
        self.primary = self.add(TapButton(role="primary", size_mm=5.0, action=self.act))

    def reading(self) -> Sequence[Drawn]:
        return (self.title,)

    def arrange(self, room: Area, shape: Shape) -> None:
        head = room.cut_top(look.mm(16.4 if shape == "portrait" else 11.4))
        self.band.place(head)
        head = head.inset(look.mm(3.4), look.mm(0.8))
        self.count.place(head.cut_right(look.mm(24 if shape == "portrait" else 44), look.gap))
        self.mark.place(head.copy())
        WhyMark.cut(head)
        self.title.place(head)
        body = room.inset(look.pad, look.gap)
        below = body.cut_bottom(look.primary, look.gap)
        self._body, self._upright = body, shape == "portrait"
        self.primary.place(cut_panel(below, shape))
        self._others = body.cut_bottom(look.touch, look.gap) if self._upright else below

    def _arrange_tray(self, faces: int) -> None:
        """The dice above their faces; many faces are in two rows."""
        body, many = self._body.copy(), faces > self.ROW
        self.faces.across = 0 if faces <= self.FEW else self.ROW if many or not self._upright else self.ROW // 2
        self.faces.place(body.cut_bottom(look.mm(30 if self._upright else 22.4 if many else 13.6), look.gap))
        self.said.place(body.cut_bottom(look.mm(5)))
        self.slots.place(body)

    def refresh(self) -> None:
        session, tray = self.session, self.session.tray
        if tray is None:
            return
        self.band.show()
        n, known = len(tray.slots), sum(1 for slot in tray.slots.values() if slot.face is not None)
        self.title.show(text=say(session.scene.prompt.title))
        self.count.show(text=say(T("{a} of {b} dice read", a=known, b=n)))
        self.said.show(text=self._said(tray))
        faces = self._faces(tray)
        self._arrange_tray(len(faces))
        self.slots.show(places=self._places(tray))
        self.faces.show(options=tuple(faces))
        self._show_others(tray, n - known)
        rolled = T("Roll the rest for us") if known else T("Roll them for us")
        self.primary.show(text=say(rolled), key=session.rev, enabled=True)

    def _show_others(self, tray: DiceTray, left: int) -> None:
        """Clear, odds, and throw if dice are simulated."""
        throws = self.host.throws(_uncertain(tray))
        cells = self._others.columns(2 if throws is None else 3, look.gap)
        self.clear.place(cells[0])
        self.odds.place(cells[-1])
        self.odds.show(text=say(T("Odds")), key=self.session.rev, enabled=True, shown=odds_known(self.session))
        self.ask_why(self.mark)
        self.clear.show(text=say(T("Clear last")), key=left, enabled=left < len(tray.slots))
        if throws is None:
            self.throw.hide()
        else:
            self.throw.show(cells[1], text=say(T("Throw the dice")), key=self.session.rev, enabled=throws)

    def _places(self, tray: DiceTray) -> tuple[DiePlace, ...]:
        offered = tray.offered
        named = {die.id: die.name for die in self.session.scene.dice}
        return tuple(
            DiePlace(
                DieView(
                    slot.die,
                    slot.colour,
                    offered if offered and slot.die == tray.cursor else slot.face,
                    name=named.get(slot.die) or colour_name(slot.die),
                ),
                next=slot.die == tray.cursor,
                doubt=slot.state == "doubt" or bool(offered and slot.die == tray.cursor),
            )
            for slot in tray.slots.values()
        )

    def _said(self, tray: DiceTray) -> str:
        if tray.doubts:
            n = len(tray.doubts)
            return say(
                P("Not sure about one die: tap what it shows.", "Not sure about {n} dice: tap what they show.", n)
            )
        return ""

    def _faces(self, tray: DiceTray) -> list[Option]:
        die = tray.cursor
        if die is None:
            return []
        names = {**FACES, **self.session.scene.face_names}
        called = {face: say(names.get(face, Text(face))) for face in self._in_order(tray.sides[die])}
        return [
            # A face whose label is its print needs no icon.
            Option(
                name,
                partial(self.session.tap_face, face),
                icon="" if face.isdigit() or name == face else f"face:{face}",
                key=face,
                rapid=True,
            )
            for face, name in called.items()
        ]

    def _in_order(self, sides: Sequence[str]) -> Sequence[str]:
        """The faces of a die in the game's order."""
        order = self.session.scene.faces
        return sorted(sides, key=lambda face: order.index(face) if face in order else len(order))

    def _tap_die(self, die: str) -> None:
        tray = self.session.tray
        if tray is not None:
            tray.select(die)
            self.host.refresh()

    def _clear(self) -> None:
        tray = self.session.tray
        if tray is not None:
            tray.clear_last()
            self.host.refresh()

    def _throw(self) -> None:
        tray = self.session.tray
        if tray is not None:
            self.host.throw(_uncertain(tray))

    def answering(self) -> Sequence[TapButton]:
        return self.faces.buttons

    def key_number(self, n: int) -> None:
        """Enter the face with this number, else the n-th face."""
        tray = self.session.tray
        if tray is None or tray.cursor is None:
            return
        faces = list(dict.fromkeys(self._in_order(tray.sides[tray.cursor])))
        if str(n) in faces:
            self.session.tap_face(str(n))
        elif 0 < n <= len(faces) and not any(face.isdigit() for face in faces):
            self.session.tap_face(faces[n - 1])

    def act(self) -> None:
        """Let the dealer roll the missing dice."""
        self.session.roll_for_us()


def _uncertain(tray: DiceTray) -> list[str]:
    return [die for die, slot in tray.slots.items() if slot.state in ("open", "doubt")]
