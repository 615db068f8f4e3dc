"""After an unknown draw: enter it now, or follow it by hand. And once a deck is fully known: who draws from now on?"""

from __future__ import annotations

from functools import partial

from kivy.graphics.texture import Texture

from companion.core.answers import PullUnknown
from companion.core.texts import T, Words
from companion.packs.photos.untold import called
from companion.session.session import Session
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.history import source
from ui.screens.base import Screen, cut_panel
from ui.widgets.buttons import KnownBar, Picture, TapButton, TextView
from ui.widgets.cards import Photo
from ui.widgets.choices import ChoicePanel, Option

SIGN = 30.0
"""Size (mm) of the icon."""


class LearningScreen(Screen):
    """A question with two answers, the more common one on the amber button; next to the photo of what was drawn, if
    there is one."""

    WORDS = 30.0
    """Width (mm) of the text next to a photo."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=7.0, face="heavy", lines=3))
        self.hint = self.add(TextView(size_mm=4.2, face="plain", colour=theme.MIST, valign="top", lines=5))
        self.bar = self.add(KnownBar())
        self.sign = self.add(Picture())
        self.photo = self.add(Photo())
        self.panel = self.add(ChoicePanel())
        self.primary = self.add(TapButton(role="primary", size_mm=5.4, action=self.act))

    @property
    def seat(self) -> str | None:
        """The seat for whose eyes only the draw is, or None."""
        session = self.host.session
        return session.table.ask.only if session is not None else None

    def arrange(self, room: Area, shape: Shape) -> None:
        self._room, self._upright = room.inset(look.pad, look.gap), shape == "portrait"

    def _arrange(self, picture: Texture | None) -> None:
        """A photo takes all free room; its text is in the panel."""
        body = self._room.copy()
        foot = cut_panel(body, look.panel.shape)
        self.primary.place(foot.cut_bottom(look.primary, look.gap))
        if self._upright:
            self.panel.place(foot.cut_bottom(look.mm(42), look.gap * 2))
            words = foot.cut_bottom(look.mm(self.WORDS), look.gap) if picture is not None else foot
            body = foot if picture is not None else words
            if picture is None:
                self.sign.place(words.cut_top(look.mm(SIGN), look.gap * 2))
        elif picture is not None:
            words = foot.cut_top(look.mm(self.WORDS), look.gap)
            self.panel.place(foot)
        else:
            words = body
            self.panel.place(foot)
            self.sign.place(body.cut_right(look.mm(SIGN), look.gap * 2))
        self.photo.fill(picture, body)
        self.over.place(words.cut_top(look.mm(5.4), look.gap))
        self.title.place(words.cut_top(look.mm(9 if picture is not None else 26), look.gap))
        self._below = words

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        photo = session.learning.photo if session.mode == "new" else ""
        picture = self.host.pictures.of(photo)
        self.photo.action = partial(self.host.slips.card, photo)
        self._arrange(picture)
        self.sign.show(shown=picture is None)
        below = self._below.copy()
        if session.mode == "new" and session.learning.known is not None:
            self.bar.place(below.cut_top(look.mm(11), look.gap * 2))
        self.hint.place(below)
        self.hint.show(shown=picture is None)
        if session.mode == "offer":
            self._offer(session)
        elif session.mode == "new":
            self._new(session)

    def _new(self, session: Session) -> None:
        learning, whole = session.learning, session.learning.whole_row is not None
        piece = isinstance(learning.nameless, PullUnknown)
        self.over.show(text=say(session.scene.prompt.over).upper())
        title = T("What is it?") if piece else T("A card that is new here")
        self.title.show(text=say(called(learning.photo) if learning.photo else title))
        later = T("Tell it once, and the box knows it from then on.")
        if self.hint.shown:
            self.hint.show(text=say(later if whole else T("Tell it once, and it is in the list from then on.")))
        self.bar.show(known=learning.known, shown=learning.known is not None)
        if self.sign.shown:
            self.sign.show(icon="card:story" if whole else source(session.table.ask))
        paths = learning.choices()
        first = next(iter(paths), None)
        kinds = [
            Option(say(T("Tell it now: {kind}", kind=name)), partial(self.host.box_updates.enter, path), key=path)
            for path, name in paths.items()
            if path != first
        ]
        then = T("and say its numbers") if whole else T("and say what it has changed")
        back = Option(say(T("Back to the list")), self._close, icon="back", key="back")
        options = [
            *kinds,
            Option(say(T("We do what it says")), self._pass_over, say(then), key="pass"),
            *([] if whole else [back]),
        ]
        self.panel.two_wide = False
        self.panel.show(options=tuple(options))
        tell: Words = T("Tell it now")
        if kinds and first is not None:
            tell = T("Tell it now: {kind}", kind=paths[first])
        self.primary.show(text=say(tell), key=(session.rev, first), enabled=True)

    def _offer(self, session: Session) -> None:
        item = session.learning.offered or ""
        self.over.show(text=say(session.table.game.presenter.chance_name(item)).upper())
        self.title.show(text=say(T("All of it is known now. Shall I draw from now on?")))
        self.hint.show(text=say(T("Then what you drew from is put aside. What lies on the table stays there.")))
        self.bar.hide()
        self.sign.show(icon="screen")
        self.panel.two_wide = False
        no = Option(say(T("No, we go on drawing")), partial(self._decide, "asked"), icon="hand", key=(item, "asked"))
        self.panel.show(options=(no,))
        self.primary.show(text=say(T("Yes, draw for us")), key=(item, "digital"), enabled=True)

    # Taps.

    def act(self) -> None:
        """Enter it, or let the companion draw."""
        session = self.session
        if session.mode == "offer":
            self._decide("digital")
        elif session.mode == "new":
            self.host.box_updates.enter(next(iter(session.learning.choices())))

    def take_back(self) -> bool:
        """Return to the list; the offer to draw cannot be undone here."""
        if self.session.mode != "new" or self.session.learning.whole_row is not None:
            return False
        self._close()
        return True

    def _pass_over(self) -> None:
        self.session.pass_over()

    def _close(self) -> None:
        self.session.learning.close()
        self.host.refresh()

    def _decide(self, mode: str) -> None:
        item = self.session.learning.offered
        if item is not None:
            self.session.decide(item, "digital" if mode == "digital" else "asked")
