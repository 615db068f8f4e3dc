"""The story so far, card by card, and what is in force now."""

from __future__ import annotations

from companion.core.texts import T
from companion.scene.scene import Card, Scene
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import CardView


class StoryScreen(Screen):
    """The story's cards, starting at the newest; the card in force is the last page."""

    def build(self) -> None:
        self.card = self.add(CardView())
        self.title = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.notices = self.add(TextView(size_mm=4.6, face="plain", valign="top", lines=14))
        self.before = self.add(TapButton(icon="back", size_mm=4.0, action=self._back, rapid=True))
        self.after = self.add(TapButton(icon="forward", size_mm=4.0, action=self._on, rapid=True))
        self.primary = self.add(TapButton(size_mm=4.6, role="quiet", icon="back", action=self.act))
        self._at: int | None = None

    def reset(self) -> None:
        self._at = None

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(2.4))
        if shape == "portrait":
            card_area = body.cut_top(body.h * 0.62, look.mm(3))
        else:
            card_area = body.cut_left(body.w * 0.58, look.mm(4))
        self.card.place(card_area)
        self.title.place(body.cut_top(look.mm(6)))
        self.primary.place(body.cut_bottom(look.primary, look.gap))
        turn = body.cut_bottom(look.touch, look.gap).columns(2, look.gap)
        self.before.place(turn[0])
        self.after.place(turn[1])
        self.notices.place(body)

    def _pages(self, scene: Scene) -> list[Card]:
        return [*scene.story, *([scene.card] if scene.card is not None else [])]

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        pages = self._pages(session.scene)
        newest = max(0, len(session.scene.story) - 1)
        at = min(newest if self._at is None else self._at, max(0, len(pages) - 1))
        blank = Card("story", "book", T("The story has not begun"))
        self.card.show(card=pages[at] if pages else blank)
        self.title.show(text=say(T("Now in force") if session.scene.notices else T("The story so far")).upper())
        self.notices.show(text="\n".join(say(notice) for notice in session.scene.notices))
        self.before.show(text=say(T("Before")), key=at, enabled=at > 0)
        self.after.show(text=say(T("After")), key=at, enabled=at < len(pages) - 1)
        self.primary.show(text=say(T("To the table")), enabled=True)
        self._shown, self._count = at, len(pages)

    def _back(self) -> None:
        self._at = max(0, self._shown - 1)
        self.host.refresh()

    def _on(self) -> None:
        self._at = min(self._count - 1, self._shown + 1)
        self.host.refresh()

    def act(self) -> None:
        self.host.go("game")
