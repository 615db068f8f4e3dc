"""A box of the size of the bundled one of New York, told completely by real touches at 800×480.

Counted is every touch from home to the last card: letters one by one, paths as one swipe each, pages and *Done*. Once
it took 1,924; by hand, with the words that the keyboard proposes, it takes half, and with what is printed read from
photographs little more than a third. Told are the board with its paths, stations and names, items and info tokens,
mafia cards, and police cards with all that they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, user_folder
from companion.packs.photos.background import PrintedCards
from companion.packs.photos.keeping import keep_picture
from companion.packs.photos.printed import PrintedText, PrintedWord
from companion.packs.pictures import BOARD, FORMATS, written
from tests import daily
from tests.packs.printed_cards import drawn
from tests.ui.box_owner import BoxOwner
from tests.ui.rig import Rig
from tests.ui.row_filler import as_entered, fill_row, same, type_quickly
from tests.ui.test_boxes import tap_row

BEFORE = 1924
BY_HAND, PHOTOGRAPHED = 955, 665
PHOTOGRAPHING = 2
"""*Photograph*, and *Done* when all lie there: the camera takes the cards without a tap (``test_deck``)."""


class Read(PrintedCards):
    """As if every photo had been read without a mistake."""

    def __init__(self, known: Mapping[str, PrintedText]) -> None:
        super().__init__()
        self.by_picture = known

    def of(self, picture: Path | None, languages: Sequence[str] = ()) -> PrintedText | None:
        return self.by_picture.get(picture.stem) if picture is not None else None


class Teller:
    """Tells the box; ``taps`` are the touches of each part."""

    def __init__(self, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hands = rig.hands
        self.count = 0
        self.taps: dict[str, int] = {}
        monkeypatch.setattr("kivy.tests.common.UnitTestTouch.touch_down", self._counted())
        bundled = read_content(BUNDLED / "manhattan_nights")
        squares = bundled.data["board"]["squares"]
        self.names = {f"square_{n}": self._letters(square["name"]) for n, square in enumerate(squares, 1)}
        ids = {square["id"]: f"square_{n}" for n, square in enumerate(squares, 1)}
        self.owner = BoxOwner(self.hands, "newyork", ids, by_touch=True)
        self.printed = self.owner.printed
        self._done("new box")

    def _counted(self) -> Any:
        from kivy.tests.common import UnitTestTouch  # noqa: PLC0415 - patched here

        real = UnitTestTouch.touch_down

        def touch_down(touch: Any, *more: Any) -> Any:
            self.count += 1
            return real(touch, *more)

        return touch_down

    @staticmethod
    def _letters(name: Any) -> str:
        said = name["en"] if isinstance(name, Mapping) else name
        return "".join(letter for letter in said if letter.isalpha() or letter == " ")

    def _done(self, part: str) -> None:
        self.taps[part] = self.count - sum(self.taps.values())

    def tell(self, *, photographed: bool = False) -> int:
        """Tell all of it, and return the number of touches."""
        self.owner.lay_squares(self.printed["board"]["squares"], whole=False)
        self._done("squares, paths and stations")
        if photographed:
            self._photograph()
        self._name_squares(printed=photographed)
        for table in ("Items", "Info tokens"):
            self._count(table, self.printed[table.lower().replace(" ", "_")])
        self._tell_cards("Mafia cards", self.printed["mafia_cards"])
        self._tell_cards("Police cards", self.printed["police_cards"], read=photographed)
        return self.count

    def _photograph(self) -> None:
        """Photos of the board and of all police cards lie in the box."""
        known = {
            f"police_card_{n}": PrintedText(said(one["event"]["title"]), said(one["event"]["text"]))
            for n, one in enumerate(self.printed["police_cards"], 1)
        }
        words, places = [], read_content(user_folder() / "ours").places or {}
        for id_, name in self.names.items():
            parts, (x, y) = name.split(), places[id_]
            words += [PrintedWord(word, x + 0.02 * n, y) for n, word in enumerate(parts)]
        picture = written(drawn("Card", "Text", "Inter", Random(1), 200.0).convert("RGB"), FORMATS[".jpg"])
        for id_ in (*known, BOARD):
            keep_picture(user_folder() / "ours", id_, picture)
        self.hands.app.printed = Read({**known, BOARD: PrintedText(words=words)})
        self.count += 2 * PHOTOGRAPHING
        self._done("photographs")

    def _name_squares(self, *, printed: bool) -> None:
        hands = self.hands
        tap_row(hands, "Board")
        hands.tap("Names")
        if printed:
            hands.tap("Take them")
        else:
            for name in self.names.values():
                asked = hands.screen._naming
                type_quickly(hands, name, lambda key: hands.touch(*key.center), capitals=False)
                if hands.screen._naming == asked and hands.screen.keyboard.shown:
                    hands.tap("Done")
        squares = hands.screen.draft.squares.values()
        assert [one.name.lower() for one in squares] == [name.lower() for name in self.names.values()]
        hands.tap("Done")
        if hands.root.name == "board":
            hands.tap("More of it later")
        self._done("names")

    def _count(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        hands = self.hands
        tap_row(hands, table)
        for at, kind in enumerate(hands.screen._kinds()):
            alike = (one["count"] for one in rows if all(one[name] == kind[name] for name in kind if name != "count"))
            n = next(alike, 0)
            if n == kind["count"]:
                continue
            row = hands.screen.amounts.rows[at]
            if n <= 3:
                for _ in range(n):
                    hands.touch(*row.more.center)
            else:
                hands.touch(*row.figure.center)
                for figure in str(n):
                    hands.tap(figure)
                hands.tap("Done")
        hands.tap("Done")
        self._done(table)

    def _tell_cards(self, table: str, rows: Sequence[Mapping[str, Any]], *, read: bool = False) -> None:
        hands = self.hands
        tap_row(hands, table)
        wanted = []
        for row in rows:
            if hands.root.name == "entries" and read:
                tap_row(hands, hands.screen.rows.rows[0].text)
            elif hands.root.name == "entries":
                hands.tap("Another one")
            wanted.append(as_entered(row))
            if read:
                hands.touch(*hands.screen.offer.center)
                wanted[-1]["event"].update(title=said(row["event"]["title"]), text=said(row["event"]["text"]))
            fill_row(hands, wanted[-1])
        while hands.root.name != "box":
            hands.tap("Back")
        told = read_content(user_folder() / "ours").data[table.lower().replace(" ", "_")]
        assert all(same(one, other) for one, other in zip(told, wanted, strict=True))
        self._done(table)


def said(text: Any) -> str:
    return str(text["en"] if isinstance(text, Mapping) else text)


@pytest.mark.long
@pytest.mark.parametrize("photographed", [True, False] if daily.everything else [True])
def test_with_photographs_of_the_board_and_the_cards_it_takes_a_third_of_the_taps(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, photographed: bool
) -> None:
    """And half of them by hand, letter by letter."""
    teller = Teller(rig, monkeypatch)
    taps = teller.tell(photographed=photographed)
    assert taps <= (PHOTOGRAPHED if photographed else BY_HAND) < BEFORE / 2, (taps, teller.taps)
