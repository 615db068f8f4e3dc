"""Every state of the screens for viewing and editing boxes."""

from __future__ import annotations

import errno
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

from companion.core.texts import T, Text, Words
from companion.games.escape.content import OfficerKind
from companion.games.newyork.content import NewYorkPack, PoliceCard
from companion.games.registry import load_game
from companion.packs import loader
from companion.packs.content import Content
from companion.packs.editing.board import BoardDraft
from companion.packs.editing.box import OpenBox
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.saving import not_saved
from companion.packs.editing.words import BoxWords
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from companion.web.box.service import BoxService
from hardware.camera.cards import SeenCard
from tests.owner import say_whole
from tests.packs.photographed import card, photo
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from tests.ui.phone_states import SilentServer
from tests.ui.photographs import AtOnce, photograph
from ui.model.box_editor import BoardEdit, RecordEdit


def editing_rows(hands: Hands) -> Iterator[str]:
    """The row editor, line by line, with lists and cards of a whole box."""
    game = load_game("newyork")
    data = read_content(BUNDLED / "manhattan_nights").data
    screen, words = hands.root.screen("row"), BoxWords(game.presenter.box, game.presenter.box_icons)

    def tell(row_editor: RowEditor, about: Words, title: Words = "", done: Words = "") -> None:
        names = partial(game.presenter.named_in, data)
        screen.open(RecordEdit(row_editor, words, about, names, lambda row: None, lambda: None, title=title, done=done))
        hands.app.go("row")
        hands.app.refresh()
        settle()

    card = RowEditor(PoliceCard)
    tell(card, T("A new card"))
    yield "row place"
    for value, state in (("soho", "text"), ("Alarm", "card")):
        card.put(value)
        tell(card, T("A new card"))
        yield f"row {state}"
    card.open(("event", "effects"))
    tell(card, T("A new card"))
    yield "row kinds"
    card.add("alert")
    tell(card, T("A new card"))
    yield "row number"
    officers = RowEditor(OfficerKind, {"type": "red", "count": 30})
    officers.open(("count",))
    tell(officers, T("Officers"))
    hands.tap("30")
    hands.screen._figure("2")
    settle()
    yield "row figures"
    about = OpenBox(game, Path(), Content(data)).about()
    tell(about, data["name"], T("What stands on the box?"), T("That is all of it"))
    yield "row box"
    box = RowEditor(NewYorkPack, data)
    for path, state in ((("police_cards",), "list"), (("characters", 0, "dice"), "amounts")):
        box.open(path)
        tell(box, data["name"])
        yield f"row {state}"


def laying_out(hands: Hands) -> Iterator[str]:
    """The board editor, from its first square to the whole board, and a name being typed."""
    content = read_content(BUNDLED / "manhattan_nights")
    squares, places = content.data["board"]["squares"], content.places
    screen = hands.root.screen("board")
    drafts = {"empty": BoardDraft(), "some": BoardDraft(squares[:5], places), "whole": BoardDraft(squares, places)}
    for state, draft in drafts.items():
        edit = BoardEdit(
            draft, T("A new box"), Path(), lambda draft, whole: True, lambda: False, lambda draft: True, lambda: None
        )
        screen.open(edit)
        hands.app.go("board")
        hands.app.refresh()
        settle()
        yield f"board {state}"
    screen._tap("harlem")
    settle()
    yield "board chosen"
    screen.name.action()
    settle()
    yield "board name"
    hands.tap("Back")
    hands.tap("Stations")
    settle()
    yield "board stations"
    hands.tap("No more stations")
    hands.tap("Picture")
    settle()
    yield "board picture"
    hands.tap("Back")
    hands.tap("Done")
    settle()
    yield "board asked"


@contextmanager
def own_boxes_folder() -> Iterator[Path]:
    """A temporary folder for the owner's boxes."""
    before = loader.user_folder
    with tempfile.TemporaryDirectory() as folder:
        loader.user_folder = lambda: Path(folder)
        try:
            yield Path(folder)
        finally:
            loader.user_folder = before


def at_the_boxes(hands: Hands) -> Iterator[str]:
    """The list of boxes, the choice of a game for a new one, and its name being typed."""
    with own_boxes_folder():
        assert hands.app.box_editor.make("krysis", "Tief")
        assert hands.app.box_editor.make("newyork", "Our box")
        hands.app.go("boxes")
        settle()
        yield "boxes"
        hands.tap("A new box")
        settle()
        yield "boxes games"
        hands.app.box_editor.ask_new("escape", "boxes")
        settle()
        yield "boxes name"
        hands.app.show_message(hands.app.box_editor.refusal("Our box"))
        settle()
        yield "boxes taken"
        hands.app.dismiss()
        hands.tap("Back")


