"""Compares what the screen shows with the core."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from msgspec import structs
from PIL import Image, ImageChops

from companion.core.asks import RollAsk
from companion.core.texts import Text
from companion.games.newyork.words import SEATS
from companion.scene.scene import Piece
from tests.ui.hands import Hands
from ui.base.language import say
from ui.screens.stage import Stage


def compare(hands: Hands) -> None:
    """Compare the present screen with the facts of the table, part by part."""
    {
        "table": _table,
        "reveal": _reveal,
        "check": _check,
        "dice": _dice,
        "list": _list,
        "over": _over,
    }[hands.root.name](hands)


def _table(hands: Hands) -> None:
    session, screen, facts = hands.session, hands.screen, hands.session.table.facts()
    _tracks(hands, facts)
    _board(hands, facts)
    page = session.page
    if page is not None:
        assert screen.title.text == say(page.title if page.title is not None else page.over)
        assert screen.primary.shown
        return
    assert screen.title.text == say(session.table.scene().prompt.title)
    assert screen.title.text
    if facts["round"]:
        assert screen.over.text.startswith(say(Text("Round {n}", {"n": facts["round"]})).upper())
    if facts["turn"] is not None:
        assert say(SEATS[facts["turn"]["seat"]]).upper() in f"{screen.over.text} {screen.title.text}".upper()
    if session.mode == "choose" and facts["turn"] is not None and "pool" in facts["turn"]:
        pool = {name: (die["face"], die["spent"]) for name, die in facts["turn"]["pool"].items()}
        assert {die.id: (die.face, die.spent) for die in screen.pool.dice} == pool
        assert screen.pool.shown == bool(pool)


def _tracks(hands: Hands, facts: dict[str, Any]) -> None:
    alert, story = hands.screen.tracks.bars
    assert alert.shown
    assert story.shown
    assert (alert.track.at, alert.track.length) == (facts["alert"]["at"], facts["alert"]["limit"])
    assert {int(at) for at, mark in alert.track.marks.items() if mark == "car"} == set(map(int, facts["cars"]["alert"]))
    assert story.track.at == facts["story"]["at"]


def _board(hands: Hands, facts: dict[str, Any]) -> None:
    """Each square shows exactly its pieces, and the lamp is at the active figure."""
    views = [view for view in hands.screen.map._views if view.shown]
    drawn = {view.spot.id: counts(view.spot.pieces) for view in views}
    lies = {place: pieces for place, pieces in facts["pieces"].items() if place.startswith("square:")}
    assert {place: pieces for place, pieces in drawn.items() if pieces} == lies
    turn = facts["turn"]
    at = facts["characters"][turn["seat"]]["square"] if turn is not None else None
    assert [view.spot.id for view in views if view.spot.here] == ([f"square:{at}"] if at is not None else [])


def counts(pieces: list[Piece]) -> dict[str, int]:
    """The number of each piece that a place shows; the lock of a closed square is not a piece."""
    found: dict[str, int] = {}
    for piece in pieces:
        if piece.icon != "lock":
            found[piece.icon] = found.get(piece.icon, 0) + piece.n
    return found


def sheet(hands: Hands) -> None:
    """All hands, on the sheet."""
    assert hands.root.name == "sheet"
    facts = hands.session.table.facts()
    cards = [card for card in hands.screen._seats if card.shown]
    assert [card.seat.id for card in cards] == facts["seats"]
    for card in cards:
        assert counts(card.seat.pieces) == facts["pieces"].get(f"hand:{card.seat.id}", {})


def story(hands: Hands) -> None:
    """The newest story card is shown."""
    assert hands.root.name == "story"
    facts = hands.session.table.facts()
    assert len(hands.session.scene.story) == facts["story"]["revealed"]
    assert hands.screen.card.card.text == hands.session.table.view(None)["texts"]["story"][-1]


def _reveal(hands: Hands) -> None:
    page = hands.session.page
    assert page is not None
    assert hands.screen.card.card == page.card
    assert say(page.card.title)


def _check(hands: Hands) -> None:
    page = hands.session.page
    assert page is not None
    assert hands.screen.todo.lines == page.lines
    assert hands.screen.todo.ticked == page.ticked


def _dice(hands: Hands) -> None:
    ask = hands.session.table.ask
    assert isinstance(ask, RollAsk)
    places = hands.screen.slots.places
    assert sorted(place.die.id for place in places) == sorted(ask.dice)
    facts = hands.session.table.facts()
    assert say(SEATS[facts["turn"]["seat"]]) in hands.screen.title.text


def _list(hands: Hands) -> None:
    assert hands.screen.title.text == say(hands.session.table.scene().prompt.title)
    legal = hands.session.table.legal() or []
    again = hands.session.learning.again
    assert len(hands.screen.rows.rows) + hands.screen.other.shown == len(legal) + len(again)


def _over(hands: Hands) -> None:
    facts = hands.session.table.facts()
    won = facts["result"]["outcome"] == "win"
    assert hands.screen.title.text == say(Text("You have won!") if won else Text("You have lost"))
    assert hands.screen.why.text == say(hands.session.table.game.presenter.heading(facts["result"]["rule"]))
    _tracks(hands, facts)


# Pixels.


class Dots:
    """The pixels of a picture, RGBA. Equality tolerates ``NOISE`` per channel, since icons in other places of an atlas
    are rounded differently."""

    NOISE = 2

    def __init__(self, pixels: bytes) -> None:
        self.pixels = pixels

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dots) or len(self.pixels) != len(other.pixels):
            return False
        one, another = (Image.frombytes("L", (len(dots.pixels), 1), dots.pixels) for dots in (self, other))
        most: tuple[int, int] = ImageChops.difference(one, another).getextrema()
        return most[1] <= self.NOISE

    __hash__ = None  # type: ignore[assignment] # what is nearly equal has no number of its own


def picture(stage: Stage) -> tuple[bytes, int, int]:
    """The rendered stage: RGBA, row by row from the top, with width and height."""
    for _ in range(3):
        Clock.tick()
        Clock.tick_draw()
    image = stage.export_as_image()
    return image.texture.pixels, *image.texture.size


def drawn_anew(hands: Hands) -> None:
    """Assert that changes in place look like a fresh rendering, and every piece is visible."""
    kept = hands.app.stage
    before = picture(kept)
    fresh = Stage(hands.app)
    fresh.size = kept.size
    hands.app.stage = fresh
    try:
        hands.app._settle()
        anew = picture(fresh)
        assert anew[1:] == before[1:]
        assert Dots(anew[0]) == Dots(before[0]), "the screen shows something old"
        board = fresh.front.map.board
        bare = structs.replace(board, spots=[structs.replace(spot, pieces=[]) for spot in board.spots])
        fresh.front.map.show(board=bare)
        without = picture(fresh)
        for spot in board.spots:
            cell = fresh.front.map.cell(spot.id)
            assert (crop(anew, cell) != crop(without, cell)) == bool(spot.pieces), spot.id
    finally:
        hands.app.stage = kept
        hands.app._settle()


def crop(whole: tuple[bytes, int, int], cell: Any) -> list[bytes]:
    """A part of a picture; rows count from the bottom."""
    pixels, width, height = whole
    left, right = round(cell.x) + 2, round(cell.x + cell.w) - 2
    top, bottom = height - round(cell.y + cell.h) + 2, height - round(cell.y) - 2
    return [pixels[4 * (row * width + left) : 4 * (row * width + right)] for row in range(top, bottom)]
