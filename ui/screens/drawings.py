"""Editors that are drawn on: a board's layout, the places of its tiles, a tile of squares, a city tile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kivy.clock import Clock

from companion.core.texts import T, Words, listed
from companion.packs.editing.board import (
    LANDS,
    LARGEST,
    SIGNS,
    WIDEST,
    BoardDraft,
    CityTileDraft,
    Place,
    Sign,
    SlotsDraft,
    TileDraft,
)
from companion.packs.editing.words import BoxWords
from companion.packs.photos.keeping import can_straighten, pictures_nearby
from companion.packs.photos.printed import names_on_board
from companion.packs.pictures import BOARD
from ui.base.language import language, say, sentence
from ui.layout.geometry import Area
from ui.look.pictures import texture_of
from ui.look.theme import Shape, look
from ui.model.box_editor import BoardEdit, CityTileEdit, DrawingEdit
from ui.screens.boxes import DrawingScreen, TypingScreen
from ui.screens.deck import frames_of_camera
from ui.widgets.buttons import Role, TapButton
from ui.widgets.cards import Photo
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.drawn import place_row
from ui.widgets.editors import Block, LandTile, Plan, Sketch
from ui.widgets.entry import AmountField, Amounts
from ui.widgets.rows import ListRow, PagedRows

if TYPE_CHECKING:
    from PIL import Image

    from hardware.camera.cards import Frames, ShownCamera

Page = Literal["lay", "stations", "names", "printed", "picture", "camera", "whole"]


class BoardScreen(TypingScreen):
    """The board, on its picture if there is one: squares are tapped, paths swiped, stations ticked; pages for names,
    those that are typed and those that are printed on the picture, for the picture, and to say whether it is all of it.
    What was laid is kept whenever people leave."""

    TITLE_MM, TITLE_LINES = 5.0, 2
    frames: Callable[[], Frames] = staticmethod(frames_of_camera)

    def build(self) -> None:
        super().build()
        self.sketch = self.add(Sketch(put=self._put, tapped=self._tap, swiped=self._swipe, moved=self._changed))
        self.rows = self.add(PagedRows())
        self.picture = self.add(TapButton(size_mm=4.2, icon="camera", action=lambda: self._turn("picture")))
        self.name = self.add(TapButton(size_mm=4.2, action=self._name))
        self.station = self.add(TapButton(size_mm=4.2, icon="station", action=lambda: self._turn("stations")))
        self.remove = self.add(TapButton(size_mm=4.2, action=self._remove))
        self.later = self.add(TapButton(size_mm=4.2, action=lambda: self._finish(whole=False)))
        self.typing_them = self.add(TapButton(size_mm=4.2, action=self._type_names))
        self.view = self.add(Photo())
        self._camera: ShownCamera | None = None
        self._refused: set[str] = set()
        """Squares whose printed name is not taken."""
        self._layout: BoardEdit
        self._page: Page = "lay"
        self._chosen = ""
        self._naming = ""
        """The square that is being named."""
        self._one_by_one = False
        """After it comes the next one without a name."""
        self._files: list[Path] = []
        self._version = 0

    def open(self, about: BoardEdit) -> None:
        self._stop()
        self._layout, self._chosen, self._page = about, "", "lay"
        self.suggestions = None
        self._version += 1

    @property
    def draft(self) -> BoardDraft:
        return self._layout.draft

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot, upright = body.cut_bottom(look.primary, look.gap), shape == "portrait"
        self.back.place(foot.cut_left(foot.w * 0.4 if upright else look.mm(26), look.gap))
        self.primary.place(foot if upright else foot.cut_right(look.mm(34), look.gap))
        tools = body.cut_bottom(look.touch, look.gap) if upright else foot
        self.later.place(tools.copy())
        self.typing_them.place(tools.copy())
        place_row(tools, look.gap, self.picture, self.name, self.station)
        self.remove.place(self.station.area)
        head = body.cut_top(look.mm(13), look.gap)
        self.place_head(head)
        self.sketch.place(body)
        self.rows.columns = 1 if upright else 2
        self.rows.place(body)
        self._body = body

    def refresh(self) -> None:
        draft, page = self.draft, self._page
        pictures, folder = self.host.pictures, self._layout.folder
        picture, pictured = pictures.of(BOARD, folder), pictures.has(BOARD, folder)
        laying = page in ("lay", "stations", "whole")
        self.over.show(text=say(self._layout.about).upper())
        self.title.show(text=sentence(say(self._instruction(pictured=pictured))))
        self.sketch.show(
            draft=draft, chosen=self._chosen, version=self._version, picture=picture, ticking=page == "stations",
            shown=laying and (picture is not None or not pictured),  # a tap before it is there would be elsewhere on it
        )  # fmt: skip
        rows = self._sources(pictured=pictured) if page == "picture" else self._printed_rows()
        self.rows.show(rows=rows, shown=page in ("picture", "printed"))
        self._show_camera()
        if page == "names":
            self.show_keyboard(self._body)
        else:
            self.hide_keyboard()
        free, one = page == "lay" and not self._chosen, page == "lay" and bool(self._chosen)
        self.picture.show(text=say(T("Picture")), shown=free)
        self.name.show(text=say(T("Name") if one else T("Names")), enabled=bool(draft.squares), shown=free or one)
        self.station.show(text=say(T("Stations")), enabled=bool(draft.squares), shown=free)
        self.remove.show(text=say(T("Take it away")), key=self._chosen, shown=one)
        self.undo.show(text=say(T("Undo")), shown=draft.can_undo and page in ("lay", "stations"))
        self.later.show(text=say(T("More of it later")), shown=page == "whole")
        self.typing_them.show(text=say(T("Type them")), shown=page == "printed")
        self.back.show(text=say(T("Back")), enabled=True, key=page, shown=page != "stations")
        done = bool(self.typed.strip()) if page == "names" else bool(draft.squares)
        if page == "camera":
            done = self._camera is not None and self._camera.photo() is not None
        names = {
            "whole": T("That is all of it"), "stations": T("No more stations"), "printed": T("Take them"),
            "camera": T("Take the photo"),
        }  # fmt: skip
        words = names.get(page, T("Done"))
        role = "primary" if done else "quiet"
        shown = page != "picture"
        self.primary.show(text=say(words), enabled=done, role=role, key=(page, self._chosen), shown=shown)

    def _instruction(self, *, pictured: bool) -> Words:
        """What to do next, or what is still wrong."""
        squares, alone = self.draft.squares, self.draft.alone()
        n = sum(square.station for square in squares.values())
        pages: dict[str, Words] = {
            "names": T("What is {square} called?", square=self.draft.called(self._naming) if self._naming else ""),
            "picture": T("Photograph the board from straight above, all of it."),
            "camera": self._camera_says(),
            "printed": T("This is printed there. Tap what is wrong; it is typed then."),
            "stations": T("Tap every square with a station: {n} so far.", n=n),
            "whole": T("Is that the whole board? Until it is, figures and dice stay with you."),
        }
        if self._page in pages:
            return pages[self._page]
        if not squares:
            return T("Tap every square on the picture.") if pictured else T("Tap where the first square is.")
        if self._chosen:
            return self.draft.called(self._chosen)
        if alone and len(alone) < len(squares) - 1:
            which = listed([self.draft.called(one) for one in alone[:3]])
            return T("No path leads to {which} yet. Swipe from one square to the next.", which=which)
        return T("Tap where a square is. Swipe over squares to join them; once more takes the path away.")

    def _sources(self, *, pictured: bool) -> tuple[ListRow, ...]:
        """Where a picture of the board can come from."""
        phone = ListRow(
            say(T("With a phone")), icon="camera", action=self._with_phone, key="phone",
            detail=say(T("Open the box on it, then Board, then the camera.")),
        )  # fmt: skip
        beside = ListRow(
            say(T("With the camera beside the screen")), icon="camera", action=self._with_camera, key="camera",
            detail=say(T("Hold it straight above the board.")),
        )  # fmt: skip
        away = ListRow(say(T("No picture")), icon="cross", action=partial(self._take, None), key="away")
        files = [ListRow(file.name, detail=file.parent.name, action=partial(self._take, file), key=file)
                 for file in self._files]  # fmt: skip
        return (phone, *([beside] if can_straighten() else []), *([away] if pictured else []), *files)

    # The camera beside the screen.

    def _camera_says(self) -> Words:
        trouble = None if self._camera is None else self._camera.trouble
        return trouble or T("Photograph the board from straight above, all of it.")

    def _show_camera(self) -> None:
        camera = self._camera
        shown = camera is not None and camera.shown is not None and self._page == "camera"
        self.view.fill(texture_of(camera.shown.convert("RGBA")) if shown else None, self._body)  # type: ignore[union-attr]

    def _with_camera(self) -> None:
        from hardware.camera.cards import ShownCamera  # noqa: PLC0415 - an extra

        self._turn("camera")
        self._camera = ShownCamera(self.frames(), lambda: Clock.schedule_once(lambda _dt: self._came(), 0))

    def _came(self) -> None:
        """Something else is seen. Whoever has left the page needs no camera."""
        if self.host.looking != "board" or self._page != "camera":
            self._stop()
        else:
            self.host.refresh()

    def _stop(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    # What is printed on the picture.

    def _printed_names(self) -> dict[str, str]:
        """The names that are printed where squares without a name lie."""
        file = self.host.pictures.file(BOARD, self._layout.folder)
        found = self.host.printed.of(file, self._layout.languages) if file is not None else None
        squares, nameless = self.draft.squares, self.draft.nameless()
        names = names_on_board(found.words, {id_: (one.x, one.y) for id_, one in squares.items()}) if found else {}
        return {id_: names[id_] for id_ in nameless if id_ in names}

    def _printed_rows(self) -> tuple[ListRow, ...]:
        return tuple(
            ListRow(
                name, detail=say(self.draft.called(id_)), past=id_ in self._refused, key=(id_, name),
                icon="cross" if id_ in self._refused else "check", action=partial(self._refuse, id_),
            )
            for id_, name in (self._printed_names() if self._page == "printed" else {}).items()
        )  # fmt: skip

    def _refuse(self, square: str) -> None:
        self._refused ^= {square}
        self._changed()

    def _take_printed(self) -> None:
        """Take the names that nobody has said are wrong; the others are typed."""
        self.draft.name_all(
            {id_: name for id_, name in self._printed_names().items() if id_ not in self._refused}
        )  # fmt: skip
        self._type_names()

    def _type_names(self) -> None:
        nameless = self.draft.nameless()
        if nameless:
            self._ask_name(nameless[0])
        else:
            self._turn("lay")

    # Input.

    def act(self) -> None:
        """Confirm the name, the stations, or the board."""
        if not self.primary.enabled:
            return
        if self._page == "names":
            self._name_as_typed()
            following = self.draft.nameless() if self._one_by_one else []
            if following:
                self._ask_name(following[0])
            else:
                self._turn("lay")
        elif self._page == "stations":
            self._turn("lay")
        elif self._page == "printed":
            self._take_printed()
        elif self._page == "camera":
            photo = self._camera.photo() if self._camera is not None else None
            if photo is not None:
                self._take(photo)
        elif self._page == "whole":
            self._finish(whole=True)
        elif self._layout.completes(self.draft):
            self._turn("whole")
        else:
            self._finish(whole=True)

    def _finish(self, *, whole: bool) -> None:
        """Save the board and leave it. One to which something else is missing stays told in part (``OpenBox.lay``)."""
        if self._layout.keep(self.draft, whole):
            self._layout.leave()

    def _keep(self) -> bool:
        """Save what was laid so far."""
        return not self.draft.can_undo or self._layout.keep(self.draft, self._layout.whole())

    def _turn(self, page: Page) -> None:
        self._page, self._chosen = page, ""
        self._stop()
        if page == "picture":
            self._files, self.rows.page = pictures_nearby(), 0
        self._changed()

    def _put(self, x: float, y: float) -> None:
        self.draft.add(x, y)
        self._turn("lay")

    def _tap(self, square: str) -> None:
        if self._page == "stations":
            self.draft.mark(square)
        else:
            self._page, self._chosen = "lay", "" if self._chosen == square else square
        self._changed()

    def _swipe(self, squares: list[str]) -> None:
        self.draft.swipe(squares)
        self._turn("lay")

    def _name(self) -> None:
        """Name the chosen square; without one all that have no name, one after the other."""
        self._one_by_one = not self._chosen
        nameless = self.draft.nameless()
        if not self._chosen and self._printed_names():
            self._refused = set()
            self._turn("printed")
        elif self._chosen or nameless:
            self._ask_name(self._chosen or nameless[0])
        else:
            self.host.show_message(T("All squares have a name. Tap one to give it another."))

    def _complete(self, word: str) -> None:
        """A proposed name is the name: the next one is asked for."""
        super()._complete(word)
        if self._one_by_one and self.suggestions is not None and self.suggestions.is_name(self.typed.strip()):
            self.act()

    def _name_as_typed(self) -> None:
        """Give the square the name that is typed, if it is another one."""
        before, typed = self.draft.squares[self._naming].name, self.typed.strip()
        if typed and typed != say(before):
            self.draft.name(self._naming, {**before, language.code: typed} if isinstance(before, dict) else typed)
            self._version += 1

    def _ask_name(self, square: str) -> None:
        self._page, self._naming, self._chosen = "names", square, ""
        make, squares = self._layout.suggestions, self.draft.squares.values()
        self.suggestions = None if make is None else make([say(one.name) for one in squares])
        self.typed = say(self.draft.squares[square].name)
        self.host.dismiss()

    def _remove(self) -> None:
        self.draft.remove(self._chosen)
        self._turn("lay")

    def _undo(self) -> None:
        self.draft.undo()
        self._chosen = ""
        self._changed()

    def _with_phone(self) -> None:
        """Let a phone in, which photographs the board on its own page."""
        if self._keep():
            self.host.box_editor.show_to_browsers()

    def _take(self, photo: Path | Image.Image | None) -> None:
        self._turn("lay")
        self.host.box_editor.take_board_picture(photo)

    def _back(self) -> None:
        if self._page == "names":
            self._name_as_typed()
        if self._page != "lay":
            self._turn("picture" if self._page == "camera" else "lay")
        elif self._keep():
            self._layout.leave()

    def _changed(self) -> None:
        self._version += 1
        self.host.dismiss()


# The places of a board's tiles.

ROOM = 3
"""Free squares around the places."""
LEAST = 12
"""Minimum number of visible columns and rows."""


class SlotsScreen(DrawingScreen[SlotsDraft]):
    """The board with its places, and the possible shapes of a place."""

    def build(self) -> None:
        super().build()
        self.plan = self.add(Plan(tapped=self._tap, dragged=self._drag, dropped=self._drop))
        self.shapes = self.add(ChoicePanel(in_a_row=True))
        self.remove = self.add(TapButton(size_mm=4.2, action=self._remove))
        self._chosen: int | None = None
        self._held: tuple[int, Place] | None = None
        self._shape: Place = (1, 1)
        self._extent: Place = (LEAST, LEAST)

    def open(self, about: DrawingEdit[SlotsDraft]) -> None:
        about.resume()
        self._drawing, self._chosen, self._held = about, None, None
        self._shape = about.draft.shapes()[0]
        self._measure()

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot = body.cut_bottom(look.primary, look.gap)
        self.back.place(foot.cut_left(foot.w * 0.3, look.gap))
        self.remove.place(foot.cut_left(foot.w * 0.42, look.gap))
        self.primary.place(foot)
        self.over.place(body.cut_top(look.mm(4.4)))
        head = body.cut_top(max(look.touch, look.mm(8.6)), look.gap)
        self.undo.place(head.cut_right(look.mm(26), look.gap))
        self.title.place(head)
        self.shapes.in_a_row = upright = shape == "portrait"
        self.shapes.place(body.cut_bottom(look.touch, look.gap) if upright else body.cut_right(look.mm(30), look.gap))
        self.plan.place(body)

    def refresh(self) -> None:
        super().refresh()
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(self._instruction(draft)))
        wrong = [any(slot.meets(one) for one in draft.slots if one is not slot) for slot in draft.slots]
        blocks = tuple(
            Block(slot.x, slot.y, slot.w, slot.h, "" if on else f"{slot.w} × {slot.h}", n == self._chosen, on)
            for n, (slot, on) in enumerate(zip(draft.slots, wrong, strict=True))
        )
        self.plan.show(columns=self._extent[0], rows=self._extent[1], blocks=blocks)
        self.shapes.show(options=tuple(self._option(draft, shape) for shape in draft.shapes()))
        self.remove.show(text=say(T("Take it away")), enabled=self._chosen is not None, key=self._chosen)
        self.undo.show(text=say(T("Undo")), shown=draft.can_undo)
        self.back.show(text=say(T("Back")), enabled=True)
        usable = bool(draft.slots) and not draft.overlaps()
        self.primary.show(text=say(T("Done")), enabled=usable)

    def _option(self, draft: SlotsDraft, shape: Place) -> Option:
        slot = draft.slots[self._chosen] if self._chosen is not None else None
        lit = {slot.w, slot.h} == {*shape} if slot is not None else shape == self._shape
        role: Role = "chosen" if lit else "plain"
        return Option(f"{shape[0]} × {shape[1]}", partial(self._take, shape), key=shape, role=role, rapid=True)

    def _instruction(self, draft: SlotsDraft) -> Words:
        if draft.overlaps():
            return T("Two tiles would lie on each other: drag one away.")
        if self._chosen is not None:
            return T("Drag it, give it another shape, or tap its shape to turn it.")
        if not draft.slots:
            return T("Tap where the upper left corner of a tile lies.")
        return T("Tap a free square for a further tile. Drag one to move it.")

    def _measure(self) -> None:
        """Fit the visible area to the places, with room around them."""
        slots = self._drawing.draft.slots
        wide = max([LEAST, *(slot.x + slot.w + ROOM for slot in slots)])
        high = max([LEAST, *(slot.y + slot.h + ROOM for slot in slots)])
        self._extent = min(WIDEST, wide), min(WIDEST, high)

    # Input.

    def act(self) -> None:
        """Finish, if places do not overlap."""
        if self.primary.enabled:
            super().act()

    def _tap(self, place: Place) -> None:
        draft = self._drawing.draft
        at = draft.at(place)
        if at is None:
            self._chosen = draft.add(place, self._shape)
            self._measure()
        else:
            self._chosen = None if at == self._chosen else at
        self.host.dismiss()

    def _drag(self, began: Place, here: Place) -> None:
        draft = self._drawing.draft
        if self._held is None:
            at = draft.at(began)
            if at is None:
                return
            draft.lift()
            self._held, self._chosen = (at, (draft.slots[at].x, draft.slots[at].y)), at
        at, (x, y) = self._held
        draft.move(at, (x + here[0] - began[0], y + here[1] - began[1]))
        self.host.dismiss()

    def _drop(self) -> None:
        self._held = None
        self._measure()
        self.host.dismiss()

    def _take(self, shape: Place) -> None:
        self._shape = shape
        if self._chosen is not None:
            self._drawing.draft.shape(self._chosen, shape)
            self._measure()
        self.host.dismiss()

    def _remove(self) -> None:
        if self._chosen is not None:
            self._drawing.draft.remove(self._chosen)
            self._chosen = None
            self.host.dismiss()

    def _undo(self) -> None:
        self._drawing.draft.undo()
        self._chosen = None
        self._measure()
        self.host.dismiss()


# A tile of squares.

SIDE = 62.0
"""Width (mm) of the column next to the tile."""


class TileScreen(DrawingScreen[TileDraft]):
    """The tile's squares, its size, and the symbols to print."""

    def build(self) -> None:
        super().build()
        self.plan = self.add(Plan(tapped=self._tap))
        self.amounts = self.add(Amounts(step=self._step))
        self.brushes = self.add(ChoicePanel(in_a_row=True))
        self._brush = "accelerator"

    def open(self, about: DrawingEdit[TileDraft]) -> None:
        about.resume()
        self._drawing = about

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        self.place_two(body)
        upright = shape == "portrait"
        side = body if upright else body.cut_right(min(body.w * 0.48, look.mm(SIDE)), look.gap * 2)
        self.brushes.place(side.cut_bottom(look.mm(13), look.gap))
        self.amounts.place(
            body.cut_bottom(look.mm(26), look.gap) if upright else side.cut_top(min(side.h, look.mm(30)))
        )
        self.plan.place(body)

    def refresh(self) -> None:
        super().refresh()
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(T("Tap the squares on which it is printed.")))
        self.plan.show(columns=draft.wide, rows=draft.high, signs=draft.signs(), labels=draft.labels())
        sizes = (("w", T("Columns"), draft.wide), ("h", T("Rows"), draft.high))
        self.amounts.show(
            amounts=tuple(AmountField(id_, "", say(name), n, "", n > 1, n < LARGEST) for id_, name, n in sizes)
        )
        brushes = (("accelerator", T("Accelerator"), "accelerator"), ("site", T("Crash site"), "site"))
        self.brushes.show(options=tuple(
            Option(
                say(words), partial(self._take, name), icon=icon, key=name,
                role="chosen" if name == self._brush else "plain",
            )
            for name, words, icon in brushes
        ))  # fmt: skip
        self.show_buttons()

    # Input.

    def _tap(self, place: Place) -> None:
        draft = self._drawing.draft
        (draft.accelerate if self._brush == "accelerator" else draft.crash)(place)
        self.host.dismiss()

    def _take(self, brush: str) -> None:
        self._brush = brush
        self.host.dismiss()

    def _step(self, name: str, by: int) -> None:
        self._drawing.draft.resize(by if name == "w" else 0, by if name == "h" else 0)
        self.host.dismiss()