def in_a_box(hands: Hands) -> Iterator[str]:
    """The contents of a bundled box, of a new one, and its problems."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        for box in editor.boxes():
            editor.open(box)
            settle()
            yield f"box {box.id}"
        for game in ("newyork", "escape", "crash", "krysis"):
            assert editor.make(game, f"Our {game}")
            hands.app.go("box")
            settle()
            yield f"box new {game}"
        editor.opened.set_printed(("relics",), 30)
        hands.app.refresh()
        settle()
        yield "box changed"
        editor.open(next(box for box in editor.boxes() if box.id == "our_newyork"))
        say_whole(editor.opened)
        hands.app.refresh()
        settle()
        hands.tap("What does not fit?")
        settle()
        yield "box problems"
        hands.tap("Back")
        hands.tap("Take it away")
        settle()
        yield "box delete"
        hands.tap("Back")
        editor.box._saving.trouble = not_saved(editor.box.name, OSError(errno.ENOSPC, ""))
        editor.box._saving.kept = None
        hands.app.refresh()
        settle()
        yield "box unsaved"
        editor.box = None


def in_a_table(hands: Hands) -> Iterator[str]:
    """The rows of a table, a search, the number of pieces, and an empty table."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        editor.open(next(box for box in editor.boxes() if box.id == "manhattan_nights"))
        assert editor.copy("Our nights")
        editor.look_at(("police_cards",))
        settle()
        yield "entries"
        hands.tap("Search")
        hands.screen._type("r")
        hands.screen._type("a")
        settle()
        yield "entries search"
        hands.tap("Done")
        settle()
        yield "entries found"
        hands.tap("Show all")
        hands.tap("How many?")
        hands.screen._count("2")
        settle()
        yield "entries printed"
        yield from _pictured_rows(hands)
        assert editor.make("newyork", "Ours")
        editor.look_at(("mafia_cards",))
        settle()
        yield "entries none"
        editor.box = None


class StillCamera:
    """A camera above a card that does not move."""

    trouble: Text | None = None
    state = "lying"

    def __init__(self, *_: object) -> None:
        self.shown = photo(card(Random(4)), Random(4))[0].resize((320, 180))

    def close(self) -> None:
        """There is nothing to stop."""


def at_the_camera(hands: Hands) -> Iterator[str]:
    """A deck being photographed: cards are kept, one comes again, the camera is gone."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        editor.open(next(box for box in editor.boxes() if box.id == "manhattan_nights"))
        assert editor.copy("Our nights")
        editor.look_at(("police_cards",))
        screen = hands.root.screen("deck")
        screen._camera = StillCamera()
        hands.app.go("deck")
        settle()
        screen._kept = ["police_card_1", "police_card_2"]
        hands.app.refresh()
        settle()
        yield "deck"
        screen._again = SeenCard("again", screen._camera.shown, 0)
        hands.app.refresh()
        settle()
        yield "deck again"
        screen._again = None
        screen._camera.trouble = T("The camera was unplugged. Plug it in again; the reader goes on by itself.")
        hands.app.refresh()
        settle()
        yield "deck trouble"
        screen._camera = screen._deck = None
        hands.app.go("home")
        editor.box = None


def counting(hands: Hands) -> Iterator[str]:
    """Pieces counted by kind, a number being typed, and what does not agree with the rulebook."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        assert editor.make("newyork", "Ours")
        for path, numbers in ((("items",), (2, 2, 3)), (("info_tokens",), (8, 4, 6, 2, 7, 3))):
            editor.look_at(path)
            for kind, n in zip(editor.opened.kinds(path), numbers, strict=False):
                editor.count(kind, n)
            settle()
            yield f"counts {path[0]}"
        hands.screen._ask_number("0")
        settle()
        yield "counts number"
        hands.tap("Back")
        editor.look_at(("items",))
        settle()
        hands.tap("No more of them")
        settle()
        yield "counts short"
        editor.box = None


def _pictured_rows(hands: Hands) -> Iterator[str]:
    """Rows with and without pictures."""
    pictures, editor = hands.app.small_pictures, hands.app.box_editor
    pictures._beside = AtOnce()
    for row in editor.opened.rows(editor.path)[:5:2]:
        photograph(editor.opened.path, row["id"])
    hands.tap("Back")
    for _ in range(4):
        settle()
    yield "entries pictured"


