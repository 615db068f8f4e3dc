"""A card that has just come, on one page: its title, the squares on it, and large buttons for what it has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.instructions import ident
from companion.core.texts import T, Words
from companion.packs.editing.proposals import CardProposal, propose
from companion.packs.pictures import photo_name
from companion.session.telling import IN_LIST, SAME, TITLE, CardTelling, TellingOption
from ui.base.language import language, say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.screens.boxes import TypingScreen
from ui.widgets.board import BoardMap
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import Photo
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.drawn import hide


class TellingScreen(TypingScreen):
    """What people say of the card: everything can be left out, and the amber button takes it as it is."""

    TITLE_MM = 5.4
    PHOTO = 24.0
    """Width (mm) of the photo beside what was said."""
    BELOW = 0.3
    """Share of the options below a board."""

    def build(self) -> None:
        super().build()
        self.head = self.add(ChoicePanel(in_a_row=True))
        self.did = self.add(ChoicePanel(in_a_row=True))
        self.hint = self.add(TextView(size_mm=3.9, face="plain", lines=2))
        self.panel = self.add(ChoicePanel())
        self.board = self.add(BoardMap(tap_spot=lambda spot: self._choose(ident(spot))))
        self.photo = self.add(Photo())
        self.whole = self.add(TapButton(size_mm=4.2, action=self._tell_all))
        self._shown: tuple[object, str] = (None, "")
        self._began = ""
        """The title of the card when what is open was opened."""

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        self.place_foot(body, shape, 0.42, self.whole)
        self.place_head(body.cut_top(look.mm(11.5), look.gap))
        self._body = body

    @property
    def seat(self) -> str | None:
        return self.session.only if self.ready else None

    @property
    def ready(self) -> bool:
        return self.host.session is not None and self.host.session.learning.telling is not None

    @property
    def telling(self) -> CardTelling:
        telling = self.session.learning.telling
        if telling is None:
            raise LookupError("no card is being told")
        return telling

    # Content.

    def refresh(self) -> None:
        telling = self.telling
        if self._shown != (telling, telling.open):
            self._shown, self._began = (telling, telling.open), telling.title
            self.typed = (telling.title if telling.open == TITLE else "") if telling.typed is None else telling.typed
            self.panel.page = 0
        self.over.show(text=say(self._about()).upper())
        self.title.show(text=say(self._question()))
        hide(self.head, self.did, self.hint, self.panel, self.board, self.photo)
        self.hide_keyboard()
        if telling.typing:
            self.show_keyboard(self._body)
        elif telling.open:
            self._show_options(telling.options())
        else:
            self._show_card()
        self.undo.show(text=say(T("Undo")), shown=bool(telling.effects) and not telling.open, key=len(telling.effects))
        self._show_foot()

    def _about(self) -> Words:
        """Where the card is from; or the title that somebody else has given it while another one is typed here."""
        telling = self.telling
        if telling.open == TITLE and telling.title != self._began:
            return T("Said meanwhile: {what}", what=telling.title)
        return self.session.scene.prompt.over

    def _question(self) -> Words:
        telling = self.telling
        if telling.open == TITLE:
            return T("What is the card called?")
        if telling.open == SAME:
            return IN_LIST
        button = next((one for one in telling.buttons if one.id == telling.open), None)
        slot = next((one for one in telling.slots() if one.id == telling.open), None)
        if button is not None:
            return button.label
        if slot is not None:
            return slot.name
        if telling.did and telling.lacks is not None:
            return telling.lacks
        return photo_name(telling.photo) if telling.photo and not telling.known else telling.asked

    def _show_card(self) -> None:
        """Title and squares, what it has done, and the buttons."""
        telling, body = self.telling, self._body.copy()
        picture = self.host.pictures.of(telling.photo)
        self.photo.action = partial(self.host.slips.card, telling.photo)
        if self.host.pictures.has(telling.photo):
            self.photo.fill(picture, body.cut_left(look.mm(self.PHOTO), look.gap * 2))
        read = "" if telling.title or not telling.has_title else self._printed.title
        head = [
            Option(telling.title or say(T("Title …")), partial(self._press, TITLE), key=(TITLE, telling.title),
                   role="chosen" if telling.title else "plain")
        ] if telling.has_title else []  # fmt: skip
        if read:
            detail = say(T("As it is printed: tap to take {what}.", what=T("title")))
            head.insert(0, Option(read, self._take_printed, detail, key=(TITLE, read), icon="check"))
        head += [
            Option(
                say(slot.said) if slot.filled else say(T("{what} …", what=slot.name)), partial(self._press, slot.id),
                say(slot.name) if slot.filled else "", key=slot, role="chosen" if slot.filled else "plain",
            )
            for slot in telling.slots() if not slot.number
        ]  # fmt: skip
        numbers = [
            Option(
                say(slot.name), partial(self._press, slot.id), say(slot.said) if slot.filled else "", key=slot,
                role="chosen" if slot.filled else "plain",
            )
            for slot in telling.slots() if slot.number
        ]  # fmt: skip
        tall = look.mm(ChoicePanel.TALL if any(option.tall for option in head) else look.TOUCH)
        if head:
            self.head.place(body.cut_top(tall, look.gap))
            self.head.show(options=tuple(head))
        self._show_did(body.cut_top(look.touch, look.gap))
        buttons = [
            Option(say(one.label), partial(self._press, one.id), icon=one.icon, key=one.id) for one in telling.buttons
        ]
        if numbers or buttons:
            options = (*numbers, *buttons)
            narrow = body.w < look.mm(3 * ChoicePanel.NARROWEST)
            in_two = self.upright and (narrow or ChoicePanel.least(options, look.TOUCH) <= body.h)
            self.panel.across = 5 if not self.upright else 2 if in_two else 3
            self.panel.show(body, options=options)

    @property
    def _printed(self) -> CardProposal:
        """What is read on the card's photo."""
        file = self.host.pictures.file(self.telling.photo) if self.telling.photo else None
        return propose(self.host.printed.of(file, (language.code,)), None)

    def _take_printed(self) -> None:
        """Take its title, and the text that stands below; what it has done is for people to say."""
        telling, found = self.telling, self._printed
        telling.press(TITLE)
        telling.type(found.title)
        found.take(telling.editor, "text")
        self.host.dismiss()

    def _show_did(self, room: Area) -> None:
        """What it has done, each with a tap that takes it back."""
        telling = self.telling
        if telling.did:
            self.did.show(
                room,
                options=tuple(
                    Option(say(words), partial(self._take_back, index), icon="cross", role="chosen", key=(index, words))
                    for index, words in enumerate(telling.did)
                ),
            )
            return
        self.hint.show(room, text=say(telling.hint))

    def _show_options(self, options: Sequence[TellingOption]) -> None:
        """Squares are tapped on the board, if there is one; all else stands below."""
        board, body = self.session.scene.board, self._body.copy()
        spots = {spot.id for spot in board.spots} if board is not None else set()
        named = {ident(spot) for spot in spots}
        on_board = {f"square:{one.id}" for one in options if one.id in named}
        rest = [one for one in options if one.id not in named]
        if board is not None and on_board:
            if rest:
                self.panel.place(body.cut_bottom(body.h * self.BELOW, look.gap))
            self.board.place(body)
            self.board.show(
                board=board, plain=False, open=frozenset(on_board & spots), marked=frozenset(), numbers={},
                ticked=frozenset(),
            )  # fmt: skip
        else:
            self.panel.place(body)
        if rest:
            self.panel.across = 0
            self.panel.show(
                options=tuple(
                    Option(
                        say(one.words), partial(self._choose, one.id), icon=one.icon, key=(self.telling.open, one.id)
                    )
                    for one in rest
                )
            )

    def _show_foot(self) -> None:
        telling = self.telling
        self.back.show(text=say(T("Back")), enabled=True, key=telling.open)
        inside = bool(telling.open)
        self.whole.show(text=say(T("All that it says …")), enabled=True, shown=not inside and not telling.known)
        usable = telling.typing if inside else telling.lacks is None
        self.primary.show(
            text=say(T("Done")), enabled=usable, role="primary" if usable else "quiet",
            key=(self.session.rev, telling.open), shown=telling.typing or not inside,
        )  # fmt: skip

    # Taps and keys.

    @property
    def typing(self) -> bool:
        """A keyboard that is plugged in begins the title by itself."""
        return super().typing or (self.ready and not self.telling.open and self.telling.has_title)

    @property
    def entering(self) -> bool:
        return super().typing

    def type_key(self, letter: str) -> None:
        if super().typing:
            super().type_key(letter)
        elif letter.strip() and not self.telling.title:
            self._press(TITLE)
            self._shown, self._began, self.typed = (self.telling, TITLE), "", letter
            self._typed_on()

    def _typed_on(self) -> None:
        self.telling.type_on(self.typed)
        super()._typed_on()

    def act(self) -> None:
        telling = self.telling
        if telling.typing:
            telling.type(self.typed)
            self.host.dismiss()
        elif not telling.open and telling.lacks is None:
            self.session.tell()

    @property
    def takes_back(self) -> bool:
        return True

    def take_back(self) -> bool:
        """Close what is open, or leave a card that has just come; that a card of the list came is an answer as others
        are."""
        if self.telling.open:
            self.telling.close()
        elif not self.telling.known:
            self.session.learning.close()
        else:
            return False
        self.host.dismiss()
        return True

    def _press(self, part: str) -> None:
        self.telling.press(part)
        self.host.dismiss()

    def _choose(self, option: str) -> None:
        telling = self.telling
        if option in {one.id for one in telling.options()}:
            telling.choose(option)
        if telling.same:
            self.session.tell()
        self.host.dismiss()

    def _take_back(self, index: int) -> None:
        self.telling.take_back(index)
        self.host.dismiss()

    def _undo(self) -> None:
        self._take_back(len(self.telling.effects) - 1)

    def _tell_all(self) -> None:
        telling = self.telling
        self.host.box_updates.enter(telling.path, None if telling.empty else telling.row())

    def _back(self) -> None:
        self.host.take_back()