# A city tile.


class CityTileScreen(DrawingScreen[CityTileDraft]):
    """The tile with a palette of symbols; a tapped symbol is placed by tapping the tile."""

    def build(self) -> None:
        super().build()
        self.tile = self.add(LandTile(dropped=self._put, moved=self._move, taken=self._take))
        self._words: BoxWords
        self._sign: Sign = ""

    def open(self, about: CityTileEdit) -> None:
        about.resume()
        self._drawing, self._words, self._sign = about, about.words, ""

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        self.place_two(body)
        self.tile.place(body)

    def refresh(self) -> None:
        super().refresh()
        draft = self._drawing.draft
        self.over.show(text=say(self._drawing.about).upper())
        self.title.show(text=say(T("Drag the land to its edges, and onto the tile what is printed there.")))
        self.tile.show(
            signs=tuple(self._shown(sign) for sign in SIGNS), chosen=self._sign, things=tuple(draft.things),
            edges=tuple(f"land:{land}" if (land := draft.land(side)) else None for side in range(len(LANDS))),
        )  # fmt: skip
        self.show_buttons()

    def _shown(self, sign: Sign) -> tuple[str, str, str]:
        """A symbol with its icon and name."""
        kind, _, name = sign.partition(":")
        if kind == "land":
            return sign, sign, sentence(say(self._words.value("edges", name)))
        if kind == "exit":
            return sign, f"door:{name}", say(self._words.field(name, "exit"))
        return sign, "gang:member" if kind == "gang" else kind, say(self._words.field(kind))

    # Input.

    def _put(self, sign: Sign, side: int) -> None:
        self._drawing.draft.put(sign, side)
        self.host.dismiss()

    def _move(self, side: int, to: int | None) -> None:
        if side != to:
            self._drawing.draft.move(side, to)
        self.host.dismiss()

    def _take(self, sign: Sign) -> None:
        self._sign = "" if sign == self._sign else sign
        self.host.dismiss()