def at_a_card(hands: Hands) -> Iterator[str]:
    """Cards of every game as shown in play, and an incomplete one."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        editor.open(next(box for box in editor.boxes() if box.id == "manhattan_nights"))
        assert editor.copy("Our nights")
        editor.look_at(("police_cards",))
        editor.look_at_row(3)
        settle()
        yield "card police"
        pictures = hands.app.pictures
        pictures._beside = AtOnce()
        photograph(editor.opened.path, str(editor.opened.rows(("police_cards",))[3]["id"]))
        hands.app.refresh()
        settle()
        yield "card pictured"
        editor.look_at(("mafia_cards",))
        editor.look_at_row(0)
        settle()
        yield "card mafia"
        assert editor.make("newyork", "Ours")
        editor.look_at(("characters",))
        editor.look_at_row(0)
        settle()
        yield "card untold"
        for box, path in (("lanternhead", ("contacts",)), ("fenderbend", ("upgrades",)), ("deepvein", ("relics",))):
            editor.open(next(one for one in editor.boxes() if one.id == box))
            editor.look_at(path)
            editor.look_at_row(0)
            settle()
            yield f"card {path[0]}"
        editor.look_at(("agents", "barrow", "special"))
        editor.look_at_row(0)
        settle()
        yield "card agent"
        editor.box = None


def drawing(hands: Hands) -> Iterator[str]:
    """The tile editor, from an empty tile, and a read-only one."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        assert editor.make("crash", "Ours")
        editor.look_at(("tiles",))
        editor.tell()
        settle()
        yield "tile new"
        hands.screen._tap((1, 0))
        hands.screen._take("site")
        for place in ((0, 0), (3, 2), (3, 2)):
            hands.screen._tap(place)
        settle()
        yield "tile some"
        hands.screen.act()
        settle()
        yield "card tile"
        editor.box = None


def drawing_city(hands: Hands) -> Iterator[str]:
    """The city tile editor: empty, complete, and with a chosen sign."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        assert editor.make("escape", "Ours")
        editor.look_at(("city_tiles",))
        editor.look_at_row(3)
        editor.tell()
        settle()
        yield "city tile new"
        for side, land in enumerate(("water", "commercial", "industrial", "residential")):
            hands.screen._put(f"land:{land}", side)
        for thing in ("exit:2", "business", "gang"):
            hands.screen._put(thing, 0)
        hands.screen._take("safe_house")
        settle()
        yield "city tile some"
        hands.screen.act()
        settle()
        yield "card city tile"
        editor.box = None


def laying_slots(hands: Hands) -> Iterator[str]:
    """The slots editor: empty, complete, with a selection, and with overlapping slots."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        assert editor.make("crash", "Ours")
        editor.look_at(("layouts", "3-4"))
        settle()
        yield "slots none"
        editor.open(next(one for one in editor.boxes() if one.id == "fenderbend"))
        assert editor.copy("Our junction")
        editor.look_at(("layouts", "6"))
        settle()
        yield "slots all"
        hands.screen._tap((4, 1))
        settle()
        yield "slots chosen"
        hands.screen._drag((4, 1), (5, 3))
        settle()
        yield "slots overlap"
        editor.box = None


def in_a_browser(hands: Hands) -> Iterator[str]:
    """A box shared with browsers: one asks, one edits; no server runs."""
    editor = hands.app.box_editor
    with own_boxes_folder():
        assert editor.make("newyork", "Our box")
        shared = BoxService(editor.opened)
        shared.registry._choose = lambda words: words[len(shared.registry.phones)]
        shared.listeners.append(hands.app.refresh)
        editor.browsers.service, editor.browsers._server = shared, SilentServer()
        hands.app.go("browser")
        settle()
        yield "browser"
        shared.registry.request_access("", None, time.monotonic(), "en")
        hands.app.refresh()
        settle()
        yield "browser asks"
        hands.screen.act()
        settle()
        yield "browser changes"
        hands.app.go("box")
        settle()
        yield "box in a browser"
        editor.browsers.close()
        editor.box = None


BOX_STATES = {
    "deck": at_the_camera,
    "boxes": at_the_boxes,
    "box": in_a_box,
    "browser": in_a_browser,
    "entries": in_a_table,
    "counts": counting,
    "card": at_a_card,
    "row": editing_rows,
    "board": laying_out,
    "tile": drawing,
    "city tile": drawing_city,
    "slots": laying_slots,
}
"""States by their first screen."""
