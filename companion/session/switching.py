"""Instructions when a deck changes between digital and physical in mid-game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.texts import T, Words
from companion.scene.parts import Place
from companion.scene.scene import Line
from companion.session.pages import Page
from companion.table.table import Table

SWITCHED = "switched"
"""The key of the note with the decks whose instructions are not yet confirmed."""


def still_waiting(table: Table) -> list[Page]:
    """The unconfirmed pages of changed decks, when a game is resumed."""
    pages = (on_switching(table, item) for item in table.notes.get(SWITCHED, ()) if item in table.chance)
    return [page for page in pages if page is not None]


def note_waiting(table: Table, pages: Sequence[Page]) -> None:
    """Store which decks have unconfirmed pages."""
    items = [page.switched for page in pages if page.switched is not None]
    if items != table.notes.get(SWITCHED, []):
        table.note(SWITCHED, items)


def switched(table: Table, pages: Sequence[Page], item: str) -> list[Page]:
    """``pages`` after ``item`` has changed, with its own page first; or without it if the change is reverted."""
    others = [page for page in pages if page.switched != item]
    page = on_switching(table, item) if len(others) == len(pages) else None
    return others if page is None else [page, *others]


def on_switching(table: Table, item: str) -> Page | None:
    """The page after the mode of ``item`` has changed; None if it is not a deck of cards, or nothing is to be done."""
    cards = table.game.presenter.cards_of(table.state, item)
    if not cards:
        return None
    out = [line for card in cards for line in _lying(card)]
    deck = table.game.presenter.chance_name(item)
    if table.chance[item] == "asked":
        rest = T("shuffle the rest: that is your deck") if out else T("shuffle the deck and lay it face down")
        lines = [*out, Line("→", cards[0].icon, rest)]
        title = T("Take these cards out of the deck") if out else T("Lay the deck on the table")
        return Page(0, lines, over=deck, title=title, switched=item)
    if not out:
        return None
    over = T("{deck}: these stay out", deck=deck)
    return Page(0, out, over=over, title=T("Put the deck away"), switched=item)


def _lying(card: Place) -> Iterator[Line]:
    """The place of a card outside its deck."""
    for counter in card.counters:
        for cell in counter.cells[1:]:
            words: Words = cell.called or cell.label
            if cell.on and words:  # A cell with a picture only was laid by people themselves.
                yield Line("−", card.icon, T("{card}: {place}", card=card.name, place=words))
