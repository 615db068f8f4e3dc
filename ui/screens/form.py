"""Answers to fill in: a number, any subset of players, amounts, names, dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from companion.core.answers import Answer
from companion.core.texts import P, T, Text, Words, listed
from companion.scene.menu import Menu, MenuItem
from companion.scene.scene import DieView, Filling, Named, NumberEntry, Portion, Several
from companion.session.forms import Earlier, FormDraft
from companion.session.session import Session
from companion.session.tray import DiceTray, colour_name
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look import theme as t
from ui.look.theme import Shape, look
from ui.model.explanations import odds_known
from ui.screens.base import GameScreen, cut_panel
from ui.screens.lasting import lasting_titles
from ui.widgets.buttons import Field, Heading, TapButton, TextView
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.drawn import Drawn, hide
from ui.widgets.entry import AmountField, Amounts, DiePlace, Keys, SlotRow, Toggles, TrayView
from ui.widgets.frame import WhyMark

LINES = 3
"""Maximum lines of a title in the side column."""


class FormScreen(GameScreen):
    """The open form, and an amber button that gives its answer; and back, if a choice opened it."""

    for_one = True
    LASTING = 1
    """At most so many cards that last stand below the question, the latest ones."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=6.4, face="heavy", lines=2))
        self.hint = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, lines=3))
        self.mark = self.add(WhyMark())
        self.slots = self.add(SlotRow())
        self.amounts = self.add(Amounts(step=self._step, fill=self._fill))
        self.named = self.add(ChoicePanel())
        self.words = self.add(ChoicePanel())
        self.lasting = self.add(ChoicePanel())
        self.back = self.add(TapButton(role="quiet", icon="back", action=self._leave))
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))
        self._for: tuple[Session, int, Answer] | None = None
        self._draft: FormDraft | None = None

    def anchor(self, at: str) -> Drawn | None:
        return self.amounts if at == "form" else super().anchor(at)

    def reading(self) -> Sequence[Drawn]:
        return self.over, self.title, self.hint, *(self.amounts.rows if self.amounts.shown else ())

    @property
    def seat(self) -> str | None:
        return super().seat if self._earlier is None else None

    @property
    def _earlier(self) -> Earlier | None:
        """The form of an earlier moment, if that is being changed."""
        session = self.host.session
        return session.forms.earlier if session is not None and self.host.looking == "form" else None

    def refresh(self) -> None:
        session, earlier = self.session, self._earlier
        if self.host.looking == "form" and (earlier is None or earlier.rev != session.rev):
            # The table has changed: the earlier moment is outdated.
            self.host.go("game")
            return
        if earlier is None:
            self._open(session)
        draft = self.draft
        if draft is None:
            return
        form = draft.form
        chosen = earlier is not None or session.forms.chosen(session.scene, session.rev) is not None
        prompt = session.scene.prompt
        over = T("What was it really?") if earlier is not None else prompt.title if chosen else prompt.over
        self.over.show(text=say(over).upper())
        self.title.show(text=say(form.name if chosen else prompt.title))
        lasting = lasting_titles(session, self.host, self.LASTING) if earlier is None else ()
        self._arrange(form, chosen=chosen, lasting=len(lasting))
        self.lasting.show(options=lasting, shown=bool(lasting) and self.lasting.area.h >= look.touch)
        self.hint.show(text=self._hint(form, draft))
        self._show_mark(session)
        self._show_amounts(form, draft)
        self.named.show(options=self._options(form.named, draft), shown=bool(form.named))
        self.words.show(options=self._options(form.one_of, draft), shown=bool(form.one_of))
        self.back.show(text=say(T("Back")), key=self._key, shown=chosen)
        taken, doubted = draft.taken, self._doubted(draft)
        text = T("Yes, nothing") if doubted else T("Done") if earlier is None else T("See what follows")
        key = (self._key, doubted)
        self.primary.show(text=say(text), key=key, enabled=taken)

    def _show_mark(self, session: Session) -> None:
        """Explains why it is asked, and what is in force; for an earlier moment, the timeline does that."""
        warns = bool(session.scene.notices)
        if self._earlier is not None:
            self.mark.hide()
        elif self.ask_why(self.mark, force=warns):
            self.mark.show(warns=warns)

    def _open(self, session: Session) -> None:
        """Open the form of the current question, empty if it is a new one."""
        form = session.forms.now(session.scene, session.rev)
        if form is None:
            self._draft = self._for = None
        elif self._draft is None or self._for != (session, session.rev, form.template):
            self._for = (session, session.rev, form.template)
            self._draft = FormDraft(form, session.table.game, session.table.state)
            self.named.page = self.words.page = 0

    @property
    def draft(self) -> FormDraft | None:
        """The form being filled in."""
        return self._draft if self._earlier is None else self._earlier.draft

    @property
    def _key(self) -> object:
        """Identifies the form for taps."""
        return self._for if self._earlier is None else id(self._earlier)

    def _arrange(self, form: Filling, *, chosen: bool, lasting: int) -> None:
        body, shape = self.room.inset(look.pad, look.gap), look.panel.shape
        side = Area(0, 0, 0, 0)
        foot = body if self.upright else cut_panel(body, shape)
        self.primary.place(foot.cut_bottom(look.primary, look.gap))
        if chosen:
            self.back.place(foot.cut_bottom(look.touch, look.gap))
        if not self.upright:
            side = foot
        # With amounts only, the side column shows the question; with names, it shows the names.
        roomy = not self.upright and not form.named and not form.one_of
        head = side if roomy else body
        self.lasting.place(Area(0, 0, 0, 0))
        high = lasting * (look.touch + look.gap) - look.gap
        if roomy and lasting:
            self.lasting.place(head.cut_bottom(high, look.gap))
        line = head.cut_top(look.mm(5), look.gap)
        title = head.cut_top(self._title_high(head.w) if roomy else look.mm(11), look.gap)
        self.mark.place(Area(title.x, title.y, title.w, line.y + line.h - title.y))
        WhyMark.cut(line, warns=True)
        self.over.place(line)
        self.title.place(title)
        self.title.lines = LINES if roomy else 2
        self.hint.size_mm, self.hint.lines, self.hint.valign = (4.6, 8, "top") if roomy else (3.8, 3, "middle")
        self.hint.place(head.copy() if roomy else head.cut_top(look.mm(8.5), look.gap))
        self.slots.place(body.cut_top(look.mm(9.5) if form.slots else 0, look.gap if form.slots else 0))
        self._arrange_lists(form, body, side)
        if self.upright and lasting and not form.named and not form.one_of and body.h >= high:
            self.lasting.place(body.cut_bottom(high))

    def _title_high(self, wide: float) -> float:
        """Height of the full title in the side column."""
        px = look.text(self.title.size_mm)
        lines = min(LINES, len(type_.wrap(self.title.text, px, self.title.face, wide)))
        return max(look.mm(11), lines * type_.line_height(px) + 2)

    def _arrange_lists(self, form: Filling, body: Area, side: Area) -> None:
        """Amounts on the left or at the top, names on the right or below, words below the names."""
        if self.upright:
            self.amounts.place(body.cut_top(self._high(form, body), look.gap))
            side = body
        elif form.portions or not form.named:
            self.amounts.place(body)
        else:
            self.named.place(body)
            self.words.place(side)
            return
        if form.one_of and form.named:
            rows = -(-len(form.one_of) // 2)
            self.words.place(side.cut_bottom(rows * (look.touch + look.gap) - look.gap, look.gap * 2))
            self.named.place(side)
        else:
            self.named.place(side)
            self.words.place(side)

    def _high(self, form: Filling, body: Area) -> float:
        """Each amount is at least as high as a finger needs, whatever is below."""
        n = len(form.portions)
        most, least = Amounts.height_for(n), n * (look.touch + look.gap) - look.gap
        return max(least, min(most, body.h * 0.4)) if form.named or form.one_of else min(most, body.h)

    def _doubted(self, draft: FormDraft) -> bool:
        """True while the form is empty and was given like that, although it wastes something."""
        session = self.host.session
        empty = self._earlier is None and session is not None and draft.unused is not None
        return empty and session is not None and session.forms.doubted(draft.form, session.rev)

    def _hint(self, form: Filling, draft: FormDraft) -> str:
        if self._doubted(draft):
            return say(draft.unused)
        parts: list[Words] = [form.detail] if form.detail is not None else []
        missing = draft.missing_names
        if missing:
            parts.append(P("{n} more to choose", "{n} more to choose", missing))
        if draft.lacks_word and (form.named or form.portions):
            parts.append(T("choose one of the last {n}", n=len(form.one_of)))
        return " · ".join(map(say, parts))

    def _show_amounts(self, form: Filling, draft: FormDraft) -> None:
        self.slots.show(
            slots=tuple(form.slots), laid=tuple(laid(form.slots, form.portions, draft.amounts)), shown=bool(form.slots)
        )
        amounts = tuple(self._amount(portion, draft) for portion in form.portions)
        self.amounts.show(amounts=amounts, key=self._key, shown=bool(amounts))

    def _amount(self, portion: Portion, draft: FormDraft) -> AmountField:
        n, missing = draft.amounts[portion.id], draft.missing(portion)
        note = T("up to {n}", n=portion.most)
        if draft.form.exact:
            note = P("{n} missing", "{n} missing", missing) if missing else T("complete")
        return AmountField(
            portion.id, portion.icon, say(portion.name), n, say(note), n > 0, draft.can_add(portion), missing > 0
        )

    def _options(self, things: Sequence[Named], draft: FormDraft) -> tuple[Option, ...]:
        return tuple(
            Option(
                say(one.name), partial(self._name, one.id), say(one.detail),
                icons=(one.icon,) if one.detail is not None else (), icon="" if one.detail is not None else one.icon,
                role="chosen" if one.id in draft.names else "plain", key=(self._key, one.id), rapid=True,
                enabled=draft.can_name(one.id),
            )
            for one in things
        )  # fmt: skip

    # Taps.

    def act(self) -> None:
        draft, earlier = self.draft, self._earlier
        if draft is None or not draft.taken:
            return
        if earlier is not None:
            earlier.give(draft.answer)
        elif self._for is not None and self.session.forms.doubt(draft, self._for[1]) is None:
            self.session.answer(draft.answer, self._for[1])
        else:
            self.host.refresh()

    def _leave(self) -> None:
        if self._earlier is not None:
            self._earlier.leave()
            return
        self.session.forms.close()
        self.host.refresh()

    def _step(self, portion: str, by: int) -> None:
        draft = self.draft
        if draft is not None:
            draft.add(next(one for one in draft.form.portions if one.id == portion), by)
            self.host.refresh()

    def _fill(self, portion: str) -> None:
        draft = self.draft
        if draft is not None:
            draft.fill(next(one for one in draft.form.portions if one.id == portion))
            self.host.refresh()

    def _name(self, id_: str) -> None:
        if self.draft is not None:
            self.draft.name(id_)
            self.host.refresh()


def laid(slots: Sequence[str], portions: Sequence[Portion], amounts: Mapping[str, int]) -> list[str | None]:
    """The icon on each slot: first in slots of the same kind, the rest in free slots."""
    found: list[str | None] = [None] * len(slots)
    rest: list[str] = []
    for portion in portions:
        kind = portion.icon.partition(":")[2]
        own = [at for at, slot in enumerate(slots) if kind and slot.partition(":")[2] == kind]
        n = amounts[portion.id]
        for at in own[:n]:
            found[at] = portion.icon
        rest += [portion.icon] * max(0, n - len(own))
    free = [at for at, icon in enumerate(found) if icon is None]
    for at, icon in zip(free, rest, strict=False):
        found[at] = icon
    return found


# A number, or any subset of players.


class EntryScreen(GameScreen):
    """The open question with keypad or tiles, and an amber button that states the answer."""

    for_one = True

    def build(self) -> None:
        self.over = self.add(Heading(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=6.4, face="heavy", lines=2))
        self.hint = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, lines=3))
        self.mark = self.add(WhyMark())
        self.frame = self.add(Field(round=2))
        self.number = self.add(TextView(size_mm=16, face="heavy", align="center"))
        self.bounds = self.add(TextView(size_mm=4.2, face="plain", align="center"))
        self.keys = self.add(Keys(tap_key=self._key))
        self.toggles = self.add(Toggles(tap_seat=self._toggle))
        self.panel = self.add(ChoicePanel())
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))
        self._for: tuple[object, int] = (None, -1)
        self._digits = ""
        self._minus = False
        self._chosen: frozenset[str] = frozenset()
        self._group: str | None = None

    def _arrange(self, *, number: bool) -> None:
        body = self.room.inset(look.pad, look.gap)
        shape: Shape = look.panel.shape
        head = body
        side = cut_panel(head, shape)
        self.primary.place(side.cut_bottom(look.primary, look.gap))
        line = head.cut_top(look.mm(5), look.gap)
        title = head.cut_top(look.mm(14.4), look.gap)
        self.mark.place(Area(title.x, title.y, title.w, line.y + line.h - title.y))
        WhyMark.cut(line)
        self.over.place(line)
        self.title.place(title)
        self.hint.place(head.cut_top(look.mm(9), look.gap))
        if number:
            self.keys.place(head.cut_bottom(min(head.h * 0.62, look.mm(76)), look.gap) if self.upright else side)
            frame = head.cut_top(min(head.h, look.mm(34)))
            self.frame.place(frame)
            self.bounds.place(frame.cut_bottom(look.mm(8)))
            self.number.place(frame)
        elif self.upright:
            self.panel.place(head.cut_bottom(look.mm(36), look.gap))
            self.toggles.place(head)
        else:
            self.panel.place(side)
            self.toggles.place(head)

    def refresh(self) -> None:
        session = self.session
        if self._for != (session, session.rev):
            self._for = (session, session.rev)
            several = session.scene.several
            self._chosen = several.start if several is not None else frozenset()
            self._digits, self._minus, self._group = "", False, None
        scene = session.scene
        self._arrange(number=scene.entry is not None)
        self.over.show(text=say(scene.prompt.over).upper())
        self.title.show(text=say(scene.prompt.title))
        self.hint.show(text=say(scene.prompt.hint))
        self.ask_why(self.mark)
        if scene.entry is not None:
            self._show_number(scene.entry)
        else:
            hide(self.keys, self.frame, self.number, self.bounds)
            if scene.several is not None:
                self._show_people(scene.several)

    def _show_number(self, entry: NumberEntry) -> None:
        hide(self.toggles, self.panel)
        self.frame.show(fill=t.SLOT, line=t.EDGE)
        sign = "−" if self._minus else ""
        self.number.show(text=sign + (self._digits or ("" if self._minus else "–")))
        outside = bool(self._digits) and self._answer(entry) is None
        words = T("{what}: from {low} to {high}", what=entry.name, low=_signed(entry.low), high=_signed(entry.high))
        self.bounds.show(text=say(words), colour=t.LAMP if outside else t.MIST)
        self.keys.show(signed=entry.low < 0)
        self.primary.show(text=say(T("OK")), key=self._for, enabled=self._answer(entry) is not None)

    def _show_people(self, several: Several) -> None:
        self.toggles.show(options=several.options, chosen=self._chosen)
        names = [one.name for one in several.options if one.seat in self._chosen]
        text = listed(names) if names else several.none
        self.primary.show(text=say(text), key=self._for, enabled=self._chosen in several.answers)
        session = self.session
        choices = Menu(session.scene, session.paid)
        if self._group is not None:
            back = Option(say(T("Back")), partial(self._open, None), icon="back", stays=True, key=self._group)
            options = [*map(self._option, choices.within(self._group)), back]
        else:
            options = [self._option(item) for item in choices.top(board=False, foot=False)]
        self.panel.show(options=tuple(options), shown=bool(options))

    def _answer(self, entry: NumberEntry) -> Answer | None:
        """The answer for the typed number; None if there is none yet, or it is out of range."""
        if not self._digits:
            return None
        n = -int(self._digits) if self._minus else int(self._digits)
        return entry.answers[n - entry.low] if entry.low <= n <= entry.high else None

    # Taps.

    def act(self) -> None:
        scene = self.session.scene
        answer: Answer | None = None
        if scene.entry is not None:
            answer = self._answer(scene.entry)
        elif scene.several is not None:
            answer = scene.several.answers.get(self._chosen)
        if answer is not None:
            self.session.answer(answer, self._for[1])

    def _key(self, key: str) -> None:
        entry = self.session.scene.entry
        if key == "clear":
            self._digits, self._minus = "", False
        elif key == "±":
            self._minus = not self._minus
        elif entry is not None and len(self._digits) < len(str(max(abs(entry.low), abs(entry.high)))):
            self._digits = (self._digits + key).lstrip("0") or "0"
        self.host.refresh()

    def key_number(self, n: int) -> None:
        """Enter its digits one by one."""
        if self.session.scene.entry is not None:
            for digit in str(n):
                self._key(digit)

    def _toggle(self, seat: str) -> None:
        self._chosen ^= {seat}
        self.host.refresh()

    def _option(self, item: MenuItem) -> Option:
        """A choice next to the players, or a group of choices."""
        rev = self._for[1]
        action = partial(self._open, item.group)
        if item.choice is not None:
            action = partial(self._take, item.choice.answer, rev)
        return option(item, action, rev)

    def _open(self, group: str | None) -> None:
        self._group, self.panel.page = group, 0
        self.host.refresh()

    def _take(self, answer: Answer, rev: int) -> None:
        self.session.answer(answer, rev)


