"""Photographing a deck with the camera beside the screen: laid down, seen, next. No tap between."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.core.refusals import BadPack
from companion.core.texts import P, T, Text, Words
from companion.packs.content import why_not
from companion.packs.editing.box import OpenBox
from companion.packs.editing.proposals import title_of
from companion.packs.editing.tables import Path
from companion.packs.photos.keeping import keep_picture
from companion.packs.pictures import photo_name, pictures_of, written
from ui.base.language import say
from ui.device import sounds
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.pictures import texture_of
from ui.look.theme import Shape, look
from ui.screens.boxes import BoxScreen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import Photo

if TYPE_CHECKING:
    from hardware.camera.cards import DeckCamera, Frames, SeenCard

FLASH = 0.35
"""Seconds for which the counter is lit after a card."""


def frames_of_camera() -> Frames:
    """The camera beside the screen."""
    from hardware.camera.cards import any_camera  # noqa: PLC0415 - an extra

    return any_camera()


class DeckScreen(BoxScreen):
    """What the camera sees, how many cards are kept, and the last of them. The camera runs while it is shown."""

    frames: Callable[[], Frames] = staticmethod(frames_of_camera)

    def build(self) -> None:
        super().build()
        self.view = self.add(Photo())
        self.count = self.add(TextView(size_mm=16, face="heavy", align="center"))
        self.last = self.add(Photo())
        self.name = self.add(TextView(size_mm=4.4, lines=2, align="center"))
        self.hint = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, lines=3, valign="top"))
        self.other = self.add(TapButton(size_mm=4.2, icon="plus", action=self._take_again))
        self.undo.action = self._take_back
        self.way_back = self.primary
        self.back.hide()
        self._camera: DeckCamera | None = None
        self._deck: tuple[OpenBox, Path] | None = None
        self._kept: list[str] = []
        self._again: SeenCard | None = None
        self._refused: Text | None = None
        self._lit = False
        self._work = ThreadPoolExecutor(1, "deck")

    def reset(self) -> None:
        """Begin with another deck; the same one goes on."""
        editor = self.host.box_editor
        if editor.box is None:
            return
        deck = editor.box, editor.path
        if self._deck is None or self._deck[0] is not deck[0] or self._deck[1] != deck[1]:
            self._deck, self._kept = deck, []
        self._again = self._refused = None
        if self._camera is None:
            from hardware.camera.cards import DeckCamera  # noqa: PLC0415 - an extra

            self._camera = DeckCamera(self.frames(), self._seen, self._changed)

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot = body.cut_bottom(look.primary, look.gap)
        self.primary.place(foot.cut_right(foot.w * 0.45, look.gap))
        self.other.place(foot)
        self.place_head(body.cut_top(look.mm(12.6), look.gap))
        self.hint.place(body.cut_bottom(look.mm(11), look.gap))
        side = (
            body.cut_bottom(body.h * 0.45, look.gap) if shape == "portrait" else body.cut_right(body.w * 0.4, look.gap)
        )
        self._view = body
        self.count.place(side.cut_top(min(look.mm(18), side.h * 0.34), look.gap))
        self.name.place(side.cut_bottom(look.mm(10), look.gap))
        self._last = side

    def refresh(self) -> None:
        if self._deck is None:
            return
        (box, path), camera = self._deck, self._camera
        self.over.show(text=say(T("{first} · {second}", first=box.name, second=box.called(path))).upper())
        self.title.show(text=say(self._title()))
        self.count.show(text=str(len(self._kept)), colour=theme.LAMP if self._lit else theme.PAPER)
        shown = None if camera is None or camera.shown is None else texture_of(camera.shown.convert("RGBA"))
        self.view.fill(shown, self._view)
        last = self._kept[-1] if self._kept else ""
        self.last.fill(self.host.pictures.of(last, box.path), self._last)
        file = self.host.pictures.file(last, box.path) if last else None
        read = self.host.printed.of(file, box.languages)
        self.name.show(text=say(title_of(read, photo_name(last))) if last else "")
        self.hint.show(text=say(self._hint()))
        self.undo.show(text=say(T("Not this one")), shown=bool(self._kept), key=last)
        self.other.show(text=say(T("It is another one")), shown=self._again is not None, key=id(self._again))
        self.primary.show(text=say(T("Done")), enabled=True, key="deck")

    def _title(self) -> Words:
        camera = self._camera
        if self._refused is not None or (camera is not None and camera.trouble is not None):
            return T("No photo")
        if self._again is not None:
            return T("This one was there already")
        if camera is not None and camera.state in ("taken", "lying") and self._kept:
            return T("Kept: lay the next one on it")
        return T("Lay a card under the camera")

    def _hint(self) -> Words:
        camera = self._camera
        trouble = self._refused or (None if camera is None else camera.trouble)
        if trouble is not None:
            return trouble
        if self._again is not None:
            return T("The same card is kept once. If it is another one that looks the same, say so; else lay the next.")
        return P(
            "It is kept when it lies still and you take your hand away. {n} card waits in the list to be confirmed.",
            "It is kept when it lies still and you take your hand away. {n} cards wait in the list to be confirmed.",
            len(self._kept),
        )  # fmt: skip

    # The camera, in its thread.

    def _seen(self, seen: SeenCard) -> None:
        if seen.state == "taken":
            self._keep(seen)
        else:
            Clock.schedule_once(lambda _dt: self._ask(seen), 0)

    def _changed(self) -> None:
        Clock.schedule_once(lambda _dt: self._came(), 0)

    def _came(self) -> None:
        """Something else is seen. Whoever has left the screen needs no camera."""
        if self.host.looking != "deck":
            self._stop()
            return
        self.host.refresh()

    def _ask(self, seen: SeenCard) -> None:
        self._again = seen
        self._sound("refused")
        self.host.refresh()

    # Keeping, in a thread of its own, since disks are slow.

    def _keep(self, seen: SeenCard) -> None:
        card, deck = seen.card, self._deck
        if card is None or deck is None:
            return
        box, path = deck

        def keep() -> str:
            id_ = box.new_photo(path)
            keep_picture(box.path, id_, written(card.convert("RGB"), "JPEG"))
            return id_

        self._work.submit(keep).add_done_callback(lambda done: Clock.schedule_once(lambda _dt: self._done(done), 0))

    def _done(self, done: Future[str]) -> None:
        self._again = self._refused = None
        try:
            self._kept.append(done.result())
        except BadPack as bad:
            self._refused = T("The photo cannot be kept: {why}.", why=bad.problems[0].words)
        except OSError as no:
            self._refused = T("The photo cannot be kept: {why}.", why=why_not(no))
        else:
            if self._deck is not None:
                self._deck[0].count_photos(self._deck[1])
            self._lit = True
            Clock.schedule_once(lambda _dt: self._go_out(), FLASH)
        self._sound("refused" if self._refused is not None else "card")
        self.host.refresh()

    def _go_out(self) -> None:
        self._lit = False
        self.host.refresh()

    def _sound(self, name: sounds.Sound) -> None:
        if self.host.settings.sounds is not False:
            sounds.play(name)

    # Input.

    def _take_again(self) -> None:
        """It is a second card that looks the same."""
        seen, self._again = self._again, None
        if seen is not None and seen.card is not None and self._camera is not None:
            self._camera.take_again(seen.card)
            self._keep(seen)
        self.host.dismiss()

    def _take_back(self) -> None:
        """The last photo is none of a card."""
        if not self._kept or self._deck is None:
            return
        box, id_ = self._deck[0], self._kept.pop()
        with suppress(BadPack, OSError):
            if id_ in pictures_of(box.path):
                keep_picture(box.path, id_, None)
        if self._camera is not None:
            self._camera.forget_last()
        self.host.dismiss()

    def act(self) -> None:
        self._stop()
        self.host.go("entries")

    @property
    def takes_back(self) -> bool:
        return True

    def take_back(self) -> bool:
        self._take_back()
        return True

    def _stop(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()