def _signed(n: int) -> str:
    return str(n).replace("-", "−")


# The dice tray: dice from the reader, entered by buttons or taps, or rolled by the companion.

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
        self._body = body
        self.primary.place(cut_panel(below, shape))
        self._others = body.cut_bottom(look.touch, look.gap) if self.upright else below

    def _arrange_tray(self, faces: int) -> None:
        """The dice above their faces; many faces are in two rows."""
        body, many = self._body.copy(), faces > self.ROW
        self.faces.across = 0 if faces <= self.FEW else self.ROW if many or not self.upright else self.ROW // 2
        self.faces.place(body.cut_bottom(look.mm(30 if self.upright else 22.4 if many else 13.6), look.gap))
        self.said.place(body.cut_bottom(look.mm(8 if self.upright else 5)))
        self.slots.place(body)

    def refresh(self) -> None:
        session, tray = self.session, self.session.tray
        if tray is None:
            return
        self.band.show()
        n, known = len(tray.slots), sum(1 for slot in tray.slots.values() if slot.face is not None)
        self.title.show(text=say(session.scene.prompt.title))
        self.count.show(text=say(T("{a} of {b} dice read", a=known, b=n)))
        self.said.show(text=self._said(tray), colour=theme.LAMP if tray.doubts else theme.MIST)
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
        """What must be confirmed; else what there is to say about the roll."""
        if tray.doubts:
            n = len(tray.doubts)
            return say(
                P("Not sure about one die: tap what it shows.", "Not sure about {n} dice: tap what they show.", n)
            )
        return say(self.session.scene.prompt.hint)

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
            self.session.tray_changed()

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
        """Let the dealer roll the missing dice; of a roll for one seat alone, that seat looks at the result."""
        seat = self.session.table.ask.only
        if self.session.roll_for_us() and seat in self.session.scene.secrets:
            self.host.look_alone(seat)


def _uncertain(tray: DiceTray) -> list[str]:
    return [die for die, slot in tray.slots.items() if slot.state in ("open", "doubt")]
